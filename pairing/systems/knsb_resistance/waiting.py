"""Who goes to the waiting room? 4.3, 4.4 and 4.8.

The text tries sets of players one by one and goes back when a lower group cannot be paired.
Whether the lower groups can be paired with a set does not depend on how they are: they can exactly
when they have any pairing at all together with the set, the bye included. One matching answers
that, so no set is tried in vain and nothing is ever undone; sets are built up member by member in
the order of 4.4c-e, and a beginning is left as soon as a matching shows that no end fits it.
"""

from pairing.core.matching import bits, perfect_matching
from pairing.systems.knsb_resistance.crossing import Crossing, least_crossing
from pairing.systems.knsb_resistance.field import Field

#: So many beginnings of sets are tried before the least crossing is worked out.
_FEW = 150


class _TooMany(Exception):
    """Trying sets one by one takes too long."""


class Pool:
    """A score group with those who come from the waiting room. Sets are of seats.

    `below`: everybody in lower groups; `following`: the next of these groups, empty for the last
    one. `fewest`: the size of the smallest waiting room that lets the others here be paired
    (None: there is none); set by `choose`, as is `waiting`, the one chosen.
    """

    def __init__(self, field: Field, group: int, arrivals: int, below: int, following: int):
        self.field = field
        self.group = group
        self.arrivals = arrivals
        self.below = below
        self.following = following
        self.members = group | arrivals
        self.in_order = sorted(bits(self.members), key=field.waits.__getitem__)
        self.fewest: int | None = None
        self.waiting = 0
        self._upper: dict[int, bool] = {}
        self._lower: dict[int, bool] = {}
        self._again: dict[int, int] = {}
        self._crossing: Crossing | None = None
        self._tried = 0

    @property
    def is_last(self) -> bool:
        """Whether there is no lower group."""
        return not self.below

    @property
    def size(self) -> int:
        """How many players there are."""
        return self.members.bit_count()

    def choose(self) -> bool:
        """Set `waiting` to the first set of 4.4 that leads to a pairing; False: none does."""
        try:
            return self._by_trial()
        except _TooMany:
            field = self.field
            self._crossing = least_crossing(
                field.graph, self.group, self.arrivals, self.below | field.nobody
            )
        if self._crossing is None:
            return False
        own, arrived = self._crossing.own, self._crossing.arrived
        found = self._first(own, arrived, own + arrived)
        if found is None:
            raise AssertionError("a least crossing is one of these sets")
        self.waiting = self._least_again(found, own, arrived)
        return True

    def _by_trial(self) -> bool:
        """Set after set in the order of 4.3 and 4.4a, which mostly ends at once; _TooMany."""
        size = self.size
        for count in [size % 2] if self.is_last else range(size % 2, size + 1, 2):
            if not self._others_possible(0, self.members, count):
                continue
            if self.fewest is None:
                self.fewest = count
            if not self._below_possible(0, self.members, count):
                continue
            for again in range(min(count, self.arrivals.bit_count()) + 1):
                if count - again > self.group.bit_count():
                    continue
                found = self._first(count - again, again, count)
                if found is not None:
                    self.waiting = self._least_again(found, count - again, again)
                    return True
        return False

    def _least_again(self, found: int, own: int, arrived: int) -> int:
        """4.4b: the first set with the fewest who must wait again; `found` is the first of all."""
        for limit in range(self.again(found)):
            better = self._first(own, arrived, limit)
            if better is not None:
                return better
        return found

    def others_can_be_paired(self, waiting: int) -> bool:
        """4.3: whether the players who do not wait can be paired."""
        if waiting not in self._upper:
            others = self.members & ~waiting
            self._upper[waiting] = perfect_matching(self.field.graph, others) is not None
        return self._upper[waiting]

    def below_can_be_paired(self, waiting: int) -> bool:
        """4.8, 7.1: whether those who wait and the lower groups can, with at most one bye."""
        if waiting not in self._lower:
            there = waiting | self.below | self.field.nobody
            self._lower[waiting] = perfect_matching(self.field.graph, there) is not None
        return self._lower[waiting]

    def again(self, waiting: int) -> int:
        """4.4b: how many of those who wait must do so in the next group as well."""
        if self.is_last or not waiting:
            return 0
        if waiting not in self._again:
            last = self.following == self.below
            self._again[waiting] = self._bye_from(waiting) if last else self._left_over(waiting)
        return self._again[waiting]

    def _bye_from(self, waiting: int) -> int:
        """How many of those who wait have the bye in the last group: 0 if another can, else 1."""
        nobody = self.field.nobody
        if not nobody:
            return 0
        graph = list(self.field.graph)
        graph[self.field.bye] &= self.following
        for seat in bits(waiting):
            graph[seat] &= ~nobody
        there = waiting | self.following | nobody
        return 0 if perfect_matching(graph, there) is not None else 1

    def _left_over(self, waiting: int) -> int:
        """How many of those who wait no pairing of the next group can hold.

        A pairing that holds as many players as possible can be had with all that any pairing
        holds; so it does not matter how many of the group's own players it leaves.
        """
        graph, size = self.field.graph, len(self.field.graph)
        free = waiting
        for seat in bits(waiting):
            if not graph[seat] & (self.following | waiting):
                free &= ~(1 << seat)
        if free.bit_count() < 2:
            return (waiting & ~free).bit_count()
        # The group's own players can all be left; so can as many as `least` of those who wait.
        for least in range(waiting.bit_count() + 1):
            spare = least + (waiting.bit_count() + self.following.bit_count() + least) % 2
            rows = list(graph)
            extra = ((1 << spare) - 1) << size
            among = waiting | self.following | extra
            leavers = ((1 << least) - 1) << size
            for seat in bits(self.following):
                rows[seat] = (among & ~(1 << seat)) & (graph[seat] | self.following | extra)
            for seat in bits(waiting):
                rows[seat] = graph[seat] & among | leavers
            for place in range(spare):
                row = self.following | extra & ~(1 << (size + place))
                rows.append(row | waiting if place < least else row)
            if perfect_matching(rows, among) is not None:
                return least
        raise AssertionError("all of them can be left")

    def _first(self, own: int, arrived: int, limit: int) -> int | None:
        """The first set in the order of 4.4c-e with so many of the group's own players and so
        many who arrived, of whom at most `limit` must wait again; None: there is none."""
        return self._extended(0, 0, own, arrived, limit)

    def _extended(self, start: int, chosen: int, own: int, arrived: int, limit: int) -> int | None:
        """The first such set that begins with `chosen` and has its others from `start` on."""
        if not own and not arrived:
            fits = (
                self.others_can_be_paired(chosen)
                and self.below_can_be_paired(chosen)
                and (limit == chosen.bit_count() or self.again(chosen) <= limit)
            )
            return chosen if fits else None
        left = sum(1 << seat for seat in self.in_order[start:])
        for place in range(start, len(self.in_order)):
            seat = self.in_order[place]
            left ^= 1 << seat
            takes_own = not self.arrivals >> seat & 1
            if not (own if takes_own else arrived):
                continue
            more_own, more_arrived = own - takes_own, arrived - (not takes_own)
            now = chosen | 1 << seat
            more = more_own + more_arrived
            if more and not self._may_begin(now, left, more, limit):
                continue
            found = self._extended(place + 1, now, more_own, more_arrived, limit)
            if found is not None:
                return found
        return None

    def _may_begin(self, chosen: int, optional: int, more: int, limit: int) -> bool:
        """Whether perhaps a set fits that has those chosen and `more` of `optional`."""
        self._tried += 1
        if self._crossing is not None:
            if not self._crossing.may_wait(chosen, optional):
                return False
        else:
            if self._tried > _FEW:
                raise _TooMany
            if not (
                more <= optional.bit_count()
                and self._others_possible(chosen, optional, more)
                and self._below_possible(chosen, optional, more)
            ):
                return False
        return limit >= chosen.bit_count() + more or self._again_possible(
            chosen, optional, more, limit
        )

    def _again_possible(self, chosen: int, optional: int, more: int, limit: int) -> bool:
        """Whether at most `limit` of some such set must wait again, whoever else is paired."""
        if self.following == self.below:
            return True
        graph, size = self.field.graph, len(self.field.graph)
        idle = optional.bit_count() - more
        rest = chosen | optional | self.following
        spare = limit + (rest.bit_count() + idle + limit) % 2
        idlers = ((1 << idle) - 1) << size
        extra = ((1 << spare) - 1) << size + idle
        leavers = ((1 << limit) - 1) << size + idle
        among = rest | idlers | extra
        rows = list(graph)
        for seat in bits(rest):
            rows[seat] &= rest
            if self.following >> seat & 1:
                rows[seat] |= (self.following | extra) & ~(1 << seat)
            else:
                rows[seat] |= leavers | (idlers if optional >> seat & 1 else 0)
        rows += [optional] * idle
        for place in range(spare):
            row = self.following | extra & ~(1 << (size + idle + place))
            rows.append(row | chosen | optional if place < limit else row)
        return perfect_matching(rows, among) is not None

    def _others_possible(self, chosen: int, optional: int, more: int) -> bool:
        """Whether the others can be paired if `more` of `optional` join those chosen to wait."""
        if not more:
            return self.others_can_be_paired(chosen)
        return self._with_extra(self.members & ~chosen, optional, more)

    def _below_possible(self, chosen: int, optional: int, more: int) -> bool:
        """Whether the lower groups perhaps can be, with `more` of `optional` as well.

        Stand-ins for these may meet whomever one of them may. It only rules out.
        """
        if not more:
            return self.below_can_be_paired(chosen)
        reach = 0
        for seat in bits(optional):
            reach |= self.field.graph[seat]
        there = chosen | self.below | self.field.nobody
        return self._with_extra(there, reach & there, more, among=bool(reach & optional))

    def _with_extra(self, there: int, partners: int, count: int, *, among: bool = False) -> bool:
        """Whether `there` and so many extra players can be paired.

        These may meet `partners`, and each other if `among`.
        """
        size = len(self.field.graph)
        extra = ((1 << count) - 1) << size
        rows = list(self.field.graph)
        for seat in bits(partners):
            rows[seat] |= extra
        for place in range(count):
            rows.append(partners | (extra & ~(1 << (size + place)) if among else 0))
        return perfect_matching(rows, there | extra) is not None
