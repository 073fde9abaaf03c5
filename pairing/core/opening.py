"""Another way to pair a bracket that is done, so that others move on: C12-C14 of "on rating".

"Opening up" goes through the candidates of the bracket above in their order and takes the first
one whose leavers suit the bracket below. Candidates whose leavers do not suit are never made one
by one: after each, the rest is split into parts by who leaves and who does not, and a part in
which nobody can suit is dropped.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations, count
from typing import Protocol, TypeVar

from pairing.core.matching import bits
from pairing.core.weighted_matching import cheapest_matching

#: So many groups of leavers are looked at one by one before the bracket above is paired at all.
_FEW = 400


class Leaves(Protocol):
    """A way to pair the bracket above: `unpaired` as a set of its players, `key` its order."""

    @property
    def unpaired(self) -> int: ...

    @property
    def key(self) -> tuple[object, ...]: ...


Way = TypeVar("Way", bound=Leaves)


@dataclass(frozen=True, slots=True)
class Above:
    """The bracket above: its seats in order, and what is asked of it.

    `pairs`: how many are made; at least `movers` of them hold one of its first `moved_down`
    players. `may_meet`: by seat of the whole field.
    """

    may_meet: Sequence[int]
    seats: Sequence[int]
    pairs: int
    movers: int
    moved_down: int

    @property
    def size(self) -> int:
        """How many players it has."""
        return len(self.seats)

    @property
    def everybody(self) -> int:
        """All of them as a set."""
        return (1 << len(self.seats)) - 1

    def seats_of(self, players: int) -> int:
        """A set of its players as a set of seats."""
        return sum(1 << self.seats[player] for player in bits(players))


@dataclass(frozen=True, slots=True)
class Below:
    """What is asked of the bracket below. Sets are of seats.

    `others`: all its players but those who come from the bracket above. `spare`: how many of
    it need not be paired. `may_spare`: which of its players, those who come included.
    """

    others: int
    spare: int
    may_spare: int


def first_suitable(
    above: Above,
    below: Below,
    first: Callable[[int, int], Way | None],
    suits: Callable[[int], bool],
) -> Way | None:
    """The first way whose leavers (a set of seats) suit; None: there is none.

    `first(may, must)` is the first way whose leavers are among `may` and hold all of `must`.
    """
    leavers = above.size - 2 * above.pairs
    answers: dict[int, bool] = {}

    def suit(players: int) -> bool:
        if players not in answers:
            answers[players] = suits(above.seats_of(players))
        return answers[players]

    few: list[int] | None = None
    if _number_of_groups(above.size, leavers) <= _FEW:
        groups = combinations(range(above.size), leavers)
        few = [one for group in groups if suit(one := sum(1 << player for player in group))]

    def bounds(may: int, must: int) -> tuple[int, int] | None:
        """The bounds, narrower where only few groups suit; None: nobody in them can."""
        if few is None:
            return (may, must) if _hopeful(above, below, may, must) else None
        within = [group for group in few if not must & ~group and not group & ~may]
        if not within:
            return None
        may, must = 0, above.everybody
        for group in within:
            may, must = may | group, must & group
        return may, must

    tie = count()
    parts: list[tuple[tuple[object, ...], int, Way, int, int]] = []

    def add(part: tuple[int, int] | None) -> None:
        if part is not None:
            way = first(*part)
            if way is not None:
                heappush(parts, (way.key, next(tie), way, *part))

    add(bounds(above.everybody, 0))
    while parts:
        _, _, way, may, must = heappop(parts)
        if suit(way.unpaired):
            return way
        for player in bits(way.unpaired & ~must):
            add(bounds(may & ~(1 << player), must))
            must |= 1 << player
    return None


def _number_of_groups(size: int, leavers: int) -> int:
    number = 1
    for step in range(leavers):
        number = number * (size - step) // (step + 1)
    return number


def most_pairs_above(above: Above, below: Below) -> int:
    """How many pairs of two players of `above` a pairing of both brackets can have; -1: none."""
    return _most_pairs(above, *_together(above, below, above.everybody, 0), above.size)


def _hopeful(above: Above, below: Below, may: int, must: int) -> bool:
    """Whether both brackets together can be paired, the leavers within the bounds.

    So many pairs above must be possible, and so many with somebody who moved down to there;
    whether both at once is not asked. It only rules out.
    """
    rows, seats = _together(above, below, may, must)
    if _most_pairs(above, rows, seats, above.size) < above.pairs:
        return False
    return not above.movers or _most_pairs(above, rows, seats, above.moved_down) >= above.movers


def _most_pairs(above: Above, rows: list[int], seats: list[int], first: int) -> int:
    """The most pairs within `above` that hold one of its first players; -1: nothing at all."""
    if len(rows) % 2:
        return -1
    places = {seat: place for place, seat in enumerate(above.seats)}
    order = [places.get(seat, -1) for seat in seats]
    order += [-1] * (len(rows) - len(seats))
    costs = [
        [-1 if one >= 0 <= other and min(one, other) < first else 0 for other in order]
        for one in order
    ]
    best = cheapest_matching(rows, costs)
    return -1 if best is None else -best.cost


def _together(above: Above, below: Below, may: int, must: int) -> tuple[list[int], list[int]]:
    """Both brackets as one graph, with extra players for those who are spared; and its seats."""
    may_seats, must_seats = above.seats_of(may), above.seats_of(must)
    above_seats = sum(1 << seat for seat in above.seats)
    seats = list(bits(above_seats | below.others))
    number = {seat: place for place, seat in enumerate(seats)}
    down = may_seats | below.others
    extra = ((1 << below.spare) - 1) << len(seats)
    rows, spared = [], 0
    for place, seat in enumerate(seats):
        if must_seats >> seat & 1:
            others = down
        elif may_seats >> seat & 1:
            others = (above_seats & ~must_seats) | down
        elif above_seats >> seat & 1:
            others = above_seats & ~must_seats
        else:
            others = down
        row = sum(1 << number[other] for other in bits(above.may_meet[seat] & others))
        if (below.may_spare & down) >> seat & 1:
            row |= extra
            spared |= 1 << place
        rows.append(row)
    return rows + [spared] * below.spare, seats
