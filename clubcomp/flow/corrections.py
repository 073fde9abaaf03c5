"""What would a correction change? A preview, which stores nothing.

The standings are computed again with the correction in the record. A later round that was paired
here is paired again from the document stored with it, with the correction in that document: so
the page can say which pairings would have been different. They stand all the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from clubcomp.flow.absences.notice import missed_rounds
from clubcomp.flow.competitions.start_order import check_snapshot, options_must_stay
from clubcomp.flow.corrected import Correction, with_board, with_notice, with_result
from clubcomp.flow.pairings.proposal import from_json, sentences_of
from clubcomp.flow.pairings.turns import paired_in_passing
from clubcomp.flow.standings import as_published, in_groups
from clubcomp.models import Competition, Entry, Evening, Game, Round, Tempo
from clubcomp.models.unplayed import stored
from clubcomp.record.snapshots import as_on, snapshot_of
from pairing.core import types
from pairing.core.replay import Replay, before
from pairing.core.standing import StandingRow, Statement
from pairing.core.system import BadOptions, CannotPair
from pairing.core.types import OVERALL, Pair, Proposal, Result, Snapshot
from pairing.formats.document import read_document
from pairing.registry import make_rules, rules_of

#: How many later rounds are paired again at most, since each takes the time of a whole pairing.
#: Enough for a Swiss competition or an evening of blitz.
MOST_PAIRED_AGAIN = 12
#: How many ledgers of absence credits are compared at most: each takes two statements.
MOST_LEDGERS = 8


# The standings ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StandingChange:
    """How one player's row of a standing changes; a guest has no rank.

    `credits_now` and `credits_then` are the absence credits used; None where there are none.
    """

    entry: Entry
    points_now: Fraction
    points_then: Fraction
    rank_now: int | None
    rank_then: int | None
    credits_now: int | None = None
    credits_then: int | None = None

    @property
    def is_moved(self) -> bool:
        """Whether the player gets another rank."""
        return self.rank_now != self.rank_then

    @property
    def rise(self) -> int | None:
        """How many ranks the player goes up; negative is down."""
        now, then = self.rank_now, self.rank_then
        return None if now is None or then is None else now - then

    @property
    def has_other_points(self) -> bool:
        """Whether the player gets more or fewer points."""
        return self.points_now != self.points_then

    @property
    def has_other_credits(self) -> bool:
        """Whether more or fewer of their absences are paid for."""
        return self.credits_now != self.credits_then


@dataclass(frozen=True, slots=True)
class LedgerChange:
    """How a player's absence credits in a tempo change, and the points that those earned.

    `kind`: of which kind of absence, where a club has kinds of its own. `limit` None: no limit.
    """

    entry: Entry
    limit: int | None
    used_now: int
    used_then: int
    worth_now: Fraction
    worth_then: Fraction
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ScopeChanges:
    """What changes in the standing of a scope (a tempo's key or `OVERALL`), highest rank first.

    `ledgers` has at most `MOST_LEDGERS`: first those where the number of credits changes, then
    those where only the points do.
    """

    scope: str
    changes: list[StandingChange]
    ledgers: list[LedgerChange]

    @property
    def moved(self) -> list[StandingChange]:
        """Those who get another rank."""
        return [change for change in self.changes if change.is_moved]


def standing_changes(
    now: Snapshot, then: Snapshot, scope: str, entries: Mapping[str, Entry]
) -> list[StandingChange]:
    """The rows that differ between the standings of two snapshots, in the order of the second."""
    rows = {row.player: row for row in rules_of(now).standings(now, scope)}
    rows_then = {row.player: row for row in rules_of(then).standings(then, scope)}
    ranks, ranks_then = _ranks(now, rows), _ranks(then, rows_then)
    changes = (
        StandingChange(
            entries[key],
            rows[key].points,
            row.points,
            ranks.get(key),
            ranks_then.get(key),
            rows[key].credits_used,
            row.credits_used,
        )
        for key, row in rows_then.items()
    )
    return [
        change
        for change in changes
        if change.is_moved or change.has_other_points or change.has_other_credits
    ]


def _ranks(snapshot: Snapshot, rows: Mapping[str, StandingRow]) -> dict[str, int]:
    """The ranks of the members in their groups, from the rows of a standing in its order."""
    guests = {player.id for player in snapshot.players if player.guest}
    known = ((key, row.group, row.rank) for key, row in rows.items() if key not in guests)
    return {player: rank for player, (_group, rank) in in_groups(known).items()}


def _ledgers(
    now: Snapshot, then: Snapshot, scope: str, changes: list[StandingChange]
) -> Iterator[LedgerChange]:
    """The ledgers of a tempo that change; none where there are no absence credits."""
    has_kinds = rules_of(now).abilities.has_own_kinds
    with_credits = [
        change for change in changes if has_kinds or change.credits_now or change.credits_then
    ]
    with_credits.sort(key=lambda change: not change.has_other_credits)
    players = [change.entry.key for change in with_credits]
    if not players or scope == OVERALL:
        return
    compared = players if has_kinds else players[:MOST_LEDGERS]
    statements = (rules_of(record).statements(record, compared, scope) for record in (now, then))
    ledgers: list[LedgerChange] = []
    for change, was, becomes in zip(with_credits, *statements, strict=False):
        for kind in dict.fromkeys(credit.kind for credit in (*was.credits, *becomes.credits)):
            limit, used_now, worth_now = _ledger(was, scope, kind)
            limit_then, used_then, worth_then = _ledger(becomes, scope, kind)
            if (used_now, worth_now) != (used_then, worth_then):
                limit = limit_then if limit is None else limit
                changed = (limit, used_now, used_then, worth_now, worth_then)
                ledgers.append(LedgerChange(change.entry, *changed, stored(kind) if kind else ""))
    ledgers.sort(key=lambda ledger: ledger.used_now == ledger.used_then)
    yield from ledgers[:MOST_LEDGERS]


def _ledger(statement: Statement, scope: str, kind: str) -> tuple[int | None, int, Fraction]:
    """A player's absence credits in a tempo: how many they may use and used, what those earned."""
    entries = [entry for line in statement.lines for entry in line.entries if entry.kind == kind]
    lines = [line.points for line in statement.lines if line.code == "absent"]
    worth = sum((entry.points for entry in entries) if kind else lines, Fraction(0))
    for ledger in statement.credits:
        if ledger.tempo == scope and ledger.kind == kind:
            return ledger.limit, ledger.used, worth
    return None, 0, worth


# The later pairings ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OtherPairing:
    """A later round that the system would have paired otherwise.

    Boards are names, White first; the bye is a tuple of one name. `cannot` is the sentence that
    says why there would have been no pairing at all.
    """

    round: Round
    gone: list[tuple[str, ...]]
    instead: list[tuple[str, ...]]
    cannot: str = ""

    @property
    def boards(self) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Board by board the pair that is gone and the one instead of it; () for none."""
        return list(zip_longest(self.gone, self.instead, fillvalue=()))


@dataclass(frozen=True, slots=True)
class LaterPairings:
    """The rounds on record after the corrected one, in order of play; all of them stand.

    When paired again, `same` of them come out as they are, and `others` do not. `unknown` were
    not paired here, or it is no longer known from what; `left` are beyond `MOST_PAIRED_AGAIN`.
    In `as_draw` of them the corrected game was unfinished and counted as a draw, by `article` of
    the system's rules ("": it has none).
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
    rounds = Round.objects.after(round_).on_record().select_related("evening__tempo")
    later = list(rounds.order_by("evening__number", "number"))
    paired_here = [row for row in later if row.paired_by != Round.PairedBy.ELSEWHERE]
    again = paired_here[:MOST_PAIRED_AGAIN]
    documents = Round.objects.filter(pk__in=[row.pk for row in again]).documents()
    other_pairings, unknown, as_draw = [], len(later) - len(paired_here), 0
    article = rules_of(snapshot).abilities.open_is_draw
    for later_round in again:
        later_round.evening.competition = round_.evening.competition
        known = _paired_from(later_round, documents.get(later_round.pk, ""), snapshot)
        if known is None:
            unknown += 1
            continue
        # The two differ only where the corrected game was still unfinished at that moment.
        then, as_known = (correction.apply_to(known[0], as_known=is_so) for is_so in (False, True))
        if article and then != as_known:
            as_draw += 1
        if pairing := _other_pairing(later_round, *known, correction, entries):
            other_pairings.append(pairing)
    left = len(paired_here) - len(again)
    same = len(later) - unknown - left - len(other_pairings)
    return LaterPairings(later, same, other_pairings, unknown, left, as_draw, article)


def _other_pairing(
    round_: Round,
    paired_from: Snapshot,
    was: Proposal,
    correction: Correction,
    entries: Mapping[str, Entry],
) -> OtherPairing | None:
    """How the system would have paired a round after the correction; None: just as it did."""
    corrected = correction.apply_to(paired_from, as_known=True)
    if corrected is paired_from:
        return None
    try:
        would_be = paired_in_passing(corrected)
    except CannotPair as failure:
        return OtherPairing(
            round_, [], [], sentences_of(paired_from.system, entries).failure(failure)
        )
    gone, instead = (
        [
            tuple(str(entries.get(key, key)) for key in seat)
            for seat in proposal.seats
            if seat not in [*counterpart.seats]
        ]
        for proposal, counterpart in ((was, would_be), (would_be, was))
    )
    return OtherPairing(round_, gone, instead) if gone or instead else None


def _paired_from(round_: Round, text: str, snapshot: Snapshot) -> tuple[Snapshot, Proposal] | None:
    """The snapshot that a round on record was paired from, and its pairing; None: not known."""
    if text:
        return read_document(text.encode()), from_json(round_.proposal)
    if round_.paired_by != Round.PairedBy.SYSTEM:
        return None
    recorded = snapshot.round_on_record(round_.evening.number, round_.number)
    paired_from = before(
        as_on(snapshot, round_.evening.competition, round_.evening.number), recorded
    )
    pairs = (Pair(game.white, game.black) for game in recorded.round.games)
    was = Proposal.of(pairs, recorded.round.byes)
    try:
        replay = Replay(round_.number, recorded, paired_in_passing(paired_from))
    except (CannotPair, BadOptions):
        return None
    return None if replay.differs else (paired_from, was)


# The whole preview -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """What a correction would do to the standings, the game's own tempo first, and later rounds.

    `renews`: there is a proposal that would be paired again.
    """

    scopes: list[ScopeChanges]
    later: LaterPairings
    renews: bool


def preview_correction(
    game: Game, *, result: Result, swap_colours: bool = False
) -> CorrectionPreview:
    """What another result, or exchanged colours, would change."""
    round_ = game.round
    players = frozenset((game.white.key, game.black.key))
    correct = with_result(players, result, swap_colours=swap_colours)
    return preview(round_, Correction(round_.evening.number, (round_.number,), correct))


def preview_notice(
    evening: Evening, entry: Entry, *, number: int | None, kind: str
) -> CorrectionPreview:
    """What another kind of absence would change; StepError when the player missed nothing."""
    missed = missed_rounds(evening, entry, number)
    missed[0].evening = evening
    numbers = tuple(round_.number for round_ in missed)
    return preview(missed[0], Correction(evening.number, numbers, with_notice(entry.key, kind)))


def preview_added_board(
    round_: Round, *, white: Entry, black: Entry, result: Result
) -> CorrectionPreview:
    """What one more board with this result would change."""
    game = types.Game(round_.games.count() + 1, white.key, black.key, result)
    return preview(round_, Correction(round_.evening.number, (round_.number,), with_board(game)))


def preview(round_: Round, correction: Correction) -> CorrectionPreview:
    """What a correction in a round on record would do."""
    competition = round_.evening.competition
    now = as_published(snapshot_of(competition, with_proposal=False), competition)
    then = correction.apply_to(now)
    entries = competition.entries.by_key()
    scopes = []
    for scope in (round_.evening.tempo.key, *([OVERALL] if len(now.tempos) > 1 else [])):
        changes = standing_changes(now, then, scope, entries)
        scopes.append(ScopeChanges(scope, changes, list(_ledgers(now, then, scope, changes))))
    return CorrectionPreview(
        scopes,
        _later_pairings(round_, now, correction, entries),
        Round.objects.proposed().filter(evening__competition=competition).exists(),
    )


@dataclass(frozen=True, slots=True)
class ChangePreview:
    """What other options would do to the overall standing after `rounds` rounds on record."""

    rounds: int
    players: int
    affected: list[StandingChange]

    @property
    def moved(self) -> list[StandingChange]:
        """Those who would get another rank."""
        return [change for change in self.affected if change.is_moved]


def preview_options(competition: Competition, *, options: Mapping[str, object]) -> ChangePreview:
    """What these options would change. StepError when they do not suit the players, or change one
    that holds for all rounds."""
    before = competition.rules
    options_must_stay(competition, before, make_rules(before.system, options))
    now = as_published(snapshot_of(competition, with_proposal=False), competition)
    return preview_change(competition, now, replace(now, options=dict(options)))


def preview_tempo(tempo: Tempo, **values: Any) -> ChangePreview:
    """What other numbers of a tempo would change."""
    now = snapshot_of(tempo.competition, with_proposal=False)
    now = as_published(now, tempo.competition)
    changed = {
        "last_n": values["last_n"],
        "absence_limit": values["absence_limit"],
        "weight": Fraction(values["weight"]),
    }
    tempos = tuple(replace(row, **changed) if row.id == tempo.key else row for row in now.tempos)
    return preview_change(tempo.competition, now, replace(now, tempos=tempos))


def preview_change(competition: Competition, now: Snapshot, then: Snapshot) -> ChangePreview:
    """The players whose rank or points would differ under the rules of `then`."""
    check_snapshot(then)
    entries = competition.entries.by_key()
    changes = standing_changes(now, then, OVERALL, entries)
    affected = [change for change in changes if change.is_moved or change.has_other_points]
    return ChangePreview(len(list(now.record())), len(entries), affected)
