"""Which complete matching costs least, and which pairs can a cheapest one hold?

A graph is a list of bit sets as in `pairing.matching.perfect`; `cost[i][j]` is an integer for every
edge (of any size or sign: a lexicographic order is written as digits of one integer). Edmonds'
primal-dual method for general graphs, O(n^3), exact. In a bipartite graph no blossom ever
arises, and every complete matching of `Optimum.tight` is a cheapest one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.matching.perfect import Graph, bits
from pairing.matching.work import count_weighted, spend

_NOBODY = -1
_FREE, _OUTER, _INNER = -1, 0, 1

Edge = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Optimum:
    """A cheapest complete matching: `mate[i]` is i's partner, `cost` the sum over its pairs.

    `tight`: the edges that a cheapest matching can hold; all others surely not. Where
    `has_blossoms`, a complete matching of tight edges can still cost more; else never.
    """

    mate: list[int]
    cost: int
    tight: list[int]
    has_blossoms: bool


def cheapest_matching(graph: Graph, cost: Sequence[Sequence[int]]) -> Optimum | None:
    """A cheapest complete matching; None when nothing holds everybody."""
    if len(graph) % 2 or not all(graph):
        return None
    count_weighted(len(graph))
    search = _Search(graph, cost)
    if not search.run():
        return None
    return search.optimum()


class _Search:
    """The primal-dual search. Nodes below `size` are players, the others blossoms.

    Terms: `top[x]` is the outermost blossom of x; `label` of a player is his dual, of a
    blossom its dual; the slack of an edge is 4 * cost - label - label and never negative
    between different top nodes; tight means zero. Duals stay integers since all costs are even.
    """

    def __init__(self, graph: Graph, cost: Sequence[Sequence[int]]):
        self.graph = graph
        self.cost = cost
        self.size = size = len(graph)
        self.neighbours = [list(bits(row)) for row in graph]
        self.weight = [[4 * one for one in row] for row in cost]
        self.label = [
            2 * min(row[other] for other in others)
            for row, others in zip(cost, self.neighbours, strict=True)
        ]
        self.match = [_NOBODY] * size
        self.top = list(range(size))
        self.parent = [_NOBODY] * size
        self.kind = [_FREE] * size
        self.nearest = [_NOBODY] * size
        self.seen = [0] * size
        self.round = 0
        self.queue: list[int] = []
        self.edges: list[list[Edge | None]] = [[None] * size for _ in range(size)]
        for player, others in enumerate(self.neighbours):
            for other in others:
                self.edges[player][other] = (player, other)
        self.petals: dict[int, list[int]] = {}
        self.petal_of: dict[int, dict[int, int]] = {}
        self.spare: list[int] = []

    def run(self) -> bool:
        """Match everybody, one augmentation at a time; False when that is impossible."""
        for player in range(self.size):
            if self.match[player] == _NOBODY:
                for other in self.neighbours[player]:
                    if self.match[other] == _NOBODY and not self._slack((player, other)):
                        self.match[player], self.match[other] = other, player
                        break
        return all(self._stage() for _ in range(self.match.count(_NOBODY) // 2))

    def optimum(self) -> Optimum:
        """What was found; blossoms with a dual make the edges within them tight or not."""
        blossoms = [
            (self.label[blossom], sum(1 << player for player in self.petal_of[blossom]))
            for blossom in self.petals
            if self.label[blossom]
        ]
        mate = self.match[: self.size]
        tight = []
        for player, others in enumerate(self.neighbours):
            around = [(dual, members) for dual, members in blossoms if members >> player & 1]
            row = 0
            for other in others:
                slack = self._slack((player, other))
                for dual, members in around:
                    if members >> other & 1:
                        slack += dual
                if not slack:
                    row |= 1 << other
            tight.append(row)
        total = sum(self.cost[player][other] for player, other in enumerate(mate)) // 2
        return Optimum(mate, total, tight, bool(blossoms))

    def _slack(self, edge: Edge) -> int:
        one, other = edge
        return self.weight[one][other] - self.label[one] - self.label[other]

    def _nodes(self) -> list[int]:
        """All top nodes."""
        return [node for node, top in enumerate(self.top) if node == top]

    def _stage(self) -> bool:
        """Grow trees from everybody unmatched until one augmenting path is found."""
        spend(self.size * self.size)
        count = len(self.top)
        self.kind = [_FREE] * count
        self.nearest = [_NOBODY] * count
        self.queue = []
        for node in self._nodes():
            if self.match[node] == _NOBODY:
                self.parent[node] = _NOBODY
                self.kind[node] = _OUTER
                self._enqueue(node)
        while True:
            if self._grow():
                return True
            if not self._change_duals():
                return False
            self.queue = []
            for node in self._nodes():
                from_player = self.nearest[node]
                if self.top[node] != node or from_player == _NOBODY:
                    continue
                edge = self.edges[from_player][node]
                if (
                    edge is not None
                    and self.top[from_player] != node
                    and not self._slack(edge)
                    and self._use(edge)
                ):
                    return True
            for blossom in list(self.petals):
                if (
                    self.top[blossom] == blossom
                    and self.kind[blossom] == _INNER
                    and not self.label[blossom]
                ):
                    self._expand(blossom)

    def _grow(self) -> bool:
        """Follow tight edges from the queue; True when one of them completed a path."""
        top, label = self.top, self.label
        while self.queue:
            player = self.queue.pop()
            if self.kind[top[player]] == _INNER:
                continue
            weights, mine = self.weight[player], label[player]
            for other in self.neighbours[player]:
                there = top[other]
                if there == top[player]:
                    continue
                if weights[other] == mine + label[other]:
                    if self._use((player, other)):
                        return True
                elif self.kind[there] != _INNER:
                    self._note(player, there)
        return False

    def _note(self, player: int, node: int) -> None:
        """Remember `player` if no outer player is nearer to the node."""
        before = self.nearest[node]
        edge = self.edges[player][node]
        if edge is None:
            return
        if before != _NOBODY:
            known = self.edges[before][node]
            if known is not None and self._slack(known) <= self._slack(edge):
                return
        self.nearest[node] = player

    def _renote(self, node: int) -> None:
        """Find the nearest outer player of a node anew."""
        self.nearest[node] = _NOBODY
        for player in range(self.size):
            top = self.top[player]
            if top != node and self.kind[top] == _OUTER:
                self._note(player, node)

    def _change_duals(self) -> bool:
        """Make at least one more edge tight or one blossom ready to expand; False: impossible."""
        least: int | None = None
        for node in self._nodes():
            kind = self.kind[node]
            if kind == _INNER:
                if node < self.size:
                    continue
                amount = self.label[node] // 2
            else:
                edge = self.edges[self.nearest[node]][node] if self.nearest[node] >= 0 else None
                if edge is None:
                    continue
                amount = self._slack(edge) if kind == _FREE else self._slack(edge) // 2
            if least is None or amount < least:
                least = amount
        if least is None:
            return False
        for player in range(self.size):
            kind = self.kind[self.top[player]]
            if kind == _OUTER:
                self.label[player] += least
            elif kind == _INNER:
                self.label[player] -= least
        for blossom in self.petals:
            if self.top[blossom] == blossom:
                if self.kind[blossom] == _OUTER:
                    self.label[blossom] += 2 * least
                elif self.kind[blossom] == _INNER:
                    self.label[blossom] -= 2 * least
        return True

    def _use(self, edge: Edge) -> bool:
        """Take a tight edge from an outer node: grow, shrink a blossom or augment (True)."""
        one, other = self.top[edge[0]], self.top[edge[1]]
        if self.kind[other] == _FREE:
            self.parent[other] = edge[0]
            self.kind[other] = _INNER
            beyond = self.top[self.match[other]]
            self.nearest[other] = self.nearest[beyond] = _NOBODY
            self.kind[beyond] = _OUTER
            self._enqueue(beyond)
        elif self.kind[other] == _OUTER:
            shared = self._shared(one, other)
            if shared == _NOBODY:
                self._augment(one, other)
                self._augment(other, one)
                return True
            self._shrink(one, shared, other)
        return False

    def _enqueue(self, node: int) -> None:
        if node < self.size:
            self.queue.append(node)
        else:
            self.queue.extend(self.petal_of[node])

    def _shared(self, one: int, other: int) -> int:
        """The first common node of two branches of the trees, or nobody."""
        self.round += 1
        while one != _NOBODY or other != _NOBODY:
            if one != _NOBODY:
                if self.seen[one] == self.round:
                    return one
                self.seen[one] = self.round
                one = self._above(one)
            one, other = other, one
        return _NOBODY

    def _above(self, outer: int) -> int:
        """The outer node two steps nearer to the root."""
        matched = self.match[outer]
        return _NOBODY if matched == _NOBODY else self.top[self.parent[self.top[matched]]]

    def _augment(self, one: int, other: int) -> None:
        """Match two nodes and swap the pairs on the way from the first to its root."""
        while True:
            before = self.match[one]
            self._set_match(one, other)
            if before == _NOBODY:
                return
            inner = self.top[before]
            outer = self.top[self.parent[inner]]
            self._set_match(inner, outer)
            one, other = outer, inner

    def _set_match(self, node: int, other: int) -> None:
        """Match a node outwards, and within a blossom all round."""
        edge = self.edges[node][other]
        assert edge is not None  # noqa: S101 - only existing edges are used
        self.match[node] = edge[1]
        if node < self.size:
            return
        petals = self.petals[node]
        entry = self.petal_of[node][edge[0]]
        place = self._place(node, entry)
        for number in range(place):
            self._set_match(petals[number], petals[number ^ 1])
        self._set_match(entry, other)
        petals[:] = petals[place:] + petals[:place]

    def _place(self, blossom: int, petal: int) -> int:
        """The even place of a petal in its blossom, turned round if needed."""
        petals = self.petals[blossom]
        place = petals.index(petal)
        if place % 2:
            petals[1:] = petals[:0:-1]
            place = len(petals) - place
        return place

    def _set_top(self, node: int, blossom: int) -> None:
        self.top[node] = blossom
        for petal in self.petals.get(node, ()):
            self._set_top(petal, blossom)

    def _new_node(self) -> int:
        """A number for a new blossom."""
        if self.spare:
            return self.spare.pop()
        node = len(self.top)
        for column in (self.label, self.seen):
            column.append(0)
        for column in (self.match, self.parent, self.kind, self.nearest, self.top):
            column.append(_NOBODY)
        for row in self.edges:
            row.append(None)
        self.edges.append([None] * (node + 1))
        return node

    def _shrink(self, one: int, shared: int, other: int) -> None:
        """Make a blossom of the cycle that an edge between two outer nodes closes."""
        blossom = self._new_node()
        self.label[blossom] = 0
        self.kind[blossom] = _OUTER
        self.match[blossom] = self.match[shared]
        self.parent[blossom] = self.parent[shared]
        self.petals[blossom] = petals = [shared]
        for start in (one, other):
            node = start
            while node != shared:
                inner = self.top[self.match[node]]
                petals += [node, inner]
                self._enqueue(inner)
                node = self.top[self.parent[inner]]
            if start == one:
                petals[1:] = petals[:0:-1]
        self._set_top(blossom, blossom)
        mine: list[Edge | None] = [None] * len(self.top)
        self.petal_of[blossom] = members = {}
        for petal in petals:
            for player in self.petal_of.get(petal, (petal,)):
                members[player] = petal
            for node, edge in enumerate(self.edges[petal]):
                if edge is not None:
                    known = mine[node]
                    if known is None or self._slack(edge) < self._slack(known):
                        mine[node] = edge
        self.edges[blossom] = mine
        for node, edge in enumerate(mine):
            self.edges[node][blossom] = None if edge is None else (edge[1], edge[0])
        self._renote(blossom)

    def _expand(self, blossom: int) -> None:
        """Undo an inner blossom without a dual; its petals take its place in the tree."""
        for petal in self.petals[blossom]:
            self._set_top(petal, petal)
        edge = self.edges[blossom][self.parent[blossom]]
        assert edge is not None  # noqa: S101 - the edge that led here
        entry = self.petal_of[blossom][edge[0]]
        place = self._place(blossom, entry)
        petals = self.petals[blossom]
        for number in range(0, place, 2):
            inner, outer = petals[number], petals[number + 1]
            between = self.edges[outer][inner]
            assert between is not None  # noqa: S101 - neighbours in the cycle
            self.parent[inner] = between[0]
            self.kind[inner], self.kind[outer] = _INNER, _OUTER
            self.nearest[inner] = _NOBODY
            self._renote(outer)
            self._enqueue(outer)
        self.kind[entry] = _INNER
        self.parent[entry] = self.parent[blossom]
        for petal in petals[place + 1 :]:
            self.kind[petal] = _FREE
            self._renote(petal)
        self.top[blossom] = _NOBODY
        self.spare.append(blossom)
        del self.petals[blossom], self.petal_of[blossom]
