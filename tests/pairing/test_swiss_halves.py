"""Is the first way of upper half against lower half that of who tries them all in order? D1, D2.

Small random groups. Every exchange is made in the order of D2, every order of S2 in that of D1, and
of the cheapest ways that are allowed the first is compared with what the engine finds at once.
"""

from functools import partial
from itertools import combinations, permutations
from random import Random

from pairing.brackets.paired import exchange_order
from pairing.matching.budget import counted
from pairing.swiss.halves import first_exchange, first_halves, transposed
from pairing.swiss.ways import Bounds, NextBracket, Requirement, Ways


def in_order(size, pairs):
    """S1, S2, who left each, and the opponents of S1: as the text comes across them."""
    upper, lower = range(pairs), range(pairs, size)
    for count in range(min(pairs, size - pairs) + 1):
        # The highest numbers of S1 first, the lowest of S2; before that the least difference.
        downs = sorted((combinations(reversed(upper), count)), reverse=True)
        exchanges = [(down, up) for down in downs for up in combinations(lower, count)]
        exchanges.sort(key=lambda both: sum(both[1]) - sum(both[0]))
        for down, up in exchanges:
            s1, s2 = sorted({*upper} - {*down} | {*up}), sorted({*lower} - {*up} | {*down})
            for opponents in permutations(s2, pairs):
                yield s1, s2, down, up, opponents


def first_of_all(size, pairs, allowed, cost):
    """The first of the cheapest ways: (pairs, unpaired, down, up, difference); None: no way."""
    best = None
    for s1, s2, down, up, opponents in in_order(size, pairs):
        made = tuple(zip(s1, opponents, strict=True))
        unpaired = tuple(player for player in s2 if player not in opponents)
        if allowed(made, unpaired):
            price = cost(made, unpaired)
            if best is None or price < best[0]:
                halves = made, unpaired, tuple(sorted(down)), up, sum(up) - sum(down)
                best = price, halves
    return best and best[1]


def is_met(pairs, unpaired, rows, may_be_unpaired, must_be_unpaired):
    """Whether all of the pairs may meet, and the right ones stay unpaired."""
    return (
        all(rows[a] >> b & 1 for a, b in pairs)
        and all(may_be_unpaired >> player & 1 for player in unpaired)
        and all(player in unpaired for player in must_be_unpaired)
    )


def random_rows(random, size, share):
    rows = [0] * size
    for a, b in combinations(range(size), 2):
        if random.random() < share:
            rows[a] |= 1 << b
            rows[b] |= 1 << a
    return rows


def random_set(random, size, share):
    return sum(1 << player for player in range(size) if random.random() < share)


def random_requirements(random, size):
    return [
        Requirement(name, random_rows(random, size, 0.4), random_set(random, size, 0.4))
        for name in random.choice(["", "", "X", "XY"])
    ]


def cost_of(requirements, made, unpaired):
    """How often each is gone against, the most important first."""
    return [
        sum(one.pairs[a] >> b & 1 for a, b in made)
        + sum(one.unpaired >> player & 1 for player in unpaired)
        for one in requirements
    ]


def as_found(halves):
    if halves is None:
        return None
    places = [[player + 1 for player in players] for players in (halves.down, halves.up)]
    assert halves.key[:-1] == exchange_order(*places)
    return halves.pairs, halves.unpaired, halves.down, halves.up, halves.key[1]


