"""How many of those who wait must wait again in the next group? 4.4b.

For one set, a matching answers that. For the least number over all sets that can wait there is no
fast method (with any forbidden pairs it is NP-hard): whether a set can wait is one matching, how
many of it must wait again is another, and both must hold for the same set. So the two questions are
asked apart, with a price on each player who waits, which one matching pays and the other receives:
their costs together are never more than the least. Prices that bring the two sets nearer raise that
bound, mostly until it settles the question; otherwise one player is chosen to wait, or not to, and
each case is a question of its own.
"""

from collections import Counter
from functools import cached_property

from pairing.matching.budget import count_branch
from pairing.matching.costs import Optimum, union
from pairing.matching.perfect import bits, left_out, perfect_matching
from pairing.matching.weighted import cheapest_matching
from pairing.resistance.crossing import Crossing, numbered
from pairing.resistance.roster import Roster

#: The price of waiting again; other prices are fractions of it.
_UNIT = 64
#: How often the bound may fail to rise before a player is chosen: in the whole group, and later.
_PATIENCE_AT_FIRST, _PATIENCE = 12, 2


class StillWaiting:
    """4.4b for a score group with others below it. Sets are of seats.

    `members`: the players of the group and those who came down to it; `below`: all players of
    lower groups; `following`: those of the next group.
    """

    def __init__(self, roster: Roster, members: int, below: int, following: int):
        self.roster = roster
        self.members = members
        self.following = following
        self.is_next_last = following == below
        self._answers: dict[int, int] = {}
        self._prices: dict[int, int] = {}
        # A lower bound for every set that can wait; and the last matching for waiting again, from
        # which the next search starts.
        self._bound = 0
        self._again: Optimum | None = None
        # Sets known to be able to wait, from earlier questions.
        self._can_wait: list[int] = []

    def number(self, waiting: int) -> int:
        """How many of the players who wait must wait again in the next group."""
        if not waiting:
            return 0
        if waiting not in self._answers:
            if self.is_next_last:
                self._answers[waiting] = self._bye_from(waiting)
            else:
                self._answers[waiting] = left_out(self.roster.graph, waiting, self.following)
        return self._answers[waiting]

    def _bye_from(self, waiting: int) -> int:
        """How many of the players who wait have the bye in the last group: 0 if another player can
        have it, else 1."""
        nobody = self.roster.nobody
        if not nobody:
            return 0
        graph = list(self.roster.graph)
        graph[self.roster.bye] &= self.following
        for seat in bits(waiting):
            graph[seat] &= ~nobody
        together = waiting | self.following | nobody
        return 0 if perfect_matching(graph, together) is not None else 1

    def may_be(self, chosen: int, optional: int, more: int, limit: int) -> bool:
        """Whether at most `limit` of those chosen and `more` of `optional` must wait again,
        whoever else is paired. False is certain, True is not."""
        if self.is_next_last:
            return True
        graph, size = self.roster.graph, len(self.roster.graph)
        idle = optional.bit_count() - more
        rest = chosen | optional | self.following
        spare = limit + (rest.bit_count() + idle + limit) % 2
        idlers = ((1 << idle) - 1) << size
        extra = ((1 << spare) - 1) << size + idle
        left_over = ((1 << limit) - 1) << size + idle
        among = rest | idlers | extra
        rows = list(graph)
        for seat in bits(rest):
            rows[seat] &= rest
            if self.following >> seat & 1:
                rows[seat] |= (self.following | extra) & ~(1 << seat)
            else:
                rows[seat] |= left_over | (idlers if optional >> seat & 1 else 0)
        rows += [optional] * idle
        for index in range(spare):
            row = self.following | extra & ~(1 << (size + idle + index))
            rows.append(row | chosen | optional if index < limit else row)
        return perfect_matching(rows, among) is not None

    def may_wait(
        self, crossing: Crossing, chosen: int, optional: int, more: int, limit: int
    ) -> bool:
        """Whether some set that can wait has all chosen and `more` of `optional`, at most `limit`
        of whom must wait again."""
        if self._is_known(chosen, optional, limit):
            return True
        waiting = crossing.may_wait(chosen, optional)
        if waiting is None:
            return False
        self._can_wait.append(waiting)
        if self._keeps(waiting, limit):
            return True
        if self.is_next_last:
            # Otherwise one of them would have the bye.
            return crossing.may_wait(chosen, optional, paired=self.roster.nobody) is not None
        return self._may_wait_at_prices(crossing, chosen, optional, more, limit)

    def _keeps(self, waiting: int, limit: int) -> bool:
        """Whether at most `limit` of a set must wait again."""
        return limit >= waiting.bit_count() or self.number(waiting) <= limit

    def _is_known(self, chosen: int, optional: int, limit: int) -> bool:
        """Whether an earlier question has found such a set."""
        within = chosen | optional
        return any(
            not chosen & ~waiting and not waiting & ~within and self._keeps(waiting, limit)
            for waiting in self._can_wait
        )

    def _may_wait_at_prices(
        self, crossing: Crossing, chosen: int, optional: int, more: int, limit: int
    ) -> bool:
        """The same by the bound from prices, or case by case if the bound does not settle it."""
        if optional == self.members and self._bound > limit * _UNIT:
            return False
        if not self.may_be(chosen, optional, more, limit):
            return False
        answer, seat = self._by_prices(crossing, chosen, optional, more, limit)
        if answer is not None:
            return answer
        optional ^= 1 << seat
        return any(
            self._is_known(those, optional, limit)
            or self._may_wait_at_prices(crossing, those, optional, number, limit)
            for those, number in ((chosen | 1 << seat, more - 1), (chosen, more))
        )

    def _by_prices(
        self, crossing: Crossing, chosen: int, optional: int, more: int, limit: int
    ) -> tuple[bool | None, int]:
        """The answer by the bound from prices. None: it does not settle it; then also the seat most
        often in only one of the two sets, of several the one with the most opponents."""
        is_whole = optional == self.members
        step, patience = (_UNIT, _PATIENCE_AT_FIRST) if is_whole else (_UNIT // 8, _PATIENCE)
        if is_whole and self._prices:
            step //= 2
        rows = crossing.rows(chosen, optional)
        prices = best_prices = self._prices
        best: int | None = None
        alone = Counter[int]()
        while True:
            count_branch(len(self.roster.graph))
            cheapest = crossing.cheapest(rows, prices)
            if cheapest is None:
                return False, 0
            paid, waiting = cheapest
            self._can_wait.append(waiting)
            if self.number(waiting) <= limit:
                return True, 0
            cost, again = self._cheapest(chosen, optional, chosen.bit_count() + more)
            if is_whole:
                self._bound = max(self._bound, paid + cost)
            if paid + cost > limit * _UNIT:
                return False, 0
            if best is None or paid + cost > best:
                best, best_prices = paid + cost, dict(prices)
            else:
                patience -= 1
                step = max(1, step * 3 // 4)
            alone.update(bits(waiting ^ again))
            if not patience:
                self._prices = best_prices
                graph = self.roster.graph
                return None, max(alone, key=lambda seat: (alone[seat], graph[seat].bit_count()))
            for seat in bits(waiting ^ again):
                prices[seat] = prices.get(seat, 0) + (step if waiting >> seat & 1 else -step)

    @cached_property
    def _rows(self) -> list[int]:
        """The graph of the group and the players of the next one whom they can meet, numbered from
        0, the group first."""
        near = union(self.roster.graph[seat] for seat in bits(self.members)) & self.following
        return numbered(self.roster.graph, self.members | near)

    def _cheapest(self, chosen: int, optional: int, count: int) -> tuple[int, int]:
        """The least cost of waiting again, minus the prices received, and a set that has it: over
        all sets of `count` with those chosen and others of `optional`, able to wait or not."""
        seats = list(bits(self.members))
        start, size = len(self._rows), len(self._rows) + len(seats)
        # After the players: a partner for each who does not wait, then for each who could again.
        idle = (1 << size - count) - (1 << start)
        again = (1 << size) - (1 << size - count)
        size += size % 2
        unused = (1 << size) - (1 << len(seats)) & ~idle
        prices = [self._prices.get(seat, 0) if optional >> seat & 1 else 0 for seat in seats]
        group = sum(1 << at for at, seat in enumerate(seats) if (chosen | optional) >> seat & 1)
        stays: dict[int, int] = {}
        costs: list[dict[int, int]] = []
        for at, seat in enumerate(seats):
            costs.append(own := dict[int, int]())
            if group >> at & 1:
                own |= {0: self._rows[at] & (group | -1 << len(seats)), _UNIT: again}
            if not chosen >> seat & 1:
                own[prices[at]] = own.get(prices[at], 0) | idle
                stays[prices[at]] = stays.get(prices[at], 0) | 1 << at
        for at in range(len(seats), size):
            if idle >> at & 1:
                costs.append(stays)
                continue
            opponents = self._rows[at] & (group | -1 << len(seats)) if at < start else 0
            costs.append({0: opponents | unused ^ 1 << at, _UNIT: group if again >> at & 1 else 0})
        best = self._again = cheapest_matching(costs, self._again)
        if best is None:
            raise AssertionError("all of them can wait again")
        waiting = sum(1 << seat for at, seat in enumerate(seats) if not idle >> best.mate[at] & 1)
        received = sum(self._prices.get(seat, 0) for seat in bits(chosen | optional))
        return best.cost - received, waiting
