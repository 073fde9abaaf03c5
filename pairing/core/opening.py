"""Another way to pair a bracket that is done, so that others move on: C12-C14 of "on rating".

"Opening up" goes through the candidates of the bracket above in their order and takes the first
one whose leavers suit the bracket below. Candidates whose leavers do not suit are hardly ever made:
both brackets stand in one graph (`pairing.core.both_brackets`), so that the first way found is
mostly the answer. It is put to the judge all the same, for what a graph cannot hold. If that says
no, the rest is split into parts by who leaves and who does not, each with its first way in
turn, and a part in which nobody can suit is dropped.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import combinations, count
from typing import Protocol, TypeVar

from pairing.core.both_brackets import Above, Below, BothBrackets
from pairing.core.matching import bits
from pairing.core.ways import NextBracket
from pairing.core.work import count_branch

#: So many groups of leavers are looked at one by one where the graph cannot hold what is asked.
_FEW = 400


class Leaves(Protocol):
    """A way to pair the bracket above: `unpaired` as a set of its players, `key` its order."""

    @property
    def unpaired(self) -> int: ...

    @property
    def key(self) -> tuple[object, ...]: ...


Way = TypeVar("Way", bound=Leaves)

#: The first way whose leavers are among the first set and hold all of the second, and are paired
#: in the next bracket where one is given.
First = Callable[[int, int, NextBracket | None], Way | None]


def first_suitable(
    above: Above,
    demands: Sequence[Below],
    first: "First[Way]",
    suits: Callable[[int], bool],
) -> Way | None:
    """The first way whose leavers (a set of seats) suit; None: there is none.

    `demands`: what is asked of the bracket below, in each case that there can be; no leavers
    suit who fit none of them.
    """
    answers: dict[int, bool] = {}

    def does_suit(players: int) -> bool:
        if players not in answers:
            answers[players] = suits(above.seats_of(players))
        return answers[players]

    tie = count()
    parts: list[tuple[tuple[object, ...], int, Way, _Part]] = []

    def add(part: "_Part | None") -> None:
        if part is not None:
            way = first(part.may, part.must, part.next_bracket)
            if way is not None:
                heappush(parts, (way.key, next(tie), way, part))

    for below in demands:
        add(_whole(above, below, does_suit))
    while parts:
        _, _, way, part = heappop(parts)
        count_branch(above.size)
        if does_suit(way.unpaired):
            return way
        must = part.must
        for player in bits(way.unpaired & ~must):
            add(part.narrowed(part.may & ~(1 << player), must))
            must |= 1 << player
    return None


class _Part(ABC):
    """All ways whose leavers are among `may` and hold all of `must`."""

    def __init__(self, may: int, must: int, next_bracket: NextBracket | None = None):
        self.may = may
        self.must = must
        self.next_bracket = next_bracket

    @abstractmethod
    def narrowed(self, may: int, must: int) -> "_Part | None":
        """The same with other bounds; None: nobody in them can suit."""


class _Joint(_Part):
    """Such ways that the bracket below can be paired as well, as far as its graph says."""

    def narrowed(self, may: int, must: int) -> _Part:
        return _Joint(may, must, self.next_bracket)


class _Loose(_Part):
    """Where more pairs could be made above than are asked for, no one graph holds both.

    `few`: the groups of leavers that suit, where there are few groups at all.
    """

    def __init__(self, may: int, must: int, above: Above, below: Below, few: list[int] | None):
        super().__init__(may, must)
        self.above = above
        self.below = below
        self.few = few

    def narrowed(self, may: int, must: int) -> _Part | None:
        if self.few is None:
            if not BothBrackets(self.above, self.below, may, must).may_suit:
                return None
        else:
            within = [group for group in self.few if not must & ~group and not group & ~may]
            if not within:
                return None
            may, must = 0, self.above.everybody
            for group in within:
                may, must = may | group, must & group
        return _Loose(may, must, self.above, self.below, self.few)


def _whole(above: Above, below: Below, suits: Callable[[int], bool]) -> _Part | None:
    """All ways at first; None: there is none that lets the bracket below be paired."""
    may = above.everybody & ~above.players_of(below.barred)
    both = BothBrackets(above, below, may)
    if both.most_pairs < above.pairs:
        return None
    if both.most_pairs == above.pairs:
        return _Joint(may, 0, both.next_bracket)
    few: list[int] | None = None
    leavers = above.size - 2 * above.pairs
    if _number_of_groups(above.size, leavers) <= _FEW:
        groups = combinations(range(above.size), leavers)
        few = [one for group in groups if suits(one := sum(1 << player for player in group))]
    return _Loose(may, 0, above, below, few).narrowed(may, 0)


def _number_of_groups(size: int, leavers: int) -> int:
    number = 1
    for step in range(leavers):
        number = number * (size - step) // (step + 1)
    return number


def most_pairs_above(above: Above, below: Below) -> int:
    """How many pairs of two players of `above` a pairing of both brackets can have; -1: none."""
    return BothBrackets(above, below, above.everybody).most_pairs
