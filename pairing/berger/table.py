"""Which numbers meet in which round? 1.3-1.5 and 2: the table, made by the circle method.

All numbers except the last stand in a circle. In each row the last number plays the *pivot*, and
two numbers equally far from the pivot on either side play each other.
"""

from dataclasses import dataclass

#: FIDE prints tables for up to 16 players; no club plays more rounds than this many players need.
LARGEST = 40


@dataclass(frozen=True, slots=True)
class Row:
    """A round by numbers. `number`: the row of the table, from 1; `cycle`: 1 or 2; `pairs`: White
    first, and the pair of the last number before the others.
    """

    number: int
    cycle: int
    pairs: tuple[tuple[int, int], ...]


def rows(players: int, cycles: int, swap_last_two: bool) -> list[Row]:
    """The rounds in order of play. With an odd number of players, the one who meets number
    `players` + 1 has no opponent."""
    size = players + players % 2
    first = [Row(number, 1, _pairs(size, number)) for number in range(1, size)]
    if cycles == 1:
        return first
    second = [Row(row.number, 2, tuple((b, a) for a, b in row.pairs)) for row in first]
    if swap_last_two:
        first[-2:] = reversed(first[-2:])
    return first + second


def _pairs(size: int, number: int) -> tuple[tuple[int, int], ...]:
    """Row `number` for an even number of players."""

    def around(number: int) -> int:
        return (number - 1) % (size - 1) + 1

    is_odd = number % 2 == 1
    pivot = (number + 1) // 2 if is_odd else (size + number) // 2
    steps = range(1, size // 2)
    neighbours = ((around(pivot + step), around(pivot - step)) for step in steps)
    return ((pivot, size) if is_odd else (size, pivot), *neighbours)
