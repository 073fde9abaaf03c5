"""Step 3 of the evening: how did the games end? And what was entered wrongly?

A result comes with what its page showed: when another device was first, nothing is overwritten,
and a `ResultConflict` carries the game as that device left it.
"""

from dataclasses import replace
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.checks import checked_reason
from clubcomp.flow.errors import ResultConflict, StepError
from clubcomp.flow.pairings import counting
from clubcomp.flow.pairings.proposing import renew, renew_proposal
from clubcomp.flow.rows_now import check_result, competition_of, game_now, must_be_open
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Claim, Game, Round, User
from clubcomp.models.rounds import RoundQuerySet
from pairing.core.types import Result


@all_or_nothing
def record_result(
    game: Game, *, result: Result, seen: str, state: str = "", by: User | None
) -> Game:
    """Enter the result of a board; `seen` is the result that the page showed ("*": none).

    `state` is the whole `Game.state` that it showed, "" where that is not known: a device may keep
    a result for an hour, and nothing that happened since is overwritten. Idempotent. After the next
    game was paired a result is not changed here: that is a correction.
    """
    with step_on(competition_of(game), "record_result", by=by) as step:
        game = game_now(step, game)
        must_be_open(game.round.evening)
        if not result.is_finished:
            raise StepError(_("A result is not overwritten by nothing. Clear it instead."))
        check_result(step.competition, result)
        if game.result == result.value:
            return game
        _must_be_as_seen(game, seen, result.value)
        _must_be_in_state(game, state)
        if game.is_decided:
            must_be_last(game)
        write_game(step, game, result=result.value, put_off=Game.PutOff.NO)
        return game


@all_or_nothing
def clear_result(game: Game, *, seen: str, state: str = "", by: User | None) -> Game:
    """Take a result away: the board is playing again. `seen`, `state`: as the page showed it."""
    with step_on(competition_of(game), "clear_result", by=by) as step:
        game = game_now(step, game)
        must_be_open(game.round.evening)
        if not game.is_decided and not game.put_off:
            return game
        _must_be_as_seen(game, seen, Result.UNFINISHED.value)
        _must_be_in_state(game, state)
        must_be_last(game)
        Claim.objects.filter(game=game).delete()
        write_game(step, game, result=Result.UNFINISHED.value, put_off=Game.PutOff.NO)
        return game


@all_or_nothing
def put_off(
    game: Game, *, kind: str, played_on: date | None = None, seen: str, by: User | None
) -> Game:
    """Adjourn or postpone a game, so that the evening can go on; kind "" takes that back.

    `played_on` is the day agreed on, if there is one.
    """
    with step_on(competition_of(game), "put_off", by=by) as step:
        game = game_now(step, game)
        must_be_open(game.round.evening)
        kind = Game.PutOff(kind).value
        _must_be_as_seen(game, seen, kind)
        if game.put_off == kind:
            return game
        if game.is_decided:
            words = _("Board %(board)s has a result. Clear it first, then put the game off.")
            raise StepError(words, board=game.board)
        must_be_last(game)
        write_game(step, game, put_off=kind, played_on=played_on or game.played_on)
        return game


@all_or_nothing
def date_game(game: Game, *, played_on: date | None, by: User | None) -> Game:
    """Enter the day on which a game was or will be played; None for the day of the evening.

    It changes no standing and no pairing, so it needs no reason.
    """
    with step_on(competition_of(game), "date_game", by=by) as step:
        game = game_now(step, game)
        played_on = _another_day(game, played_on)
        if game.played_on != played_on:
            write_game(step, game, played_on=played_on)
        return game


def _another_day(game: Game, played_on: date | None) -> date | None:
    """The day, unless it is the evening's own."""
    return None if played_on == game.round.evening.date else played_on


def _must_be_as_seen(game: Game, seen: str, wanted: str) -> None:
    """ResultConflict when the board is not as the person saw it."""
    if game.result == seen:
        return
    if not game.is_decided:
        message = _("Board %(board)s: the result was cleared meanwhile. Nothing was changed.")
    elif game.entered_by:
        message = _(
            "Board %(board)s: %(person)s entered %(result)s meanwhile. Nothing was changed."
        )
    else:
        message = _("Board %(board)s: %(result)s was entered meanwhile. Nothing was changed.")
    facts = {"board": game.board, "person": game.entered_by, "result": game.result}
    raise ResultConflict(message, **facts, game=game, wanted=wanted)


