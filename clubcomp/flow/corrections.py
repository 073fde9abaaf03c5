"""What would a correction change? Looked at before it is made; only reads.

Standings are worked out again with the correction in the record. A later round that was paired
here is paired again from the document that is stored with it, with the correction in that: so
the page can say which pairings would have been different. They stand all the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from clubcomp.flow.notice import missed_rounds
from clubcomp.flow.outside import paired_in_passing
from clubcomp.flow.pairings.proposal import from_json, teller
from clubcomp.flow.put_right import (
    BoardCorrection,
    Correction,
    NoticeCorrection,
    ResultCorrection,
)
from clubcomp.models import Entry, Evening, Game, Round
from clubcomp.snapshots import snapshot_of
from pairing.core import types
from pairing.core.replay import before
from pairing.core.standing import StandingRow
from pairing.core.system import BadOptions, CannotPair
from pairing.core.types import OVERALL, Bye, Pair, Proposal, Result, Snapshot
from pairing.formats.document import read_document
from pairing.registry import get_system, make_options

#: So many of the rounds played since are paired again: a Swiss competition, a blitz evening.
MOST_LOOKED_AT = 12
#: So many ledgers of absence credits are compared.
MOST_LEDGERS = 8


# Who stands where ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StandingChange:
    """What a correction does to one player in a standing; a guest has no place.

    `credits_now` and `credits_then` are the absence credits used; None where there are none.
    """

    entry: Entry
    points_now: Fraction
    points_then: Fraction
    place_now: int | None
    place_then: int | None
    credits_now: int | None = None
    credits_then: int | None = None

    @property
    def is_moved(self) -> bool:
        """Whether the player gets another place."""
        return self.place_now != self.place_then

    @property
    def has_other_credits(self) -> bool:
        """Whether more or fewer of his absences are paid for."""
        return self.credits_now != self.credits_then


@dataclass(frozen=True, slots=True)
class LedgerChange:
    """What becomes of a player's absence credits in a tempo, and of the points they earned."""

    entry: Entry
    limit: int
    used_now: int
    used_then: int
    worth_now: Fraction
    worth_then: Fraction


@dataclass(frozen=True, slots=True)
class ScopeChanges:
    """What changes in the standing of a scope (a tempo's key or `OVERALL`), best places first.

    `ledgers` are the first `MOST_LEDGERS` that change, of other credits before other worth.
    """

    scope: str
    changes: list[StandingChange]
    ledgers: list[LedgerChange]

    @property
    def moved(self) -> list[StandingChange]:
        """Those who get another place."""
        return [change for change in self.changes if change.is_moved]


def _scope_changes(
    now: Snapshot, then: Snapshot, scope: str, entries: Mapping[str, Entry]
) -> ScopeChanges:
    rows, places = _standing(now, scope)
    rows_then, places_then = _standing(then, scope)
    changes = []
    for key, row in rows_then.items():
        old = rows[key]
        change = StandingChange(
            entries[key],
            old.points,
            row.points,
            places[key],
            places_then[key],
            old.credits_used,
            row.credits_used,
        )
        if change.is_moved or change.has_other_credits or old.points != row.points:
            changes.append(change)
    return ScopeChanges(scope, changes, list(_ledgers(now, then, scope, changes)))


def _ledgers(
    now: Snapshot, then: Snapshot, scope: str, changes: list[StandingChange]
) -> Iterator[LedgerChange]:
    """The ledgers of a tempo that change; none where there are no absence credits."""
    touched = [one for one in changes if one.credits_now or one.credits_then]
    touched.sort(key=lambda change: not change.has_other_credits)
    for change in touched[:MOST_LEDGERS]:
        limit, used_now, worth_now = _ledger(now, scope, change.entry.key)
        _limit, used_then, worth_then = _ledger(then, scope, change.entry.key)
        if (used_now, worth_now) != (used_then, worth_then):
            yield LedgerChange(change.entry, limit, used_now, used_then, worth_now, worth_then)


