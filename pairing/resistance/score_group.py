"""Who goes to the waiting room? 4.3, 4.4 and 4.8.

The regulation tries sets of players one by one and goes back if a lower group cannot be paired. A
set leaves the lower groups a pairing exactly when they have any complete pairing together with the
set, the bye included. One matching answers that, so nothing is ever undone. Sets are built up
member by member in the order of 4.4c-e, and a partial set is dropped as soon as a matching shows
that it cannot be completed.
"""

from functools import cached_property

from pairing.matching.budget import TooMuchWork, count_branch
from pairing.matching.costs import union
from pairing.matching.perfect import Choice, bits, certain, perfect_matching
from pairing.resistance.crossing import Crossing, least_crossing
from pairing.resistance.roster import Roster, pairs_of
from pairing.resistance.still_waiting import StillWaiting

#: How many partial sets are tried before the least crossing is worked out.
_FEW = 150


class _TooMany(Exception):
    """Trying sets one by one takes too long."""


class ScoreGroup:
    """A score group with the players who come from the waiting room. Sets are of seats.

    `below`: all players of lower groups; `following`: those of the next group, empty for the last
    one. `waiting_room`: the set chosen by `choose`.

    To ask what would have been: those of `must` wait, those of `never` do not. A search that would
    then take long is given up (TooMuchWork).
    """

    def __init__(
        self,
        roster: Roster,
        residents: int,
        moved_down: int,
        below: int,
        following: int,
        *,
        must: int = 0,
        never: int = 0,
    ):
        self.roster = roster
        self.residents = residents
        self.moved_down = moved_down
        self.below = below
        self.following = following
        self.members = residents | moved_down
        self.must = must
        self.in_order = sorted(bits(self.members & ~must & ~never), key=roster.waits.__getitem__)
        self.waiting_room = 0
        self._upper: dict[int, bool] = {}
        self._lower: dict[int, bool] = {}
        self._still_waiting = StillWaiting(roster, self.members, below, following)
        self._crossing: Crossing | None = None
        self._kept: dict[bool, list[int]] = {}
        self._tried = 0

    @property
    def is_last(self) -> bool:
        """Whether there is no lower group."""
        return not self.below

    @property
    def size(self) -> int:
        """How many players there are."""
        return self.members.bit_count()

    @cached_property
    def choices(self) -> list[Choice]:
        """The pairs of the players who do not wait, in the order in which they are made."""
        return pairs_of(self.roster, self.members & ~self.waiting_room)

    def choose(self) -> bool:
        """Set `waiting_room` to the first set of 4.4 that leads to a pairing; False: none does."""
        try:
            return self._by_trial()
        except _TooMany:
            if len(self.in_order) < self.size:
                raise TooMuchWork from None
            below = self.below | self.roster.nobody
            self._crossing = least_crossing(self.roster, self.residents, self.moved_down, below)
        if self._crossing is None:
            return False
        own, arrived = self._crossing.own, self._crossing.arrived
        first = self._first(own, arrived, own + arrived)
        first = certain(first, "a least crossing is one of these sets")
        self.waiting_room = self._fewest_still_waiting(first, own, arrived)
        return True

    def _by_trial(self) -> bool:
        """Try set after set in the order of 4.3 and 4.4a, which mostly ends at once. _TooMany: it
        does not."""
        size = self.size
        for count in [size % 2] if self.is_last else range(size % 2, size + 1, 2):
            if not self._others_possible(0, self.members, count):
                continue
            if not self._below_possible(0, self.members, count):
                continue
            for arrived in range(min(count, self.moved_down.bit_count()) + 1):
                if count - arrived > self.residents.bit_count():
                    continue
                first = self._first(count - arrived, arrived, count)
                if first is not None:
                    self.waiting_room = self._fewest_still_waiting(first, count - arrived, arrived)
                    return True
        return False

    def _fewest_still_waiting(self, first: int, own: int, arrived: int) -> int:
        """4.4b: the first set in which the fewest must wait again; `first` comes before all
        others."""
        for limit in range(self.still_waiting(first)):
            if self._crossing is not None and not self._still_waiting.may_wait(
                self._crossing, 0, self.members, own + arrived, limit
            ):
                continue
            if (better := self._first(own, arrived, limit)) is not None:
                return better
        return first

    def others_can_be_paired(self, waiting: int) -> bool:
        """4.3: whether the players who do not wait can be paired."""
        if waiting not in self._upper:
            playing = self.members & ~waiting
            self._upper[waiting] = perfect_matching(self.roster.graph, playing) is not None
        return self._upper[waiting]

    def below_can_be_paired(self, waiting: int) -> bool:
        """4.8, 7.1: whether the players who wait and the lower groups can, with at most one bye."""
        if waiting not in self._lower:
            together = waiting | self.below | self.roster.nobody
            self._lower[waiting] = perfect_matching(self.roster.graph, together) is not None
        return self._lower[waiting]

    def still_waiting(self, waiting: int) -> int:
        """4.4b: how many of the players who wait must wait again in the next group."""
        return 0 if self.is_last else self._still_waiting.number(waiting)

    def _first(self, own: int, arrived: int, limit: int) -> int | None:
        """The first set in the order of 4.4c-e with `own` players of the group and `arrived`
        others, at most `limit` of whom must wait again; None: there is none."""
        came = (self.must & self.moved_down).bit_count()
        more_own, more_arrived = own - (self.must.bit_count() - came), arrived - came
        if more_own < 0 or more_arrived < 0:
            return None
        return self._extended(0, self.must, more_own, more_arrived, limit)

    def _extended(self, start: int, chosen: int, own: int, arrived: int, limit: int) -> int | None:
        """The first such set that begins with `chosen` and has its others from `start` on."""
        if not own and not arrived:
            fits = (
                self.others_can_be_paired(chosen)
                and self.below_can_be_paired(chosen)
                and (limit == chosen.bit_count() or self.still_waiting(chosen) <= limit)
            )
            return chosen if fits else None
        left = sum(1 << seat for seat in self.in_order[start:])
        for index in range(start, len(self.in_order)):
            seat = self.in_order[index]
            left ^= 1 << seat
            takes_own = not self.moved_down >> seat & 1
            if not (own if takes_own else arrived):
                continue
            more_own, more_arrived = own - takes_own, arrived - (not takes_own)
            now = chosen | 1 << seat
            more = more_own + more_arrived
            if more and not self._may_begin(now, left, more, limit):
                continue
            first = self._extended(index + 1, now, more_own, more_arrived, limit)
            if first is not None:
                return first
        return None

    def _may_begin(self, chosen: int, optional: int, more: int, limit: int) -> bool:
        """Whether those chosen and `more` of `optional` may still make a set that can wait; False
        is certain, True is not."""
        self._tried += 1
        count_branch(len(self.roster.graph))
        if self._crossing is not None:
            return self._still_waiting.may_wait(self._crossing, chosen, optional, more, limit)
        if self._tried > _FEW:
            raise _TooMany
        return (
            more <= optional.bit_count()
            and self._others_possible(chosen, optional, more)
            and self._below_possible(chosen, optional, more)
            and (
                limit >= chosen.bit_count() + more
                or self._still_waiting.may_be(chosen, optional, more, limit)
            )
        )

    def _others_possible(self, chosen: int, optional: int, more: int) -> bool:
        """Whether the others can be paired if `more` of `optional` join those chosen to wait."""
        if not more:
            return self.others_can_be_paired(chosen)
        return self._with_extra(self.members & ~chosen, optional, more)

    def _below_possible(self, chosen: int, optional: int, more: int) -> bool:
        """Whether the lower groups can perhaps be paired with `more` of `optional` as well.

        Stand-ins for these may meet anybody whom one of them may meet, so only False is certain.
        """
        if not more:
            return self.below_can_be_paired(chosen)
        reach = union(self.roster.graph[seat] for seat in bits(optional))
        together = chosen | self.below | self.roster.nobody
        return self._with_extra(together, reach & together, more, among=bool(reach & optional))

    def _with_extra(self, together: int, partners: int, count: int, *, among: bool = False) -> bool:
        """Whether the set `together` and so many extra players can be paired.

        The extra players may meet `partners`, and each other if `among`.
        """
        size = len(self.roster.graph)
        extra = ((1 << count) - 1) << size
        rows = list(self.roster.graph)
        for seat in bits(partners):
            rows[seat] |= extra
        for index in range(count):
            rows.append(partners | (extra & ~(1 << (size + index)) if among else 0))
        # Two such questions in a row differ by a player or two.
        is_below = bool(together & self.below)
        mate = perfect_matching(rows, together | extra, self._kept.get(is_below, ()))
        if mate is not None:
            self._kept[is_below] = mate
        return mate is not None
