"""Which candidate does a bracket get? C3 to C10, with D1 to D3, for the reference.

Every candidate is made in the order of the articles. It has a level: which requirements must be
dropped, how often, for it to be accepted (C10). The levels are tried from the most demanding
on, and on each the candidates in their order; so the first candidate of the least level wins.
Up to `UNPRUNED` players nothing is left out; above it a beginning that already is no better
than the best candidate so far is not continued.
"""

from dataclasses import dataclass, field, replace
from itertools import combinations, permutations

UNPRUNED = 10

#: Requirements of C3 as one number, the last to be dropped in front: a byte for each count.
B2, A7D, X, Z, DOWN1, DOWN2, UP1, UP2 = (1 << shift for shift in range(56, -1, -8))


@dataclass(frozen=True)
class Bracket:
    """A bracket while it is paired, and afterwards, with `pairs` and `unpaired`.

    `removed` have left it by C1; they are not in `natives` and `moved_down` any more.
    """

    natives: tuple[int, ...]
    moved_down: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    is_merged: bool = False
    is_last: bool = False
    is_heterogeneous: bool = False
    p1: int = 0
    m1: int = 0
    x1: int = 0
    z1: int = 0
    pairs: list[tuple[int, int]] = field(default_factory=list)
    unpaired: tuple[int, ...] = ()

    @property
    def everybody(self):
        """Who is in it now."""
        return self.natives + self.moved_down

    @property
    def p0(self):
        """A6b."""
        return len(self.everybody) // 2


def exchanges(size, half):
    """(S1, S2) as lists of places from 0, in the order of D2, the unchanged ones first."""
    first, second = list(range(1, half + 1)), list(range(half + 1, size + 1))
    yield [n - 1 for n in first], [n - 1 for n in second]
    for number in range(1, min(len(first), len(second)) + 1):
        from_first = list(combinations(reversed(first), number))
        from_second = list(combinations(second, number))
        swaps = sorted(
            (sum(up) - sum(down), i, j)
            for i, down in enumerate(from_first)
            for j, up in enumerate(from_second)
        )
        for _, i, j in swaps:
            down, up = from_first[i], from_second[j]
            s1 = sorted({*first, *up} - {*down})
            s2 = sorted({*second, *down} - {*up})
            yield [n - 1 for n in s1], [n - 1 for n in s2]


class Candidates:
    """The candidates of any bracket made of `seated`."""

    def __init__(self, position, seated):
        self.position = position
        self.is_pruned = len(seated) > UNPRUNED
        self.price = {(a, b): self._price(a, b) for a in seated for b in seated if a != b}

    def may_meet(self, a, b):
        """B1a, B2 and the pairs that are forbidden."""
        return self.price[a, b] is not None

    def _price(self, a, b):
        """How often the pair violates each requirement, as one number; None if impossible."""
        one, two = self.position.entrants[a], self.position.entrants[b]
        if one.has_met(b) or frozenset((a, b)) in self.position.forbidden:
            return None
        price = 0
        (colour, strength), (his_colour, his_strength) = one.preference, two.preference
        if colour and colour == his_colour:
            price += X
            if strength == his_strength == 3:
                if not (self.position.is_topscorer(a) or self.position.is_topscorer(b)):
                    return None
                price += B2
            elif self.position.is_odd and min(strength, his_strength) >= 2:
                price += A7D
            if not self.position.is_odd and min(strength, his_strength) >= 2:
                price += Z
        if one.score() != two.score():
            lower = a if one.score() < two.score() else b
            price += UP1 * (self.position.float_of(lower, 1) == "up")
            price += UP2 * (self.position.float_of(lower, 2) == "up")
        return price

    def price_of_unpaired(self, numbers, is_last):
        """The same for players without an opponent here; None if they may not be (B1b)."""
        entrants = self.position.entrants
        if is_last and (len(numbers) > 1 or not all(entrants[n].may_have_bye for n in numbers)):
            return None
        return sum(
            DOWN1 * (self.position.float_of(n, 1) == "down")
            + DOWN2 * (self.position.float_of(n, 2) == "down")
            for n in numbers
        )

    def first(self, bracket, accept=lambda unpaired: True):
        """The bracket with its pairs, the first whose unpaired players `accept` likes; or None."""
        everybody = self.position.in_order(bracket.everybody)
        best = [None, None, None]

        def level(price):
            """X and Z begin at X1 and Z1, all else at 0."""
            x, z = price // X % 256, price // Z % 256
            return price + X * max(0, bracket.x1 - x) + Z * max(0, bracket.z1 - z)

        def is_better(price):
            return best[0] is None or level(price) < best[0]

        def homogeneous(group, half, made, price):
            for places1, places2 in exchanges(len(group), half):
                s1, s2 = [group[place] for place in places1], [group[place] for place in places2]
                for pairs, so_far in self._transpositions(s1, s2, price, is_better):
                    opponents = {second for _, second in pairs}
                    unpaired = tuple(n for n in s2 if n not in opponents)
                    more = self.price_of_unpaired(unpaired, bracket.is_last)
                    if more is None or not is_better(so_far + more) or not accept(unpaired):
                        continue
                    best[:] = level(so_far + more), made + pairs, unpaired
                    if best[0] == level(0):
                        return

        def heterogeneous():
            for s1 in combinations(self.position.in_order(bracket.moved_down), bracket.m1):
                s2 = [n for n in everybody if n not in s1]
                for pairs, price in self._transpositions(s1, s2, 0, is_better):
                    placed = {n for pair in pairs for n in pair}
                    rest = [n for n in everybody if n not in placed]
                    homogeneous(rest, bracket.p1 - bracket.m1, pairs, price)
                    if best[0] == level(0):
                        return

        if not bracket.is_heterogeneous:
            homogeneous(everybody, bracket.p1, [], 0)
        elif bracket.m1 <= bracket.p1:
            heterogeneous()
        if best[0] is None:
            return None
        return replace(bracket, pairs=best[1], unpaired=best[2])

    def _transpositions(self, s1, s2, price, is_better):
        """D1: ([(of S1, of S2), ...], price) of every transposition of which all pairs may be."""
        if self.is_pruned:
            yield from self._pruned(s1, s2, price, is_better, [])
            return
        for order in permutations(s2, len(s1)):
            pairs = list(zip(s1, order, strict=True))
            prices = [self.price[pair] for pair in pairs]
            if None not in prices:
                yield pairs, price + sum(prices)

    def _pruned(self, s1, s2, price, is_better, made):
        """The same in the same order, without beginnings that cannot become better."""
        if len(made) == len(s1):
            yield made, price
            return
        first, used = s1[len(made)], {second for _, second in made}
        for second in s2:
            more = None if second in used else self.price[first, second]
            if more is not None and is_better(price + more):
                pairs = [*made, (first, second)]
                yield from self._pruned(s1, s2, price + more, is_better, pairs)

    def can_pair_moved_down(self, bracket):
        """C14b1: whether the remainder is ever reached with this M1."""
        for s1 in combinations(bracket.moved_down, bracket.m1):
            s2 = [n for n in bracket.everybody if n not in s1]
            for _ in self._pruned(s1, s2, 0, lambda price: True, []):
                return True
        return False
