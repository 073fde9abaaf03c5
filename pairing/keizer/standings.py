"""What is everybody worth? Value numbers, points and places of a scope (rules 2.2).

Points are linear in the value numbers: points(p) = own(p) * value(p) + the sum over their
opponents q of against(p, q) * value(q). A `Tally` holds these coefficients as integers over
one common denominator, so a repetition costs the number of different opponents, however many
games there were; and where few value numbers changed since the one before, only what these are
worth to others.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import mul

from pairing.core.standing import CreditLedger, RanksAfter, StandingRow
from pairing.core.system import CannotPair
from pairing.core.types import OVERALL
from pairing.core.unplayed import Unplayed
from pairing.keizer.options import Options
from pairing.keizer.record import DRAW, LOSS, OPEN, WIN, Record, RecordedRound


@dataclass(frozen=True, slots=True)
class Table:
    """A settled standing, by player number.

    `scaled_points` / `denominator` are the points; `ranking` lists players from the first
    rank; `values` are the value numbers shown. `used` are the lists of value numbers that
    the points were counted with: one, or several when they are the average over a cycle.
    """

    scaled_points: list[int]
    denominator: int
    ranking: list[int]
    values: list[int]
    used: list[list[int]]

    def points(self, player: int) -> Fraction:
        """The exact points of a player."""
        return Fraction(self.scaled_points[player], self.denominator)

    def worth(self, player: int) -> Fraction:
        """The value number that a player's points are counted with, averaged over a cycle."""
        return Fraction(sum(values[player] for values in self.used), len(self.used))

    def ranks(self, record: Record) -> list[int]:
        """The rank of every player as pages show it: guests are not counted.

        A guest has the rank that they would take.
        """
        ranks, rank = [0] * len(self.ranking), 1
        for player in self.ranking:
            ranks[player] = rank
            rank += not record.players[player].guest
        return ranks


#: From one changed value in so many on, counting all anew is as quick as counting the changes.
_CHANGES_FROM = 3


class Tally:
    """The coefficients of a scope so far; rounds are added in order of play.

    `missed` counts missed rounds with notice per tempo and player.
    """

    def __init__(self, record: Record, options: Options, scope: str) -> None:
        size = len(record.players)
        weights = [tempo.weight if scope == OVERALL else Fraction(1) for tempo in record.tempos]
        fractions = (options.win, options.draw, options.loss)
        own_fractions = (options.bye, options.external, options.absent)
        self.denominator = lcm(*(part.denominator for part in fractions + own_fractions)) * lcm(
            *(weight.denominator for weight in weights)
        )
        scaled = [
            [int(part * weight * self.denominator) for part in (*fractions, *own_fractions)]
            for weight in weights
        ]
        # An unfinished game earns nothing: the fourth ending.
        self._game_worth = [(*parts[:3], 0) for parts in scaled]
        self._own_worth = [parts[3:] for parts in scaled]
        self._limits = [
            [0 if player.guest else tempo.absence_limit for player in record.players]
            for tempo in record.tempos
        ]
        self.own = [self.denominator if options.own_value_counts else 0] * size
        self.against: list[dict[int, int]] = [{} for _ in range(size)]
        self.missed = [[0] * size for _ in record.tempos]
        # `against` by opponent, from the first time that it is asked for.
        self._worth_to: list[dict[int, int]] | None = None
        # Points that are kept up to date with the rounds, and the values that they are of.
        self._kept: tuple[list[int], list[int]] | None = None

    def add(self, round_: RecordedRound) -> None:
        """Count one more round."""
        against, own = self.against, self.own
        worth = self._game_worth[round_.tempo]
        bye, external, absent = self._own_worth[round_.tempo]
        owned = own.copy() if self._kept else []
        for white, black, for_white, for_black in round_.games:
            if worth[for_white]:
                row = against[white]
                row[black] = row.get(black, 0) + worth[for_white]
            if worth[for_black]:
                row = against[black]
                row[white] = row.get(white, 0) + worth[for_black]
        if round_.bye is not None:
            own[round_.bye] += bye
        for player in round_.unplayed[Unplayed.EXTERNAL]:
            own[player] += external
        missed, limits = self.missed[round_.tempo], self._limits[round_.tempo]
        for player in round_.unplayed[Unplayed.ABSENT]:
            if missed[player] < limits[player]:
                own[player] += absent
            missed[player] += 1
        if self._kept:
            self._follow(round_, owned, *self._kept)

    def _follow(
        self, round_: RecordedRound, owned: list[int], values: list[int], points: list[int]
    ) -> None:
        """Keep points that are known up to date with a round; `owned`: `own` before it."""
        worth, worth_to = self._game_worth[round_.tempo], self._columns()
        for white, black, for_white, for_black in round_.games:
            if part := worth[for_white]:
                worth_to[black][white] = self.against[white][black]
                points[white] += part * values[black]
            if part := worth[for_black]:
                worth_to[white][black] = self.against[black][white]
                points[black] += part * values[white]
        for player, (before, own) in enumerate(zip(owned, self.own, strict=True)):
            if own != before:
                points[player] += (own - before) * values[player]

    def _columns(self) -> list[dict[int, int]]:
        if self._worth_to is None:
            self._worth_to = [{} for _ in self.against]
            for player, row in enumerate(self.against):
                for opponent, part in row.items():
                    self._worth_to[opponent][player] = part
        return self._worth_to

    def keep(self, values: list[int], points: list[int]) -> None:
        """Keep these points up to date from here on: the next ones will be near them."""
        self._columns()
        self._kept = values, points.copy()

    def points(self, values: list[int]) -> list[int]:
        """Everybody's points times the denominator, with these value numbers."""
        return self.revalued(values, *self._kept) if self._kept else self._counted(values)

    def revalued(self, values: list[int], before: list[int], points: list[int]) -> list[int]:
        """The same, out of the points with the values before."""
        changed = [
            (player, now - then)
            for player, (now, then) in enumerate(zip(values, before, strict=True))
            if now != then
        ]
        # A change costs a few times what a term costs when all are counted.
        if _CHANGES_FROM * len(changed) > len(values):
            return self._counted(values)
        points, own, worth_to = points.copy(), self.own, self._columns()
        for player, change in changed:
            points[player] += own[player] * change
            for other, part in worth_to[player].items():
                points[other] += part * change
        return points

    def _counted(self, values: list[int]) -> list[int]:
        worth = values.__getitem__
        return [
            own * value + sum(map(mul, row.values(), map(worth, row)))
            for own, value, row in zip(self.own, values, self.against, strict=True)
        ]


