"""Which sets of players can wait, when trying them one by one would take too long?

With the fewest who wait, everybody who waits meets somebody from a lower group or has the bye. So
these sets are the ends of the crossing pairs in the complete pairings of a pool and all below it
that cross least, and a cheapest matching knows which pairs those can hold.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.core.matching import bits, perfect_matching
from pairing.core.weighted_matching import cheapest_matching


@dataclass(frozen=True, slots=True)
class Crossing:
    """The least crossing of a pool: `own` of its group's players, and `arrived` others (4.4a).

    `graph`: the pairs that such a pairing can hold, by seat. Sets are of seats.
    """

    members: int
    everybody: int
    own: int
    arrived: int
    graph: Sequence[int]

    def may_wait(self, chosen: int, optional: int) -> bool:
        """Whether perhaps a set with all chosen and otherwise only optional ones can wait."""
        barred = self.members & ~chosen & ~optional
        rows = list(self.graph)
        for seat in bits(self.everybody):
            if chosen >> seat & 1:
                rows[seat] &= ~self.members
            elif barred >> seat & 1:
                rows[seat] &= self.members & ~chosen
            elif self.members >> seat & 1:
                rows[seat] &= ~chosen
            else:
                rows[seat] &= ~barred
        return perfect_matching(rows, self.everybody) is not None


def least_crossing(graph: Sequence[int], group: int, arrivals: int, below: int) -> Crossing | None:
    """The least crossing between a pool and what is `below` (the bye as well); None: there is no
    complete pairing."""
    members = group | arrivals
    everybody = members | below
    seats = list(bits(everybody))
    place = {seat: number for number, seat in enumerate(seats)}
    rows = [sum(1 << place[other] for other in bits(graph[seat] & everybody)) for seat in seats]
    # One crossing costs more than all who cross a second time.
    one = members.bit_count() + 1
    price = [
        0 if not members >> seat & 1 else one + 1 if arrivals >> seat & 1 else one for seat in seats
    ]
    costs = [
        [mine + theirs if (not mine) != (not theirs) else 0 for theirs in price] for mine in price
    ]
    best = cheapest_matching(rows, costs)
    if best is None:
        return None
    count, arrived = divmod(best.cost, one)
    tight = [0] * len(graph)
    for seat, row in zip(seats, best.tight, strict=True):
        tight[seat] = sum(1 << seats[number] for number in bits(row))
    return Crossing(members, everybody, count - arrived, arrived, tight)
