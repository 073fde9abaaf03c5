"""Every pairing of a group by D1 to D3, with its place in the order of the regulation.

By brute force. Of two pairings that differ only in who of a pair stands in S1 the one with the
higher in S1 comes first (fewer exchanged, or a smaller difference), so only that one is made.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from tests.pairing.knsb_rating_reference_candidates import exchanges


@dataclass(frozen=True)
class Candidate:
    """A pairing of a group; `pairs` in the order of S1, who stands first in each.

    `level`: what is given up for it, the last resort first. `key`: its place in the order, the
    level with it. `first`: how many of the pairs are those of S1 of a heterogeneous group.
    """

    key: tuple
    level: tuple
    pairs: tuple
    left: tuple
    first: int

    def is_first(self, pair):
        """Whether the two are a pair of S1 of a heterogeneous group."""
        return bool({pair, pair[::-1]} & set(self.pairs[: self.first]))

    def has(self, pair):
        """Whether the two are a pair of it."""
        return pair in self.pairs or pair[::-1] in self.pairs


def homogeneous(players, number, may_meet):
    """(place in the order, pairs, left over); `players` in A2 order."""
    index, place = exchange_index(len(players), number), {n: at for at, n in enumerate(players)}
    for pairs in matchings(tuple(players), number, may_meet):
        exchange = index[tuple(place[one] for one, _ in pairs)]
        paired = {one for pair in pairs for one in pair}
        left = tuple(n for n in players if n not in paired)
        yield (exchange, tuple(place[two] for _, two in pairs)), pairs, left


def heterogeneous(players, sets, number, may_meet):
    """The same; `sets`: who can be S1, in the order of D3."""
    for at, s1 in enumerate(sets):
        s2 = [n for n in players if n not in s1]
        for first in assignments(s1, s2, may_meet):
            seated = {n for pair in first for n in pair}
            rest = [n for n in players if n not in seated]
            order = (at, tuple(s2.index(two) for _, two in first))
            for behind, more, left in homogeneous(rest, number - len(s1), may_meet):
                yield (order, behind), first + more, left


def matchings(players, number, may_meet):
    """So many disjoint pairs of them, every way; the higher of a pair first, in order."""
    if number == 0:
        yield ()
    elif len(players) >= 2 * number:
        one, rest = players[0], players[1:]
        for at, two in enumerate(rest):
            if may_meet(one, two):
                for more in matchings(rest[:at] + rest[at + 1 :], number - 1, may_meet):
                    yield ((one, two), *more)
        yield from matchings(rest, number, may_meet)


def assignments(s1, s2, may_meet):
    """An opponent of S2 for each of S1, every way, in order."""
    if not s1:
        yield ()
        return
    for two in s2:
        if may_meet(s1[0], two):
            for more in assignments(s1[1:], [n for n in s2 if n != two], may_meet):
                yield ((s1[0], two), *more)


@cache
def exchange_index(size, half):
    """The place of each S1, as places from 0, in the order of D2."""
    return {tuple(s1): at for at, (s1, _) in enumerate(exchanges(size, half))}


def sets_of(arrived, number):
    """D3: who of those who came down can be S1; `arrived` in A2 order."""
    return list(combinations(arrived, number))


def most_pairs(players, may_meet):
    """How many pairs there can be at most."""
    return max(
        n for n in range(len(players) // 2 + 1) if any_of(matchings(tuple(players), n, may_meet))
    )


def any_of(iterator):
    """Whether there is anything."""
    return next(iter(iterator), None) is not None
