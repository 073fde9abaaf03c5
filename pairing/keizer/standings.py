"""What is everybody worth? Value numbers, points and ranks of a scope (rules 2.2).

Points are linear in the value numbers: points(p) = own(p) * value(p) + the sum over their
opponents q of against(p, q) * value(q). A `Tally` holds these coefficients as integers over
one common denominator, so a repetition costs the number of players, however many games there
were; and where few value numbers changed since the one before, only those. Its columns say how
many times everybody has one player's value, so when that changes, all points change by that much
times the column.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import sub
from struct import Struct

from pairing.core.standing import CreditLedger, RanksAfter, StandingRow
from pairing.core.system import CannotPair
from pairing.core.types import OVERALL
from pairing.core.unplayed import Unplayed
from pairing.keizer.options import Options
from pairing.keizer.record import Record, RecordedRound

#: Among so few players most have met after some evenings.
_FEW = 200


class Columns:
    """The columns of many players, each of whom has met few of the others."""

    def __init__(self, size: int):
        self._columns: list[dict[int, int]] = [{} for _ in range(size)]
        self._values, self._points = [0] * size, [0] * size

    def add(self, player: int, whose: int, part: int) -> None:
        """A player has so much more of a value."""
        column = self._columns[whose]
        column[player] = column.get(player, 0) + part
        self._points[player] += part * self._values[whose]

    def part(self, player: int, whose: int) -> int:
        """What a player has of a value."""
        return self._columns[whose].get(player, 0)

    def points(self, values: list[int]) -> list[int]:
        """Everybody's points with these value numbers."""
        for whose, change in enumerate(map(sub, values, self._values)):
            if change:
                for player, part in self._columns[whose].items():
                    self._points[player] += part * change
        self._values = values
        return self._points.copy()


class LongColumns:
    """The columns of a few players, each a long integer with a field for everybody."""

    def __init__(self, size: int, most: int):
        words = 1 + most.bit_length() // 32
        self._words = words
        self._fields = Struct(f"<{size * words}I")
        self._units = [1 << 32 * words * player for player in range(size + 1)]
        self._columns, self._values, self._points = [0] * size, [0] * size, 0

    def add(self, player: int, whose: int, part: int) -> None:
        """A player has so much more of a value."""
        more = part * self._units[player]
        self._columns[whose] += more
        self._points += more * self._values[whose]

    def part(self, player: int, whose: int) -> int:
        """What a player has of a value."""
        return self._columns[whose] // self._units[player] % self._units[1]

    def points(self, values: list[int]) -> Sequence[int]:
        """Everybody's points with these value numbers."""
        for whose, change in enumerate(map(sub, values, self._values)):
            if change:
                self._points += change * self._columns[whose]
        self._values = values
        words = self._fields.unpack(self._points.to_bytes(self._fields.size, "little"))
        if self._words == 1:
            return words
        fields = zip(*[iter(words)] * self._words, strict=True)
        return [sum(word << 32 * at for at, word in enumerate(field)) for field in fields]


def columns_of(size: int, most: int) -> Columns | LongColumns:
    """Columns for so many players, where nobody can have more than `most` points."""
    return LongColumns(size, most) if size <= _FEW else Columns(size)


@dataclass(frozen=True, slots=True)
class Table:
    """A settled standing, by player number.

    `scaled_points` / `denominator` are the points; `ranking` lists players from the first
    rank; `values` are the value numbers shown. `used` are the lists of value numbers that
    the points were counted with: one, or several when they are the average over a cycle.
    """

    scaled_points: Sequence[int]
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


