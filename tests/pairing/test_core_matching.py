"""Is the first complete pairing really the first, and is none missed?"""

from random import Random

import pytest

from pairing.matching.perfect import (
    bits,
    first_perfect_matching,
    in_want,
    left_out,
    perfect_matching,
)


def random_graph(seed):
    """A graph of 2 to 10 players, thin or thick."""
    chance = Random(seed)
    size = chance.randint(1, 5) * 2
    thickness = chance.choice([0.2, 0.35, 0.5, 0.8])
    graph = [0] * size
    for one in range(size):
        for other in range(one):
            if chance.random() < thickness:
                graph[one] |= 1 << other
                graph[other] |= 1 << one
    return graph


def first_by_trying(graph, left):
    """Depth first, undoing the last match at a dead end; None when nothing is complete."""
    if not left:
        return []
    player, *others = left
    for opponent in others:
        if graph[player] >> opponent & 1:
            rest = [other for other in others if other != opponent]
            found = first_by_trying(graph, rest)
            if found is not None:
                return [(player, opponent), *found]
    return None


@pytest.mark.parametrize("block", range(8))
def test_the_first_complete_pairing_is_that_of_trying_everything(block):
    for seed in range(100 * block, 100 * block + 100):
        graph = random_graph(seed)
        expected = first_by_trying(graph, list(range(len(graph))))
        found = first_perfect_matching(graph)
        pairs = None if found is None else [(made.player, made.opponent) for made in found]
        assert pairs == expected, seed
        mate = perfect_matching(graph)
        assert (mate is None) == (expected is None), seed
        if mate is not None:
            assert all(mate[mate[player]] == player != mate[player] for player in range(len(mate)))
            assert all(graph[player] >> mate[player] & 1 for player in range(len(mate)))


@pytest.mark.parametrize("block", range(4))
def test_who_is_in_want_cannot_be_helped_by_others(block):
    for seed in range(100 * block, 100 * block + 100):
        graph, random = random_graph(seed), Random(seed)
        everybody = (1 << len(graph)) - 1
        within = random.randint(1, everybody)
        found = list(in_want(graph, within))
        assert (found == []) == (first_by_trying(graph, list(bits(within))) is not None), seed
        for wanting in found:
            assert 0 < wanting == wanting & within, seed
            may_meet = sum(1 << one for one in range(len(graph)) if graph[one] & wanting)
            for _ in range(8):
                there = random.randint(0, everybody) & ~(may_meet & ~within) | wanting
                assert perfect_matching(graph, there) is None, (seed, wanting, there)


def fewest_left(graph, wanted, left):
    """Every matching: how many of `wanted` stay over at least."""
    if not left:
        return 0
    player, *others = left
    alone = (wanted >> player & 1) + fewest_left(graph, wanted, others)
    return min(
        [alone]
        + [
            fewest_left(graph, wanted, [one for one in others if one != other])
            for other in others
            if graph[player] >> other & 1
        ]
    )


@pytest.mark.parametrize("block", range(4))
def test_who_is_wanted_stays_over_only_where_every_matching_leaves_as_many(block):
    for seed in range(100 * block, 100 * block + 100):
        graph, chance = random_graph(seed), Random(seed)
        wanted, others = 0, 0
        for player in range(len(graph)):
            part = chance.choice(["wanted", "wanted", "others", "others", "away"])
            wanted |= (part == "wanted") << player
            others |= (part == "others") << player
        least = fewest_left(
            [row & (wanted | others) for row in graph], wanted, list(bits(wanted | others))
        )
        assert left_out(graph, wanted, others) == least, seed


def test_who_is_passed_over_is_told():
    # 0 may meet 1 and 2, but 3 may meet 1 only.
    graph = [0b0110, 0b1001, 0b0001, 0b0010]
    (first, second) = first_perfect_matching(graph)
    assert (first.player, first.opponent, first.passed_over) == (0, 2, (1,))
    assert (second.player, second.opponent, second.passed_over) == (1, 3, ())


def test_an_odd_number_and_a_lonely_player_have_no_complete_pairing():
    assert perfect_matching([0b110, 0b101, 0b011]) is None
    assert perfect_matching([0b10, 0b01, 0, 0]) is None
    assert first_perfect_matching([]) == []


def test_bits_are_counted_from_the_lowest():
    assert list(bits(0b10110)) == [1, 2, 4]
