"""The players enter the result of their own game: what counts, and what waits to be confirmed?

What one player entered is a `Claim`. When the opponent enters the same, it is the result; when the
two differ there is none, and the leader decides. A board with only a claim is still open: nothing
is paired over it, and no standing counts it.
"""

from collections.abc import Collection
from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.results import board_facts, must_be_last, write_game
from clubcomp.flow.rows_now import competition_of, game_now, must_be_open, open_evening_now
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Claim, Entry, Evening, Game, Player, User
from clubcomp.models.competitions import ByPlayers
from pairing.core.types import Result

#: A forfeit, or a game that is put off, is for the leader.
MAY_BE_CLAIMED = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
NONE = Result.UNFINISHED.value


@all_or_nothing
def claim_result(game: Game, *, result: Result, by: Player) -> Game:
    """Enter the result of the player's own game, or confirm the opponent's claim. Idempotent.

    StepError when the competition leaves that to the leader, or the board has a result by now.
    """
    with step_on(competition_of(game), "claim_result", by=by) as step:
        game = game_now(step, game)
        entry = _own_entry(step, game, by)
        if result not in MAY_BE_CLAIMED:
            raise StepError(_("Who leads the evening enters this; players enter a win or a draw."))
        mine, theirs = _claims(game, entry)
        if mine and mine.result == result.value and game.result in (NONE, result.value):
            return game
        if game.is_decided:
            if game.result == result.value and (game.entered_by_id or not theirs):
                return game
            _must_be_of_one_player(game, mine, theirs)
        _keep(game, entry, result)
        agrees = theirs is not None and theirs.result == result.value
        is_first = theirs is None and step.competition.results_by_players == ByPlayers.AT_ONCE
        if not (agrees or is_first):
            if game.is_decided:
                write_game(replace(step, action="clear_result"), game, result=NONE)
            _note(step, game, before=mine.result if mine else NONE, after=result.value)
        elif game.result != result.value:
            write_game(replace(step, action="record_result"), game, result=result.value)
        else:
            _note(step, game, before=NONE, after=result.value)
        return game


@all_or_nothing
def take_claim_back(game: Game, *, by: Player) -> Game:
    """Take back the player's own claim. Idempotent; StepError once both entered the same."""
    with step_on(competition_of(game), "take_claim_back", by=by) as step:
        game = game_now(step, game)
        entry = _own_entry(step, game, by)
        mine, theirs = _claims(game, entry)
        if mine is None:
            return game
        if game.is_decided:
            _must_be_of_one_player(game, mine, theirs)
        mine.delete()
        if game.is_decided:
            write_game(replace(step, action="clear_result"), game, result=NONE)
        else:
            _note(step, game, before=mine.result, after=NONE)
        return game


@all_or_nothing
def confirm_claims(evening: Evening, *, seen: Collection[str], by: User | None) -> list[Game]:
    """Make results of the claims that nobody disputes; returns their games.

    `seen` has the `Claim.state` of each claim that the page showed: no other is confirmed.
    """
    with step_on(evening.competition, "record_result", by=by) as step:
        evening = open_evening_now(step, evening)
        playing = Game.objects.still_playing().filter(round__evening=evening)
        confirmed = []
        claimed = playing.filter(claims__isnull=False).with_round()
        for game in claimed.order_by("round__number", "board"):
            claims = list(Claim.objects.seated().filter(game=game))
            if len(claims) == 1 and claims[0].state in seen:
                game = game_now(step, game)
                write_game(step, game, result=claims[0].result)
                confirmed.append(game)
        return confirmed


def _own_entry(step: Step, game: Game, player: Player) -> Entry:
    """The player's entry in a game whose result they may enter; StepError for anybody else."""
    must_be_open(game.round.evening)
    if not step.competition.results_by_players:
        raise StepError(_("In this competition who leads the evening enters the results."))
    if game.put_off:
        raise StepError(
            _("Board %(board)s was put off: who leads enters its result."), board=game.board
        )
    own = [entry for entry in (game.white, game.black) if entry.player_id == player.pk]
    if not own:
        raise StepError(_("You do not play on board %(board)s."), board=game.board)
    return own[0]


def _claims(game: Game, entry: Entry) -> tuple[Claim | None, Claim | None]:
    """The claims of the player and of the opponent; None for one who entered nothing."""
    by_entry = {claim.entry_id: claim for claim in Claim.objects.seated().filter(game=game)}
    mine = by_entry.pop(entry.pk, None)
    return mine, next(iter(by_entry.values()), None)


def _must_be_of_one_player(game: Game, mine: Claim | None, theirs: Claim | None) -> None:
    """StepError unless the result comes from one player's claim, and nothing was paired since."""
    claims = [claim for claim in (mine, theirs) if claim]
    if game.entered_by_id or [claim.result for claim in claims] != [game.result]:
        words = _("Board %(board)s has a result by now: %(result)s. Is it wrong? Tell who leads.")
        raise StepError(words, board=game.board, result=game.result)
    must_be_last(game)


def _keep(game: Game, entry: Entry, result: Result) -> None:
    seats = {"white": game.white, "black": game.black}
    values = {"result": result.value, "at": timezone.now(), **seats}
    Claim.objects.update_or_create(game=game, entry=entry, defaults=values)


def _note(step: Step, game: Game, *, before: str, after: str) -> None:
    step.note(
        evening=game.round.evening,
        facts=board_facts(game),
        before={"result": before},
        after={"result": after},
    )