def check_a_group(random):
    """A group of up to eight; with requirements even a single way is searched by cost."""
    size = random.randint(2, 8)
    pairs = random.randint(max(1, size // 2 - 1), size // 2)
    rows = random_rows(random, size, random.choice([0.3, 0.4, 0.6]))
    may_be_unpaired = random_set(random, size, random.choice([0.5, 1]))
    must = {random.randrange(size)} if random.random() < 0.2 else set()
    must_be_unpaired = sum(1 << player for player in must)
    requirements = random_requirements(random, size)

    def allowed(made, unpaired):
        return is_met(made, unpaired, rows, may_be_unpaired | must_be_unpaired, must)

    bounds = Bounds(must=must_be_unpaired)
    ways = Ways(size, pairs, rows, may_be_unpaired | must_be_unpaired, bounds, requirements)
    expected = first_of_all(size, pairs, allowed, partial(cost_of, requirements))
    assert as_found(first_halves(ways, range(size), pairs)) == expected
    if expected:
        down, up = first_exchange(ways, range(size), pairs)
        assert (tuple(down), tuple(up)) == expected[2:4]


def check_a_group_with_a_next_bracket(random):
    """As many pairs as there can be when the unpaired are paired in the bracket below."""
    size, below = random.randint(3, 6), random.randint(1, 4)
    rows = random_rows(random, size, 0.5)
    rows_below = random_rows(random, below, 0.4)
    opponents = [random_set(random, below, 0.5) for _ in range(size)]
    comers = [
        sum((opponents[player] >> number & 1) << player for player in range(size))
        for number in range(below)
    ]
    together = [row << size for row in opponents] + [
        row << size | players for row, players in zip(rows_below, comers, strict=True)
    ]

    def allowed(made, unpaired):
        return is_met(made, unpaired, rows, -1, ()) and can_all_be_paired(
            [*unpaired, *range(size, size + below)], together
        )

    requirements = random_requirements(random, size)
    for pairs in range(size // 2, 0, -1):
        expected = first_of_all(size, pairs, allowed, partial(cost_of, requirements))
        if expected:
            pairs_here = [-1] * size
            below_it = NextBracket(opponents, comers, rows_below, pairs_here, pairs_vary=True)
            bounds = Bounds(-1, 0, below_it)
            ways = Ways(size, pairs, rows, (1 << size) - 1, bounds, requirements)
            assert as_found(first_halves(ways, range(size), pairs)) == expected
            break


def can_all_be_paired(players, rows):
    """Whether these can be paired among themselves."""
    if not players:
        return True
    first, *others = players
    return any(
        rows[first] >> other & 1
        and can_all_be_paired([player for player in others if player != other], rows)
        for other in others
    )


def test_exchanges_are_ordered_by_number_difference_and_who_changes():
    exchanges = [(down, up) for _, _, down, up, _ in in_order(8, 4)]
    assert exchanges == sorted(exchanges, key=lambda both: exchange_order(*both))


def test_of_equal_differences_the_lowest_of_s2_changes_first():
    # S1 meets itself only; of S2 either 5-6 and 8-9 play or 6-8 and 7-9: 5 and 8 go up, or 6 and 7.
    rows = [0] * 9
    for a, b in [(1, 3), (2, 4), (5, 6), (8, 9), (6, 8), (7, 9)]:
        rows[a - 1] |= 1 << b - 1
        rows[b - 1] |= 1 << a - 1
    halves = first_halves(Ways(9, 4, rows, 1 << 4 | 1 << 6), range(9), 4)
    assert [player + 1 for player in halves.up] == [5, 8]


def test_the_least_difference_comes_before_the_lowest_of_s2():
    # Of S2 either 5-6 and 9-10 play or 6-10 and 7-9: 5 and 9 go up, or 6 and 7.
    rows = [0] * 10
    for a, b in [(1, 3), (2, 4), (5, 6), (9, 10), (6, 10), (7, 9)]:
        rows[a - 1] |= 1 << b - 1
        rows[b - 1] |= 1 << a - 1
    halves = first_halves(Ways(10, 4, rows, 1 << 4 | 1 << 6 | 1 << 7), range(10), 4)
    assert [player + 1 for player in halves.up] == [6, 7]


def test_no_exchange_is_searched_for_where_none_is_needed_or_nothing_helps():
    everybody = [0b1110, 0b1101, 0b1011, 0b0111]
    with counted() as work:
        assert first_halves(Ways(4, 2, everybody, 0), range(4), 2).pairs == ((0, 2), (1, 3))
    assert work.plain == work.weighted == 0
    # Nobody of the other three can meet anybody but the first.
    with counted() as work:
        assert first_halves(Ways(4, 2, [0b1110, 1, 1, 1], 0), range(4), 2) is None
    assert work.weighted == 0


def test_who_changes_halves_and_who_meets_whom_comes_from_one_matching_by_cost():
    # 1-2 and 3-4 is the only way, and it goes against X: 2 and 3 change halves.
    against = Requirement("X", [0b10, 0b1, 0, 0])
    with counted() as work:
        halves = first_halves(
            Ways(4, 2, [0b10, 0b1, 0b1000, 0b100], 0, costs=[against]), range(4), 2
        )
    assert (halves.pairs, halves.down, halves.up) == (((0, 1), (2, 3)), (1,), (2,))
    assert work.weighted == 1


def test_no_order_of_s2_helps_two_of_s1_who_may_meet_only_the_same_player():
    rows = [0b100, 0b100, 0b11, 0]
    for requirements in ([], [Requirement("X", [0] * 4)]):
        assert transposed(Ways(4, 2, rows, 0, costs=requirements), [0, 1], [2, 3]) is None


def test_a_group_of_nobody_is_paired():
    nobody = first_halves(Ways(0, 0, [], 0, costs=[Requirement("X", [])]), [], 0)
    assert as_found(nobody) == ((), (), (), (), 0)


def test_the_first_way_is_the_first_of_all_that_may_meet():
    for seed in range(300):
        check_a_group(Random(seed))


def test_who_stays_unpaired_is_paired_in_the_next_bracket():
    for seed in range(150):
        check_a_group_with_a_next_bracket(Random(seed))
