"""How is a bracket paired? Upper half against lower half, those who came down first."""

from collections.abc import Sequence
from dataclasses import dataclass

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Halves:
    """S1 against S2 of a bracket without players who came down, or of the remainder.

    `pairs` in the order of S1; `unpaired` of S2, best first. `down`: who went from S1 to S2 by
    exchange, `up`: who came the other way.
    """

    pairs: Pairs
    unpaired: tuple[int, ...] = ()
    down: tuple[int, ...] = ()
    up: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Paired:
    """A bracket paired. Players are numbers in the bracket.

    `moved_down`: the pairs of the first part, whose first player came down; `halves`: the rest.
    """

    moved_down: Pairs
    halves: Halves

    @property
    def pairs(self) -> Pairs:
        """All pairs, the player of S1 first."""
        return self.moved_down + self.halves.pairs

    @property
    def unpaired(self) -> int:
        """Who moves on, or has the bye."""
        return sum(1 << player for player in self.halves.unpaired)


def exchange_order(
    down: Sequence[int], up: Sequence[int]
) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    """Where an exchange stands among all, by the numbers exchanged; the least comes first.

    How many; the difference of the sums; S1's set, written high to low, the highest first;
    S2's set, written low to high, the lowest first.
    """
    return (
        len(down),
        sum(up) - sum(down),
        tuple(-number for number in sorted(down, reverse=True)),
        tuple(sorted(up)),
    )
