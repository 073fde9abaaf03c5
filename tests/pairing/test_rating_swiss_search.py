"""Is the search of the older editions that of a patient arbiter, candidate by candidate?

Small random brackets. The candidates of each level are gone through literally, with every
relaxation, every exchange and every order of S2, and compared with what the engine finds: the
first pairing, and the first pairing for each further set of players left over, in the list's order.
"""

from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations, product
from random import Random

import pytest

from pairing.core.types import Colour
from pairing.matching.perfect import bits
from pairing.registry import get_system
from pairing.swiss.both_brackets import Above, Below, BothBrackets
from pairing.swiss.candidates_1996 import first_candidate, levels
from pairing.swiss.criteria_1996 import Bracket1996
from pairing.swiss.groups_1996 import first_group, keeps
from pairing.swiss.limits_1996 import Limit
from pairing.swiss.reopening import first_suitable
from pairing.swiss.roster import Roster
from pairing.swiss.ways import Bounds, Ways
from tests.attempts import every
from tests.how_many import how_many

WHITE, BLACK = Colour.WHITE, Colour.BLACK
SEEDS = how_many(40, exhaustive=300)


@dataclass
class Scored:
    """As much of a player's state as a bracket asks for."""

    score: int


def random_bracket(seed, edition, most=7):
    """A bracket of two or three scores or one, with few or many possible pairs."""
    random = Random(seed)
    size = random.randint(2, most)
    above = random.choice([0, 0, 1, 1, 2, 3])
    scores = sorted([random.choice([4, 4, 5]) for _ in range(min(above, size - 1))], reverse=True)
    scores += [2] * (size - len(scores))
    density = random.choice([0.4, 0.7, 1.0])

    def some(share):
        return sum(1 << seat for seat in range(size) if random.random() < share)

    may_meet = [0] * size
    for a, b in combinations(range(size), 2):
        if random.random() < density:
            may_meet[a] |= 1 << b
            may_meet[b] |= 1 << a
    everybody = (1 << size) - 1
    white = some(random.choice([0.5, 0.5, 0.8, 1.0]))
    nobody = some(random.choice([0, 0, 0.2]))
    roster = Roster(
        edition=edition,
        players=[Scored(score) for score in scores],
        seat={},
        may_meet=may_meet,
        against_b2=[],
        prefer={WHITE: white & ~nobody, BLACK: everybody & ~white & ~nobody},
        prefer_strongly={},
        mild=some(random.choice([0, 0.3, 0.6])),
        down=(some(random.choice([0, 0.3])), some(random.choice([0, 0.3]))),
        up=(some(random.choice([0, 0.3])), some(random.choice([0, 0.3]))),
        may_get_bye=some(0.7),
        is_odd_round=True,
    )
    moved_down = sum(score > 2 for score in scores)
    is_last = random.random() < 0.3
    as_one_group = True if random.random() < 0.1 else None
    return Bracket1996(roster, range(size), moved_down, is_last, as_one_group)


