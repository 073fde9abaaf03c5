"""Can two limits of B4 be kept at once? Often a matching or two can tell.

What a complete matching counts for each of two limits is a point; all points lie on one side of
the line through the two that are least for either limit. A matching that is cheapest with the two
counts weighed by the slope of that line either lies on it, or bounds all others anew. So after a
few matchings both limits are seen to be kept, or surely cannot be, or the corner between the points
stays open: whether there is a matching in it is the problem of "exact matching", for which
nobody knows a fast method. Then the search goes on as if it could.
"""

from collections.abc import Sequence

from pairing.matching.costs import Costs, dearer, free_of_cost
from pairing.matching.perfect import bits
from pairing.swiss.limits_1996 import Limit
from pairing.swiss.ways import Ways

#: How many of its pairs each limit counts, in the order of the limits.
Point = tuple[int, ...]


def cannot_keep_together(
    ways: Ways, players: Sequence[int], pairs: int, limits: Sequence[Limit]
) -> bool:
    """Whether some two of the limits surely exclude each other, in so many pairs of these players.

    Each limit alone can be kept. False: they can all be kept, or nobody knows.
    """
    if len(limits) < 2:
        return False
    counts = _Counts(ways, players, pairs, limits)
    if not counts.graph:
        return False
    for second in range(len(limits)):
        for first in range(second):
            answer = counts.are_apart(first, second)
            if answer is not None:
                return answer
    return False


class _Counts:
    """The points of all ways to pair some players, one limit a coordinate."""

    def __init__(self, ways: Ways, players: Sequence[int], pairs: int, limits: Sequence[Limit]):
        self.ways = ways
        self.pairs = pairs
        self.graph = ways.graph_of(players, pairs)
        self.size = len(players)
        self.most = [limit.most for limit in limits]
        index = {player: number for number, player in enumerate(players)}
        among = sum(1 << player for player in players)
        self.rows = [
            [
                sum(1 << index[other] for other in bits(limit.pairs[player] & among))
                & self.graph[number]
                for number, player in enumerate(players)
            ]
            for limit in limits
        ]

    def are_apart(self, first: int, second: int) -> bool | None:
        """True: surely no way keeps both of these limits; False: one keeps all; None: unknown."""
        huge = self.size + 1
        low = self.least({first: huge, second: 1})
        if self.keeps_all(low):
            return False
        high = self.least({first: 1, second: huge})
        if self.keeps_all(high):
            return False
        # Where one of them keeps both of these limits, a third is in the way.
        while low[second] > self.most[second] and high[first] > self.most[first]:
            weight_first, weight_second = low[second] - high[second], high[first] - low[first]

            def weighed(point: Sequence[int], a: int = weight_first, b: int = weight_second) -> int:
                return a * point[first] + b * point[second]

            between = self.least({first: weight_first, second: weight_second})
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

    def least(self, weights: dict[int, int]) -> Point:
        """The point of a way with the least sum of these limits, so weighed."""
        costs: Costs = free_of_cost(self.graph)
        extra = [0] * (len(self.graph) - self.size)
        for limit, weight in weights.items():
            costs = dearer(costs, self.rows[limit] + extra, weight)
        best = self.ways.cheapest(costs, self.size, self.pairs)
        if best is None:
            raise ValueError("these players cannot be paired")
        return tuple(
            sum(row >> other & 1 for row, other in zip(rows, best.mate, strict=False)) // 2
            for rows in self.rows
        )