def _ledger(snapshot: Snapshot, scope: str, player: str) -> tuple[int, int, Fraction]:
    """A player's absence credits in a tempo: how many he has, has used, and what they earned."""
    system = get_system(snapshot.system)
    options = make_options(system, snapshot.options)
    statement = system.statement(snapshot, options, player, scope)
    worth = sum((line.points for line in statement.lines if line.code == "absent"), Fraction(0))
    ledger = next(one for one in statement.credits if one.tempo == scope)
    return ledger.limit, ledger.used, worth


def _standing(
    snapshot: Snapshot, scope: str
) -> tuple[dict[str, StandingRow], dict[str, int | None]]:
    """The rows of a standing, best first, and everybody's place; guests have none."""
    system = get_system(snapshot.system)
    rows = system.standings(snapshot, make_options(system, snapshot.options), scope)
    guests = {player.id for player in snapshot.players if player.guest}
    members = [row.player for row in rows if row.player not in guests]
    places: dict[str, int | None] = dict.fromkeys(guests)
    places |= {key: place for place, key in enumerate(members, start=1)}
    return {row.player: row for row in rows}, places


# What would have been paired -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OtherPairing:
    """A later round that the system would have paired otherwise.

    Boards as names, White first; the bye as a pair of one. `cannot` says why there would have
    been no pairing at all, in words.
    """

    round: Round
    gone: list[tuple[str, ...]]
    instead: list[tuple[str, ...]]
    cannot: str = ""

    @property
    def boards(self) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Board by board what goes and what would have come; () where there is none."""
        return list(zip_longest(self.gone, self.instead, fillvalue=()))


@dataclass(frozen=True, slots=True)
class LaterPairings:
    """The rounds on record after the corrected one, in order of play; all of them stand.

    Some were paired again, `same` as they are or as one of `others`. `unknown` were not paired
    here, or with something that is no longer known; `left` are too many to look at. For
    `as_draw` of those paired again the corrected game was unfinished and so a draw, by
    `article` of the system's rules ("": it has none).
    """

    rounds: list[Round]
    same: int
    others: list[OtherPairing]
    unknown: int
    left: int
    as_draw: int
    article: str


def _later_pairings(
    round_: Round, snapshot: Snapshot, correction: Correction, entries: Mapping[str, Entry]
) -> LaterPairings:
    later = Round.objects.after(round_).on_record().select_related("evening__tempo")
    later = list(later.order_by("evening__number", "number"))
    paired_here = [one for one in later if one.paired_by != Round.PairedBy.ELSEWHERE]
    looked_at = paired_here[:MOST_LOOKED_AT]
    stored = Round.objects.filter(pk__in=[one.pk for one in looked_at])
    texts = dict(stored.values_list("pk", "paired_from"))
    others, unknown, as_draw = [], len(later) - len(paired_here), 0
    article = get_system(snapshot.system).abilities.open_is_draw
    for one in looked_at:
        one.evening.competition = round_.evening.competition
        known = _paired_from(one, texts.get(one.pk, ""), snapshot)
        if known is None:
            unknown += 1
            continue
        # What nobody knew then makes a difference only where the game was not finished.
        if article and correction.on(known[0]) != correction.on(known[0], as_known=True):
            as_draw += 1
        if other := _otherwise(one, *known, correction, entries):
            others.append(other)
    left = len(paired_here) - len(looked_at)
    same = len(later) - unknown - left - len(others)
    return LaterPairings(later, same, others, unknown, left, as_draw, article)


def _otherwise(
    round_: Round,
    paired_from: Snapshot,
    was: Proposal,
    correction: Correction,
    entries: Mapping[str, Entry],
) -> OtherPairing | None:
    """What the system makes of a round with the correction; None: just what it was."""
    corrected = correction.on(paired_from, as_known=True)
    if corrected is paired_from:
        return None
    try:
        would_be = paired_in_passing(corrected)
    except CannotPair as failure:
        return OtherPairing(round_, [], [], teller(paired_from.system, entries).failure(failure))
    gone, instead = (
        [tuple(str(entries.get(key, key)) for key in board) for board in boards]
        for boards in _difference(was, would_be)
    )
    return OtherPairing(round_, gone, instead) if gone or instead else None


def _paired_from(round_: Round, text: str, snapshot: Snapshot) -> tuple[Snapshot, Proposal] | None:
    """What a round on record was paired from, and the system's pairing; None: not known."""
    if text:
        return read_document(text.encode()), from_json(round_.proposal)
    if round_.paired_by != Round.PairedBy.SYSTEM:
        return None
    place = next(
        place
        for place in snapshot.record()
        if (place.evening, place.number) == (round_.evening.number, round_.number)
    )
    paired_from = before(snapshot, place)
    bye = Bye(place.round.bye) if place.round.bye else None
    was = Proposal(tuple(Pair(game.white, game.black) for game in place.round.games), bye)
    try:
        is_same = _difference(was, paired_in_passing(paired_from)) == ([], [])
    except (CannotPair, BadOptions):
        return None
    return (paired_from, was) if is_same else None


