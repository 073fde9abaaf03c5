"""One bracket: who is in it, who may meet whom there, and which floats are asked for? A3, B5, B6.

A bracket's players are numbered from 0 in A2 order; those moved down come first (they have more
points). All bit sets here are of these numbers.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from pairing.core.matching import bits
from pairing.core.places import Places
from pairing.core.rating_swiss.field import Field
from pairing.core.types import Colour

#: How far B6 and B5 can be dropped for one direction: not at all, B6, both.
LEVELS = (0, 1, 2)


class Bracket:
    """The players of a bracket after C1. The first `moved_down` of them moved down.

    `is_last`: nobody moves on, at most one stays over for the bye. `as_homogeneous`: treated so
    whatever A3 says.
    """

    def __init__(
        self,
        field: Field,
        seats: Sequence[int],
        moved_down: int,
        is_last: bool = False,
        as_homogeneous: bool = False,
    ):
        self.field = field
        self.seats = list(seats)
        self.size = len(self.seats)
        self.moved_down = moved_down
        self.is_last = is_last
        self.is_homogeneous = as_homogeneous or not moved_down or 2 * moved_down >= self.size
        self.everybody = (1 << self.size) - 1
        self._places = Places(self.seats)
        self._rows: dict[tuple[int, int], list[int]] = {}

    def local(self, seats: int) -> int:
        """A set of seats of the field as players of this bracket."""
        return self._places.local(seats)

    @property
    def most_pairs(self) -> int:
        """A6: how many pairs there are if everybody but an odd one is paired."""
        return self.size // 2

    @cached_property
    def may_meet(self) -> list[int]:
        """B1 and B2, by player."""
        return self._places.rows(self.field.may_meet)

    @cached_property
    def wants(self) -> dict[Colour, int]:
        """Who prefers a colour, however mildly."""
        return {colour: self.local(seats) for colour, seats in self.field.wants.items()}

    @cached_property
    def clashes(self) -> list[int]:
        """B4: by player, who prefers the same colour."""
        rows = [0] * self.size
        for group in self.wants.values():
            for player in bits(group):
                rows[player] = group & ~(1 << player)
        return rows

    @cached_property
    def mild(self) -> int:
        """Whose preference is mild."""
        return self.local(self.field.mild)

    @cached_property
    def down(self) -> tuple[int, int, int]:
        """By level: who may not get a downfloat."""
        last, before = (self.local(seats) for seats in self.field.down)
        return last | before, last, 0

    @cached_property
    def up(self) -> tuple[int, int, int]:
        """By level: who may not get an upfloat."""
        last, before = (self.local(seats) for seats in self.field.up)
        return last | before, last, 0

    @cached_property
    def levels_up(self) -> tuple[int, ...]:
        """The levels for upfloats that make a difference."""
        if not self._lower_bounds:
            return (0,)
        return tuple(one for one in LEVELS if not one or self.up[one] != self.up[one - 1])

    @cached_property
    def levels_down(self) -> tuple[int, ...]:
        """The levels for downfloats that make a difference."""
        return tuple(one for one in LEVELS if not one or self.down[one] != self.down[one - 1])

    @cached_property
    def _lower_bounds(self) -> list[int]:
        """Where the scores end: the first player of each score but the highest."""
        cards = self.field.cards
        return [
            player
            for player in range(1, self.size)
            if cards[self.seats[player]].score != cards[self.seats[player - 1]].score
        ]

    def rows(self, up: int, down: int) -> list[int]:
        """B1, B2 and, at these levels, B5 and B6 of the pairs: who may meet whom."""
        if not self._lower_bounds or not (self.up[up] or self.down[down]):
            return self.may_meet
        if (up, down) not in self._rows:
            self._rows[up, down] = self._without_floats(self.up[up], self.down[down])
        return self._rows[up, down]

    def _without_floats(self, up: int, down: int) -> list[int]:
        """The rows without pairs that give these players an upfloat or a downfloat."""
        starts = [0, *self._lower_bounds, self.size]
        found = []
        for start, end in pairwise(starts):
            higher = (1 << start) - 1
            lower = self.everybody >> end << end
            for player in range(start, end):
                row = self.may_meet[player] & ~(higher & down) & ~(lower & up)
                if up >> player & 1:
                    row &= ~higher
                if down >> player & 1:
                    row &= ~lower
                found.append(row)
        return found

    def may_leave(self, down: int) -> int:
        """Who may stay unpaired at this level: B5 and B6, in the last bracket B1 too."""
        leave = self.everybody & ~self.down[down]
        return leave & self.local(self.field.may_be_free) if self.is_last else leave
