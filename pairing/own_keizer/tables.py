"""What is everybody worth? Values, points and order of a scope: articles 2 and 4.

Points are linear in the values, except the points of amounts and those given by hand: a `Tally`
holds the coefficients and these, over one denominator, so a repetition costs the number of players
and not of games. A table is of one scope ("all" or a tempo), one period and one group.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from pairing.core.types import OVERALL
from pairing.keizer.standings import Columns, LongColumns, columns_of
from pairing.own_keizer.options import Options
from pairing.own_keizer.ranking import Ties, ranked
from pairing.own_keizer.record import Record, RecordedRound


@dataclass(frozen=True, slots=True)
class Table:
    """The points and the order of one scope, period and group, by player number.

    `scaled` / `denominator` are the points; `ranking` has the players of the group from the first;
    `values` are those shown. `used` are the lists of values that the points were counted with: one,
    or several where they are the average over a cycle.
    """

    scaled: Sequence[int]
    denominator: int
    ranking: list[int]
    values: list[int]
    used: list[list[int]]

    def points(self, player: int) -> Fraction:
        """The exact points of a player."""
        return Fraction(self.scaled[player], self.denominator)

    def worth(self, player: int) -> Fraction:
        """The value that points are counted with, averaged over a cycle."""
        return Fraction(sum(values[player] for values in self.used), len(self.used))


class Tally:
    """What everybody has of each value, and of points, in the rounds that were added."""

    def __init__(self, record: Record, options: Options, scope: str, most_rounds: int) -> None:
        self.record = record
        is_all = scope == OVERALL
        self.weights = [tempo.weight if is_all else Fraction(1) for tempo in record.tempos]
        own = options.values.own
        parts = [one for amount in record.amounts for one in _parts(amount)]
        self.denominator = lcm(*(part.denominator for part in parts)) * lcm(
            *(weight.denominator for weight in self.weights)
        )
        given = [points * self.weights[tempo] for _, _, tempo, points in record.extra]
        self.denominator = lcm(
            self.denominator, *(part.denominator for part in (*given, *_parts(own)))
        )
        #: By tempo and number of the amount: what it gives of the opponent's value, of the own
        #: value, and in points.
        self.scaled = [
            [
                tuple(int(part * weight * self.denominator) for part in _parts(amount))
                for amount in record.amounts
            ]
            for weight in self.weights
        ]
        size = len(record.players)
        self.own = [int(part * self.denominator) for part in _parts(own)]
        most = max((sum(parts[:2]) for tempo in self.scaled for parts in tempo), default=0)
        most = (most * most_rounds + self.own[1]) * _highest_value(record, options)
        self.columns: Columns | LongColumns = columns_of(size, most)
        self.points = [self.own[2]] * size
        for player in range(size) if self.own[1] else ():
            self.columns.add(player, player, self.own[1])

    def add(self, round_: RecordedRound) -> None:
        """Count one more round."""
        earn, scaled, points = self.columns.add, self.scaled[round_.tempo], self.points
        for player, other, amount in round_.earned():
            of_other, of_own, fixed = scaled[amount]
            if of_other:
                earn(player, other, of_other)
            if of_own:
                earn(player, player, of_own)
            points[player] += fixed

    def give(self, player: int, tempo: int, points: Fraction) -> None:
        """Count points given by hand."""
        self.points[player] += int(points * self.weights[tempo] * self.denominator)

    def total(self, values: list[int]) -> list[int]:
        """Everybody's points with these values."""
        return [
            one + other for one, other in zip(self.columns.points(values), self.points, strict=True)
        ]


def _parts(amount: object) -> tuple[Fraction, Fraction, Fraction]:
    return amount.opponent, amount.own, amount.points  # type: ignore[attr-defined]


