"""How did the groups of a round in the two classic editions come about, and what is the best with
a pair?

By the literal transcription (`rating_1996_reference`).
"""

from dataclasses import replace
from functools import cached_property

from tests.pairing import rating_1996_reference as classic
from tests.pairing.truth.swiss_candidates import Candidate, heterogeneous, homogeneous
from tests.pairing.truth.swiss_groups import Edition, Group, Opened


class Arbiter(classic.Arbiter):
    """Remembers what the lowest group became, and for the sake of what a group was opened."""

    lowest = None

    def __init__(self, position):
        super().__init__(position)
        self.opened = []
        self.came = {}

    def settle(self, natives, moved_down):
        """As it does, and who was in the group at the start."""
        self._came(natives, moved_down)
        return super().settle(natives, moved_down)

    def _came(self, natives, moved_down):
        score = min(self.position.entrants[number].score() for number in natives)
        self.came.setdefault(score, []).append({*natives, *moved_down})

    def complete_pairing(self, group, as_homogeneous=False):
        """As it does."""
        found = super().complete_pairing(group, as_homogeneous)
        if found:
            self.lowest = (group, as_homogeneous, found)
        return found

    def change_previous(self, natives):
        """As it does."""
        pairing = self.done[-1].pairing if self.done else None
        now = frozenset(pairing.left_over) if pairing else None
        found = super().change_previous(natives)
        if found:
            alone = self.done[-1].alone
            self._opened_for(
                natives,
                lambda left: (
                    frozenset(left) != now and self.is_fully_pairable(natives, alone + tuple(left))
                ),
                is_last=False,
            )
        return found

    def pair_lowest(self, natives, moved_down):
        """As it does."""
        self._came(natives, moved_down)
        before = list(self.done)
        found = super().pair_lowest(natives, moved_down)
        if self.done and not any(self.done[-1] is bracket for bracket in before):
            alone, group = self.done[-1].alone, self.lowest[0]
            staying = tuple(n for n in group if n not in self.done[-1].leaves)
            self._opened_for(
                staying,
                lambda left: classic.Arbiter.complete_pairing(self, staying + alone + tuple(left)),
                is_last=True,
            )
        return found

    def _opened_for(self, natives, accepts, is_last):
        score = min(self.position.entrants[number].score() for number in natives)
        self.opened.append((self.done[-1], Opened(accepts, score, is_last)))


class Classic(Edition):
    """The KNSB's edition of 1996 and FIDE's of 1998."""

    #: What is given up, from the last resort: x, the levels of B6 and B5 that are relaxed for
    #: upfloats and for downfloats, and for downfloats of a remainder alone.
    requirements = ("X", "up", "down", "down of the remainder")

    @cached_property
    def arbiter(self):
        """Who paired the round, and remembers it."""
        boards = {n for pair in self.position.fixed for n in pair}
        free = [n for n in self.position.seated if n not in boards]
        named = self.position.named_bye if len(free) % 2 else None
        arbiter = Arbiter(self.position)
        arbiter.pair([n for n in free if n != named])
        return arbiter

    @cached_property
    def groups(self):
        """From the highest; without those where nobody was paired."""
        arbiter = self.arbiter
        groups = [
            self._group(
                bracket.natives,
                bracket.moved_down,
                bracket.alone,
                bracket.pairing,
                opened=next((how for one, how in arbiter.opened if one is bracket), None),
            )
            for bracket in arbiter.done
            if bracket.pairing and bracket.pairing.pairs
        ]
        if arbiter.lowest:
            everybody, as_one, pairing = arbiter.lowest
            least = min(self.score(n) for n in everybody)
            own = tuple(n for n in everybody if self.score(n) == least)
            arrived = tuple(n for n in everybody if n not in own)
            groups.append(self._group(own, arrived, (), pairing, is_last=True, as_one=as_one))
        return groups

    def _group(self, natives, moved_down, alone, pairing, is_last=False, as_one=False, opened=None):
        own = tuple(n for n in natives if n not in alone)
        arrived = tuple(n for n in moved_down if n not in alone)
        is_one = as_one or not arrived or 2 * len(arrived) >= len(own + arrived)
        first = 0 if is_one else len(arrived) - pairing.level[0]
        pairs, left = pairing.pairs, pairing.left_over
        return Group(own, arrived, alone, pairs, left, is_last, first, opened=opened)

    def may_meet(self, a, b):
        """B1, B2, and who is forbidden."""
        return self.position.may_meet(a, b)

    def may_have_bye(self, number):
        """B1."""
        return self.position.may_have_bye(number)

    def candidates(self, group):
        """In no order: 1.13, 1.14."""
        everybody = self.position.in_order(group.everybody)
        number, first = len(group.pairs), group.first_paired
        if not first:
            for order, pairs, left in homogeneous(everybody, number, self.may_meet):
                if self.may_stay(left, group.is_last):
                    found = Candidate((), (), pairs, left, 0)
                    down, up = self.position.floats(pairs, left)
                    level = *self.raised(group, found), up, down, 0
                    yield replace(found, key=(level, order), level=level)
            return
        made = heterogeneous(everybody, [everybody[:first]], number, self.may_meet)
        for (order, behind), pairs, left in made:
            if self.may_stay(left, group.is_last):
                found = Candidate((), (), pairs, left, first)
                down, up = self.position.floats(pairs[:first], ())
                down_rest, up_rest = self.position.floats(pairs[first:], left)
                k = max(self.raised(group, found))
                level = k, max(up, up_rest), down, down_rest
                key = (*level[:3], order, down_rest, behind)
                yield replace(found, key=key, level=level)

    def raised(self, group, found):
        """How far x must be raised: for the pairs of who came down, if any, and for the others."""
        first, number = found.first, len(found.pairs)
        everybody = group.everybody
        missing = len(group.arrived) - first if first else len(everybody) // 2 - number
        k = []
        if first:
            k.append(self._above(everybody, missing, found.pairs[:first]))
            everybody = [n for pair in found.pairs[first:] for n in pair] + list(found.left)
            missing = len(everybody) // 2 - (number - first)
        return (*k, self._above(everybody, missing, found.pairs[first:]))

    def _above(self, group, missing, pairs):
        """B4: how many of the pairs clash beyond the x of a group (A8)."""
        least, f, majority = self.position.colour_count(group)
        hard, soft = self.position.clashes(pairs, majority)
        return max(0, hard + max(0, soft - f) - max(0, least - missing))
