"""Another way to pair a bracket that is done, so that others move on: C12-C14.

Reopening goes through the candidates of the bracket above in their order and takes the first one
whose downfloaters suit the bracket below. Candidates whose downfloaters do not are hardly ever
made: both brackets stand in one graph (`pairing.swiss.both_brackets`), so that the first way is
mostly the answer. It is put to the test all the same, for what a graph cannot hold. If that says
no, the rest is split into parts by who floats down and who does not, each with its first way in
turn, and a part in which nobody can suit is dropped.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import combinations, count
from math import comb

from pairing.matching.perfect import bits
from pairing.matching.work import count_branch
from pairing.swiss.both_brackets import Above, Below, BothBrackets
from pairing.swiss.settled import C
from pairing.swiss.ways import Bounds

#: So many groups of downfloaters are looked at one by one where the graph cannot hold
#: what is asked.
_FEW = 400


#: The first way whose downfloaters are within bounds; it comes after one of wider bounds.
First = Callable[[Bounds, C | None], C | None]


def first_suitable(
    above: Above,
    demands: Sequence[Below],
    first: "First[C]",
    is_suitable: Callable[[int], bool],
) -> C | None:
    """The first way whose downfloaters (a set of seats) are suitable; None: there is none.

    `demands`: what is asked of the bracket below, in each case that there can be; nobody is
    suitable who fits none of them.
    """
    answers: dict[int, bool] = {}

    def suits(players: int) -> bool:
        if players not in answers:
            answers[players] = is_suitable(above.seats_of(players))
        return answers[players]

    tie = count()
    parts: list[tuple[tuple[object, ...], int, C, _Part]] = []

    def add(part: "_Part | None", before: C | None = None) -> None:
        if part is not None:
            way = first(part.bounds, before)
            if way is not None:
                heappush(parts, (way.key, next(tie), way, part))

    for below in demands:
        add(_whole(above, below, suits))
    while parts:
        _, _, way, part = heappop(parts)
        count_branch(above.size)
        if suits(way.unpaired):
            return way
        must = part.bounds.must
        for player in bits(way.unpaired & ~must):
            add(part.narrowed(part.bounds.may & ~(1 << player), must), way)
            must |= 1 << player
    return None


class _Part(ABC):
    """All ways whose downfloaters are within bounds."""

    def __init__(self, bounds: Bounds):
        self.bounds = bounds

    @abstractmethod
    def narrowed(self, may: int, must: int) -> "_Part | None":
        """The same with other bounds; None: nobody in them can suit."""


class _Joint(_Part):
    """Such ways that the bracket below can be paired as well, as far as its graph says."""

    def __init__(self, bounds: Bounds, above: Above, below: Below):
        super().__init__(bounds)
        self.above = above
        self.below = below

    def narrowed(self, may: int, must: int) -> _Part | None:
        if len(self.below.wanted) > 1:
            both = BothBrackets(self.above, self.below, may, must)
            if both.most_pairs < self.above.pairs or not both.may_bring(self.below.wanted):
                return None
        return _Joint(Bounds(may, must, self.bounds.next_bracket), self.above, self.below)


class _Loose(_Part):
    """Where more pairs could be made above than are asked for, no one graph holds both.

    `few`: the groups of downfloaters that suit, where there are few groups at all.
    """

    def __init__(self, may: int, must: int, above: Above, below: Below, few: list[int] | None):
        super().__init__(Bounds(may, must))
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
        if below.wanted and not both.may_bring(below.wanted):
            return None
        return _Joint(Bounds(may, 0, both.next_bracket), above, below)
    few: list[int] | None = None
    downfloaters = above.size - 2 * above.pairs
    if comb(above.size, downfloaters) <= _FEW:
        groups = combinations(range(above.size), downfloaters)
        few = [group for group in map(_set_of, groups) if suits(group)]
    return _Loose(may, 0, above, below, few).narrowed(may, 0)


def _set_of(players: Iterable[int]) -> int:
    return sum(1 << player for player in players)


def most_pairs_above(above: Above, below: Below) -> int:
    """How many pairs of two players of `above` a pairing of both brackets can have; -1: none."""
    return BothBrackets(above, below, above.everybody).most_pairs
