"""Which sets of players can wait, when trying them one by one would take too long?

If as few players wait as can, each of them meets somebody from a lower group or has the bye. So
look at the complete pairings of a score group and all below it in which the fewest pairs cross from
the group to below: the players of the group in those pairs are the sets that can wait. A cheapest
matching shows which pairs such a pairing can hold.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairing.matching.costs import Optimum
from pairing.matching.perfect import bits, numbering, perfect_matching
from pairing.matching.weighted import cheapest_matching
from pairing.resistance.roster import Roster


@dataclass(slots=True)
class Crossing:
    """The least crossing of a score group: `own` of its residents, and `arrived` others (4.4a).

    `graph`: the pairs that such a pairing can hold, by seat. `crossings_vary`: some pairings of
    these pairs cross more often, so the crossings are counted. Sets are of seats.
    """

    members: int
    moved_down: int
    everybody: int
    own: int
    arrived: int
    graph: Sequence[int]
    crossings_vary: bool
    # The last matchings, from which the next searches start.
    _kept: Sequence[int] = ()
    _cheapest: Optimum | None = None

    def may_wait(self, chosen: int, optional: int, paired: int = 0) -> int | None:
        """A set that can wait, with all chosen and otherwise only optional players; None: none can.

        `paired`: seats that no member may be paired with (the bye).
        """
        graph = self._within(chosen, optional)
        for seat in bits(paired):
            graph[seat] &= ~self.members
        if paired:
            for seat in bits(self.members):
                graph[seat] &= ~paired
        mate = perfect_matching(graph, self.everybody, self._kept)
        if mate is None:
            return None
        self._kept = mate
        waiting = sum(
            1 << seat for seat in bits(self.members) if not self.members >> mate[seat] & 1
        )
        if not self.crossings_vary or self._is_least(waiting):
            return waiting
        cheapest = self.cheapest(self.rows(chosen, optional), {})
        return None if cheapest is None else cheapest[1]

    def cheapest(self, rows: Sequence[int], prices: Mapping[int, int]) -> tuple[int, int] | None:
        """The least that a set which can wait by these rows pays, at a price for each player, and
        that set; None: no set can wait."""
        # One more crossing costs more than all prices, and by a player who arrived a little more.
        unit = sum(map(abs, prices.values())) + 1 if self.crossings_vary else 0
        crossing = self.members.bit_count() + 1
        price = {
            seat: prices.get(seat, 0) + unit * (crossing + (self.moved_down >> seat & 1))
            for seat in bits(self.members)
        }
        costs = _crossing_costs(rows, self.everybody, price)
        best = cheapest_matching(costs, self._cheapest)
        if best is None:
            return None
        self._cheapest = best
        seats = list(bits(self.everybody))
        waiting = sum(
            1 << seat
            for seat, mate in zip(seats, best.mate, strict=True)
            if self.members >> seat & 1 and not self.members >> seats[mate] & 1
        )
        if not self._is_least(waiting):
            return None
        return sum(prices.get(seat, 0) for seat in bits(waiting)), waiting

    def _is_least(self, waiting: int) -> bool:
        """Whether no more players wait than must, and no more of those who arrived."""
        arrived = (waiting & self.moved_down).bit_count()
        return (arrived, waiting.bit_count() - arrived) == (self.arrived, self.own)

    def rows(self, chosen: int, optional: int) -> list[int]:
        """The graph for such sets, its seats numbered from 0 among everybody."""
        return numbered(self._within(chosen, optional), self.everybody)

    def _within(self, chosen: int, optional: int) -> list[int]:
        """The graph in which all chosen players cross, and of the others only optional ones."""
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
    """The least crossing between a score group and the players `below` it, with the bye; None: no
    complete pairing exists."""
    members = residents | moved_down
    everybody = members | below
    seats = list(bits(everybody))
    # One crossing costs more than all extra costs of players who arrived.
    unit = members.bit_count() + 1
    rows = numbered(roster.graph, everybody)
    price = {seat: unit + (moved_down >> seat & 1) for seat in bits(members)}
    best = cheapest_matching(_crossing_costs(rows, everybody, price))
    if best is None:
        return None
    count, arrived = divmod(best.cost, unit)
    tight = [0] * len(roster.graph)
    for seat, row in zip(seats, best.tight, strict=True):
        tight[seat] = sum(1 << seats[number] for number in bits(row))
    own = count - arrived
    return Crossing(members, moved_down, everybody, own, arrived, tight, best.has_blossoms)


def numbered(graph: Sequence[int], seats: int) -> list[int]:
    """The rows of these seats alone, numbered from 0."""
    local = numbering([*bits(seats)])
    return [local(graph[seat]) for seat in bits(seats)]


def _crossing_costs(
    rows: Sequence[int], everybody: int, price: Mapping[int, int]
) -> list[dict[int, int]]:
    """The costs of these rows if members pay their price to meet players below."""
    node = {seat: number for number, seat in enumerate(bits(everybody))}
    by_price: dict[int, int] = {}
    for seat, cost in price.items():
        by_price[cost] = by_price.get(cost, 0) | 1 << node[seat]
    members = sum(1 << node[seat] for seat in price)
    costs = []
    for seat, row in zip(node, rows, strict=True):
        if seat in price:
            own = {0: row & members}
            own[price[seat]] = own.get(price[seat], 0) | row & ~members
        else:
            own = {cost: row & payers for cost, payers in by_price.items()}
            own[0] = own.get(0, 0) | row & ~members
        costs.append(own)
    return costs
