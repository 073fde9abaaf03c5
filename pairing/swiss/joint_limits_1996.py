"""How few of the pairs that a limit counts can there be, and can all limits of B4 be kept at once?

The least of one limit is a cheapest matching. What a complete matching counts for each of two
limits is a point; all points lie on one side of the line through the two that are least for either
limit. A matching that is cheapest with the two counts weighed by the slope of that line either lies
on it, or bounds all others anew. So after a few matchings both limits are seen to be kept, or
surely cannot be, or the corner between the points stays open: whether there is a matching in it is
the problem of "exact matching", for which nobody knows a fast method. Then the search goes on as if
it could.
"""

from collections.abc import Mapping, Sequence

from pairing.matching.costs import Costs, Start, dearer, free_of_cost
from pairing.matching.perfect import certain, numbering
from pairing.swiss.limits_1996 import Limit
from pairing.swiss.ways import Known, Ways

#: How many of its pairs each limit counts, in the order of the limits.
Point = tuple[int, ...]


class Counts:
    """The points of all ways to pair some players, one limit a coordinate."""

    def __init__(self, ways: Ways, players: Sequence[int], pairs: int, limits: Sequence[Limit]):
        self.ways = ways
        self.pairs = pairs
        self.graph = ways.graph_of(players, pairs)
        self.size = len(players)
        self.most = [limit.most for limit in limits]
        local = numbering(players)
        self.rows = [
            tuple(
                local(limit.pairs[player]) & row
                for player, row in zip(players, self.graph, strict=False)
            )
            for limit in limits
        ]

    def can_keep(self, known: Known | None = None, case: int = 0) -> bool:
        """Whether the limits can perhaps be kept; False: surely not.

        `known`: what was found of the same players, by case and limit, from which the search
        starts.
        """
        for number, most in enumerate(self.most):
            point = self.least({number: 1}, known, (case, number))
            if point is None or point[number] > most:
                return False
            if self.keeps_all(point):
                return True
        return not self.are_apart()

    def are_apart(self) -> bool:
        """Whether some two of the limits, each of which can be kept, surely exclude each other.

        False: they can all be kept, or nobody knows.
        """
        for second in range(len(self.most)):
            for first in range(second):
                if (answer := self._exclude(first, second)) is not None:
                    return answer
        return False

    def _exclude(self, first: int, second: int) -> bool | None:
        """True: surely no way keeps both of these limits; False: one keeps all; None: unknown."""
        huge = self.size + 1
        low = self._surely_least({first: huge, second: 1})
        if self.keeps_all(low):
            return False
        high = self._surely_least({first: 1, second: huge})
        if self.keeps_all(high):
            return False
        # Where one of them keeps both of these limits, a third is in the way.
        while low[second] > self.most[second] and high[first] > self.most[first]:
            weight_first, weight_second = low[second] - high[second], high[first] - low[first]

            def weighed(point: Sequence[int], a: int = weight_first, b: int = weight_second) -> int:
                return a * point[first] + b * point[second]

            between = self._surely_least({first: weight_first, second: weight_second})
            if weighed(between) > weighed(self.most):
                return True
            if self.keeps_all(between):
                return False
            if weighed(between) == weighed(low):
                return None
            if between[first] <= self.most[first]:
                low = between
            else:
                high = between
        return None

    def keeps_all(self, point: Point) -> bool:
        """Whether a way with this point keeps every limit."""
        return all(count <= most for count, most in zip(point, self.most, strict=True))

    def least(
        self, weights: Mapping[int, int], known: Known | None = None, question: object = None
    ) -> Point | None:
        """The point of a way with the least sum of these limits, so weighed; None: there is none.

        `known`: what was found of the same players, by `question`, from which the search starts.
        """
        counted = [(self.rows[limit], weight) for limit, weight in weights.items()]
        asked = tuple(self.graph), self.pairs, *counted
        answers = self.ways.answers
        if asked not in answers:
            costs: Costs = free_of_cost(self.graph)
            extra = (0,) * (len(self.graph) - self.size)
            for rows, weight in counted:
                costs = dearer(costs, rows + extra, weight)
            best = self.ways.cheapest(costs, self.size, self.pairs, known, question)
            answers[asked] = best and Start(best.mate, best.duals)
        start = answers[asked]
        if start is None:
            return None
        if known is not None:
            known[question] = start
        return tuple(
            sum(row >> other & 1 for row, other in zip(rows, start.mate, strict=False)) // 2
            for rows in self.rows
        )

    def _surely_least(self, weights: Mapping[int, int]) -> Point:
        return certain(self.least(weights), "these players can be paired")
