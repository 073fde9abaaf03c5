"""Can a bracket and the one below it be paired together? One graph of both: C12-C14.

A player unpaired above is paired below, or stays unpaired there too where that is allowed. So one
weighted matching says how many pairs the bracket above can have while both can be paired; and where
it can have no more than are asked for, the matchings of that graph are exactly the ways to pair the
bracket above whose downfloaters leave the one below a pairing.
"""

from collections.abc import Sequence
from functools import cached_property
from operator import add, mul
from typing import NamedTuple

from pairing.matching.costs import Optimum, dearer, free_of_cost
from pairing.matching.perfect import bits, certain, in_want
from pairing.matching.weighted import cheapest_matching
from pairing.swiss.ways import Beyond, Bounds, Known, NextBracket

#: After so many changes of the prices it is left open which players can come.
_PRICED = 40
_TOGETHER = "the brackets can be paired together"


class Above(NamedTuple):
    """The bracket above: its seats in order, and what is asked of it.

    `pairs`: how many are made; at least `in_s1` of them hold one of its first `moved_down`
    players, and where `s1_in_every_pair` no other pair is made. `may_meet`: by seat of the whole
    roster.
    """

    may_meet: Sequence[int]
    seats: Sequence[int]
    pairs: int
    in_s1: int
    moved_down: int
    s1_in_every_pair: bool = False

    @property
    def size(self) -> int:
        """How many players it has."""
        return len(self.seats)

    @property
    def downfloaters(self) -> int:
        """How many of them move on."""
        return len(self.seats) - 2 * self.pairs

    @property
    def everybody(self) -> int:
        """All of them as a set."""
        return (1 << len(self.seats)) - 1

    def seats_of(self, players: int) -> int:
        """A set of its players as a set of seats."""
        return sum(1 << self.seats[player] for player in bits(players))

    def players_of(self, seats: int) -> int:
        """A set of seats as a set of its players."""
        return sum(1 << player for player, seat in enumerate(self.seats) if seats >> seat & 1)


class Below(NamedTuple):
    """What is asked of the bracket below. Sets are of seats.

    `others`: all its players but those who come from the bracket above. `spare`: how many of
    it need not be paired; `may_spare`: which of its players, those who come included. Where
    `comers_apart`, who comes and those of `apart` are S1: all of them paired, none with
    another. `barred`: who of the bracket above may not come. `undecided`: of the others, who may
    stay unpaired beside the spare ones (while cases are told apart). `wanted`: how many must come
    of each of these sets, which share nobody; nobody else may come then. `not_alone`: who must have
    an opponent there, paired with them or not, unless they are above.
    """

    others: int
    spare: int
    may_spare: int
    apart: int = 0
    comers_apart: bool = False
    barred: int = 0
    undecided: int = 0
    wanted: tuple[tuple[int, int], ...] = ()
    not_alone: int = 0

    def changes(self, above: Above, group: int, bounds: Bounds) -> tuple[int, int] | None:
        """Of a group that may not come: who of it should stay above, or who else should come; with
        none of these changes within bounds nobody may. By players above. None: not seen here."""
        found = []
        for seats, number in self.wanted:
            players = above.players_of(seats)
            over = (group & players).bit_count() - number
            if over:
                found.append((group & players, 0) if over > 0 else (0, players))
        there = self.others | above.seats_of(group)
        for seat in bits(self.not_alone & there):
            if not above.may_meet[seat] & there:
                alone = above.players_of(1 << seat)
                found.append((alone, above.players_of(above.may_meet[seat])))
        within = [(stay & ~bounds.must, come & bounds.may & ~group) for stay, come in found]
        return min(within, key=_number_of_changes, default=None)


def _number_of_changes(change: tuple[int, int]) -> int:
    stay, come = change
    return stay.bit_count() + come.bit_count()


