"""Is the first candidate of a bracket the one that trying all of them in order gives? C3-C10.

A bracket at a time, up to seven players, without any pruning: every level is searched by going
through every exchange and every transposition.
"""

from itertools import combinations, permutations
from random import Random

import pytest

from pairing.core.colours import Preference, Strength
from pairing.core.position import Float
from pairing.core.types import Colour, Player
from pairing.matching.weighted import cheapest_matching
from pairing.registry import get_system
from pairing.swiss.bracket import Level
from pairing.swiss.candidates_2012 import first_candidate, is_possible
from pairing.swiss.criteria_2012 import Bracket2012
from pairing.swiss.fewer_in_s1 import FewerInS1
from pairing.swiss.position import PlayerState
from pairing.swiss.roster import Roster
from pairing.swiss.ways import Bounds, Ways
from tests.how_many import how_many

EDITION = get_system("knsb-rating").edition
#: C3, from the one lowered last to the one lowered first (C10g up to C10a).
REQUIREMENTS = ("B2", "A7d", "X", "Z", "B5_down", "B6_down", "B5_up", "B6_up")
SEEDS = how_many(600, exhaustive=6000)


def random_state(random, number, score):
    """A player with whatever history."""
    strength = Strength(random.choice([0, 1, 1, 1, 2, 2, 3]))
    colour = random.choice([Colour.WHITE, Colour.WHITE, Colour.BLACK]) if strength else None
    floats = [None, None, None, Float.UP, Float.DOWN]
    return PlayerState(
        player=Player(str(number), number + 1, str(number)),
        score=score,
        colours=[],
        preference=Preference(colour, strength),
        opponents=frozenset(),
        floats=(random.choice(floats), random.choice(floats)),
        may_get_bye=random.random() >= 0.3,
        may_have=frozenset(Colour),
        is_top_scorer=False,
        unplayed=random.choice([0, 1]),
    )


def random_roster(random, size, moved_down):
    """Players of one bracket; some have met, some are topscorers."""
    above = sorted((random.randint(11, 12) for _ in range(moved_down)), reverse=True)
    scores = above + [10] * (size - moved_down)
    players = [random_state(random, number, score) for number, score in enumerate(scores)]
    density = random.choice([0.2, 0.4, 0.6, 0.9])
    topscorers = [False] * size
    if random.random() < 0.3:
        topscorers = [random.random() < 0.3 for _ in range(size)]
    may_meet, against_b2 = [0] * size, [0] * size
    for one, other in combinations(range(size), 2):
        a, b = players[one].preference, players[other].preference
        is_against = a == b and a.strength is Strength.ABSOLUTE
        lifted = topscorers[one] or topscorers[other]
        for here, there in ((one, other), (other, one)):
            if is_against and lifted:
                against_b2[here] |= 1 << there
        if random.random() < density and (lifted or not is_against):
            may_meet[one] |= 1 << other
            may_meet[other] |= 1 << one

    def those(wanted):
        return sum(1 << seat for seat, player in enumerate(players) if wanted(player))

    def floated(which):
        return tuple(those(lambda player, ago=ago: player.floats[ago] is which) for ago in (0, 1))

    return Roster(
        edition=EDITION,
        players=players,
        seat={player.id: seat for seat, player in enumerate(players)},
        may_meet=may_meet,
        against_b2=against_b2,
        prefer={c: those(lambda player, c=c: player.preference.colour is c) for c in Colour},
        prefer_strongly={
            c: those(
                lambda player, c=c: (
                    player.preference.colour is c and player.preference.strength >= 2
                )
            )
            for c in Colour
        },
        down=floated(Float.DOWN),
        up=floated(Float.UP),
        mild=0,
        may_get_bye=those(lambda player: player.may_get_bye),
        is_odd_round=random.random() < 0.5,
    )


def violations(roster, pairs, unpaired):
    """How often each requirement is gone against, in the order of REQUIREMENTS."""
    counts = dict.fromkeys(REQUIREMENTS, 0)
    for one, other in pairs:
        a, b = roster.players[one], roster.players[other]
        same = a.preference.colour is not None and a.preference.colour is b.preference.colour
        strong = same and min(a.preference.strength, b.preference.strength) >= 2
        by_topscorer = bool(roster.against_b2[one] >> other & 1)
        counts["B2"] += by_topscorer
        counts["A7d"] += strong and roster.is_odd_round and not by_topscorer
        counts["X"] += same
        counts["Z"] += strong and not roster.is_odd_round
        if a.score != b.score:
            lower = min((a, b), key=lambda player: player.score)
            counts["B5_up"] += lower.floats[0] is Float.UP
            counts["B6_up"] += lower.floats[1] is Float.UP
    for player in unpaired:
        counts["B5_down"] += roster.players[player].floats[0] is Float.DOWN
        counts["B6_down"] += roster.players[player].floats[1] is Float.DOWN
    return tuple(int(counts[name]) for name in REQUIREMENTS)


