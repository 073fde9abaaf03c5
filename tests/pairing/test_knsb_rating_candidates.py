"""Is the first candidate of a bracket the one that trying all of them in order gives? C3-C10.

A bracket at a time, up to seven players, without any pruning: every level is searched by going
through every exchange and every transposition.
"""

import os
from itertools import combinations, permutations
from random import Random

import pytest

from pairing.core.colours import Preference, Strength
from pairing.core.floats import Float
from pairing.core.types import Colour, Player
from pairing.systems.knsb_rating.bracket import REQUIREMENTS, Bracket
from pairing.systems.knsb_rating.candidates import first_candidate, is_possible
from pairing.systems.knsb_rating.field import Field
from pairing.systems.knsb_rating.position import Card

SEEDS = 6000 if os.environ.get("EXHAUSTIVE") else 600


def random_card(random, number, score):
    """A player with whatever history."""
    strength = Strength(random.choice([0, 1, 1, 1, 2, 2, 3]))
    colour = random.choice([Colour.WHITE, Colour.WHITE, Colour.BLACK]) if strength else None
    floats = [None, None, None, Float.UP, Float.DOWN]
    return Card(
        player=Player(str(number), number + 1, str(number)),
        score=score,
        colours=[],
        preference=Preference(colour, strength),
        opponents=frozenset(),
        floats=(random.choice(floats), random.choice(floats)),
        has_had_points_unplayed=random.random() < 0.3,
        unplayed=random.choice([0, 1]),
    )


def random_field(random, size, moved_down):
    """Players of one bracket; some have met, some are topscorers."""
    above = sorted((random.randint(11, 12) for _ in range(moved_down)), reverse=True)
    scores = above + [10] * (size - moved_down)
    cards = [random_card(random, number, score) for number, score in enumerate(scores)]
    density = random.choice([0.2, 0.4, 0.6, 0.9])
    topscorers = [False] * size
    if random.random() < 0.3:
        topscorers = [random.random() < 0.3 for _ in range(size)]
    may_meet, topscorers_only = [0] * size, [0] * size
    for one, other in combinations(range(size), 2):
        a, b = cards[one].preference, cards[other].preference
        against_b2 = a == b and a.strength is Strength.ABSOLUTE
        lifted = topscorers[one] or topscorers[other]
        for here, there in ((one, other), (other, one)):
            if against_b2 and lifted:
                topscorers_only[here] |= 1 << there
        if random.random() < density and (lifted or not against_b2):
            may_meet[one] |= 1 << other
            may_meet[other] |= 1 << one

    def those(wanted):
        return sum(1 << seat for seat, card in enumerate(cards) if wanted(card))

    def floated(which):
        return tuple(those(lambda card, ago=ago: card.floats[ago] is which) for ago in (0, 1))

    return Field(
        cards=cards,
        seat={card.id: seat for seat, card in enumerate(cards)},
        may_meet=may_meet,
        topscorers_only=topscorers_only,
        wants={c: those(lambda card, c=c: card.preference.colour is c) for c in Colour},
        wants_strongly={
            c: those(
                lambda card, c=c: card.preference.colour is c and card.preference.strength >= 2
            )
            for c in Colour
        },
        down=floated(Float.DOWN),
        up=floated(Float.UP),
        may_be_free=those(lambda card: not card.has_had_points_unplayed),
        odd=random.random() < 0.5,
    )


def violations(field, pairs, unpaired):
    """How often each requirement is gone against, in the order of REQUIREMENTS."""
    counts = dict.fromkeys(REQUIREMENTS, 0)
    for one, other in pairs:
        a, b = field.cards[one], field.cards[other]
        same = a.preference.colour is not None and a.preference.colour is b.preference.colour
        strong = same and min(a.preference.strength, b.preference.strength) >= 2
        by_topscorer = bool(field.topscorers_only[one] >> other & 1)
        counts["B2"] += by_topscorer
        counts["A7d"] += strong and field.odd and not by_topscorer
        counts["X"] += same
        counts["Z"] += strong and not field.odd
        if a.score != b.score:
            lower = min((a, b), key=lambda card: card.score)
            counts["B5_up"] += lower.floats[0] is Float.UP
            counts["B6_up"] += lower.floats[1] is Float.UP
    for player in unpaired:
        counts["B5_down"] += field.cards[player].floats[0] is Float.DOWN
        counts["B6_down"] += field.cards[player].floats[1] is Float.DOWN
    return tuple(int(counts[name]) for name in REQUIREMENTS)


def homogeneous(field, group, pairs):
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


def candidates(field, size, moved_down, pairs, movers):
    """All candidates in order."""
    if not movers:
        yield from homogeneous(field, range(size), pairs)
        return
    for s1 in combinations(range(moved_down), movers):
        s2 = [player for player in range(size) if player not in s1]
        for opponents in permutations(s2, movers):
            made = list(zip(s1, opponents, strict=True))
            if not all(field.may_meet[a] >> b & 1 for a, b in made):
                continue
            rest = [player for player in s2 if player not in opponents]
            for others, unpaired in homogeneous(field, rest, pairs - movers):
                yield made + others, unpaired


def literal(field, size, moved_down, pairs, movers, may_leave, must_leave):
    """The first candidate of the strictest level that has one, or None."""
    best = None
    for made, unpaired in candidates(field, size, moved_down, pairs, movers):
        if not all(field.may_meet[a] >> b & 1 for a, b in made):
            continue
        left = sum(1 << player for player in unpaired)
        if left & ~may_leave or must_leave & ~left:
            continue
        level = violations(field, made, unpaired)
        if best is None or level < best[0]:
            best = level, made, sorted(unpaired)
    return best


@pytest.mark.parametrize("start", range(0, SEEDS, 100))
def test_the_first_candidate_is_the_first_of_all(start):
    for seed in range(start, start + 100):
        random = Random(seed)
        size = random.randint(1, 7)
        moved_down = random.randint(0, size)
        field = random_field(random, size, moved_down)
        bracket = Bracket(field, range(size), moved_down, is_last=random.random() < 0.3)
        pairs = random.choice([size // 2, size // 2, random.randint(0, size // 2)])
        movers = min(
            pairs, random.choice([0, moved_down, moved_down, random.randint(0, moved_down)])
        )
        may, must = bracket.everybody, 0
        if random.random() < 0.2:
            may = random.getrandbits(size)
            must = may & bracket.may_leave & random.getrandbits(size) & random.getrandbits(size)
        expected = literal(field, size, moved_down, pairs, movers, may & bracket.may_leave, must)
        found = first_candidate(bracket, pairs, movers, may, must)
        assert (found is None) == (expected is None), seed
        if may == bracket.everybody and not must:
            assert is_possible(bracket, pairs, movers) == (expected is not None), seed
        if found is not None:
            level = tuple(found.level.get(name, 0) for name in REQUIREMENTS)
            made = [tuple(pair) for pair in found.pairs]
            assert (level, made, sorted(found.halves.unpaired)) == expected, seed
