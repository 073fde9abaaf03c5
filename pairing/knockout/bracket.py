"""Who can meet whom, and where? 1.2, 4.1, 4.2: the shape of the bracket, by leaves.

The *leaves* are numbered from 0 at the top, one for each player. Two neighbours meet in round 1;
any other two meet, if both get so far, where their ways come together.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from pairing.core.tie import Part, TieKey

#: Nine rounds. No club has more players for a cup.
LARGEST = 512


@cache
def numbers_by_leaf(size: int) -> tuple[int, ...]:
    """The number of the player on each leaf: the two best can meet only in the final, and so on."""
    numbers: tuple[int, ...] = (1,)
    while len(numbers) < size:
        total = 2 * len(numbers) + 1  # of the two numbers that meet in round 1
        numbers = tuple(number for better in numbers for number in (better, total - better))
    return numbers


@dataclass(frozen=True, slots=True)
class Shape:
    """The bracket of so many players; `third_place` and `plate` are options."""

    players: int
    third_place: bool
    plate: bool

    @property
    def rounds(self) -> int:
        """The number of rounds of the cup: enough to leave one player."""
        return max(self.players - 1, 0).bit_length()

    @property
    def size(self) -> int:
        """The number of leaves: a power of two."""
        return 1 << self.rounds

    def rounds_of(self, part: Part) -> int:
        """The number of rounds of a part. Without semi-finals there is no third place; with four
        players the plate would be the same."""
        if part is Part.CUP:
            return self.rounds
        if part is Part.THIRD:
            return int(self.third_place and self.rounds > 1)
        return self.rounds - 1 if self.plate and self.rounds > 2 else 0

    def every_tie(self) -> Iterator[TieKey]:
        """Every tie, each after those on which it depends; within a round from the top."""
        for round_ in range(1, self.rounds + 1):
            for part in Part:
                # The plate begins a round later; place three is played beside the final.
                later = {Part.CUP: 0, Part.THIRD: self.rounds - 1, Part.PLATE: 1}[part]
                own = round_ - later
                if 1 <= own <= self.rounds_of(part):
                    count = 1 if part is Part.THIRD else self.size >> (own + later)
                    for number in range(1, count + 1):
                        yield TieKey(part, own, number)


def meeting(part: Part, leaf: int, opposite: int) -> TieKey:
    """The tie in which two leaves of a part come together."""
    round_ = (leaf ^ opposite).bit_length()
    return TieKey(part, round_, (leaf >> round_) + 1)
