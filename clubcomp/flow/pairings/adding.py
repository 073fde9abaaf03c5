"""How does one more board come into a pairing that was published, and how does it go again?

For two who came in late, or for a game of theirs that was played on another day. The other
boards stay as they are. The board is made by hand and bears the leader's reason; the system says
who has White unless the leader does.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.fresh import competition_of, entries_by_key, entry_now, game_now, round_now
from clubcomp.flow.given import given_reason
from clubcomp.flow.pairings import proposal as proposals
from clubcomp.flow.pairings.proposal import refuse_errors, teller
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.rounds import round_facts, round_name, settle
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.models import (
    Attendance,
    Competition,
    Entry,
    Evening,
    Game,
    GameAttendance,
    Round,
    Unpaired,
    User,
)
from clubcomp.models.plans import Plan, plans_of
from clubcomp.snapshots import snapshot_of
from pairing.core import types
from pairing.core.invariants import problems
from pairing.core.system import CannotPair
from pairing.core.types import Pair, Problem, Result
from pairing.registry import get_system, make_options


@dataclass(frozen=True, slots=True)
class BoardPreview:
    """A board that may be added: who has which colour, what the rules have against it.

    `gives_up` is what the two have in the round so far, the bye for instance; `meet_again` are
    other games on record between them that the rules did not look at, since they came later.
    """

    board: int
    white: Entry
    black: Entry
    problems: tuple[Problem, ...]
    gives_up: list[Unpaired]
    meet_again: list[Game]


@dataclass(frozen=True, slots=True)
class WithoutGame:
    """Who is marked as here and has no game in a round; `free` has the bye in it."""

    here: list[Entry]
    free: Entry | None

    @property
    def players(self) -> list[Entry]:
        """Who could be given a board: those who are here, then who has the bye."""
        return [*self.here, *([self.free] if self.free else [])]

    @property
    def are_two(self) -> bool:
        """Whether there is somebody to give a game, and an opponent for him."""
        return bool(self.here) and len(self.players) > 1


def without_game(round_: Round) -> WithoutGame:
    """Who is here without a game in a round on record. Seven queries."""
    unpaired = list(round_.unpaired.select_related("entry__player"))
    seated = {key for pair in round_.games.values_list("white", "black") for key in pair}
    placed = seated | {row.entry_id for row in unpaired}
    plans = plans_of(round_.evening)
    coming = Entry.objects.filter(pk__in=plans.keys() - placed).select_related("player")
    came_since = _came_since(round_)
    here = [
        entry
        for entry in coming.order_by("player__sort_key", "pk")
        if plans[entry.pk].is_present_in(round_.number) or entry.pk in came_since
    ]
    free = next((row.entry for row in unpaired if row.kind == Unpaired.Kind.BYE), None)
    return WithoutGame(here, free)


def _came_since(round_: Round) -> set[int]:
    """The entries that were marked as present after a round was published: for the next game."""
    if round_.published_at is None:
        return set()
    rows = Attendance.objects.filter(
        evening=round_.evening,
        status=Attendance.Status.PRESENT,
        from_game=round_.number + 1,
        changed_at__gt=round_.published_at,
    )
    return set(rows.values_list("entry_id", flat=True))


def preview_board(
    round_: Round, *, one: Entry, other: Entry, white: Entry | None = None
) -> BoardPreview:
    """What one more board of these two would be. StepError when it cannot be at all."""
    competition = competition_of(round_)
    _check_may_play(round_, one, other)
    pair, found = pair_by_hand(competition, round_, one, other, white, reason="-")
    by_key = {entry.key: entry for entry in (one, other)}
    return BoardPreview(
        board=_next_board(round_),
        white=by_key[pair.white],
        black=by_key[pair.black],
        problems=tuple(found),
        gives_up=list(_rows_of(round_, one, other).select_related("entry__player")),
        meet_again=list(_later_games(round_, one, other)),
    )


@all_or_nothing
def add_board(
    round_: Round,
    *,
    one: Entry,
    other: Entry,
    white: Entry | None = None,
    result: Result = Result.UNFINISHED,
    played_on: date | None = None,
    reason: str,
    by: User | None,
) -> Game:
    """Two who have no game in a published round get a board, with the leader's reason.

    `white` None: the system says who has White. `played_on` is the day of a game that was played
    on another one. Where the round is over, by closing or by a later pairing, the result comes
    with it.
    """
    with step_on(competition_of(round_), "add_board", by=by) as step:
        round_ = round_now(step, round_)
        one, other = entry_now(step, one), entry_now(step, other)
        reason = given_reason(reason)
        if played_on == round_.evening.date:
            played_on = None
        _check_may_play(round_, one, other)
        if not result.is_finished and is_over(round_):
            raise StepError(_("This pairing is over, so say also how the game ended."))
        pair, found = pair_by_hand(step.competition, round_, one, other, white, reason=reason)
        entries = entries_by_key(step)
        refuse_errors(found, teller(step.competition.system, entries))
        game = Game(
            round=round_,
            board=_next_board(round_),
            white=entries[pair.white],
            black=entries[pair.black],
            result=result.value,
            played_on=played_on,
            fixed=reason,
            reasons=proposals.reasons_as_json(pair.reasons),
            added=_instead_of(round_, one, other),
            entered_by=step.by,
            entered_at=timezone.now() if result.is_finished else None,
        )
        _rows_of(round_, one, other).delete()
        game.save()
        if round_.evening.is_open and played_on is None:
            _let_be_present(round_, one, other)
        _settle(round_)
        step.note(evening=round_.evening, facts=_facts(game, found), reason=reason)
        renew_proposal(step)
    return game


@all_or_nothing
def take_board_back(game: Game, *, reason: str = "", by: User | None) -> None:
    """A board that was added goes again, and both have what they had in the round before.

    With a result, or when the round is over, it takes a reason.
    """
    with step_on(competition_of(game), "take_board_back", by=by) as step:
        game = game_now(step, game)
        round_ = game.round
        before = game.added
        if not may_be_taken_back(game):
            raise StepError(
                _("Board %(board)s was not added afterwards. Swap its players, or withdraw.")
                % {"board": game.board}
            )
        if reason or game.is_decided or is_over(round_):
            reason = given_reason(reason)
        entries = entries_by_key(step)
        had_bye = any(row["kind"] == Unpaired.Kind.BYE for row in before["unpaired"])
        others = round_.unpaired.filter(kind=Unpaired.Kind.BYE).select_related("entry__player")
        if had_bye and (free := others.first()):
            raise StepError(
                _("%(other)s has the bye. First put right that %(other)s was not free.")
                % {"other": free.entry}
            )
        step.note(evening=round_.evening, facts=_facts(game), reason=reason)
        game.delete()
        Unpaired.objects.bulk_create(
            Unpaired(
                round=round_, entry=entries[row["entry"]], kind=row["kind"], reasons=row["reasons"]
            )
            for row in before["unpaired"]
        )
        _as_said_before(round_, before["said"], game.white, game.black)
        _settle(round_)
        renew_proposal(step)


def may_be_taken_back(game: Game) -> bool:
    """Whether a board was added after publishing, and is still of the two it was added for."""
    return bool(game.added) and {game.white.key, game.black.key} == set(game.added["said"])


def is_over(round_: Round) -> bool:
    """Whether nobody sits down for a round any more: closed, or a later one is on record."""
    return not round_.evening.is_open or Round.objects.after(round_).on_record().exists()


# What may be, and what it is made of --------------------------------------------------------


def _check_may_play(round_: Round, one: Entry, other: Entry) -> None:
    """StepError unless both belong to the evening and neither has a game in the round."""
    if not round_.is_on_record:
        raise StepError(_("This pairing has been withdrawn. Fix the board in the proposal."))
    check_belong(round_.evening, one, other)
    for player in (one, other):
        game = round_.games.filter(Q(white=player) | Q(black=player)).first()
        if game is not None:
            raise StepError(
                _("%(player)s has a game in %(game)s already: board %(board)s, %(pair)s.")
                % {
                    "player": player,
                    "game": round_name(round_.evening, round_.number),
                    "board": game.board,
                    "pair": f"{game.white} – {game.black}",
                }
            )


def check_belong(evening: Evening, one: Entry, other: Entry) -> None:
    """StepError unless these are two players of the evening."""
    if one.pk == other.pk:
        raise StepError(_("Choose two different players."))
    for player in (one, other):
        if not player.belongs_to(evening.number):
            raise StepError(
                _("%(player)s does not belong to the competition on this evening.")
                % {"player": player}
            )


def pair_by_hand(
    competition: Competition,
    round_: Round,
    one: Entry,
    other: Entry,
    white: Entry | None,
    *,
    reason: str,
) -> tuple[Pair, list[Problem]]:
    """The pair with its colours and reasons, as the round was before it was paired; problems.

    The two are paired alone, so that nothing else is decided anew.
    """
    snapshot = snapshot_of(competition, with_proposal=False)
    before = snapshot.after(round_.evening.number, round_.number - 1)
    system = get_system(snapshot.system)
    options = make_options(system, snapshot.options)
    both = types.Round(present=(one.key, other.key))
    to_pair = proposals.with_round_to_pair(before, round_.evening.number, both)
    if white is None:
        coloured = system.colours(to_pair, options, one.key, other.key)
        seats = coloured.white, coloured.black
    else:
        seats = white.key, (other if white.pk == one.pk else one).key
    fixed = proposals.rearranged(to_pair, [(*seats, reason)], None)
    try:
        made = system.pair(fixed, options)
    except CannotPair as error:
        by_key = {entry.key: entry for entry in (one, other)}
        raise StepError(teller(snapshot.system, by_key).failure(error)) from error
    return made.pairs[0], problems(fixed, made, system, options)


def _next_board(round_: Round) -> int:
    last = round_.games.aggregate(last=Max("board"))["last"]
    return (last or 0) + 1


def _rows_of(round_: Round, one: Entry, other: Entry):
    """What two who did not play have in the record of a round."""
    return round_.unpaired.filter(entry__in=(one, other))


def _later_games(round_: Round, one: Entry, other: Entry):
    """The games between two in later rounds on record, in order of play."""
    both = Q(white=one, black=other) | Q(white=other, black=one)
    games = Game.objects.filter(both, round__in=Round.objects.after(round_).on_record())
    ordered = games.order_by("round__evening__number", "round__number")
    return ordered.with_round().select_related("round__evening__tempo")


# What it changes, and how that is undone -----------------------------------------------------


def _instead_of(round_: Round, one: Entry, other: Entry) -> dict[str, Any]:
    """What two did in a round before they got a board: their rows, and by key what was said."""
    rows = _rows_of(round_, one, other).select_related("entry")
    said = dict(_said_of(round_, one, other).values_list("entry__key", "status"))
    return {
        "unpaired": [
            {"entry": row.entry.key, "kind": row.kind, "reasons": row.reasons} for row in rows
        ],
        "said": {player.key: said.get(player.key) for player in (one, other)},
    }


def _said_of(round_: Round, *players: Entry):
    """What was said about players for the one game of a round."""
    return GameAttendance.objects.filter(
        evening=round_.evening, game=round_.number, entry__in=players
    )


def _let_be_present(round_: Round, *players: Entry) -> None:
    """Let the attendance sheet say that players are here for the game that they got."""
    plans = plans_of(round_.evening)
    for player in players:
        if not plans.get(player.pk, Plan()).is_present_in(round_.number):
            GameAttendance.objects.update_or_create(
                evening=round_.evening,
                entry=player,
                game=round_.number,
                defaults={"status": Attendance.Status.PRESENT},
            )


def _as_said_before(round_: Round, before: dict[str, str | None], *players: Entry) -> None:
    """Let the attendance sheet say of players what it said before they got their board."""
    _said_of(round_, *players).delete()
    GameAttendance.objects.bulk_create(
        GameAttendance(
            evening=round_.evening,
            game=round_.number,
            entry=player,
            status=before[player.key],
        )
        for player in players
        if before[player.key]
    )


def _settle(round_: Round) -> None:
    """Give the round its status and the boards that a hand made, and store it."""
    games = list(round_.games.select_related("white", "black").order_by("board"))
    settle(round_, games)
    round_.fixed = [[game.white.key, game.black.key, game.fixed] for game in games if game.fixed]
    round_.save(update_fields=["status", "finished_at", "fixed"])


def _facts(game: Game, found: list[Problem] | None = None) -> dict[str, Any]:
    """A board for the trail."""
    facts: dict[str, Any] = {
        **round_facts(game.round.evening, game.round.number),
        "board": game.board,
        "white": str(game.white),
        "black": str(game.black),
        "result": game.result,
    }
    if game.played_on:
        facts["played_on"] = game.played_on.isoformat()
    if found:
        facts["problems"] = [problem.code for problem in found]
    return facts