class Ladder:
    """Values of a group of so many members: by rank or by rating (articles 2.3, 2.4, 1.4)."""

    def __init__(self, record: Record, options: Options, members: Sequence[int]) -> None:
        self._guests = [player.guest for player in record.players]
        self._steps = [0]
        self.is_fixed = options.values.by == "rating" or options.values.revaluation == "fixed"
        self._ratings: list[int] | None = None
        values = options.values
        if values.by == "rating":
            self._ratings = [_by_rating(player.rating, options) for player in record.players]
            return
        size = sum(not self._guests[player] for player in members)
        first, step = first_value(options, size), values.step
        # A guest can take a place below everybody.
        self._steps = [max(values.last, first - step * place) for place in range(size + 1)]

    def of(self, ranking: Sequence[int]) -> list[int]:
        """The value of each player, by player number."""
        if self._ratings is not None:
            return self._ratings
        values = [0] * len(self._guests)
        place = 0
        for player in ranking:
            values[player] = self._steps[place]
            place += not self._guests[player]
        return values


def first_value(options: Options, size: int) -> int:
    """The value of the first of so many members."""
    values = options.values
    if values.first is not None:
        return values.first
    if values.ratio is not None:
        return int(values.ratio * values.step * (size - 1) // (values.ratio - 1))
    return 3 * size // 2


def _by_rating(rating: int | None, options: Options) -> int:
    values = options.values
    if rating is None:
        return values.lowest
    halves = 2 * rating + values.divisor
    return min(max(halves // (2 * values.divisor), values.lowest), values.highest)


def _highest_value(record: Record, options: Options) -> int:
    """At least as much as anybody's value can be."""
    if options.values.by == "rating":
        return options.values.highest
    return max(first_value(options, len(record.players)), options.values.last, 0)


def table_of(
    record: Record,
    options: Options,
    scope: str,
    rounds: Sequence[RecordedRound],
    extra: Sequence[tuple[int, int, int, Fraction]],
    start: list[int],
) -> tuple[Table, Ties, Tally]:
    """The table after these rounds from the start order of its players (article 4.4), with the ties
    and the tally of all the rounds."""
    tally = Tally(record, options, scope, len(rounds))
    ties = Ties(record, options.standing.ties)
    ladder, how = Ladder(record, options, start), options.values.revaluation
    in_passes = how in ("chained", "previous") and not ladder.is_fixed and bool(rounds)
    # Of an evening with a round points count from its first round on; all others at the end.
    given = [(player, tempo, points, evening) for player, evening, tempo, points in extra]
    ranking, table = start, None
    for number, round_ in enumerate(rounds, start=1):
        tally.add(round_)
        ties.add(round_)
        if not in_passes or number == len(rounds):
            continue
        for one in [one for one in given if one[3] == round_.evening]:
            tally.give(*one[:3])
            given.remove(one)
        table = _pass(how, tally, ladder, ties, start, ranking)
        ranking = table.ranking
    for one in given:
        tally.give(*one[:3])
    return _pass(how, tally, ladder, ties, start, ranking), ties, tally


def _pass(
    how: str, tally: Tally, ladder: Ladder, ties: Ties, start: list[int], ranking: list[int]
) -> Table:
    """One pass over the rounds that are in the tally. Equals stand as in the start order."""
    if ladder.is_fixed:
        used = ladder.of(start)
        points = tally.total(used)
        order = ranked(start, points, ties.breakers())
        return Table(points, tally.denominator, order, used, [used])
    if how == "previous":
        used = ladder.of(ranking)
        points = tally.total(used)
        order = ranked(start, points, ties.breakers())
        return Table(points, tally.denominator, order, ladder.of(order), [used])
    return _settled(tally, ladder, ties, start, ranking)


def _settled(
    tally: Tally, ladder: Ladder, ties: Ties, start: list[int], ranking: list[int]
) -> Table:
    """Revalue until the ranking stays; if it goes round, the average over the cycle."""
    breakers = ties.breakers()
    first_use: dict[tuple[int, ...], int] = {}
    used: list[list[int]] = []
    points: list[list[int]] = []
    while (begin := first_use.setdefault(tuple(ranking), len(used))) == len(used):
        used.append(ladder.of(ranking))
        points.append(tally.total(used[-1]))
        following = ranked(start, points[-1], breakers)
        if following == ranking:
            return Table(points[-1], tally.denominator, ranking, used[-1], used[-1:])
        ranking = following
    cycle = used[begin:]
    total = [sum(column) for column in zip(*points[begin:], strict=True)]
    ranking = ranked(start, total, breakers)
    return Table(total, tally.denominator * len(cycle), ranking, ladder.of(ranking), cycle)