def homogeneous(roster, group, pairs):
    """All candidates of C4-C8 in order: pairs and those unpaired."""
    upper, lower = range(pairs), range(pairs, len(group))
    splits = [(list(upper), list(lower))]
    for count in range(1, min(len(upper), len(lower)) + 1):
        outs = sorted(combinations(reversed(upper), count), reverse=True)
        intos = list(combinations(lower, count))
        swaps = [(sum(into) - sum(out), out, into) for out in outs for into in intos]
        swaps.sort(key=lambda swap: swap[0])  # stable: then the order of both lists
        splits += [
            (sorted({*upper} - {*out} | {*into}), sorted({*lower} - {*into} | {*out}))
            for _, out, into in swaps
        ]
    for s1, s2 in splits:
        for opponents in permutations(s2, len(s1)):
            yield (
                [(group[a], group[b]) for a, b in zip(s1, opponents, strict=True)],
                [group[place] for place in s2 if place not in opponents],
            )


def candidates(roster, size, moved_down, pairs, movers):
    """All candidates in order."""
    if not movers:
        yield from homogeneous(roster, range(size), pairs)
        return
    for s1 in combinations(range(moved_down), movers):
        s2 = [player for player in range(size) if player not in s1]
        for opponents in permutations(s2, movers):
            made = list(zip(s1, opponents, strict=True))
            if not all(roster.may_meet[a] >> b & 1 for a, b in made):
                continue
            rest = [player for player in s2 if player not in opponents]
            for others, unpaired in homogeneous(roster, rest, pairs - movers):
                yield made + others, unpaired


def literal(roster, size, moved_down, pairs, movers, may_leave, must_leave):
    """The first candidate of the strictest level that has one, or None."""
    best = None
    for made, unpaired in candidates(roster, size, moved_down, pairs, movers):
        if not all(roster.may_meet[a] >> b & 1 for a, b in made):
            continue
        left = sum(1 << player for player in unpaired)
        if left & ~may_leave or must_leave & ~left:
            continue
        level = violations(roster, made, unpaired)
        if best is None or level < best[0]:
            best = level, made, sorted(unpaired)
    return best


@pytest.mark.parametrize("start", range(0, SEEDS, 100))
def test_the_first_candidate_is_the_first_of_all(start):
    for seed in range(start, start + 100):
        random = Random(seed)
        size = random.randint(1, 7)
        moved_down = random.randint(0, size)
        roster = random_roster(random, size, moved_down)
        bracket = Bracket2012(roster, range(size), moved_down, is_last=random.random() < 0.3)
        pairs = random.choice([size // 2, size // 2, random.randint(0, size // 2)])
        movers = min(
            pairs, random.choice([0, moved_down, moved_down, random.randint(0, moved_down)])
        )
        may, must = bracket.everybody, 0
        if random.random() < 0.2:
            may = random.getrandbits(size)
            must = (
                may & bracket.may_be_unpaired & random.getrandbits(size) & random.getrandbits(size)
            )
        expected = literal(
            roster, size, moved_down, pairs, movers, may & bracket.may_be_unpaired, must
        )
        found = first_candidate(bracket, Level(movers, size // 2 - pairs), Bounds(may, must))
        assert (found is None) == (expected is None), seed
        if may == bracket.everybody and not must:
            assert is_possible(bracket, Level(movers, size // 2 - pairs)) == (
                expected is not None
            ), seed
        if found is not None:
            level = tuple(found.counts.get(name, 0) for name in REQUIREMENTS)
            made = [tuple(pair) for pair in found.pairs]
            assert (level, made, sorted(found.halves.unpaired)) == expected, seed


@pytest.mark.parametrize("start", range(0, SEEDS, 100))
def test_the_first_set_of_d3_is_the_first_of_those_with_a_cheapest_way(start):
    """In larger brackets, where all sets can be tried but not all candidates."""
    for seed in range(start, start + 100):
        random = Random(seed)
        size = random.randint(6, 14)
        moved_down = random.randint(3, size - 2)
        roster = random_roster(random, size, moved_down)
        bracket = Bracket2012(roster, range(size), moved_down, is_last=random.random() < 0.3)
        pairs = random.randint(2, size // 2)
        number = random.randint(1, min(pairs, moved_down))
        ways = Ways(size, pairs, bracket.may_meet, bracket.may_be_unpaired)
        ways = ways.with_costs(bracket.requirements)
        costs = {}
        for some in combinations(range(moved_down), number):
            chosen = sum(1 << player for player in some)
            graph = ways.graph(apart=chosen)
            best = cheapest_matching(ways.costs_of(graph, range(size)))
            if best is not None:
                costs[chosen] = best.cost
        # Of equal ones the first.
        expected = min(costs, key=costs.__getitem__, default=None)
        assert FewerInS1(ways, bracket, number).first() == expected, seed
