"""One bracket: who is in it, and how many pairs can there be? A3, A6.

A bracket's players are numbered from 0 in A2 order; those moved down come first (they have more
points). All bit sets here are of these numbers; those of the roster are of seats.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, Self

from pairing.core.seats import within
from pairing.core.types import Colour
from pairing.matching.perfect import numbering
from pairing.swiss.roster import Roster


class Level(NamedTuple):
    """How many of those moved down stand in S1 (M1; 0: the bracket is treated as homogeneous), and
    how many pairs there are less than there could be (P0 - P1)."""

    in_s1: int
    lowered: int


class Bracket:
    """The players of a bracket after C1. The first `moved_down` of them moved down.

    `is_last`: nobody moves on, at most one stays unpaired for the bye. `is_homogeneous`: by A3,
    when nobody moved down or half or more did, unless the procedure says otherwise.
    """

    def __init__(
        self,
        roster: Roster,
        seats: Sequence[int],
        moved_down: int,
        is_last: bool = False,
        is_homogeneous: bool | None = None,
    ):
        self.roster = roster
        self.seats = list(seats)
        self.size = len(self.seats)
        self.moved_down = moved_down
        self.is_last = is_last
        if is_homogeneous is None:
            is_homogeneous = not moved_down or 2 * moved_down >= self.size
        self.is_homogeneous = is_homogeneous
        self.everybody = (1 << self.size) - 1
        self._numbered = numbering(self.seats)

    def narrowed(self, may_meet: Sequence[int], may_be_unpaired: int) -> Self:
        """The same bracket with fewer ways to pair it."""
        trial = type(self)(
            self.roster, self.seats, self.moved_down, self.is_last, self.is_homogeneous
        )
        trial.may_meet = list(may_meet)
        trial.may_be_unpaired = may_be_unpaired
        return trial

    def local(self, seats: int) -> int:
        """A set of seats of the roster as players of this bracket."""
        return self._numbered(seats)

    def local_rows(self, rows: Sequence[int]) -> list[int]:
        """Sets of seats by seat of the roster as sets of players by player."""
        return [self._numbered(rows[seat]) for seat in self.seats]

    @property
    def most_pairs(self) -> int:
        """A6: P0, the pairs there are if everybody but an odd one is paired."""
        return self.size // 2

    def pairs_at(self, level: Level) -> int:
        """How many pairs there are at a level."""
        return self.most_pairs - level.lowered

    @cached_property
    def may_meet(self) -> list[int]:
        """B1 and B2, by player."""
        return self.local_rows(self.roster.may_meet)

    @cached_property
    def may_be_unpaired(self) -> int:
        """Who may move on, or have the bye (B1)."""
        return self.local(self.roster.may_get_bye) if self.is_last else self.everybody

    @cached_property
    def prefer(self) -> dict[Colour, int]:
        """Who prefers a colour, however mildly."""
        return {colour: self.local(seats) for colour, seats in self.roster.prefer.items()}

    @cached_property
    def clashes(self) -> list[int]:
        """B4: by player, who else prefers the same colour."""
        return within(self.prefer.values(), self.size)

    @cached_property
    def scores(self) -> list[int]:
        """The score of each player."""
        return [self.roster.players[seat].score for seat in self.seats]

    @cached_property
    def lower_bounds(self) -> list[int]:
        """The first player of each score but the highest."""
        scores = self.scores
        return [player for player in range(1, self.size) if scores[player] != scores[player - 1]]
