"""Somebody drops out after a pairing was published: what happened, and what becomes of the board?

The leader says it once, and one step does all that follows: the board, what is booked for the
player, and the rest of the evening. A player who was not there does not get the bye.
"""

from dataclasses import dataclass
from dataclasses import replace as with_other
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from clubcomp.flow.attendance.marks import plan_now, with_announced, write_plan
from clubcomp.flow.attendance.sheet import OnRecord
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings import proposal as proposals
from clubcomp.flow.pairings.adding import pair_by_hand, settle_boards
from clubcomp.flow.pairings.proposal import must_have_no_errors
from clubcomp.flow.pairings.proposing import named, renew_proposal
from clubcomp.flow.results import write_game
from clubcomp.flow.rows_now import entry_now, evening_with_pairings, game_now, must_be_open
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.flow.wishes import board_is_known
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Claim, Competition, Entry, Evening, Game, Round, Unpaired, User
from clubcomp.models.plans import Plan, Status
from pairing.core.types import Pair, Problem, Proposal, Result
from pairing.core.unplayed import Unplayed

NOTHING_PAIRED = Proposal(())


class DropOutKind(StrEnum):
    """What happened to the player."""

    NOT_COME = "not_come"
    WENT_HOME = "went_home"
    CANNOT = "cannot"


class Instead(StrEnum):
    """What becomes of the board, or of the bye.

    The free player steps in, the opponent has the bye, or wins by forfeit, or wins on the board;
    the player keeps the bye, or loses it; or nothing on record changes.
    """

    STEP_IN = "step_in"
    BYE = "bye"
    FORFEIT = "forfeit"
    LOST = "lost"
    KEEP = "keep"
    NO_BYE = "no_bye"
    NOTHING = "nothing"

    @property
    def leaves_seat(self) -> bool:
        """Whether the player has neither board nor bye any more, and something else is booked."""
        return self in (Instead.STEP_IN, Instead.BYE, Instead.NO_BYE)


@dataclass(frozen=True, slots=True)
class LastSeat:
    """Where a player sits in the last round on record of an evening, None before the first.

    `game` is a board that is playing, `has_bye` is in that round, `free` is the player of the group
    who has the bye in that round. `has_played`: their game of that round is over, or was put off;
    `was_there`: they were there for it, or for an earlier round.
    """

    round: Round | None
    entry: Entry
    game: Game | None = None
    has_bye: bool = False
    free: Entry | None = None
    has_played: bool = False
    was_there: bool = False
    pairing: Proposal = NOTHING_PAIRED

    @property
    def number(self) -> int:
        """The number of that round on the evening; 0 before the first."""
        return self.round.number if self.round else 0

    @property
    def digest(self) -> str:
        """The digest of the pairing, which a page sends back as `seen`."""
        return proposals.pairing_digest(self.number, self.pairing)

    @property
    def opponent(self) -> Entry | None:
        """The player left at the board."""
        if self.game is None:
            return None
        return self.game.black if self.game.white == self.entry else self.game.white

    def choices(self, competition: Competition) -> list[Instead]:
        """What can become of it, the usual choice first."""
        abilities = competition.abilities
        is_settled = abilities.schedule_is_fixed or abilities.knocks_out
        if self.has_bye and not is_settled:
            return [Instead.KEEP, Instead.NO_BYE]
        if self.game is None:
            return [Instead.NOTHING]
        lost = [Instead.FORFEIT, Instead.LOST]
        if is_settled or (abilities.pairing_stands and not self.free):
            return lost
        return [Instead.STEP_IN if self.free else Instead.BYE, *lost]


