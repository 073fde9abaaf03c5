"""Is the reference for `knsb-rating` what it says? The regulation's tables and known positions."""

from itertools import permutations, product

from tests.attempts import every
from tests.pairing.knsb_rating_reference import Arbiter
from tests.pairing.knsb_rating_reference_candidates import Bracket, exchanges
from tests.pairing.random_histories import round_after_any_history
from tests.pairing.reference_positions import position_of

#: D2: the exchanges of one player and the first of two, as printed: (of S1, of S2).
ONE_PLAYER = {
    1: "5-6", 2: "5-7", 3: "4-6", 4: "5-8", 5: "4-7", 6: "3-6", 7: "5-9", 8: "4-8", 9: "3-7",
    10: "2-6", 11: "5-10", 15: "1-6", 16: "5-11", 22: "3-10", 27: "1-9", 30: "1-11",
}  # fmt: skip
TWO_PLAYERS = {
    1: "5,4-6,7", 2: "5,4-6,8", 3: "5,3-6,7", 4: "5,4-6,9", 5: "5,4-7,8", 6: "5,3-6,8",
    7: "5,2-6,7", 8: "4,3-6,7", 14: "5,1-6,7", 15: "4,3-6,8", 45: "3,1-6,7", 65: "2,1-6,7",
    71: "5,1-6,11", 86: "5,4-10,11", 110: "4,3-9,11", 133: "2,1-7,10", 150: "2,1-10,11",
}  # fmt: skip


def swapped(s1):
    """An exchange of S1 = 1..5, S2 = 6..11 as the table writes it."""
    down = sorted({1, 2, 3, 4, 5} - {place + 1 for place in s1}, reverse=True)
    up = sorted({place + 1 for place in s1} - {1, 2, 3, 4, 5})
    return ",".join(map(str, down)) + "-" + ",".join(map(str, up))


def test_exchanges_come_in_the_order_of_the_printed_tables():
    order = [swapped(s1) for s1, _ in exchanges(11, 5)]
    assert order[0] == "-"
    assert {place: order[place] for place in ONE_PLAYER} == ONE_PLAYER
    assert {place: order[30 + place] for place in TWO_PLAYERS} == TWO_PLAYERS
    assert len(set(order)) == len(order) == 462


def by_the_loops_of_c10(candidates, bracket, half):
    """The pairs of a homogeneous bracket, level after level, as C3 to C10 are written."""
    group, all_ = candidates.position.in_order(bracket.everybody), []
    for s1, s2 in exchanges(len(group), half):
        for order in permutations(s2, half):
            pairs = [(group[a], group[b]) for a, b in zip(s1, order, strict=True)]
            unpaired = [group[place] for place in s2 if place not in order]
            prices = [candidates.price[pair] for pair in pairs]
            prices.append(candidates.price_of_unpaired(unpaired, bracket.is_last))
            if None not in prices:
                all_.append((sum(prices).to_bytes(8, "big"), pairs))
    is_odd, most = candidates.position.is_odd, range(half + 1)
    for b2, a7d, x in product(most, most if is_odd else [0], range(bracket.x1, half + 1)):
        for z in [0] if is_odd else range(bracket.z1, x + 1):
            for floats in product(range(len(group) - 2 * half + 1), repeat=2):
                for up in product(most, repeat=2):
                    level = (b2, a7d, x, z, *floats, *up)
                    for counts, pairs in all_:
                        if all(one <= at_most for one, at_most in zip(counts, level, strict=True)):
                            return pairs
    return None


@every("seed", range(60))
def test_the_first_candidate_of_the_least_level_is_the_one_the_loops_of_c10_find(seed):
    position = position_of(round_after_any_history(seed, largest=7))
    arbiter = Arbiter(position)
    bracket = arbiter.c2(Bracket(natives=position.seated, is_last=seed % 2 == 0))
    found = arbiter.candidates.first(bracket)
    expected = by_the_loops_of_c10(arbiter.candidates, bracket, bracket.p0)
    assert (found and found.pairs) == expected
