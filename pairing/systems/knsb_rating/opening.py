"""Another way to pair a bracket that is done, so that others move on: A10, C12 and C13.

"Opening up" goes through the candidates of the bracket above in their order and takes the first
one whose leavers suit the bracket below. Candidates whose leavers do not suit are never made one
by one: after each, the rest is split into parts by who leaves and who does not, and a part in
which nobody can suit is dropped.
"""

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations, count

from pairing.core.matching import bits
from pairing.core.weighted_matching import cheapest_matching
from pairing.systems.knsb_rating.bracket import Bracket
from pairing.systems.knsb_rating.candidates import Candidate, first_candidate

#: So many groups of leavers are looked at one by one before the bracket above is paired at all.
_FEW = 400


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
    above: Bracket,
    pairs: int,
    movers: int,
    below: Below,
    suits: Callable[[int], bool],
) -> Candidate | None:
    """The first candidate of `above` whose leavers (a set of seats) suit; None: there is none."""
    leavers = above.size - 2 * pairs
    answers: dict[int, bool] = {}

    def suit(players: int) -> bool:
        if players not in answers:
            answers[players] = suits(_seats(above, players))
        return answers[players]

    allowed = above.everybody
    if _number_of_groups(above.size, leavers) <= _FEW:
        allowed = 0
        for group in combinations(range(above.size), leavers):
            players = sum(1 << player for player in group)
            if suit(players):
                allowed |= players
        if not allowed:
            return None
    elif not _hopeful(above, below, allowed, 0, pairs, movers):
        return None
    first = first_candidate(above, pairs, movers, allowed)
    if first is None:
        return None
    tie = count()
    parts = [(first.key, next(tie), first, allowed, 0)]
    while parts:
        _, _, candidate, may, must = heappop(parts)
        if suit(candidate.unpaired):
            return candidate
        for player in bits(candidate.unpaired & ~must):
            may &= ~(1 << player)
            if _hopeful(above, below, may, must, pairs, movers):
                found = first_candidate(above, pairs, movers, may, must)
                if found is not None:
                    heappush(parts, (found.key, next(tie), found, may, must))
            may |= 1 << player
            must |= 1 << player
    return None


def _seats(bracket: Bracket, players: int) -> int:
    return sum(1 << bracket.seats[player] for player in bits(players))


def _number_of_groups(size: int, leavers: int) -> int:
    number = 1
    for step in range(leavers):
        number = number * (size - step) // (step + 1)
    return number


def most_pairs_above(above: Bracket, below: Below) -> int:
    """How many pairs of two players of `above` a pairing of both brackets can have; -1: none."""
    return _most_pairs(above, *_together(above, below, above.everybody, 0), above.size)


def _hopeful(above: Bracket, below: Below, may: int, must: int, pairs: int, movers: int) -> bool:
    """Whether both brackets together can be paired, the leavers within the bounds.

    So many pairs above must be possible, and so many with somebody who moved down to there;
    whether both at once is not asked. It only rules out.
    """
    rows, seats = _together(above, below, may, must)
    if _most_pairs(above, rows, seats, above.size) < pairs:
        return False
    return not movers or _most_pairs(above, rows, seats, above.moved_down) >= movers


def _most_pairs(above: Bracket, rows: list[int], seats: list[int], first: int) -> int:
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


def _together(above: Bracket, below: Below, may: int, must: int) -> tuple[list[int], list[int]]:
    """Both brackets as one graph, with extra players for those who are spared; and its seats."""
    field = above.field
    may_seats, must_seats = _seats(above, may), _seats(above, must)
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
        row = sum(1 << number[other] for other in bits(field.may_meet[seat] & others))
        if (below.may_spare & down) >> seat & 1:
            row |= extra
            spared |= 1 << place
        rows.append(row)
    return rows + [spared] * below.spare, seats