class _Ladder:
    """Value numbers from a ranking: F for the first, `value_step` less for each next.

    A guest may count only while there, so it is not the same on every evening. Who does not count
    has the value of the next one who does, and moves nobody down.
    """

    def __init__(self, record: Record, options: Options, evening: int) -> None:
        always = options.guests == "always"
        self._counts = [
            always or not player.guest or player.belongs_to(evening) for player in record.players
        ]
        size = sum(self._counts)
        first = 3 * size // 2 if options.first_value is None else options.first_value
        needed = options.value_step * max(size - 1, 0)
        if first < needed:
            raise CannotPair(
                "value_negative",
                "telling",
                {
                    "players": size,
                    "first_value": first,
                    "value_step": options.value_step,
                    "last_value": first - needed,
                    "needed_first_value": needed,
                },
            )
        self._steps = range(first, first - options.value_step * size, -options.value_step) or [0]

    def of(self, ranking: Sequence[int]) -> list[int]:
        """The value number of each player, by player number."""
        values = [0] * len(ranking)
        if len(self._steps) == len(ranking):  # everybody counts
            for player, value in zip(ranking, self._steps, strict=True):
                values[player] = value
            return values
        last, rank = len(self._steps) - 1, 0
        for player in ranking:
            values[player] = self._steps[min(rank, last)]
            rank += self._counts[player]
        return values


def _ranked(points: Sequence[int]) -> list[int]:
    """Points down, start number up: the sort is stable and players are numbered by start."""
    return sorted(range(len(points)), key=points.__getitem__, reverse=True)


def _settle(
    tally: Tally, ladder: _Ladder, ranking: list[int], *, is_followed: bool = False
) -> Table:
    """Revalue until the ranking stays; if it goes round, the average over the cycle.

    `is_followed`: the next one starts where this ends, else where this starts.
    """
    first_use: dict[tuple[int, ...], int] = {}
    used = [ladder.of(ranking)]
    points = [tally.points(used[0])]
    if not is_followed:
        tally.keep(used[0], points[0])
    while (start := first_use.get(tuple(ranking))) is None:
        first_use[tuple(ranking)] = len(used) - 1
        following = _ranked(points[-1])
        if following == ranking:
            if is_followed:
                tally.keep(used[-1], points[-1])
            return Table(points[-1], tally.denominator, ranking, used[-1], used[-1:])
        ranking = following
        used.append(ladder.of(ranking))
        points.append(tally.revalued(used[-1], used[-2], points[-1]))
    cycle = used[start:-1]
    total = [sum(column) for column in zip(*points[start:-1], strict=True)]
    ranking = _ranked(total)
    return Table(total, tally.denominator * len(cycle), ranking, ladder.of(ranking), cycle)


