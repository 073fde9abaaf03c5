"""Another way to pair a bracket that is done, so that others move on: C12-C14.

Reopening goes through the candidates of the bracket above in their order and takes the first one
whose downfloaters suit the bracket below. Candidates whose downfloaters do not are hardly ever
made: both brackets stand in one graph (`pairing.swiss.both_brackets`), so that the first way is
mostly the answer. It is put to the test all the same, for what a graph cannot hold. If that says
no, the rest is split into parts, each with its first way in turn: by who floats down and who does
not, or, where it is seen why that group does not do, by each change that could help; all who could
come as the last of the group is one part. A part in which nobody can suit is dropped.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count

from pairing.matching.budget import count_branch
from pairing.matching.perfect import bits
from pairing.swiss.both_brackets import Above, Below, BothBrackets
from pairing.swiss.settled import C
from pairing.swiss.ways import Bounds, Known

#: The first way whose downfloaters are within bounds; it comes after one of wider bounds.
First = Callable[[Bounds, C | None], C | None]


def first_suitable(
    above: Above, demands: Sequence[Below], first: "First[C]", is_suitable: Callable[[int], bool]
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
        add(_whole(above, below))
    while parts:
        _, _, way, part = heappop(parts)
        count_branch(above.size)
        if suits(way.unpaired):
            return way
        if part.is_hopeless(way.unpaired):
            continue
        for may, must in part.split(way.unpaired):
            add(part.narrowed(may, must), way)
    return None


class _Part(ABC):
    """All ways whose downfloaters are within bounds."""

    def __init__(self, above: Above, below: Below, bounds: Bounds):
        self.above = above
        self.below = below
        self.bounds = bounds

    @abstractmethod
    def narrowed(self, may: int, must: int) -> "_Part | None":
        """The same with other bounds; None: nobody in them can suit."""

    def is_hopeless(self, group: int) -> bool:
        """Whether surely nobody suits; `group`: who floats down in its first way, and does not."""
        return False

    def split(self, group: int) -> Iterator[tuple[int, int]]:
        """The bounds of parts that together have all ways but those of a group that does not suit,
        and of others that do not either; no way is in two of them."""
        may, must = self.bounds.may, self.bounds.must
        stay, come = self.changes(group)
        for player in bits(stay):
            yield may & ~(1 << player), must
            must |= 1 << player
        others = self.above.downfloaters - must.bit_count()
        if others == 1 and come:
            yield must | come, must
        elif others > 1:
            for player in bits(come):
                yield may, must | 1 << player
                may &= ~(1 << player)

    def changes(self, group: int) -> tuple[int, int]:
        """Who of a group that does not suit might stay above, and who else might come: with none
        of these changes nobody suits."""
        found = self.below.changes(self.above, group, self.bounds)
        return found or (group & ~self.bounds.must, 0)


class _Joint(_Part):
    """Such ways that the bracket below can be paired as well, as far as its graph says."""

    def narrowed(self, may: int, must: int) -> _Part | None:
        return _Joint(self.above, self.below, self.bounds._replace(may=may, must=must))

    def is_hopeless(self, group: int) -> bool:
        wanted, come = self.below.wanted, self.above.seats_of(group)
        if all((come & seats).bit_count() == number for seats, number in wanted):
            return False
        both = BothBrackets(self.above, self.below, self.bounds.may, self.bounds.must)
        return not both.may_bring(wanted)


class _Loose(_Part):
    """Where more pairs could be made above than are asked for, of those that count, no one graph
    holds both."""

    def __init__(self, above: Above, below: Below, bounds: Bounds, known: Known):
        super().__init__(above, below, bounds)
        self.known = known

    def narrowed(self, may: int, must: int) -> _Part | None:
        if not BothBrackets(self.above, self.below, may, must, self.known).may_suit:
            return None
        bounds = self.bounds._replace(may=may, must=must)
        return _Loose(self.above, self.below, bounds, self.known)

    def changes(self, group: int) -> tuple[int, int]:
        both = BothBrackets(self.above, self.below, self.bounds.may)
        return both.changes(group, self.bounds) or super().changes(group)


def _whole(above: Above, below: Below) -> _Part | None:
    """All ways at first; None: there is none that lets the bracket below be paired."""
    may = above.everybody & ~above.players_of(below.barred)
    both = BothBrackets(above, below, may)
    if both.most_pairs > above.pairs == above.in_s1:
        hold_s1 = BothBrackets(above._replace(s1_in_every_pair=True), below, may)
        if hold_s1.most_pairs <= above.pairs:
            both = hold_s1
    if both.most_pairs < above.pairs:
        return None
    if both.most_pairs == above.pairs:
        return _Joint(both.above, below, Bounds(may, 0, both.next_bracket))
    bounds = Bounds(may, beyond=both.beyond)
    return _Loose(above, below, bounds, both.known).narrowed(may, 0)


def most_pairs_above(above: Above, below: Below) -> int:
    """How many pairs of two players of `above` a pairing of both brackets can have; -1: none."""
    return BothBrackets(above, below, above.everybody).most_pairs
