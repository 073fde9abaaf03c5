"""Who can meet whom, and where? 1.2, 4.1, 4.2: the shape of the bracket, by places from 0.

A player's place is a leaf of the bracket, from the top; two neighbours meet in round 1, and where
the ways of any two come together they meet if both get so far.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from pairing.core.tie import Part, TieKey

#: Nine rounds. No club has more players for a cup.
LARGEST = 512


@cache
def numbers_by_place(size: int) -> tuple[int, ...]:
    """The number that has each place: the two best can meet in the final only, and so on."""
    numbers: tuple[int, ...] = (1,)
    while len(numbers) < size:
        both = 2 * len(numbers) + 1
        numbers = tuple(number for better in numbers for number in (better, both - better))
    return numbers


@dataclass(frozen=True, slots=True)
class Shape:
    """The bracket of so many players; `third_place`, `plate`: as the options want them."""

    players: int
    third_place: bool
    plate: bool

    @property
    def rounds(self) -> int:
        """How many rounds the cup has: enough for all to come down to one."""
        return max(self.players - 1, 0).bit_length()

    @property
    def size(self) -> int:
        """How many places there are: a power of two."""
        return 1 << self.rounds

    def rounds_of(self, part: Part) -> int:
        """How many rounds a part has. Without semi-finals there is no third place, and the plate
        of four would be the same."""
        if part is Part.CUP:
            return self.rounds
        if part is Part.THIRD:
            return int(self.third_place and self.rounds > 1)
        return self.rounds - 1 if self.plate and self.rounds > 2 else 0

    def every_tie(self) -> Iterator[TieKey]:
        """Every tie, each after those on which it depends; of a round from the top."""
        for round_ in range(1, self.rounds + 1):
            for part in Part:
                # The plate begins a round later; place three is played beside the final.
                later = {Part.CUP: 0, Part.THIRD: self.rounds - 1, Part.PLATE: 1}[part]
                own = round_ - later
                if 1 <= own <= self.rounds_of(part):
                    count = 1 if part is Part.THIRD else self.size >> (own + later)
                    for number in range(1, count + 1):
                        yield TieKey(part, own, number)


def meeting(part: Part, place: int, opposite: int) -> TieKey:
    """Where two places of a part come together."""
    round_ = (place ^ opposite).bit_length()
    return TieKey(part, round_, (place >> round_) + 1)
