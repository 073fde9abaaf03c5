"""Which sets of players can wait, when trying them one by one would take too long?

With the fewest who wait, everybody who waits meets somebody from a lower group or has the bye. So
these sets are the ends of the crossing pairs in those complete pairings of a score group and all
below it that cross least, and a cheapest matching knows which pairs those can hold.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairing.matching.perfect import bits, perfect_matching
from pairing.matching.weighted import cheapest_matching
from pairing.resistance.roster import Roster


@dataclass(frozen=True, slots=True)
class Crossing:
    """The least crossing of a score group: `own` of its residents, and `arrived` others (4.4a).

    `graph`: the pairs that such a pairing can hold, by seat. `crossings_vary`: not every pairing
    of these crosses so little, so the crossings are counted. Sets are of seats.
    """

    members: int
    moved_down: int
    everybody: int
    own: int
    arrived: int
    graph: Sequence[int]
    crossings_vary: bool

    def may_wait(self, chosen: int, optional: int, paired: int = 0) -> bool:
        """Whether a set with all chosen and otherwise only optional ones can wait.

        `paired`: with these (the bye) none of the members may be.
        """
        graph = self._within(chosen, optional)
        for seat in bits(paired):
            graph[seat] &= ~self.members
        if paired:
            for seat in bits(self.members):
                graph[seat] &= ~paired
        if perfect_matching(graph, self.everybody) is None:
            return False
        return not self.crossings_vary or self.cheapest(chosen, optional, {}) is not None

    def cheapest(
        self, chosen: int, optional: int, prices: Mapping[int, int]
    ) -> tuple[int, int] | None:
        """Of such sets one that pays least, each of it their price; what it pays, and the set."""
        rows = self._within(chosen, optional)
        seats = list(bits(self.everybody))
        node = {seat: number for number, seat in enumerate(seats)}
        graph = [sum(1 << node[other] for other in bits(rows[seat])) for seat in seats]
        if perfect_matching(graph) is None:
            return None
        # A crossing more costs more than all prices, and an arrival a little more than that.
        unit = sum(map(abs, prices.values())) + 1 if self.crossings_vary else 0
        one = self.members.bit_count() + 1
        costs = [[0] * len(seats) for _ in seats]
        for number, seat in enumerate(seats):
            if self.members >> seat & 1:
                cost = prices.get(seat, 0) + unit * (one + (self.moved_down >> seat & 1))
                for other in bits(graph[number]):
                    if not self.members >> seats[other] & 1:
                        costs[number][other] = costs[other][number] = cost
        found = cheapest_matching(graph, costs)
        if found is None:
            return None
        waiting = sum(
            1 << seat
            for seat, other in zip(seats, found.mate, strict=True)
            if self.members >> seat & 1 and not self.members >> seats[other] & 1
        )
        arrived = (waiting & self.moved_down).bit_count()
        if (arrived, waiting.bit_count() - arrived) != (self.arrived, self.own):
            return None
        return sum(prices.get(seat, 0) for seat in bits(waiting)), waiting

    def _within(self, chosen: int, optional: int) -> list[int]:
        """The graph where all chosen cross, and otherwise none but optional ones."""
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
        return rows


def least_crossing(roster: Roster, residents: int, moved_down: int, below: int) -> Crossing | None:
    """The least crossing between a score group and what is `below`, the bye included; None: no
    complete pairing exists."""
    members = residents | moved_down
    everybody = members | below
    seats = list(bits(everybody))
    node = {seat: number for number, seat in enumerate(seats)}
    rows = [
        sum(1 << node[other] for other in bits(roster.graph[seat] & everybody)) for seat in seats
    ]
    # The weighted search takes long to find that there is nothing.
    if perfect_matching(rows) is None:
        return None
    # One crossing costs more than all who cross a second time.
    one = members.bit_count() + 1
    price = [
        0 if not members >> seat & 1 else one + 1 if moved_down >> seat & 1 else one
        for seat in seats
    ]
    costs = [
        [mine + theirs if (not mine) != (not theirs) else 0 for theirs in price] for mine in price
    ]
    best = cheapest_matching(rows, costs)
    if best is None:
        return None
    count, arrived = divmod(best.cost, one)
    tight = [0] * len(roster.graph)
    for seat, row in zip(seats, best.tight, strict=True):
        tight[seat] = sum(1 << seats[number] for number in bits(row))
    own = count - arrived
    return Crossing(members, moved_down, everybody, own, arrived, tight, best.has_blossoms)