class Patient:
    """The list of one level, literally."""

    def __init__(self, bracket):
        self.bracket = bracket
        self.roster = bracket and bracket.roster

    def has(self, seats, seat):
        return bool(seats >> seat & 1)

    def wish(self, seat):
        return next((c for c in Colour if self.has(self.roster.prefer[c], seat)), None)

    def x(self, group):
        """(x, f, the majority's colour) of A8."""
        count = {c: sum(self.wish(seat) is c for seat in group) for c in Colour}
        colour = WHITE if count[WHITE] >= count[BLACK] else BLACK
        x = count[colour] - (len(group) + 1) // 2
        if x <= 0:
            return 0, 0, None
        mild = [s for s in group if self.wish(s) is colour and self.has(self.roster.mild, s)]
        f = min(x, len(mild)) if self.roster.edition.reverses_mild else 0
        return x - f, f, colour

    def keeps_b4(self, pairs, x, f, colour):
        hard = soft = 0
        for a, b in pairs:
            if self.wish(a) is None or self.wish(a) is not self.wish(b):
                continue
            mild = self.has(self.roster.mild, a) or self.has(self.roster.mild, b)
            if mild and self.wish(a) is colour:
                soft += 1
            else:
                hard += 1
        return hard + max(0, soft - f) <= x

    def keeps_floats(self, pairs, left, up, down):
        for a, b in pairs:
            one, other = self.roster.players[a].score, self.roster.players[b].score
            if one != other:
                higher, lower = (a, b) if one > other else (b, a)
                if self.repeats(self.roster.down, higher, down):
                    return False
                if self.repeats(self.roster.up, lower, up):
                    return False
        return not any(self.repeats(self.roster.down, seat, down) for seat in left)

    def repeats(self, floats, seat, level):
        last, before = floats
        return (level < 2 and self.has(last, seat)) or (level < 1 and self.has(before, seat))

    def possible(self, pairs):
        return all(self.has(self.roster.may_meet[a], b) for a, b in pairs)

    def may_be_unpaired(self, left):
        free = all(self.has(self.roster.may_get_bye, seat) for seat in left)
        return not self.bracket.is_last or free

    def divisions(self, group, p):
        """D2: the original, then every exchange in its order."""
        first, second = range(1, p + 1), range(p + 1, len(group) + 1)
        found = []
        for count in range(min(len(first), len(second)) + 1):
            for down in combinations(sorted(first, reverse=True), count):
                for up in combinations(second, count):
                    key = (count, sum(up) - sum(down), [-place for place in down], up)
                    s1 = sorted(set(first) - set(down) | set(up))
                    s2 = sorted(set(second) - set(up) | set(down))
                    found.append((key, s1, s2))
        for _, s1, s2 in sorted(found):
            yield [group[place - 1] for place in s1], [group[place - 1] for place in s2]

    def orders(self, s1, s2):
        seen = set()
        for order in permutations(s2):
            if order[: len(s1)] not in seen:
                seen.add(order[: len(s1)])
                yield list(zip(s1, order, strict=False)), sorted(order[len(s1) :])

    def group(self, players, lowered, raised, up):
        """Every pairing of a homogeneous group with x, f counted for it, downfloats in turn."""
        p = len(players) // 2 - lowered
        x, f, colour = self.x(players)
        for down in range(3):
            for s1, s2 in self.divisions(players, p):
                for pairs, left in self.orders(s1, s2):
                    if (
                        self.possible(pairs)
                        and self.may_be_unpaired(left)
                        and self.keeps_b4(pairs, max(0, x - lowered) + raised, f, colour)
                        and self.keeps_floats(pairs, left, up, down)
                    ):
                        yield pairs, left

    def list(self, level):
        """All pairings at a level, in order, many of them again and again."""
        everybody = list(range(self.bracket.size))
        for raised in range(self.bracket.size + 1):
            for up in range(3):
                if not level.in_s1:
                    yield from self.group(everybody, level.lowered, raised, up)
                    continue
                for down in range(3):
                    yield from self.with_movers(everybody, level, raised, up, down)

    def with_movers(self, everybody, level, raised, up, down):
        x, f, colour = self.x(everybody)
        most = max(0, x - (self.bracket.moved_down - level.in_s1)) + raised
        s1, s2 = everybody[: level.in_s1], everybody[level.in_s1 :]
        for pairs, rest in self.orders(s1, s2):
            if (
                self.possible(pairs)
                and self.keeps_b4(pairs, most, f, colour)
                and self.keeps_floats(pairs, [], up, down)
            ):
                for others, left in self.group(rest, level.lowered, raised, up):
                    yield pairs + others, left


def described(candidate):
    if candidate is None:
        return None
    return list(candidate.pairs), sorted(candidate.halves.unpaired)


@every("seed", range(SEEDS))
@pytest.mark.parametrize("key", ["knsb-rating-1996", "fide-rating-1998"])
def test_the_list_of_each_level_is_the_patient_arbiters(key, seed):
    bracket = random_bracket(seed, get_system(key).edition)
    patient = Patient(bracket)
    for level in levels(bracket):
        literal = patient.list(level)
        first = next(literal, None)
        assert described(first_candidate(bracket, level)) == first
        # Then: each further set of players left over, once.
        seen = set()
        while first is not None:
            seen.add(tuple(first[1]))
            first = next((one for one in literal if tuple(one[1]) not in seen), None)
            assert described(without(bracket, level, seen)) == first


def without(bracket, level, seen):
    """The first pairing that leaves over none of these sets."""
    above = Above(
        bracket.roster.may_meet,
        bracket.seats,
        bracket.pairs_at(level),
        level.in_s1,
        level.in_s1,
    )

    def suits(group):
        return tuple(seat for seat in bracket.seats if group >> seat & 1) not in seen

    # Everybody who comes may stay unpaired below.
    below = Below(0, above.size - 2 * above.pairs, -1)
    return first_suitable(above, [below], partial(first_candidate, bracket, level), suits)


