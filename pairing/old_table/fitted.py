"""Which amounts make points out of values that are known? By what most players agree on.

Everybody whom an amount touches says what it would have to be for them, with everything else as it
is; the simplest number that most of them ask for is tried. How much a change is worth is counted in
bits: what each player who becomes equal tells, less what it takes to say the change, so that a
number that only happens to fit one of them is no finding. Nothing is decided here: whether points
are equal is for the engine to say, so this may count in floats.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, log2

from pairing.core.amounts import Amount
from pairing.old_table.earned import BYE, OF_GAMES, OWN, Amounts, Use, sums

PARTS = ("opponent", "own", "points")
#: Denominators of the numbers that regulations have, the simplest first, and how many bits it takes
#: to name one of these numbers.
_OF_SHARES = {1: 2, 2: 3, 3: 4, 4: 4, 5: 5, 6: 5, 10: 6, 12: 6, 20: 7, 100: 9, 1000: 13}
_OF_POINTS = {1: 7, 2: 8, 4: 9, 10: 10}
#: What it takes beside that to say an amount that the game itself suggests otherwise.
_UNUSUAL = {OWN: 8, "win": 8, "draw": 6, "loss": 3, "forfeit_win": 3, "forfeit_loss": 3}
_CHANGED, _OTHER_PART, _LIMITED = 3, 4, 5
#: A number is no finding where every second one of its kind would do.
_CLEAR = 0.34
_MOST_SHARE, _MOST_POINTS = 3, 999
_MOST_STEPS, _MOST_CANDIDATES, MOST_ROWS = 16, 4, 80
_NEARLY = 1e-9
Three = tuple[float, float, float]


@dataclass(slots=True)
class Row:
    """What an old table gives somebody for their uses, without what was given by hand."""

    player: int
    theirs: Fraction
    uses: Mapping[str, Sequence[Use]]
    _sums: dict[tuple[str, int | None], Three] = field(default_factory=dict)

    def sums(self, key: str, times: int | None) -> Three:
        """The values and the number of the uses of a key that are granted."""
        known = self._sums.get((key, times))
        if known is None:
            one, other, count = sums(self.uses.get(key, ()), times)
            known = self._sums[key, times] = float(one), float(other), float(count)
        return known

    def earned(self, amounts: Amounts) -> float:
        """What the uses earn, nearly."""
        return sum(self.of_key(amounts, key) for key in self.uses)

    def of_key(self, amounts: Amounts, key: str) -> float:
        """What the uses of one key earn, nearly."""
        amount = amounts.of(key)
        opponent, own, count = self.sums(key, amounts.times.get(key))
        return amount.opponent * opponent + amount.own * own + amount.points * count


@dataclass(frozen=True, slots=True)
class Wanted:
    """A number that somebody would need: between `low` and `high`."""

    low: float
    high: float

    def has(self, number: float) -> bool:
        """Whether a number would do."""
        return self.low - _NEARLY <= number <= self.high + _NEARLY

    def simple(self, *, is_points: bool) -> Fraction | None:
        """The simplest number in it that a regulation would have; None: none, or all of them."""
        most = _MOST_POINTS if is_points else _MOST_SHARE
        low, high = self.low - _NEARLY, self.high + _NEARLY
        if high < (-most if is_points else 0) or low > most:
            return None
        for denominator in _OF_POINTS if is_points else _OF_SHARES:
            if (high - low) * denominator > _CLEAR:
                return None
            times = ceil(low * denominator)
            if times <= high * denominator:
                return Fraction(times, denominator) if is_points or times >= 0 else None
        return None

    def percentage(self) -> Fraction | None:
        """The simplest share in it, down to half a hundredth; None: none, or all of them."""
        if self.high < -_NEARLY or self.low > _MOST_SHARE:
            return None
        for denominator in (*_OF_SHARES, 40, 200):
            times = max(ceil(self.low * denominator - _NEARLY), 0)
            if times <= self.high * denominator + _NEARLY and denominator < 1000:
                return Fraction(times, denominator)
        return None


def bits_of_player(rows: Sequence[Row], decimals: int) -> float:
    """What somebody who becomes equal tells: one out of so many points that they could have."""
    points = [float(row.theirs) for row in rows] or [0.0]
    return log2(max((max(points) - min(points)) * 10**decimals, 4))


def bits_of_changes(before: Amounts, after: Amounts) -> int:
    """How much it takes to say which amounts are others, and what they are."""
    return sum(_bits(before, after, key) for key in {**before.amount, **after.amount})


def _bits(before: Amounts, after: Amounts, key: str) -> int:
    old, new = before.of(key), after.of(key)
    bits = _LIMITED if before.times.get(key) != after.times.get(key) else 0
    if old == new:
        return bits
    usual = PARTS[parts_of(key)[0]]
    bits += _CHANGED + _UNUSUAL.get(key, 0)
    for part in PARTS:
        number = getattr(new, part)
        if number == getattr(old, part) and not number:
            continue
        table = _OF_POINTS if part == "points" else _OF_SHARES
        bits += next((b for d, b in table.items() if d % number.denominator == 0), 16)
        bits += _OTHER_PART if part != usual and number else 0
    return bits


def wanted(row: Row, amounts: Amounts, key: str, part: int, decimals: int) -> Wanted | None:
    """What a part of an amount would have to be for somebody, everything else as it is; None: it
    does not touch them."""
    half = 0.5 / 10**decimals
    return _asked(row, amounts, key, part, float(row.theirs) - row.earned(amounts), half)


def _asked(
    row: Row, amounts: Amounts, key: str, part: int, lacks: float, half: float
) -> Wanted | None:
    factor = row.sums(key, amounts.times.get(key))[part]
    if factor <= 0:
        return None
    now = float(getattr(amounts.of(key), PARTS[part]))
    return Wanted(now + (lacks - half) / factor, now + (lacks + half) / factor)


def fitted(
    given: Amounts, start: Amounts, rows: Sequence[Row], decimals: int, *, strict: bool = False
) -> Amounts:
    """The amounts from `start` on, changed one after the other while that tells more than it takes
    to say beside those that are `given`. `strict`: never one that most whom it touches contradict.
    """
    amounts, worth = start, bits_of_player(rows, decimals)
    for _step in range(_MOST_STEPS):
        best, found = 0.0, None
        for key in keys_in(rows):
            now = _bits(given, amounts, key)
            for more, equal, touched, changed in _changes(given, amounts, rows, decimals, key):
                if (more < 0 or (strict and 2 * equal <= touched)) and now == 0:
                    continue
                gain = worth * more + now - _bits(given, changed, key)
                if gain > best + _NEARLY:
                    best, found = gain, changed
        if found is None:
            break
        amounts = found
    return amounts


def keys_in(rows: Iterable[Row]) -> list[str]:
    """What the rows earned by, absences first: a regulation has those of its own sooner."""
    keys = {key for row in rows for key in row.uses}
    fixed = (BYE, *reversed(OF_GAMES), OWN)
    return [*sorted(keys - {*fixed}), *(key for key in fixed if key in keys)]


def _changes(
    given: Amounts, amounts: Amounts, rows: Sequence[Row], decimals: int, key: str
) -> Iterator[tuple[int, int, int, Amounts]]:
    """Every change of an amount: how many more are equal then, how many of those whom it touches,
    and how many that are."""
    half = 0.5 / 10**decimals
    touched = [row for row in rows if key in row.uses]
    lacking = [float(row.theirs) - row.earned(amounts) for row in touched]
    before = sum(abs(lacks) <= half + _NEARLY for lacks in lacking)
    for times in times_of(touched, key, amounts):
        is_other = key in amounts.times and times != amounts.times[key]
        limited = replace(amounts, times={**amounts.times, key: times}) if is_other else amounts
        for part in parts_of(key):
            now = getattr(amounts.of(key), PARTS[part])
            base = with_part(limited, key, part, now)
            asked: list[Wanted] = []
            same = 0
            for row, lacks in zip(touched, lacking, strict=True):
                if base is not amounts:
                    lacks += row.of_key(amounts, key) - row.of_key(base, key)
                want = _asked(row, base, key, part, lacks, half)
                if want:
                    asked.append(want)
                else:
                    same += abs(lacks) <= half + _NEARLY
            before_all = getattr(given.of(key), PARTS[part])
            for number in dict.fromkeys((*_numbers(asked, part), before_all, now)):
                if number == now and base is amounts:
                    continue
                share = float(number)
                equal = same + sum(one.has(share) for one in asked)
                yield equal - before, equal, len(touched), with_part(limited, key, part, number)


def parts_of(key: str) -> tuple[int, ...]:
    """The parts that an amount may have, the usual one first."""
    return (0, 2, 1) if key in OF_GAMES else (1, 2)


def times_of(rows: Sequence[Row], key: str, amounts: Amounts) -> list[int | None]:
    """How often an absence may earn, as far as the rows can tell."""
    if key in OF_GAMES or key in (BYE, OWN):
        return [None]
    counts = sorted({len(row.uses[key]) for row in rows})
    return list(dict.fromkeys([amounts.times.get(key), None, *counts[:-1][:10]]))


def with_part(amounts: Amounts, key: str, part: int, number: Fraction) -> Amounts:
    """The amounts with another number in one: alone, or beside what it has where that is more."""
    before = amounts.of(key)
    usual = parts_of(key)[0]
    is_alone = not any(getattr(before, PARTS[one]) for one in range(3) if one != part)
    kept = Amount() if is_alone or part == usual else before
    after = replace(kept, **{PARTS[part]: number})
    if after == before:
        return amounts
    return replace(amounts, amount={**amounts.amount, key: after})


def _numbers(asked: Sequence[Wanted], part: int) -> list[Fraction]:
    """The numbers that most of those whom a part touches ask for."""
    votes: Counter[Fraction] = Counter()
    for want in asked:
        number = want.simple(is_points=part == 2)
        if number is not None:
            votes[number] += 1
    return [number for number, _count in votes.most_common(_MOST_CANDIDATES)]


def guesses(start: Amounts, rows: Sequence[Row]) -> list[Amounts]:
    """First guesses of all amounts together, the nearest first: with what a win, a draw and the own
    value earn as it is and without, for every limit of the absence of which there is most, and with
    a loss that earns points."""
    keys = [key for key in keys_in(rows) if not key.startswith("forfeit_")]
    fewer = [key for key in keys if key not in (OWN, "win", "draw")]
    away = Counter(
        {
            key: max((len(row.uses.get(key, ())) for row in rows), default=0)
            for key in keys
            if key in start.times
        }
    )
    limits: list[Amounts] = [start]
    for key, most in away.most_common(1):
        for times in (None, *range(1, min(most, 6))):
            if times != start.times[key]:
                limits.append(replace(start, times={**start.times, key: times}))
    ways = (_usual, _loss_in_points) if "loss" in keys else (_usual,)
    found = [
        [
            _estimated(limited, rows, [(key, way(key)) for key in some])
            for limited in limits
            for way in ways
        ]
        for some in (fewer, keys)
    ]
    best = [sorted(one, key=lambda guess: guess[0]) for one in found]
    return [amounts for _rest, amounts in (*best[0][:2], *best[1][:1])]


def _usual(key: str) -> int:
    return parts_of(key)[0]


def _loss_in_points(key: str) -> int:
    return 2 if key == "loss" else parts_of(key)[0]


def _estimated(
    start: Amounts, rows: Sequence[Row], columns: Sequence[tuple[str, int]]
) -> tuple[float, Amounts]:
    """A guess of these parts of amounts, for which the sum of the differences is the least, and
    that sum.

    The sum of the differences, not of their squares, so that a few players whom no option explains
    do not draw the others with them; a little towards `start`, which decides what no game tells.
    """
    for key, part in columns:
        start = with_part(start, key, part, getattr(start.of(key), PARTS[part]))
    lines = [[_with_forfeits(row, start, key, part) for key, part in columns] for row in rows]
    now = [float(getattr(start.of(key), PARTS[part])) for key, part in columns]
    theirs = [
        float(row.theirs) - row.earned(start) + _along(line, now)
        for row, line in zip(rows, lines, strict=True)
    ]
    found, size = now, range(len(columns))
    for _step in range(12):
        weights = [
            1 / max(abs(want - _along(line, found)), 1e-4)
            for line, want in zip(lines, theirs, strict=True)
        ]
        heavy = [[w * one for one in line] for w, line in zip(weights, lines, strict=True)]
        ups, downs = [*zip(*heavy, strict=True)], [*zip(*lines, strict=True)]
        matrix = [[_along(ups[i], downs[j]) for j in size] for i in size]
        right = [_along(ups[i], theirs) for i in size]
        for i in size:
            pull = 1e-6 * (matrix[i][i] + 1)
            matrix[i][i] += pull
            right[i] += pull * now[i]
        found = _solved(matrix, right)
    rest = sum(abs(want - _along(line, found)) for line, want in zip(lines, theirs, strict=True))
    amounts = start
    for (key, part), share in zip(columns, found, strict=True):
        near = Wanted(share - 0.0025, share + 0.0025).simple(is_points=part == 2)
        number = Fraction(round(share, 3)).limit_denominator(1000) if near is None else near
        if 0 <= number <= (_MOST_POINTS if part == 2 else _MOST_SHARE):
            amounts = with_part(amounts, key, part, number)
    return rest, amounts


def _with_forfeits(row: Row, amounts: Amounts, key: str, part: int) -> float:
    """What a part of an amount is counted with, games by forfeit that earn the same included."""
    own = row.sums(key, amounts.times.get(key))[part]
    forfeit = f"forfeit_{key}"
    if forfeit in row.uses and forfeit not in amounts.amount:
        own += row.sums(forfeit, None)[part]
    return own


def _along(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations, by elimination."""
    size = len(right)
    lines = [[*line, end] for line, end in zip(matrix, right, strict=True)]
    for at in range(size):
        best = max(range(at, size), key=lambda one, at=at: abs(lines[one][at]))  # type: ignore[misc]
        lines[at], lines[best] = lines[best], lines[at]
        head = lines[at][at] or 1e-12
        for below in range(at + 1, size):
            share = lines[below][at] / head
            if share:
                lines[below] = [a - share * b for a, b in zip(lines[below], lines[at], strict=True)]
    found = [0.0] * size
    for at in reversed(range(size)):
        rest = lines[at][size] - sum(lines[at][n] * found[n] for n in range(at + 1, size))
        found[at] = rest / (lines[at][at] or 1e-12)
    return found
