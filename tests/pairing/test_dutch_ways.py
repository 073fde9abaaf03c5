"""Is the first of the best ways in a Dutch bracket that of who makes them all? Article 4.

Small random brackets at random costs, alone or together with those below. Every way is made, and of
the cheapest ones the first in the order of the transcription is compared with what the engine fixes
one thing after the other.
"""

from itertools import combinations
from random import Random

import pytest

from pairing.dutch.ways import Ways
from pairing.matching.budget import counted
from pairing.matching.weighted import cheapest_matching
from tests.how_many import IS_EXHAUSTIVE, how_many
from tests.pairing.dutch_reference import place_of_halves
from tests.pairing.test_core_weighted_matching import by_cost, every_matching

BRACKETS = how_many(1500, exhaustive=20_000)
#: What the first brackets take, together with others or alone: weighted matchings, plain ones,
#: branches and steps. Where less will do, write that down.
WORK = (737, 1_484, 1_258, 1_277_457), (1_438, 1_819, 724, 1_366_023)
#: C6 and C7 come before all that is drawn: how many float down, and how many of them are MDPs.
FLOATS, MDP_FLOATS = 10_000, 100


def bracket(random, is_alone):
    """Who may meet whom at which cost: MDPs, residents, and behind them those below, or exits."""
    size = random.randint(2, 7)
    moved_down = random.choice([0, random.randint(0, size // 2)])
    behind = size % 2 if is_alone else random.randint(1, 4)
    density, most = random.choice([0.4, 0.7, 1]), random.choice([0, 1, 2, 4])
    count = size + behind
    graph, cost = [0] * count, [[0] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        never = other < moved_down or (is_alone and one >= size)
        if not never and random.random() < density:
            graph[one] |= 1 << other
            graph[other] |= 1 << one
            floats = FLOATS * (one < size <= other) + MDP_FLOATS * (one < moved_down)
            price = random.randint(0, most) + (floats if other >= size else 0)
            cost[one][other] = cost[other][one] = price
    return size, moved_down, graph, cost


def place(way, size, moved_down):
    """4.4.2, 4.2.2, 4.3.2, 4.2.2, of those who meet in the bracket."""
    made = sorted(pair for pair in way if pair[1] < size)
    mixed = [pair for pair in made if pair[0] < moved_down]
    taken = {player for pair in mixed for player in pair}
    rest = [player for player in range(moved_down, size) if player not in taken]
    others = [pair for pair in made if pair not in mixed]
    return [one for one, _ in mixed], [other for _, other in mixed], place_of_halves(rest, others)


@pytest.mark.parametrize("is_alone", [True, False], ids=["alone", "together"])
def test_the_first_of_the_cheapest_ways_is_found_with_just_so_much_work(is_alone):
    with counted() as work:
        for seed in range(BRACKETS):
            size, moved_down, graph, cost = bracket(Random(seed), is_alone)
            optimum = cheapest_matching(by_cost(graph, cost))
            every = every_matching(graph, (1 << len(graph)) - 1)
            ways = [
                (sum(cost[a][b] for a, b in way), place(way, size, moved_down), way)
                for way in every
            ]
            assert (optimum is None) == (not ways), seed
            if optimum is not None:
                found = Ways(size, optimum.tight, optimum.mate, is_alone).with_optimum(optimum)
                paired = found.first(moved_down)
                _cost, _place, way = min(ways)
                floats = {one for one, other in way if moved_down <= one < size <= other}
                assert set(paired.pairs) == {pair for pair in way if pair[1] < size}, seed
                assert set(paired.halves.unpaired) == floats, seed
    found = work.weighted, work.plain, work.branches, work.steps
    assert IS_EXHAUSTIVE or found == WORK[is_alone], found
