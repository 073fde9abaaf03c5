"""Who of those moved down is in S1 where more of them could be paired than M1 says? D3.

The text goes through all sets of so many in their order, and the first with a cheapest way is the
one. There can be far too many to try. So here all sets that have some players and lack others are
one case, with the least that a way of any of them can cost; the cheapest case, of several the
first, is split by the next player, until it is a single set.

What that least is, is a cheapest matching if that has enough pairs with somebody moved down. If
not, such pairs get a prize: with it the cheapest matchings have more of them, and the prize at
which the number wanted lies between two of these bounds what it costs.
"""

from heapq import heappop, heappush
from typing import NamedTuple

from pairing.matching.budget import count_branch
from pairing.matching.costs import dearer
from pairing.matching.perfect import bits
from pairing.swiss.criteria_2012 import Bracket2012
from pairing.swiss.ways import Ways


class _Way(NamedTuple):
    """A way: what it costs, how many pairs have somebody who may be in S1, with whom each is."""

    cost: int
    wanted: int
    mate: list[int]


class _Case(NamedTuple):
    """All sets with those `chosen` of the players before `next`, and no other of these.

    `least`: what their ways cost at least; while `is_open` that is only what the case did that this
    is a part of, of which `way` was one that costs no more. `place`: of their first set among all.
    """

    least: int
    place: int
    next: int
    chosen: int
    way: _Way | None
    is_open: bool


class FewerInS1:
    """The sets of `number` of those moved down, in these ways to pair a bracket."""

    def __init__(self, ways: Ways, bracket: Bracket2012, number: int):
        self.ways = ways
        self.bracket = bracket
        self.number = number

    def first(self) -> int | None:
        """The first set with a cheapest way, as players; None: no set has a way."""
        cases = [_Case(0, 0, 0, 0, None, is_open=True)]
        while cases:
            case = heappop(cases)
            count_branch(self.ways.size)
            if case.is_open:
                found = self._settled(case)
                if found is None:
                    continue
                if found.least > case.least:
                    heappush(cases, found)
                    continue
                case = found
            if case.chosen.bit_count() == self.number:
                return case.chosen
            last = self.bracket.moved_down - case.next - 1
            if last >= 0:
                split = case._replace(next=case.next + 1, is_open=True)
                heappush(cases, split._replace(chosen=case.chosen | 1 << case.next))
                heappush(cases, split._replace(place=case.place | 1 << last))
        return None

    def _settled(self, case: _Case) -> _Case | None:
        """A case with the least that it costs; None: no set of it has a way."""
        way = case.way
        if way is not None:
            partners = sum(1 << way.mate[player] for player in bits(case.chosen))
            is_apart = not partners & case.chosen and not partners >> self.ways.size
            if is_apart and self._count(way.mate, self._among(case)) >= self.number:
                return case._replace(is_open=False)
        cheap = self._cheapest(case, self.ways.size, 1)
        if cheap is None:
            return None
        if cheap.wanted >= self.number:
            return case._replace(least=cheap.cost, way=cheap, is_open=False)
        most = self._cheapest(case, 1, 1 << self.ways.cost_bits + 1)
        if most is None or most.wanted < self.number:
            return None
        return case._replace(least=self._between(case, cheap, most), way=None, is_open=False)

    def _between(self, case: _Case, few: _Way, many: _Way) -> int:
        """What enough pairs cost at least, by the prizes between too few and enough or more."""
        while True:
            more, dearer_by = many.wanted - few.wanted, many.cost - few.cost
            way = self._cheapest(case, more, dearer_by)
            if way is None:
                raise AssertionError("there are ways")
            if (way.cost - few.cost) * more >= (way.wanted - few.wanted) * dearer_by:
                return few.cost - (few.wanted - self.number) * dearer_by // more
            if way.wanted < self.number:
                few = way
            else:
                many = way

    def _among(self, case: _Case) -> int:
        """Who may be in such a set."""
        passed = (1 << case.next) - 1 & ~case.chosen
        return (1 << self.bracket.moved_down) - 1 & ~passed

    def _count(self, mate: list[int], among: int) -> int:
        """How many pairs have one of these."""
        size = self.ways.size
        return sum(
            player < other < size and bool((1 << player | 1 << other) & among)
            for player, other in enumerate(mate[:size])
        )

    def _cheapest(self, case: _Case, weight: int, prize: int) -> _Way | None:
        """A cheapest way with those chosen in S1, its cost times a weight; each pair with somebody
        who may be in the set earns a prize."""
        ways, among = self.ways, self._among(case)
        graph = ways.graph(apart=case.chosen)
        costs = [
            {weight * cost: others for cost, others in row.items()}
            for row in ways.costs_of(graph, range(ways.size))
        ]
        pairs = [0] * len(graph)
        for player in range(ways.size):
            pairs[player] = ways.everybody if among >> player & 1 else among
        question = "D3", len(graph), ways.pairs, len(ways.costs)
        costs = dearer(costs, pairs, -prize)
        best = ways.cheapest(costs, ways.size, ways.pairs, self.bracket.known, question)
        if best is None:
            return None
        mates = list(enumerate(best.mate[: ways.size]))
        cost = ways.cost_of(
            [(one, other) for one, other in mates if one < other < ways.size],
            sum(1 << one for one, other in mates if other >= ways.size),
        )
        return _Way(cost, self._count(best.mate, among), best.mate)
