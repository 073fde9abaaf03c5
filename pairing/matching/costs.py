"""What does each edge of a graph cost, by player and cost as bit sets? And what is cheapest?"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from pairing.matching.perfect import Graph

#: By player, and by what it costs: whom they can meet at that cost. Symmetric.
Costs = Sequence[Mapping[int, int]]


@dataclass(frozen=True)
class Start:
    """Where a search at other costs may begin: `mate[i]` was i's partner, `duals` of the
    players."""

    mate: list[int]
    duals: list[int]

    def without(self, gone: Collection[int]) -> "Start":
        """What is left of it without some players."""
        left = [player for player in range(len(self.mate)) if player not in gone]
        number = {player: at for at, player in enumerate(left)}
        # A player whose partner is gone has themselves as a partner, whom nobody can meet.
        mate = [number.get(self.mate[player], number[player]) for player in left]
        return Start(mate, [self.duals[player] for player in left])


@dataclass(frozen=True)
class Optimum(Start):
    """A cheapest complete matching at these `costs`.

    `tight`: the edges that a cheapest matching can hold; all others surely not. Where
    `has_blossoms`, a complete matching of tight edges can still cost more; else never. Not
    everybody asks for `cost` and `tight`; they are worked out when somebody does, by `find_tight`.
    """

    has_blossoms: bool
    costs: Costs
    find_tight: Callable[[], list[int]]

    @cached_property
    def cost(self) -> int:
        """The sum over its pairs."""
        return self.cost_of(self.mate)

    def cost_of(self, mate: Sequence[int]) -> int:
        """The cost of another complete matching."""
        return sum(cost_of(self.costs, *pair) for pair in enumerate(mate)) // 2

    @cached_property
    def tight(self) -> list[int]:
        """By player."""
        return self.find_tight()


def within(costs: Costs, edges: Graph) -> list[dict[int, int]]:
    """The costs where only these edges are left."""
    return [
        {cost: others & row for cost, others in own.items() if others & row}
        for own, row in zip(costs, edges, strict=True)
    ]


def dearer(costs: Costs, edges: Sequence[int], by: int) -> list[dict[int, int]]:
    """The costs where some edges, given as a graph, cost `by` more."""
    rows = []
    for row, changed_edges in zip(costs, edges, strict=True):
        if not changed_edges:
            rows.append(dict(row))
            continue
        rows.append(changed := dict[int, int]())
        for cost, others in row.items():
            for now, part in ((cost, others & ~changed_edges), (cost + by, others & changed_edges)):
                if part:
                    changed[now] = changed.get(now, 0) | part
    return rows


def free_of_cost(graph: Graph) -> list[dict[int, int]]:
    """The costs of a graph in which nothing costs anything."""
    return [{0: row} for row in graph]


def cost_of(costs: Costs, player: int, opponent: int) -> int:
    """The cost of a pair that can meet."""
    return next(cost for cost, others in costs[player].items() if others >> opponent & 1)


def union(sets: Iterable[int]) -> int:
    """Everybody who is in one of these sets."""
    return reduce(or_, sets, 0)
