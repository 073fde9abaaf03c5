"""Is the cheapest complete matching the cheapest, and does it know what others could hold?"""

from random import Random

import pytest

from pairing.matching.perfect import bits
from pairing.matching.weighted import cheapest_matching


def every_matching(graph, left):
    """All complete matchings of a set, by trying everything."""
    if not left:
        yield []
        return
    player = (left & -left).bit_length() - 1
    for other in bits(graph[player] & left & ~(1 << player)):
        for rest in every_matching(graph, left & ~(1 << player | 1 << other)):
            yield [(player, other), *rest]


def instance(seed):
    """A random graph of up to ten with small costs, many of them equal."""
    random = Random(seed)
    size = random.choice([2, 4, 6, 8, 10])
    density, most = random.choice([0.3, 0.5, 0.8, 1]), random.choice([1, 3, 20])
    graph, cost = [0] * size, [[0] * size for _ in range(size)]
    for one in range(size):
        for other in range(one):
            if random.random() < density:
                graph[one] |= 1 << other
                graph[other] |= 1 << one
                cost[one][other] = cost[other][one] = random.randint(-2, most)
    return graph, cost


def by_cost(graph, cost):
    """The same, by player and cost."""
    rows = []
    for player, row in enumerate(graph):
        rows.append({})
        for other in bits(row):
            price = cost[player][other]
            rows[-1][price] = rows[-1].get(price, 0) | 1 << other
    return rows


@pytest.mark.parametrize("start", range(0, 1000, 100))
def test_it_is_the_cheapest_and_tight_edges_hold_all_cheapest_ones(start):
    for seed in range(start, start + 100):
        graph, cost = instance(seed)
        found = cheapest_matching(by_cost(graph, cost))
        priced = [
            (sum(cost[a][b] for a, b in pairs), pairs)
            for pairs in every_matching(graph, (1 << len(graph)) - 1)
        ]
        assert (found is None) == (not priced), seed
        if found is None:
            continue
        least = min(price for price, _ in priced)
        assert found.cost == least, seed
        assert all(found.mate[other] == player for player, other in enumerate(found.mate))
        cheapest = [pairs for price, pairs in priced if price == least]
        assert all(found.tight[a] >> b & 1 for pairs in cheapest for a, b in pairs), seed
        if not found.has_blossoms:
            within = list(every_matching(found.tight, (1 << len(graph)) - 1))
            assert len(within) == len(cheapest), seed


def test_of_an_odd_number_nobody_can_hold_all():
    assert cheapest_matching([{0: 0b10}, {0: 0b101}, {0: 0b10}]) is None
