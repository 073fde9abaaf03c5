"""Which floats are asked for in a bracket? B5 and B6 of the older editions, and giving them up."""

from functools import cached_property
from itertools import pairwise

from pairing.swiss.bracket import Bracket

#: How far B6 and B5 can be dropped for one direction: not at all, B6, both.
LEVELS = (0, 1, 2)


class Bracket1996(Bracket):
    """A bracket with B5 and B6 by level."""

    @cached_property
    def mild(self) -> int:
        """Whose preference is mild."""
        return self.local(self.roster.mild)

    @cached_property
    def down(self) -> tuple[int, int, int]:
        """By level: who may not get a downfloat."""
        return self._by_level(self.roster.down)

    @cached_property
    def up(self) -> tuple[int, int, int]:
        """By level: who may not get an upfloat."""
        return self._by_level(self.roster.up)

    def _by_level(self, floated: tuple[int, int]) -> tuple[int, int, int]:
        last, before = (self.local(seats) for seats in floated)
        return last | before, last, 0

    @cached_property
    def levels_up(self) -> tuple[int, ...]:
        """The levels for upfloats that make a difference."""
        if not self.lower_bounds:
            return (0,)
        return tuple(level for level in LEVELS if not level or self.up[level] != self.up[level - 1])

    @cached_property
    def levels_down(self) -> tuple[int, ...]:
        """The levels for downfloats that make a difference."""
        down = self.down
        return tuple(level for level in LEVELS if not level or down[level] != down[level - 1])

    @cached_property
    def _rows(self) -> dict[tuple[int, int], list[int]]:
        return {}

    def rows(self, up: int, down: int) -> list[int]:
        """B1, B2 and, at these levels, B5 and B6 of the pairs: who may meet whom."""
        if not self.lower_bounds or not (self.up[up] or self.down[down]):
            return self.may_meet
        if (up, down) not in self._rows:
            self._rows[up, down] = self._without_floats(self.up[up], self.down[down])
        return self._rows[up, down]

    def _without_floats(self, up: int, down: int) -> list[int]:
        """The rows without pairs that give these players an upfloat or a downfloat."""
        starts = [0, *self.lower_bounds, self.size]
        rows = []
        for start, end in pairwise(starts):
            higher = (1 << start) - 1
            lower = self.everybody >> end << end
            for player in range(start, end):
                row = self.may_meet[player] & ~(higher & down) & ~(lower & up)
                if up >> player & 1:
                    row &= ~higher
                if down >> player & 1:
                    row &= ~lower
                rows.append(row)
        return rows