def _difference(
    one: Proposal, other: Proposal
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The boards (White, Black) and the bye that only the one has, and only the other."""
    boards, others = (
        [
            *((pair.white, pair.black) for pair in proposal.pairs),
            *([(proposal.bye.player,)] if proposal.bye else []),
        ]
        for proposal in (one, other)
    )
    return [b for b in boards if b not in others], [b for b in others if b not in boards]


# The whole preview -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """What a correction would do: to the standings, the game's own tempo first, and later on.

    `renews`: there is a proposal that would be paired anew.
    """

    scopes: list[ScopeChanges]
    later: LaterPairings
    renews: bool

    @property
    def changes(self) -> list[StandingChange]:
        """What changes in the standing of the game's tempo, best places first."""
        return self.scopes[0].changes

    @property
    def has_changes(self) -> bool:
        """Whether anything changes in any standing."""
        return any(scope.changes for scope in self.scopes)


def preview_correction(
    game: Game, *, result: Result, swap_colours: bool = False
) -> CorrectionPreview:
    """What a correction would do to the standings that the game counts for, and what stands."""
    place = game.round.evening.number, game.round.number
    players = frozenset((game.white.key, game.black.key))
    return preview(game.round, ResultCorrection(*place, players, result, swap_colours))


def preview_notice(
    evening: Evening, entry: Entry, *, number: int | None, kind: str
) -> CorrectionPreview:
    """What it would do if a player had been away so; StepError when he missed nothing."""
    missed = missed_rounds(evening, entry, number)
    missed[0].evening = evening
    numbers = tuple(round_.number for round_ in missed)
    return preview(missed[0], NoticeCorrection(evening.number, numbers, entry.key, kind))


def preview_added_board(
    round_: Round, *, white: Entry, black: Entry, result: Result
) -> CorrectionPreview:
    """What one more board with this result would do to the standings, and what stands."""
    place = round_.evening.number, round_.number
    board = round_.games.count() + 1
    added = types.Game(board, white.key, black.key, result)
    return preview(round_, BoardCorrection(*place, added))


def preview(round_: Round, correction: Correction) -> CorrectionPreview:
    """What a correction in a round on record would do."""
    competition = round_.evening.competition
    now = snapshot_of(competition, with_proposal=False)
    then = correction.on(now)
    rows = Entry.objects.filter(competition=competition).select_related("player")
    entries = {entry.key: entry for entry in rows}
    scopes = [round_.evening.tempo.key, *([OVERALL] if len(now.tempos) > 1 else [])]
    return CorrectionPreview(
        [_scope_changes(now, then, scope, entries) for scope in scopes],
        _later_pairings(round_, now, correction, entries),
        Round.objects.proposed().filter(evening__competition=competition).exists(),
    )
