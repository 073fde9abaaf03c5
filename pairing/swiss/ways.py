"""Which ways to pair a bracket are still open, what does each cost, and which comes first?

D1 where no assignment decides it: each of S1 in turn gets the first opponent with whom a complete
(and cheapest) matching of all still exists. One matching is kept; a choice costs one augmenting
path. Only where blossoms make some matchings of tight pairs dearer than the optimum is a choice
sometimes tested anew.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from pairing.matching.costs import Costs, Optimum, Start, dearer, free_of_cost, within
from pairing.matching.perfect import Graph, bits, numbering, perfect_matching, with_pair
from pairing.matching.weighted import cheapest_matching


class Requirement(NamedTuple):
    """What a pairing should not go against: `pairs[i]` are the opponents with whom i does.

    `unpaired`: who goes against it by staying unpaired. `alike`: sets of players such that a pair
    goes against it exactly when both are in one of them; empty where it is otherwise.
    """

    name: str
    pairs: Sequence[int]
    unpaired: int = 0
    alike: tuple[int, ...] = ()


class NextBracket(NamedTuple):
    """The bracket to which the unpaired move, as a graph: they must be paired there.

    `opponents[player]`: whom of it each player here can meet; `comers`: whom each of it can meet
    of those here. `rows`: whom its own players, and those who stand for staying unpaired in it, can
    meet among themselves.
    `pairs[player]`: with whom each player can be paired here if both brackets are to be paired.
    `pairs_vary`: not every complete matching of these holds as many pairs here as asked for.
    """

    opponents: Sequence[int]
    comers: Sequence[int]
    rows: Sequence[int]
    pairs: Sequence[int]
    pairs_vary: bool


class Beyond(NamedTuple):
    """The same of a bracket where two who move there can meet: `among`, by player.

    So more pairs could be made here than are asked for, and a complete matching of both brackets
    does not say which of its pairs are.
    """

    opponents: Sequence[int]
    comers: Sequence[int]
    rows: Sequence[int]
    among: Sequence[int]


class Bounds(NamedTuple):
    """Who stays unpaired: all of `must`, and nobody but `may`.

    Where there is a `next_bracket`, all of them must be paired in it. `beyond` asks the same of the
    older editions; in `knsb-rating` that is judged afterwards.
    """

    may: int = -1
    must: int = 0
    next_bracket: NextBracket | None = None
    beyond: Beyond | None = None


#: By question, the last optimum, from which a search may start.
Known = dict[object, Start]
#: By question, an optimum; None: there is none.
Answers = dict[object, Start | None]

#: Anybody may stay unpaired.
ANYBODY = Bounds()


class Ways:
    """The matchings with `pairs` pairs within `rows`, the others among `may_be_unpaired` and
    within the `bounds`.

    `costs` are the requirements that count, most important first; without any all ways are
    equally good. `answers`: what was found out about these ways and others, by question. As a
    graph, numbers from `size` on are where the unpaired go: so many extra players, all the same, or
    those of the next bracket.
    """

    def __init__(
        self,
        size: int,
        pairs: int,
        rows: Sequence[int],
        may_be_unpaired: int,
        bounds: Bounds = ANYBODY,
        costs: Sequence[Requirement] = (),
        answers: Answers | None = None,
    ):
        self.size = size
        self.pairs = pairs
        self.everybody = (1 << size) - 1
        self.bounds = bounds
        self.next_bracket = bounds.next_bracket
        if bounds.next_bracket is not None:
            rows = [row & near for row, near in zip(rows, bounds.next_bracket.pairs, strict=True)]
        must = bounds.must
        if must:
            rows = [0 if must >> player & 1 else row & ~must for player, row in enumerate(rows)]
        self.rows = rows
        self.may_be_unpaired = may_be_unpaired & (bounds.may | must)
        self.costs = costs
        self.answers: Answers = {} if answers is None else answers

    def with_costs(self, requirements: Sequence[Requirement]) -> "Ways":
        """The same ways, with requirements that count."""
        return self.narrowed(self.pairs, self.rows, self.may_be_unpaired, requirements)

    def narrowed(
        self,
        pairs: int,
        rows: Sequence[int],
        may_be_unpaired: int,
        costs: Sequence[Requirement] = (),
    ) -> "Ways":
        """Ways with other pairs and other players who may be unpaired, within the same bounds."""
        return Ways(self.size, pairs, rows, may_be_unpaired, self.bounds, costs, self.answers)

    def whatever_beyond(self) -> "Ways":
        """The same ways where it does not matter who can be paired beyond."""
        bounds = self.bounds._replace(beyond=None)
        rows, may = self.rows, self.may_be_unpaired
        return Ways(self.size, self.pairs, rows, may, bounds, self.costs, self.answers)

    def across(self, s1: Sequence[int], s2: Sequence[int]) -> "Ways":
        """Those in which each of S1 meets one of S2; others of S2 may stay unpaired."""
        upper, lower = sum(1 << player for player in s1), sum(1 << player for player in s2)
        rows = [
            row & (lower if upper >> player & 1 else upper) for player, row in enumerate(self.rows)
        ]
        return self.narrowed(len(s1), rows, self.may_be_unpaired & lower, self.costs)

    @property
    def pairs_vary(self) -> bool:
        """Whether a complete matching of a graph can hold fewer pairs than asked for."""
        return self.next_bracket is not None and self.next_bracket.pairs_vary

    def graph(self, apart: int = 0) -> list[int]:
        """The ways as complete matchings; a set `apart` is paired, and not with each other."""
        rows = [
            row & ~apart if apart >> player & 1 else row for player, row in enumerate(self.rows)
        ]
        return self._with_unpaired(
            rows, range(self.size), self.may_be_unpaired & ~apart, self.size - 2 * self.pairs
        )

    def graph_of(self, group: Sequence[int], pairs: int) -> list[int]:
        """The same of some players only, with so many pairs; numbered by index in `group`."""
        local = numbering(group)
        rows = [local(self.rows[player]) for player in group]
        may_be_unpaired = local(self.may_be_unpaired)
        return self._with_unpaired(rows, group, may_be_unpaired, len(group) - 2 * pairs)

    def _with_unpaired(
        self, rows: list[int], group: Sequence[int], may_be_unpaired: int, unpaired: int
    ) -> list[int]:
        """A graph of players with where the unpaired of them go; `may_be_unpaired` is by index."""
        size = len(rows)
        if self.next_bracket is None:
            extra = ((1 << unpaired) - 1) << size
            return [
                row | extra if may_be_unpaired >> number & 1 else row
                for number, row in enumerate(rows)
            ] + [may_be_unpaired] * unpaired
        for number in bits(may_be_unpaired):
            rows[number] |= self.next_bracket.opponents[group[number]] << size
        local = numbering(group)
        return rows + [
            row << size | local(comers) & may_be_unpaired
            for row, comers in zip(self.next_bracket.rows, self.next_bracket.comers, strict=True)
        ]

    def could_work(self) -> bool:
        """Whether there is any way at all, whatever it costs."""
        must = self.bounds.must
        if must & ~self.may_be_unpaired or must.bit_count() > self.size - 2 * self.pairs:
            return False
        return not self.size or self.is_complete(self.graph(), self.size, self.pairs)

    def is_complete(self, graph: Sequence[int], size: int, pairs: int) -> bool:
        """Whether a graph whose first `size` are players has a way with so many pairs."""
        if not self.pairs_vary:
            return perfect_matching(graph) is not None
        return self.cheapest(free_of_cost(graph), size, pairs) is not None

    def cheapest(
        self,
        costs: Costs,
        size: int,
        pairs: int,
        known: Known | None = None,
        question: object = None,
    ) -> Optimum | None:
        """The cheapest way with so many pairs among the first `size`; None: there is none.

        `known`: what was found of the same players for the same `question` among other ways; from
        there the search starts.

        Where pairs vary each earns more than all else can cost, so that there are as many as
        there can be.
        """
        if not self.pairs_vary:
            return self._cheapest(costs, known, question)
        dearest = max((abs(cost) for row in costs for cost in row), default=0)
        prize = 2 * len(costs) * dearest + 1
        among = [(1 << size) - 1] * size + [0] * (len(costs) - size)
        best = self._cheapest(dearer(costs, among, -prize), known, question)
        if best is None:
            return None
        count = sum(player < other < size for player, other in enumerate(best.mate[:size]))
        return best if count == pairs else None

    @staticmethod
    def _cheapest(costs: Costs, known: Known | None, question: object) -> Optimum | None:
        if known is None:
            return cheapest_matching(costs)
        best = cheapest_matching(costs, known.get(question))
        if best is not None:
            known[question] = best
        return best

    @cached_property
    def _digit(self) -> int:
        """Bits of one digit of a cost."""
        return self.size.bit_length() + 1

    @property
    def cost_bits(self) -> int:
        """Bits of the cost of a whole way."""
        return self._digit * len(self.costs)

    def costs_of(self, graph: Sequence[int], group: Sequence[int]) -> Costs:
        """The costs of a graph of these players, numbered by index, and of the extra ones."""
        local = numbering(group)
        costs: Costs = free_of_cost(graph)
        extra = -1 << len(group)
        for number, requirement in enumerate(reversed(self.costs)):
            against = [
                local(requirement.pairs[player])
                | (extra if requirement.unpaired >> player & 1 else 0)
                for player in group
            ]
            against += [local(requirement.unpaired)] * (len(graph) - len(group))
            if any(against):
                costs = dearer(costs, against, 1 << number * self._digit)
        return costs

    def cost_of(self, pairs: Sequence[tuple[int, int]], unpaired: int) -> int:
        """What a whole way costs."""
        cost = 0
        for requirement in self.costs:
            against = sum(requirement.pairs[a] >> b & 1 for a, b in pairs)
            cost = (cost << self._digit) + against + (requirement.unpaired & unpaired).bit_count()
        return cost


def first_opponents(
    ways: Ways,
    graph: Graph,
    costs: Costs | None,
    deciding: Sequence[int],
    size: int,
    pairs: int,
    known: Known | None = None,
) -> list[int] | None:
    """The opponents of the deciding players, all among the first `size`; None: no way at all.

    `costs`: only the cheapest ways count. `known`: what was found of the same players among others
    of these ways.
    """
    optimum: Optimum | None = None
    if costs is None:
        mate = perfect_matching(graph)
        if mate is None:
            return None
    else:
        question = "opponents", len(graph), pairs, len(ways.costs)
        optimum = ways.cheapest(costs, size, pairs, known, question)
        if optimum is None:
            return None
        graph, mate = optimum.tight, optimum.mate
    left = (1 << len(graph)) - 1
    players = (1 << size) - 1
    pairs_so_far: list[tuple[int, int]] = []
    for player in deciding:
        for opponent in bits(graph[player] & left & players):
            rest = left & ~(1 << player | 1 << opponent)
            changed = with_pair(graph, mate, player, opponent, rest)
            if changed is not None and optimum is not None and optimum.has_blossoms:
                changed = _cheapest(optimum, changed, [*pairs_so_far, (player, opponent)])
            if changed is not None:
                mate, left = changed, rest
                pairs_so_far.append((player, opponent))
                break
        else:
            return None
    return [opponent for _, opponent in pairs_so_far]


def _cheapest(
    optimum: Optimum, mate: list[int], pairs: Sequence[tuple[int, int]]
) -> list[int] | None:
    """A cheapest matching with these pairs: `mate` if it is one, else another, else None."""
    if optimum.cost_of(mate) == optimum.cost:
        return mate
    left = (1 << len(mate)) - 1
    for a, b in pairs:
        left &= ~(1 << a | 1 << b)
    rows = [row & left for row in optimum.tight]
    for a, b in pairs:
        rows[a], rows[b] = 1 << b, 1 << a
    again = cheapest_matching(within(optimum.costs, rows), optimum)
    return again.mate if again is not None and again.cost == optimum.cost else None


def nearest_opponents(
    rows: Sequence[int], deciding: Sequence[int], left: int
) -> list[tuple[int, int]] | None:
    """Each in turn the first opponent of those left, whatever becomes of the others; None: one of
    them has nobody."""
    pairs = []
    for player in deciding:
        opponents = rows[player] & left
        if not opponents:
            return None
        lowest = opponents & -opponents
        left ^= lowest
        pairs.append((player, lowest.bit_length() - 1))
    return pairs