def _must_be_in_state(game: Game, state: str) -> None:
    """StepError when anything happened to the board since it was in `state`."""
    if state not in ("", game.state):
        words = _(
            "Board %(board)s was changed meanwhile. Nothing was changed now; look and tap again."
        )
        raise StepError(words, board=game.board)


def must_be_last(game: Game) -> None:
    """StepError once the next game was paired: its pairing knew of this result, or of none."""
    pairings, number = game.round.evening.pairings, game.round.number
    if any(later.is_on_record and later.number > number for later in pairings):
        words = _(
            "The next game has been paired already. Correct the result of %(game)s with a reason."
        )
        raise StepError(words, game=game.round.evening.round_name(number))


def later_rounds(game: Game) -> RoundQuerySet:
    """The rounds on record after the game's own, in order of play."""
    return Round.objects.after(game.round).on_record().select_related("evening__tempo")


def write_game(step: Step, game: Game, *, reason: str = "", **changes: Any) -> None:
    """Change a game and the status of its round, write the trail, renew an open proposal.

    A cup's game that counts elsewhere too is changed there as well.
    """
    _write(step, game, reason=reason, **changes)
    if step.competition.counts_in_id and (board := counting.sync_counted_board(step, game)):
        seats = {entry.player_id: entry for entry in (board.white, board.black)}
        _write(
            replace(step, competition=board.round.evening.competition),
            board,
            reason=reason or step.competition.name,
            white=seats[game.white.player_id],
            black=seats[game.black.player_id],
            result=game.result,
        )


def _write(step: Step, game: Game, *, reason: str, **changes: Any) -> None:
    before = _as_facts(game)
    for name, value in changes.items():
        setattr(game, name, value)
    game.entered_by, game.entered_at = step.by, timezone.now()
    game.save(update_fields=[*changes, "entered_by", "entered_at"])
    round_ = game.round
    if round_.update_status(round_.boards):
        round_.save(update_fields=["status", "finished_at"])
    step.note(
        evening=round_.evening,
        facts=board_facts(game),
        before=before,
        after=_as_facts(game),
        reason=reason,
    )
    evening = round_.evening
    if not evening.is_open:
        renew_proposal(step)
    elif proposed := evening.proposed:
        renew(step, proposed)


def board_facts(game: Game) -> dict[str, Any]:
    """Which board it was, and who played there, for the trail."""
    facts = {"board": game.board, "white": str(game.white), "black": str(game.black)}
    return game.round.facts | facts


def _as_facts(game: Game) -> dict[str, str]:
    """The facts of a game that can be changed, for the trail."""
    facts = {"white": str(game.white), "black": str(game.black), "result": game.result}
    if game.put_off:
        facts["put_off"] = game.put_off
    if game.played_on:
        facts["played_on"] = game.played_on.isoformat()
    return facts


@all_or_nothing
def correct_result(
    game: Game,
    *,
    result: Result,
    swap_colours: bool = False,
    played_on: date | None = None,
    seen: str,
    reason: str = "",
    by: User | None,
) -> Game:
    """Put right what was entered wrongly, also after later games or on a closed evening.

    `result` is the one after the colours were exchanged. Once later games were paired, or the
    evening is closed, changing a result needs a reason. Pairings made since stand; standings follow
    by themselves. This is also how a game that was put off gets its result after the evening, which
    needs no reason; `played_on` is then the day it was played (None: as agreed).
    """
    with step_on(competition_of(game), "correct_result", by=by) as step:
        game = game_now(step, game)
        evening = game.round.evening
        if evening.status == evening.Status.PLANNED:
            must_be_open(evening)
        if not result.is_finished:
            raise StepError(_("A correction needs a result. To take one away, clear it."))
        check_result(step.competition, result)
        changes: dict[str, Any] = {"result": result.value}
        if swap_colours:
            changes |= {"white": game.black, "black": game.white}
        if played_on is not None:
            changes["played_on"] = _another_day(game, played_on)
        if all(getattr(game, name) == value for name, value in changes.items()):
            return game
        _must_be_as_seen(game, seen, result.value)
        is_late = evening.is_closed or later_rounds(game).exists()
        if reason or (game.is_decided and is_late):
            reason = checked_reason(reason)
        if not game.is_decided:
            step = replace(step, action="record_result")
        write_game(step, game, reason=reason, put_off=Game.PutOff.NO, **changes)
        return game
