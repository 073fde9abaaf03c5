"""What is everybody worth when value numbers change?

Points are linear in the value numbers. A column says how many times everybody has one player's
value, so when a value changes, all points change by that much times its column. Points are kept up
to date with the games that are added and the values that were last asked for.
"""

from collections.abc import Sequence
from operator import sub
from struct import Struct

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