class BothBrackets:
    """The graph of both brackets: first the players above by their numbers, then those below.

    `may`: who of those above may come; `must`: who has to (players of the bracket above). `known`:
    what was found of the same brackets with others who may or must, where searches start.
    """

    def __init__(
        self, above: Above, below: Below, may: int, must: int = 0, known: Known | None = None
    ):
        self.above = above
        self.below = below
        self.must = must
        self.known: Known = {} if known is None else known
        may &= ~above.players_of(below.barred)
        self.opponents = self._comers(may, must)
        self.rows = self._among_below()
        pairs = self._among_above(may, must)
        if above.s1_in_every_pair:
            self._add_doubles(pairs, may | must)
        size = above.size
        self.graph = [row | links << size for row, links in zip(pairs, self.opponents, strict=True)]
        for index, row in enumerate(self.rows):
            comers = sum(1 << at for at, row in enumerate(self.opponents) if row >> index & 1)
            self.graph.append(comers | row << size)

    def _among_above(self, may: int, must: int) -> list[int]:
        """Who may be paired above. Two who may both come can always meet below instead."""
        rows = [self.above.players_of(self.above.may_meet[seat]) for seat in self.above.seats]
        if must:
            rows = [
                row & (may if must >> player & 1 else -1 if may >> player & 1 else ~must)
                for player, row in enumerate(rows)
            ]
        return rows

    @cached_property
    def _indexes(self) -> dict[int, int]:
        """Where each seat below stands in its part of the graph."""
        return {seat: index for index, seat in enumerate(bits(self.below.others))}

    @property
    def _spares(self) -> int:
        """The numbers of those who stand for staying unpaired, in the part below."""
        return ((1 << self.below.spare) - 1) << len(self._indexes)

    def _local(self, seats: int) -> int:
        return sum(1 << self._indexes[seat] for seat in bits(seats & self.below.others))

    def _comers(self, may: int, must: int) -> list[int]:
        """By player above: whom of the part below they can meet."""
        below = self.below
        rows = []
        for player, seat in enumerate(self.above.seats):
            row = 0
            if (may | must) >> player & 1:
                meets = self.above.may_meet[seat] & below.others
                if below.comers_apart:
                    meets &= ~below.apart
                row = self._local(meets)
                if not below.comers_apart and below.may_spare >> seat & 1:
                    row |= self._spares
            rows.append(row)
        return rows

    def _among_below(self) -> list[int]:
        """The rows of the part below: its players, and those who stand for staying unpaired."""
        below = self.below
        rows, spared = [], 0
        for seat, index in self._indexes.items():
            meets = self.above.may_meet[seat] & below.others
            is_apart = below.apart >> seat & 1
            row = self._local(meets & ~below.apart if is_apart else meets)
            if below.may_spare >> seat & 1 and not is_apart:
                row |= self._spares
                spared |= 1 << index
            rows.append(row)
        rows += [spared] * below.spare
        return self._with_undecided(rows) if below.undecided else rows

    def _with_undecided(self, rows: list[int]) -> list[int]:
        """With one more for each of the undecided; those not needed meet each other."""
        start = len(self._indexes)
        undecided = list(bits(self.below.undecided))
        end = len(rows) + len(undecided)
        is_odd = (self.above.size + end) % 2
        standing = (1 << end + is_odd) - (1 << start)
        for index in range(start, len(rows)):
            rows[index] |= standing & ~(1 << index)
        for seat in undecided:
            index = len(rows)
            rows[self._indexes[seat]] |= 1 << index
            rows.append(standing & ~(1 << index) | 1 << self._indexes[seat])
        if is_odd:
            rows.append(standing & ~(1 << len(rows)))
        return rows

    def _add_doubles(self, pairs: list[int], may: int) -> None:
        """Only pairs with one of the first players are made above; two others meet below.

        So each of the others has a double in the part below, and a link there that is matched with
        one of the two: with the double of who is paired above, with the player who comes.
        """
        first, size = self.above.moved_down, self.above.size
        links = len(self.rows)
        doubles = links + size - first
        self.rows += [1 << double for double in range(doubles, doubles + size - first)]
        for player in range(first, size):
            link, double = links + player - first, doubles + player - first
            meets = self.opponents[player]
            for index in bits(meets):
                self.rows[index] |= 1 << double
            comers = 0 if self.below.comers_apart else pairs[player] >> first << doubles
            self.rows.append(meets | comers | 1 << link)
            self.opponents[player] = (may >> player & 1) << link
            pairs[player] &= (1 << first) - 1

    @cached_property
    def optimum(self) -> Optimum | None:
        """A pairing of both with as many pairs above as there can be; None: there is none."""
        return self._most_pairs(self.above.size)

    def _most_pairs(self, first: int) -> Optimum | None:
        """One with as many pairs above as can hold one of the first so many players there."""
        stay = self.above.everybody & ~self.must
        pairs = [0] * len(self.graph)
        for player in bits(stay):
            pairs[player] = stay if player < first else stay & (1 << first) - 1
        costs = dearer(free_of_cost(self.graph), pairs, -1)
        optimum = cheapest_matching(costs, self.known.get(first))
        if optimum is not None:
            self.known[first] = optimum
        return optimum

    @property
    def most_pairs(self) -> int:
        """How many pairs there can be above while both can be paired; -1: they cannot."""
        return -1 if self.optimum is None else -self.optimum.cost

    @property
    def may_suit(self) -> bool:
        """Whether there can be as many pairs above as asked for, and, on its own, as many pairs of
        players who moved down to there. False is certain, True is not."""
        above = self.above
        if self.most_pairs < above.pairs:
            return False
        if not above.in_s1:
            return True
        best = self._most_pairs(above.moved_down)
        return best is not None and -best.cost >= above.in_s1

    def changes(self, group: int, bounds: Bounds) -> tuple[int, int] | None:
        """Who of a group with whom the bracket below cannot be paired should stay above, or who
        else should come: with none of these changes within bounds it never can. None: it can be.
        """
        size, above = self.above.size, self.above.everybody
        graph = list(self.graph)
        if self.below.comers_apart:
            graph[:size] = [row & ~above for row in graph[:size]]
        possible = []
        for wanting in in_want(graph, group | (1 << len(graph)) - (1 << size)):
            could = bits(bounds.may & above & ~group)
            come = sum(1 << player for player in could if graph[player] & wanting)
            possible.append((group & wanting & ~bounds.must, come))
        return min(possible, key=_number_of_changes, default=None)

    def may_bring(self, wanted: Sequence[tuple[int, int]]) -> bool:
        """Whether so many of each of these sets of seats can come; False is certain, True is not.

        Only where `most_pairs` is what is asked for. Anyone who comes is given a price by his set:
        when even the cheapest who can come cost more than those who are wanted, these cannot
        come. The prices are found as a perceptron finds a line between points: a set of which
        too many came gets dearer, one of which too few came cheaper.
        """
        best, size = certain(self.optimum, _TOGETHER), self.above.size
        sets = [(self.above.players_of(seats), count) for seats, count in wanted]
        prices = [0] * len(sets)
        for _ in range(_PRICED):
            come = sum(1 << player for player in range(size) if best.mate[player] >= size)
            over = [(come & players).bit_count() - count for players, count in sets]
            if not any(over):
                return True
            if sum(map(mul, prices, over)) > 0:
                return False
            prices = [*map(add, prices, over)]
            priced = self._priced([players for players, _ in sets], prices)
            cheaper = cheapest_matching(priced, best)
            if cheaper is None:  # without somebody of no set
                return False
            best = cheaper
        return True

    def _priced(self, sets: Sequence[int], prices: Sequence[int]) -> list[dict[int, int]]:
        """The ways to pair both with the most pairs above, with a price for everybody who comes."""
        optimum, size = certain(self.optimum, _TOGETHER), self.above.size
        within = (1 << size) - 1
        # A pair above is worth more than all prices together where tight pairings can lack one.
        pair = -1 - 2 * size * sum(map(abs, prices)) if optimum.has_blossoms else 0
        rows: list[dict[int, int]] = []
        for player, row in enumerate(optimum.tight):
            parts = {pair: row & within} if player < size else {0: row & ~within}
            for players, price in zip(sets, prices, strict=True):
                if player >= size:
                    parts[price] = parts.get(price, 0) | row & players
                elif players >> player & 1:
                    parts[price] = parts.get(price, 0) | row & ~within
            rows.append({cost: others for cost, others in parts.items() if others})
        return rows

    @property
    def next_bracket(self) -> NextBracket:
        """The bracket below as what the unpaired above move to.

        Only where `most_pairs` is what is asked for: then no two who come could meet below (but
        for doubles), or there would be one more pair above.
        """
        optimum, size = certain(self.optimum, _TOGETHER), self.above.size
        tight, players = optimum.tight, (1 << size) - 1
        return NextBracket(
            opponents=[row >> size for row in tight[:size]],
            comers=[row & players for row in tight[size:]],
            rows=[row >> size for row in tight[size:]],
            pairs=[row & players for row in tight[:size]],
            pairs_vary=optimum.has_blossoms,
        )

    @property
    def beyond(self) -> Beyond:
        """The same where `most_pairs` is more than is asked for."""
        above, size = self.above, self.above.size
        among = [0] * size
        if not self.below.comers_apart:
            among = [above.players_of(above.may_meet[seat]) for seat in above.seats]
        comers = [row & above.everybody for row in self.graph[size:]]
        return Beyond(self.opponents, comers, self.rows, among)
