"""How many of those who wait must wait again in the next group? 4.4b.

For one set that is a matching. For the least over all sets that can wait there is no fast method
(with any forbidden pairs it is NP-hard): whether a set can wait is one matching, how many of it
must wait again is another, and both must hold for the same set. So each is asked alone, with a
price on each player who waits, which one pays and the other receives: what both cost together is
never more than the least. Prices that bring the two sets nearer raise that bound, mostly to where
it settles the question; else the search tries one player more (`score_group.ScoreGroup`).
"""

from pairing.matching.costs import Optimum
from pairing.matching.perfect import bits, perfect_matching
from pairing.matching.weighted import cheapest_matching
from pairing.matching.work import count_branch
from pairing.resistance.crossing import Crossing
from pairing.resistance.roster import Roster

#: The price of waiting again; other prices are fractions of it.
_UNIT = 64
#: How often the prices are changed: for the whole group, and with some players chosen already.
_ROUNDS_AT_FIRST, _ROUNDS_LATER = 60, 2


class StillWaiting:
    """4.4b for a score group that has others below it. Sets are of seats.

    `members`: the group with those who came to it; `below`: everybody in lower groups, `following`
    the next of these groups.
    """

    def __init__(self, roster: Roster, members: int, below: int, following: int):
        self.roster = roster
        self.members = members
        self.following = following
        self.is_next_last = following == below
        self._answers: dict[int, int] = {}
        self._prices: dict[int, int] = {}
        # What the least surely comes to, of any set that can wait; and what was found last of
        # what can wait, and of waiting again while nobody is chosen: where the next search starts.
        self._bound = 0
        self._waiting: Optimum | None = None
        self._again: Optimum | None = None
        # Sets that can, as answers to questions about some of their members.
        self.can_wait: list[int] = []

    def number(self, waiting: int) -> int:
        """How many of those who wait must do so in the next group as well."""
        if not waiting:
            return 0
        if waiting not in self._answers:
            of = self._bye_from if self.is_next_last else self._left_over
            self._answers[waiting] = of(waiting)
        return self._answers[waiting]

    def _bye_from(self, waiting: int) -> int:
        """How many of those who wait have the bye in the last group: 0 if another can, else 1."""
        nobody = self.roster.nobody
        if not nobody:
            return 0
        graph = list(self.roster.graph)
        graph[self.roster.bye] &= self.following
        for seat in bits(waiting):
            graph[seat] &= ~nobody
        together = waiting | self.following | nobody
        return 0 if perfect_matching(graph, together) is not None else 1

    def _left_over(self, waiting: int) -> int:
        """How many of those who wait no pairing of the next group can hold.

        A pairing that holds as many players as possible can be had with all that any pairing
        holds; so it does not matter how many of the group's own players it leaves.
        """
        graph, size = self.roster.graph, len(self.roster.graph)
        matchable = waiting
        for seat in bits(waiting):
            if not graph[seat] & (self.following | waiting):
                matchable &= ~(1 << seat)
        if matchable.bit_count() < 2:
            return (waiting & ~matchable).bit_count()
        # The group's own players can all be left; so can as many as `least` of those who wait.
        for least in range(waiting.bit_count() + 1):
            spare = least + (waiting.bit_count() + self.following.bit_count() + least) % 2
            rows = list(graph)
            extra = ((1 << spare) - 1) << size
            among = waiting | self.following | extra
            left_over = ((1 << least) - 1) << size
            for seat in bits(self.following):
                rows[seat] = (among & ~(1 << seat)) & (graph[seat] | self.following | extra)
            for seat in bits(waiting):
                rows[seat] = graph[seat] & among | left_over
            for index in range(spare):
                row = self.following | extra & ~(1 << (size + index))
                rows.append(row | waiting if index < least else row)
            if perfect_matching(rows, among) is not None:
                return least
        raise AssertionError("all of them can be left")

    def may_be(self, chosen: int, optional: int, more: int, limit: int) -> bool:
        """Whether at most `limit` of those chosen and `more` of `optional` must wait again,
        whoever else is paired. It only rules out."""
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

    def may_be_at_prices(
        self, crossing: Crossing, chosen: int, optional: int, more: int, limit: int
    ) -> bool:
        """The same of the sets that can wait, by the bound from prices; it only rules out."""
        if self.is_next_last:
            nobody = self.roster.nobody
            if limit or not nobody:
                return True
            return crossing.may_wait(chosen, optional, paired=nobody) is not None
        if self._bound > limit * _UNIT:
            return False
        prices = self._prices
        best: int | None = None
        step = _UNIT // 2 if prices else _UNIT
        rows = crossing.rows(chosen, optional)
        again = None if chosen else self._again
        for _ in range(_ROUNDS_LATER if chosen else _ROUNDS_AT_FIRST):
            count_branch(len(self.roster.graph))
            cheapest = crossing.cheapest(rows, prices, self._waiting)
            if cheapest is None:
                return False
            paid, waiting, self._waiting = cheapest
            self.can_wait.append(waiting)
            if self.number(waiting) <= limit:
                return True
            cost, other, again = self._cheapest(chosen, optional, more, again)
            is_above = paid + cost > limit * _UNIT
            if not chosen:
                self._again = again
                self._bound = max(self._bound, paid + cost)
            elif is_above:
                return False
            if waiting == other:
                return not is_above
            if best is None or paid + cost > best:
                best = paid + cost
            else:
                step = max(1, step * 3 // 4)
            for seat in bits(waiting & ~other):
                prices[seat] = prices.get(seat, 0) + step
            for seat in bits(other & ~waiting):
                prices[seat] = prices.get(seat, 0) - step
            if is_above:
                # For a higher limit the search goes on from here.
                return False
        return True

    def _cheapest(
        self, chosen: int, optional: int, more: int, start: Optimum | None
    ) -> tuple[int, int, Optimum]:
        """The least that waiting again costs less the prices received, over all sets with those
        chosen and `more` of `optional`, whether they can wait or not; and such a set. `start`: what
        was found at other prices."""
        graph = self.roster.graph
        group = chosen | optional
        near = 0
        for seat in bits(group):
            near |= graph[seat] & self.following
        node = {seat: number for number, seat in enumerate(bits(group | near))}
        # First the players, then who stands for not waiting at all, then for waiting again.
        count = chosen.bit_count() + more
        idle = ((1 << optional.bit_count() - more) - 1) << len(node)
        size = len(node) + idle.bit_count() + count
        size += size % 2
        again = (1 << size) - (1 << len(node) + idle.bit_count())
        costs: list[dict[int, int]] = [{} for _ in range(size)]

        def join(one: int, others: int, cost: int) -> None:
            costs[one][cost] = costs[one].get(cost, 0) | others
            for other in bits(others):
                costs[other][cost] = costs[other].get(cost, 0) | 1 << one

        unused = again | sum(1 << node[seat] for seat in bits(near))
        for one in bits(unused):
            costs[one][0] = unused & ~(1 << one)
        # What all pay is left out of the costs: each who waits receives their price.
        waits = again & ~(1 << size - 1) if again.bit_count() > count else again
        for seat in bits(group):
            own = node[seat]
            meets = graph[seat] & (near | group & ((1 << seat) - 1))
            join(own, sum(1 << node[opponent] for opponent in bits(meets)), 0)
            join(own, waits, _UNIT)
            if optional >> seat & 1:
                join(own, idle, self._prices.get(seat, 0))
        found = cheapest_matching(costs, start)
        if found is None:
            raise AssertionError("all of them can wait again")
        waiting = sum(1 << seat for seat in bits(group) if not idle >> found.mate[node[seat]] & 1)
        received = sum(self._prices.get(seat, 0) for seat in bits(group))
        return found.cost - received, waiting, found
