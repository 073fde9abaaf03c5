"""Where does everybody stand? Scopes, periods and groups: articles 4.5, 4.6 and 5."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pairing.core.standing import StandingRow
from pairing.core.types import OVERALL, Snapshot
from pairing.own_keizer.options import Options
from pairing.own_keizer.ranking import Ties, ranked
from pairing.own_keizer.record import (
    DRAW,
    FORFEIT_LOST,
    FORFEIT_WIN,
    LOSS,
    NOTHING,
    PLAYED,
    WIN,
    Record,
    RecordedRound,
    read_record,
)
from pairing.own_keizer.tables import Table, Tally, table_of


@dataclass(frozen=True, slots=True)
class Shown:
    """A standing as it is shown: of one scope and group, by player number.

    `table` is that of the current period, `earlier` what everybody brings from the ones before.
    """

    period: int
    table: Table
    tally: Tally
    ranking: list[int]
    earlier: dict[int, Fraction]
    unplaced: set[int]

    def points(self, player: int) -> Fraction:
        """The points that the standing shows."""
        return self.table.points(player) + self.earlier.get(player, 0)


class Standings:
    """The tables of a competition at one moment; each is worked out once."""

    def __init__(self, snapshot: Snapshot, options: Options) -> None:
        self.record: Record = read_record(snapshot, options)
        self.options = options
        named = {player.group for player in snapshot.players}
        named |= {move.group for player in snapshot.players for move in player.moves}
        self.groups = sorted(named) or [""]
        self._tables: dict[tuple[str, int, str], tuple[Table, Ties, Tally]] = {}
        #: Where one tempo counts as it is the standing of all is that of the tempo.
        only = snapshot.tempos[0] if len(snapshot.tempos) == 1 else None
        self._same = only.id if only and only.weight == 1 else ""

    def period(self, scope: str) -> int:
        """The current period of a scope, from 0."""
        return self.options.period_of(self.record.evening_of(scope))

    def group_of(self, player: int, period: int) -> str:
        """The group that somebody is in on the first evening of a period."""
        return self.record.players[player].group_on(self.options.periods.starts[period])

    def members(self, period: int, group: str) -> list[int]:
        """Who is in a group in a period, by start number."""
        players = range(len(self.record.players))
        if len(self.groups) == 1:
            return [*players]
        return [player for player in players if self.group_of(player, period) == group]

    def rounds(self, scope: str, period: int) -> list[RecordedRound]:
        """The rounds that count (article 4.1)."""
        rounds = self.record.rounds_of(scope)
        if not self.options.begins_anew:
            return rounds
        return [round_ for round_ in rounds if round_.period == period]

    def start_order(self, scope: str, period: int, group: str) -> list[int]:
        """R(0) of article 5.2."""
        members = self.members(period, group)
        anew, order = self.options.begins_anew, self.options.periods.order
        if period == 0 or not anew or order == "start":
            return members
        place = {
            player: (name, number)
            for name in self.groups
            for number, player in enumerate(self.table(scope, period - 1, name)[0].ranking)
        }
        return sorted(members, key=place.__getitem__)

    def table(self, scope: str, period: int, group: str) -> tuple[Table, Ties, Tally]:
        """The table of a scope in a period and a group, with its ties and its tally."""
        if scope == OVERALL and self._same:
            scope = self._same
        key = scope, period, group
        if key not in self._tables:
            rounds = self.rounds(scope, period)
            start = self.start_order(scope, period, group)
            extra = self._extra(scope, period)
            self._tables[key] = table_of(self.record, self.options, scope, rounds, extra, start)
        return self._tables[key]

    def _extra(self, scope: str, period: int) -> list[tuple[int, int, int, Fraction]]:
        """The points given by hand that count in a scope and a period."""
        tempo = None if scope == OVERALL else self.record.tempo_index[scope]
        of_period = self.options.period_of
        anew = self.options.begins_anew
        return [
            one
            for one in self.record.extra
            if tempo in (None, one[2])
            and (of_period(one[1]) == period or (not anew and of_period(one[1]) < period))
        ]

    def given(self, scope: str, period: int, player: int) -> list[tuple[int, int, Fraction]]:
        """What the leader gave a player by hand: evening, tempo, points."""
        return [one[1:] for one in self._extra(scope, period) if one[0] == player]

    def shown(self, scope: str, group: str) -> Shown:
        """The standing as it is shown (articles 4.5 and 4.6)."""
        period = self.period(scope)
        table, _ties, tally = self.table(scope, period, group)
        ranking, earlier = table.ranking, {}
        if self.options.begins_anew and self.options.periods.total == "sum" and period:
            earlier = {
                player: sum(
                    (
                        self.table(scope, before, self.group_of(player, before))[0].points(player)
                        for before in range(period)
                    ),
                    Fraction(0),
                )
                for player in ranking
            }
            sums = [Fraction(0)] * len(self.record.players)
            for player in ranking:
                sums[player] = table.points(player) + earlier[player]
            season = Ties(self.record, self.options.standing.ties)
            for round_ in self.record.rounds_of(scope):
                season.add(round_)
            start = self.start_order(scope, period, group)
            ranking = ranked(start, sums, season.breakers())
        unplaced = self._unplaced(scope, period)
        ranking = sorted(ranking, key=unplaced.__contains__)
        return Shown(period, table, tally, ranking, earlier, unplaced)

    def shown_rounds(self, scope: str, period: int) -> list[RecordedRound]:
        """The rounds of what is shown."""
        if self.options.periods.total == "sum":
            return self.record.rounds_of(scope)
        return self.rounds(scope, period)

    def _unplaced(self, scope: str, period: int) -> set[int]:
        """Who has played too little for a place (article 4.6)."""
        standing = self.options.standing
        last = max((evening for evening, _tempo in self.record.begun), default=0)
        if not standing.min_games or last < standing.min_games_from:
            return set()
        played: Counter[int] = Counter()
        for round_ in self.shown_rounds(scope, period):
            played.update([*round_.byes])
            for white, black, ending, _ in round_.games:
                if ending in PLAYED:
                    played.update((white, black))
        players = range(len(self.record.players))
        return {player for player in players if played[player] < standing.min_games}


def standing_rows(snapshot: Snapshot, options: Options, scope: str) -> list[StandingRow]:
    """The standing of a scope, group after group, with everybody's counts; KeyError: no such
    tempo."""
    standings = Standings(snapshot, options)
    groups = [snapshot.seen_by] if snapshot.seen_by else standings.groups
    rows: list[StandingRow] = []
    for group in groups:
        shown = standings.shown(scope, group)
        counts = _counts(standings.shown_rounds(scope, shown.period))
        for player in shown.ranking:
            rows.append(_row(standings.record, shown, counts, player, len(rows) + 1))
    return rows


def _counts(rounds: Sequence[RecordedRound]) -> dict[str, Counter[int]]:
    """How often everybody did what."""
    names = ("games", "wins", "draws", "losses", "whites", "byes", "external", "missed")
    counts: dict[str, Counter[int]] = {name: Counter() for name in names}
    of_ending = {WIN: "wins", FORFEIT_WIN: "wins", DRAW: "draws"}
    of_ending |= {LOSS: "losses", FORFEIT_LOST: "losses"}
    for round_ in rounds:
        for white, black, *endings in round_.games:
            counts["games"].update((white, black))
            counts["whites"][white] += 1
            for player, ending in zip((white, black), endings, strict=True):
                if ending != NOTHING:
                    counts[of_ending[ending]][player] += 1
        counts["byes"].update([*round_.byes])
        for player, away in round_.away.items():
            counts["external" if away.kind == "external" else "missed"][player] += 1
    return counts


def _row(
    record: Record, shown: Shown, counts: dict[str, Counter[int]], player: int, rank: int
) -> StandingRow:
    games = counts["games"][player]
    return StandingRow(
        rank=rank,
        player=record.players[player].id,
        points=shown.points(player),
        value_number=shown.table.values[player],
        games=games,
        wins=counts["wins"][player],
        draws=counts["draws"][player],
        losses=counts["losses"][player],
        white_share=Fraction(counts["whites"][player], games) if games else None,
        byes=counts["byes"][player],
        external=counts["external"][player],
        missed=counts["missed"][player],
        is_placed=player not in shown.unplaced,
    )