def seat_of(evening: Evening, entry: Entry) -> LastSeat:
    """Where a player sits now."""
    last = next((round_ for round_ in reversed(evening.pairings) if round_.is_on_record), None)
    record = OnRecord.of(evening, Rows(evening.competition))
    if last is None:
        return LastSeat(None, entry)
    byes = list(last.unpaired.filter(kind=Unplayed.BYE).select_related("entry__player"))
    playing = (game for game in last.boards if not (game.is_decided or game.put_off))
    game = next((game for game in playing if entry in (game.white, game.black)), None)
    other_byes = (bye.entry for bye in byes if bye.entry != entry)
    sat = entry.pk in record.boards[last.number] - record.no_shows[last.number]
    earlier = (round_.number for round_ in record.rounds if round_.number < last.number)
    return LastSeat(
        round=last,
        entry=entry,
        game=game,
        has_bye=any(bye.entry == entry for bye in byes),
        free=next((player for player in other_byes if player.plays_with(entry, evening)), None),
        has_played=sat and game is None,
        was_there=(sat and game is None) or any(entry.pk in record.were_there(n) for n in earlier),
        pairing=proposals.of_record(last.boards, byes),
    )


def stepping_in(seat: LastSeat, *, reason: str = "-") -> tuple[Pair, list[Problem]]:
    """The board that the free player and the opponent get, and what the rules have against it."""
    if not (seat.round and seat.opponent and seat.free):
        raise StepError(_("Nobody is free to step in."))
    competition = seat.round.evening.competition
    return pair_by_hand(competition, seat.round, (seat.opponent, seat.free), None, reason=reason)


@all_or_nothing
def drop_out(
    evening: Evening,
    entry: Entry,
    *,
    way: str,
    instead: str,
    kind: str = Unplayed.ABSENT,
    number: int | None = None,
    seen: str | None = None,
    by: User | None,
) -> LastSeat:
    """A player did not come, went home or cannot go on; returns where they sat.

    `instead` is one of the seat's `choices`. `kind` is what is booked for a game without a seat and
    for the rest of the evening: absent, with or without notice, or a kind of the competition's own.
    `number` is the round that the page showed, `seen` the `digest` of its pairing.
    """
    with step_on(evening.competition, "drop_out", by=by) as step:
        evening = evening_with_pairings(step, evening)
        must_be_open(evening)
        entry = entry_now(step, entry)
        seat = seat_of(evening, entry)
        if number is not None and number != seat.number:
            words = _("Another game was published or withdrawn meanwhile. Look at the page again.")
            raise StepError(words)
        proposals.must_be_as_seen(seat.digest, seen)
        what, happened, booked = _checked(step, seat, way, instead, kind)
        facts: dict[str, Any] = seat.round.facts if seat.round else {}
        facts |= {"player": str(entry), "way": str(happened), "instead": str(what)}
        facts["kind"] = str(booked) if what.leaves_seat else None
        pairings = _carry_out(step, seat, what, booked)
        step.note(evening=evening, facts=facts, **pairings)
        _let_go(step, evening, seat, happened, what, booked)
        renew_proposal(step, evening)
        return seat


def _checked(
    step: Step, seat: LastSeat, way: str, instead: str, kind: str
) -> tuple[Instead, DropOutKind, str]:
    """The choices as values; StepError for choices that do not go together."""
    if way not in {*DropOutKind}:
        raise StepError(_("Choose what happened."))
    if instead not in seat.choices(step.competition):
        raise StepError(_("The pairing changed meanwhile. Nothing was changed. Look at it again."))
    if kind not in {Unplayed.ABSENT, Unplayed.NO_NOTICE, *step.competition.own_kinds}:
        raise StepError(_("Choose what is booked."))
    what, happened = Instead(instead), DropOutKind(way)
    if happened is DropOutKind.NOT_COME and what is Instead.KEEP:
        words = _("%(player)s did not come, so the bye is not for them. Choose what is booked.")
        raise StepError(words, player=seat.entry)
    if happened is DropOutKind.NOT_COME and what is Instead.LOST:
        words = _("%(player)s did not come, so there was no game to lose. Choose the forfeit.")
        raise StepError(words, player=seat.entry)
    if happened is DropOutKind.NOT_COME and seat.round and seat.has_played:
        words = _("%(player)s played in %(game)s, so they came. Correct that board first.")
        game = seat.round.evening.round_name(seat.number)
        raise StepError(words, player=seat.entry, game=game)
    return what, happened, str(kind)