@every("seed", range(10 * SEEDS))
def test_a_group_within_limits_that_leave_room_is_the_patient_arbiters(seed):
    """B4's limits seldom leave room for choice: here any pairs may be counted, by two limits."""
    random = Random(seed)
    size = random.randint(3, 7)
    pairs = random.randint(1, size // 2)
    players = list(range(size))
    rows = random_rows(random, size, 0.8)
    limits = [
        Limit(random_rows(random, size, 0.5), random.randint(0, pairs))
        for _ in range(random.randint(1, 2))
    ]
    leave = sum(1 << player for player in players if random.random() < 0.8)
    found = first_group(Ways(size, pairs, rows, leave), players, pairs, limits)
    patient = Patient(None)
    literal = (
        (made, left)
        for s1, s2 in patient.divisions(players, pairs)
        for made, left in patient.orders(s1, s2)
        if all(rows[a] >> b & 1 for a, b in made)
        and all(leave >> player & 1 for player in left)
        and keeps(limits, made)
    )
    first = next(literal, None)
    assert (found and (list(found.pairs), sorted(found.unpaired))) == first


def random_rows(random, size, share):
    rows = [0] * size
    for a, b in combinations(range(size), 2):
        if random.random() < share:
            rows[a] |= 1 << b
            rows[b] |= 1 << a
    return rows


@every("seed", range(6 * SEEDS))
@pytest.mark.parametrize("key", ["knsb-rating-1996", "fide-rating-1998"])
def test_the_first_way_in_the_graph_of_both_brackets_is_the_patient_arbiters(key, seed):
    """He goes through the list, and asks for each whether the bracket below can be paired then."""
    random = Random(1000 + seed)
    bracket = random_bracket(seed, get_system(key).edition, most=5)
    bracket.is_last = False
    size, lower = bracket.size, random.randint(1, 4)
    spare = random.choice([0, 0, 1, 2])
    roster = bracket.roster
    rows = random_rows(random, size + lower, random.choice([0.3, 0.5, 0.8]))
    old = (1 << size) - 1
    roster.may_meet[:] = [row | rows[seat] & ~old for seat, row in enumerate(roster.may_meet)]
    roster.may_meet.extend(rows[size:])
    may_spare = sum(1 << seat for seat in range(size + lower) if random.random() < 0.7)
    others = (1 << size + lower) - (1 << size)

    comers_apart = random.random() < 0.3

    def suits(group):
        rows, may = list(roster.may_meet), may_spare
        if comers_apart:
            may &= ~group
            for seat in bits(group):
                rows[seat] &= ~group
        return can_pair(sorted(bits(group | others)), rows, may, spare)

    patient = Patient(bracket)
    for level in levels(bracket):
        wanted = next((one for one in patient.list(level) if suits(as_set(one[1]))), None)
        above = Above(
            roster.may_meet, bracket.seats, bracket.pairs_at(level), level.in_s1, level.in_s1
        )
        below = Below(others, spare, may_spare, comers_apart=comers_apart)
        first = partial(first_candidate, bracket, level)
        assert described(first_suitable(above, [below], first, suits)) == wanted
        for s1_in_every_pair in (False, True)[: 1 + (above.pairs == above.in_s1)]:
            asked = above._replace(s1_in_every_pair=s1_in_every_pair)
            both = BothBrackets(asked, below, above.everybody)
            if both.most_pairs == above.pairs:
                # Then the graph alone knows it; nobody has to judge.
                in_graph = first_candidate(bracket, level, Bounds(next_bracket=both.next_bracket))
                assert described(in_graph) == wanted
            elif both.most_pairs < above.pairs:
                assert wanted is None
            elif not s1_in_every_pair:
                in_graph = first_candidate(bracket, level, Bounds(beyond=both.beyond))
                assert described(in_graph) == wanted


@every("seed", range(4 * SEEDS))
def test_prices_rule_out_only_sets_of_which_so_many_cannot_come(seed):
    """Against everybody who could come, one group after the other."""
    random = Random(2000 + seed)
    size, lower = random.randint(4, 9), random.randint(1, 4)
    may_meet = random_rows(random, size + lower, random.choice([0.3, 0.5, 0.8]))
    seats, others = range(size), (1 << size + lower) - (1 << size)
    parts = [random.randrange(3) for _ in seats]
    sets = [as_set(seat for seat in seats if parts[seat] == part) for part in range(3)]
    for pairs in range(size // 2 + 1):
        come = size - 2 * pairs
        spare = lower + come & 1
        above = Above(may_meet, seats, pairs, 0, 0)
        both = BothBrackets(above, Below(others, spare, -1), above.everybody)
        if both.most_pairs != pairs:
            continue
        groups = map(as_set, combinations(seats, come))
        can_come = [
            group
            for group in groups
            if can_pair([*bits(above.everybody & ~group)], may_meet, 0, 0)
            and can_pair([*bits(group | others)], may_meet, -1, spare)
        ]
        for counts in product(range(come + 1), repeat=3):
            if sum(counts) != come:
                continue
            wanted = [one for one in zip(sets, counts, strict=True) if one[1]]
            fits = [
                (group & players).bit_count() == count
                for group in can_come
                for players, count in zip(sets, counts, strict=True)
            ]
            is_possible = any(all(fits[at : at + 3]) for at in range(0, len(fits), 3))
            assert both.may_bring(wanted) or not is_possible, (pairs, counts)
        for counts in ((come, 0, 0), (0, come, 0)):
            # Of one set alone it is certain either way.
            players = sets[counts.index(come)]
            alone = any(group & ~players == 0 for group in can_come)
            assert both.may_bring([(players, come)]) == alone


def as_set(seats):
    return sum(1 << seat for seat in seats)


def can_pair(seats, may_meet, may_spare, spare):
    """Whether all of these meet one of them, but for exactly so many who may be spared."""
    if not seats:
        return spare == 0
    first, *rest = seats
    if spare and may_spare >> first & 1 and can_pair(rest, may_meet, may_spare, spare - 1):
        return True
    return any(
        may_meet[first] >> other & 1
        and can_pair([seat for seat in rest if seat != other], may_meet, may_spare, spare)
        for other in rest
    )
