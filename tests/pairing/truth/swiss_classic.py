"""Which pairing of a group comes first in the two classic editions, with a pair or somebody over?

By the literal transcription (`rating_1996_reference`); the list is walked here once more because
its entries are asked how much had to be given up for them.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

from tests.pairing import rating_1996_reference as classic
from tests.pairing.truth.swiss_groups import Group


class Arbiter(classic.Arbiter):
    """Remembers what the lowest group became."""

    lowest = None

    def complete_pairing(self, group, as_homogeneous=False):
        """As it does, and who was paired so."""
        found = super().complete_pairing(group, as_homogeneous)
        if found:
            self.lowest = (group, as_homogeneous, found)
        return found


@dataclass
class Classic:
    """The KNSB's edition of 1996 and FIDE's of 1998."""

    position: object

    #: What is given up, from the last resort: pairs of those moved down, pairs, x, and the levels
    #: of B6 and B5 that are relaxed, for up- and for downfloats; the last of a remainder alone.
    requirements = ("pairs moved down", "pairs", "x", "up", "down", "down remainder")

    @cached_property
    def groups(self):
        """From the highest; without those where nobody was paired."""
        boards = {n for pair in self.position.fixed for n in pair}
        free = [n for n in self.position.seated if n not in boards]
        named = self.position.named_bye if len(free) % 2 else None
        arbiter = Arbiter(self.position)
        arbiter.pair([n for n in free if n != named])
        groups = [
            Group(
                own=bracket.natives,
                arrived=bracket.moved_down,
                alone=bracket.alone,
                pairs=bracket.pairing.pairs,
                left=bracket.pairing.left_over,
            )
            for bracket in arbiter.done
            if bracket.pairing and bracket.pairing.pairs
        ]
        if arbiter.lowest:
            everybody, as_one, found = arbiter.lowest
            least = min(self.score(n) for n in everybody)
            own = tuple(n for n in everybody if self.score(n) == least)
            arrived = tuple(n for n in everybody if n not in own)
            groups.append(Group(own, arrived, (), found.pairs, found.left_over, True, as_one))
        return groups

    def score(self, number):
        """Points before this round."""
        return self.position.entrants[number].score()

    def best(self, group, pair=None, left=None, accept=lambda left: True):
        """(level, pairs, left) of the first in the list with the pair, or with somebody left over;
        None: there is none. With nothing asked: the winner of a group that was not opened."""
        pairings = classic.Pairings(self.position)
        if pair:
            may_meet = pairings.may_meet
            pairings.may_meet = lambda a, b: (
                may_meet(a, b)
                and len({a, b} & set(pair)) in ((0,) if {a, b} != set(pair) else (2,))
            )
        for level, pairs, over in self._list(pairings, group):
            is_asked = left in over if left else not (pair and set(over) & set(pair))
            if is_asked and accept(over):
                return level, pairs, over
        return None

    def _list(self, pairings, group):
        everybody = [n for n in group.everybody if n not in group.alone]
        everybody = self.position.in_order(everybody)
        moved_down = sum(self.score(n) > self.score(everybody[-1]) for n in everybody)
        if group.bracket or not moved_down or 2 * moved_down >= len(everybody):
            return self._homogeneous(pairings, everybody, group.is_lowest)
        return self._heterogeneous(pairings, everybody, moved_down, group.is_lowest)

    def _homogeneous(self, pairings, group, is_lowest):
        """1.13."""
        most = len(group) // 2
        least_x, f, majority = self.position.colour_count(group)
        for p in range(most, most - 1 if is_lowest else 0, -1):
            least = max(0, least_x - (most - p))
            for x, up, down in product(range(least, p + 1), range(3), range(3)):
                limits = (x, f, majority, down, up)
                for pairs, over in pairings.homogeneous_within(group, p, limits, is_lowest):
                    yield (0, most - p, x - least, up, down, 0), pairs, over

    def _heterogeneous(self, pairings, group, moved_down, is_lowest):
        """1.14."""
        least_x, f, majority = self.position.colour_count(group)
        for pm in range(moved_down, moved_down - 1 if is_lowest else 0, -1):
            s1, s2 = group[:pm], group[pm:]
            most = (len(group) - 2 * pm) // 2
            given_up = product(
                range(1 if is_lowest else most + 1), range(len(group) + 1), range(3), range(3)
            )
            for t, k, up, down in given_up:
                x = max(0, least_x - (moved_down - pm)) + k
                for pairs in pairings.transpositions(s1, s2, (x, f, majority, down, up)):
                    seated = {n for pair in pairs for n in pair}
                    rest = tuple(n for n in group if n not in seated)
                    for down2, more, over in self._remainder(pairings, rest, t, k, up, is_lowest):
                        yield (moved_down - pm, t, k, up, down, down2), pairs + more, over

    def _remainder(self, pairings, rest, t, k, up, is_lowest):
        least_x, f, majority = self.position.colour_count(rest)
        x, p = max(0, least_x - t) + k, len(rest) // 2 - t
        for down in range(3):
            limits = (x, f, majority, down, up)
            for pairs, over in pairings.homogeneous_within(rest, p, limits, is_lowest):
                yield down, pairs, over