def _carry_out(step: Step, seat: LastSeat, what: Instead, kind: str) -> dict[str, Any]:
    """Change the record; returns the pairing before and after it, for the trail."""
    game = game_now(step, seat.game) if seat.game else None
    if game and what in (Instead.FORFEIT, Instead.LOST):
        _lose(step, seat, game, by_forfeit=what is Instead.FORFEIT)
    if not (seat.round and what.leaves_seat):
        return {}
    entries = step.competition.entries.by_key()
    if game and what is Instead.STEP_IN:
        _step_in(step, seat, game, entries)
    elif game and seat.opponent:
        game.delete()
        Unpaired.objects.create(round=seat.round, entry=seat.opponent, kind=Unplayed.BYE)
    _book(seat.round, seat.entry, kind)
    round_ = seat.round
    vars(round_).pop("boards", None)
    byes = list(round_.unpaired.filter(kind=Unplayed.BYE).select_related("entry__player"))
    keys = {bye.entry.key for bye in byes}
    round_.named_byes = [key for key in round_.named_byes if key in keys]
    round_.paired_by = Round.PairedBy.HAND
    round_.save(update_fields=["named_byes", "paired_by"])
    settle_boards(round_)
    after = proposals.of_record(round_.boards, byes)
    changed = [board for board in round_.boards if game and board.pk == game.pk]
    new = [bye.entry for bye in byes if bye.entry.key not in seat.pairing.byes]
    board_is_known(step, round_, changed, new)
    return {"before": named(seat.pairing, entries), "after": named(after, entries)}


def _lose(step: Step, seat: LastSeat, game: Game, *, by_forfeit: bool) -> None:
    if game.white == seat.entry:
        result = Result.BLACK_WINS_FORFEIT if by_forfeit else Result.BLACK_WINS
    else:
        result = Result.WHITE_WINS_FORFEIT if by_forfeit else Result.WHITE_WINS
    step = with_other(step, action="record_result")
    write_game(step, game, result=result.value, put_off=Game.PutOff.NO)


def _step_in(step: Step, seat: LastSeat, game: Game, entries: dict[str, Entry]) -> None:
    """Give the opponent the free player, on the same board, with the colours of the rules."""
    reason = _("Stepped in after the pairing was published")
    pair, against = stepping_in(seat, reason=reason)
    must_have_no_errors(against, step.competition.system, entries)
    game.white, game.black, game.fixed = entries[pair.white], entries[pair.black], reason
    game.added = None
    game.save(update_fields=["white", "black", "fixed", "added"])
    Claim.objects.filter(game=game).delete()
    Unpaired.objects.filter(round=seat.round, entry=seat.free, kind=Unplayed.BYE).delete()


def _book(round_: Round, entry: Entry, kind: str) -> None:
    """Book what a player has in the round instead of a board or the bye; an absence with notice
    needs no row."""
    Unpaired.objects.filter(round=round_, entry=entry).delete()
    if kind != Unplayed.ABSENT:
        Unpaired.objects.create(round=round_, entry=entry, kind=kind)


def _let_go(
    step: Step, evening: Evening, seat: LastSeat, way: DropOutKind, what: Instead, kind: str
) -> None:
    """Plan the player as away for the rest of the evening, from the first game that they miss."""
    before = plan_now(evening, seat.entry)
    if way is DropOutKind.NOT_COME and not seat.was_there:
        wanted = Plan(kind, note=before.note, is_said=True)
    else:
        first = max(1, seat.number + (0 if what.leaves_seat else 1))
        if first > evening.games:
            return
        plan = before._replace(status=Status.PRESENT, is_said=True) if seat.was_there else before
        gone = Plan(kind, first, None, before.note, is_said=True)
        wanted = with_announced(plan, gone, games=evening.games)
    write_plan(with_other(step, action="plan_attendance"), evening, seat.entry, before, wanted)
