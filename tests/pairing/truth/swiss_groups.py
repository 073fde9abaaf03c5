"""How did the groups of a Swiss round come about, and what is the best with a pair?

By the literal transcription of the later edition (`knsb_rating_reference`); `swiss_classic` does
the same for the older ones.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from tests.pairing import knsb_rating_reference as later
from tests.pairing.knsb_rating_reference_candidates import A7D, B2, DOWN1, DOWN2, UP1, UP2, X, Z
from tests.pairing.truth.swiss_candidates import Candidate, heterogeneous, homogeneous, sets_of


@dataclass(frozen=True)
class Opened:
    """A group was paired anew: `accepts` says whether with these left over it helps the group
    below, whose own players have `score`; `is_last`: to be completed (C13, C14)."""

    accepts: Callable
    score: object
    is_last: bool


@dataclass(frozen=True)
class Group:
    """A group as it was paired, players by pairing number.

    `alone` had no possible opponent in it (C1) and are none of `own` and `arrived`. `pairs` with
    the player of S1 first; `left` stayed over. `first_paired`: how many of `arrived` are in S1, 0
    in a homogeneous one. `least`: the X1 and Z1 that it was paired with.
    """

    own: tuple
    arrived: tuple
    alone: tuple
    pairs: tuple
    left: tuple
    is_last: bool
    first_paired: int
    least: tuple = ()
    opened: Opened | None = None

    @property
    def everybody(self):
        """Who was in it."""
        return self.own + self.arrived


class Arbiter(later.Arbiter):
    """Remembers for the sake of what a bracket was opened."""

    def __init__(self, position):
        super().__init__(position)
        self.opened = []
        self.came = {}
        self.below = None
        first = self.candidates.first

        def remembering(bracket, accept=None):
            if accept is None:
                return first(bracket)
            found = first(bracket, accept)
            if found:
                self.opened.append((found, Opened(accept, *self.below)))
            return found

        self.candidates.first = remembering

    def settle(self, bracket, may_open=True):
        """As it does, and who was in the group at the start."""
        there = self.came.setdefault(self.score(bracket.natives), [])
        there.append({*bracket.everybody, *bracket.removed})
        return super().settle(bracket, may_open)

    def c12(self, bracket):
        """As it does."""
        self.below = (self.score(bracket.natives), False)
        return super().c12(bracket)

    def open_penultimate(self, bracket, others):
        """As it does."""
        self.below = (self.score(others), True)
        return super().open_penultimate(bracket, others)

    def score(self, numbers):
        """The lowest."""
        return min((self.scores[number] for number in numbers), default=None)


class Edition:
    """What both kinds of editions have in common; `position` is the transcription's."""

    def __init__(self, position):
        self.position = position
        self._listed = {}

    def score(self, number):
        """Points before this round."""
        return self.position.entrants[number].score()

    def listed(self, group):
        """Every pairing of the group with as many pairs, and as many of those who came down in S1,
        in the order of the regulation; whoever stays over in the last group may have the bye."""
        if group not in self._listed:
            self._listed[group] = sorted(self.candidates(group), key=lambda one: one.key)
        return self._listed[group]

    def made(self, group):
        """The pairing that was made."""
        found = [one for one in self.listed(group) if set(one.pairs) == set(group.pairs)]
        return found[0]

    def best(self, group, wanted=lambda one: True):
        """The first that is wanted; None: there is none."""
        return next(filter(wanted, self.listed(group)), None)

    def may_stay(self, left, is_last):
        """Whether these can be left over."""
        return not is_last or (len(left) <= 1 and all(map(self.may_have_bye, left)))


class Later(Edition):
    """The later edition of the KNSB."""

    #: From the requirement that is dropped last.
    requirements = ("B2", "A7d", "X", "Z", "B5 down", "B6 down", "B5 up", "B6 up")
    prices = (B2, A7D, X, Z, DOWN1, DOWN2, UP1, UP2)

    @cached_property
    def arbiter(self):
        """Who paired the round, and remembers it."""
        arbiter = Arbiter(self.position)
        arbiter.pair()
        return arbiter

    @cached_property
    def groups(self):
        """From the highest; those that moved down whole are part of the next."""
        return [
            Group(
                own=bracket.natives,
                arrived=bracket.moved_down,
                alone=bracket.removed,
                pairs=tuple(bracket.pairs),
                left=tuple(bracket.unpaired),
                is_last=bracket.is_last,
                first_paired=bracket.m1 if bracket.is_heterogeneous else 0,
                least=(bracket.x1, bracket.z1),
                opened=next((how for one, how in self.arbiter.opened if one is bracket), None),
            )
            for bracket in self.arbiter.done
        ]

    @cached_property
    def priced(self):
        """The prices of all pairs."""
        return later.Candidates(self.position, self.position.seated)

    def may_meet(self, a, b):
        """B1, B2, and who is forbidden."""
        return self.priced.may_meet(a, b)

    def may_have_bye(self, number):
        """B1b."""
        return self.position.entrants[number].may_have_bye

    def candidates(self, group):
        """In no order; X and Z begin where the group's do."""
        everybody = self.position.in_order(group.everybody)
        arrived = self.position.in_order(group.arrived)
        x1, z1 = group.least
        if group.first_paired:
            sets = sets_of(arrived, group.first_paired)
            made = heterogeneous(everybody, sets, len(group.pairs), self.may_meet)
        else:
            made = homogeneous(everybody, len(group.pairs), self.may_meet)
        for order, pairs, left in made:
            if self.may_stay(left, group.is_last):
                price = sum(self.priced.price[pair] for pair in pairs)
                price += self.priced.price_of_unpaired(left, group.is_last)
                counts = [price // one % 256 for one in self.prices]
                counts[2:4] = max(counts[2], x1), max(counts[3], z1)
                level = tuple(counts)
                yield Candidate((level, order), level, pairs, left, group.first_paired)