def _once(tally: Tally, ladder: _Ladder, ranking: list[int]) -> Table:
    """One pass: points with the values of the list before, shown with those of the new list."""
    used = ladder.of(ranking)
    points = tally.points(used)
    tally.keep(used, points)
    ranking = _ranked(points)
    return Table(points, tally.denominator, ranking, ladder.of(ranking), [used])


def tables(
    record: Record,
    options: Options,
    scope: str,
    rounds: Sequence[RecordedRound],
    now: int | None = None,
) -> Iterator[tuple[Table, Tally]]:
    """The table before the first and after each of `rounds`, with the tally that grows.

    Each is as of its round's evening, the last one as of evening `now` if that is given.
    CannotPair("value_negative") when the last player's value number would be negative.
    """
    tally = Tally(record, options, scope)
    start = list(range(len(record.players)))
    first = rounds[0].evening if rounds else now or record.evening_of(scope)
    table = _settle(tally, _Ladder(record, options, first), start)
    yield table, tally
    for number, round_ in enumerate(rounds, start=1):
        tally.add(round_)
        is_last = number == len(rounds)
        ladder = _Ladder(record, options, now if is_last and now else round_.evening)
        if options.revaluation == "previous":
            table = _once(tally, ladder, table.ranking)
        elif options.revaluation == "chained":
            table = _settle(tally, ladder, table.ranking, is_followed=True)
        else:
            table = _settle(tally, ladder, start)
        yield table, tally


def table_after(
    record: Record, options: Options, scope: str, until: tuple[int, int] | None = None
) -> tuple[Table, Tally]:
    """The table of a scope, and its tally; `until`: only up to this (evening, number)."""
    rounds = [round_ for round_ in record.rounds_of(scope) if until is None or round_.key <= until]
    now = record.evening_of(scope) if until is None else until[0]
    if options.revaluation == "stable":
        # Nothing depends on the tables in between, so they are not made.
        ladder = _Ladder(record, options, now)
        tally = Tally(record, options, scope)
        for round_ in rounds:
            tally.add(round_)
        return _settle(tally, ladder, list(range(len(record.players)))), tally
    *_, last = tables(record, options, scope, rounds, now)
    return last


def standing_rows(record: Record, options: Options, scope: str) -> list[StandingRow]:
    """The standing of a scope, by rank, with everybody's counts."""
    table, tally = table_after(record, options, scope)
    rounds = list(record.rounds_of(scope))
    games = [game for round_ in rounds for game in round_.games]
    whites = Counter(white for white, *_ in games)
    endings = Counter((white, ending) for white, _, ending, _ in games)
    endings += Counter((black, ending) for _, black, _, ending in games)
    byes = Counter(round_.bye for round_ in rounds)
    external = Counter(one for round_ in rounds for one in round_.unplayed[Unplayed.EXTERNAL])
    rows = []
    for rank, player in enumerate(table.ranking, start=1):
        played = sum(endings[player, ending] for ending in (WIN, DRAW, LOSS, OPEN))
        # None are shown overall.
        tempo = record.tempo_index.get(scope)
        ledger = None if tempo is None else credits_of(record, tally, tempo, player)
        rows.append(
            StandingRow(
                rank=rank,
                player=record.players[player].id,
                points=table.points(player),
                value_number=table.values[player],
                games=played,
                wins=endings[player, WIN],
                draws=endings[player, DRAW],
                losses=endings[player, LOSS],
                white_share=Fraction(whites[player], played) if played else None,
                byes=byes[player],
                external=external[player],
                missed=sum(missed[player] for missed in tally.missed),
                credits_used=ledger.used if ledger else None,
                credits_left=ledger.left if ledger else None,
            )
        )
    return rows


def credits_of(record: Record, tally: Tally, tempo: int, player: int) -> CreditLedger:
    """Absence credit in a tempo (rules 2.5). A guest has none."""
    limit = 0 if record.players[player].guest else record.tempos[tempo].absence_limit
    missed = tally.missed[tempo][player]
    used = min(missed, limit)
    return CreditLedger(record.tempos[tempo].id, limit, missed, used, limit - used)


def ranks_after_rounds(record: Record, options: Options, scope: str) -> list[RanksAfter]:
    """Everybody's rank after each round of the scope, in one pass."""
    rounds = list(record.rounds_of(scope))
    steps = iter(tables(record, options, scope, rounds))
    next(steps)
    return [
        RanksAfter(
            evening=round_.evening,
            number=round_.number,
            tempo=record.tempos[round_.tempo].id,
            date=round_.date,
            ranks={record.players[one].id: rank for rank, one in enumerate(table.ranking, start=1)},
        )
        for round_, (table, _) in zip(rounds, steps, strict=True)
    ]