class Tally:
    """The coefficients of a scope so far; rounds are added in order of play.

    `columns`: how many times everybody has each value number. `missed` counts missed rounds with
    notice per tempo and player.
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
        self.worth_of_games = [(*parts[:3], 0) for parts in scaled]
        self._own_worth = [parts[3:] for parts in scaled]
        self._limits = [
            [0 if player.guest else tempo.absence_limit for player in record.players]
            for tempo in record.tempos
        ]
        self.missed = [[0] * size for _ in record.tempos]
        most = sum(map(sum, scaled)) * len(record.rounds) + self.denominator
        self.columns = columns_of(size, most * _first_value(options, size))
        for player in range(size) if options.own_value_counts else ():
            self.columns.add(player, player, self.denominator)

    def add(self, round_: RecordedRound) -> None:
        """Count one more round."""
        earn, worth = self.columns.add, self.worth_of_games[round_.tempo]
        bye, external, absent = self._own_worth[round_.tempo]
        for white, black, for_white, for_black in round_.games:
            if worth[for_white]:
                earn(white, black, worth[for_white])
            if worth[for_black]:
                earn(black, white, worth[for_black])
        if round_.bye is not None:
            earn(round_.bye, round_.bye, bye)
        for player in round_.unplayed[Unplayed.EXTERNAL]:
            earn(player, player, external)
        missed, limits = self.missed[round_.tempo], self._limits[round_.tempo]
        for player in round_.unplayed[Unplayed.ABSENT]:
            if missed[player] < limits[player]:
                earn(player, player, absent)
            missed[player] += 1


def _first_value(options: Options, size: int) -> int:
    """The value number of the first of so many players."""
    return 3 * size // 2 if options.first_value is None else options.first_value


class _Ladder:
    """Value numbers from a ranking: F for the first, `value_step` less for each next.

    A guest may count only while there, so the ladder differs between evenings. A player who does
    not count has the value of the next one who does, and moves nobody down.
    """

    def __init__(self, record: Record, options: Options, evening: int) -> None:
        always = options.guests == "always"
        self._counts = [
            always or not player.guest or player.belongs_to(evening) for player in record.players
        ]
        size = sum(self._counts)
        first = _first_value(options, size)
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


def _settle(tally: Tally, ladder: _Ladder, ranking: list[int]) -> Table:
    """Revalue until the ranking stays; if it goes round, the average over the cycle."""
    first_use: dict[tuple[int, ...], int] = {}
    used: list[list[int]] = []
    points: list[Sequence[int]] = []
    while (start := first_use.setdefault(tuple(ranking), len(used))) == len(used):
        used.append(ladder.of(ranking))
        points.append(tally.columns.points(used[-1]))
        following = _ranked(points[-1])
        if following == ranking:
            return Table(points[-1], tally.denominator, ranking, used[-1], used[-1:])
        ranking = following
    cycle = used[start:]
    total = [sum(column) for column in zip(*points[start:], strict=True)]
    ranking = _ranked(total)
    return Table(total, tally.denominator * len(cycle), ranking, ladder.of(ranking), cycle)


def _once(tally: Tally, ladder: _Ladder, ranking: list[int]) -> Table:
    """One pass: points with the values of the list before, shown with those of the new list."""
    used = ladder.of(ranking)
    points = tally.columns.points(used)
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
            table = _settle(tally, ladder, table.ranking)
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
        # Nothing depends on the tables in between, so only the last one is made.
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
    whites = [0] * len(record.players)
    endings = [[0, 0, 0, 0] for _ in whites]
    for round_ in rounds:
        for white, black, for_white, for_black in round_.games:
            whites[white] += 1
            endings[white][for_white] += 1
            endings[black][for_black] += 1
    byes = Counter([round_.bye for round_ in rounds])
    external = Counter(player for round_ in rounds for player in round_.unplayed[Unplayed.EXTERNAL])
    # Overall there are no credits.
    tempo = record.tempo_index.get(scope)
    rows = []
    for rank, player in enumerate(table.ranking, start=1):
        wins, draws, losses, _open = endings[player]
        played = sum(endings[player])
        ledger = None if tempo is None else credits_of(record, tally, tempo, player)
        rows.append(
            StandingRow(
                rank=rank,
                player=record.players[player].id,
                points=table.points(player),
                value_number=table.values[player],
                games=played,
                wins=wins,
                draws=draws,
                losses=losses,
                white_share=Fraction(whites[player], played) if played else None,
                byes=byes[player],
                external=external[player],
                missed=sum([missed[player] for missed in tally.missed]),
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
    ids = [player.id for player in record.players]
    steps = iter(tables(record, options, scope, rounds))
    next(steps)
    return [
        RanksAfter(
            evening=round_.evening,
            number=round_.number,
            tempo=record.tempos[round_.tempo].id,
            date=round_.date,
            ranks={ids[player]: rank for rank, player in enumerate(table.ranking, start=1)},
        )
        for round_, (table, _) in zip(rounds, steps, strict=True)
    ]
