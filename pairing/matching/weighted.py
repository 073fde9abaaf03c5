"""Which complete matching costs least, and which pairs can a cheapest one hold?

Costs are given by player: whom one can meet at which cost, as bit sets. They are integers of any
size or sign; a lexicographic order is written as digits of one integer. Edmonds' primal-dual method
for general graphs, exact. In a bipartite graph no blossom ever arises, and every complete matching
of `Optimum.tight` is a cheapest one.
"""

from collections.abc import Iterable, Sequence
from functools import partial

from pairing.matching.budget import count_weighted, spend_on_duals, spend_on_tree
from pairing.matching.costs import Costs, Optimum, Start, union
from pairing.matching.perfect import bits, perfect_matching

_NOBODY = -1

Edge = tuple[int, int]
#: What led to the root of a tree: nothing.
_ROOT: Edge = _NOBODY, _NOBODY


def cheapest_matching(costs: Costs, start: Start | None = None) -> Optimum | None:
    """A cheapest complete matching; None when nothing holds everybody.

    `start`: of the same players at other costs; what is the same again need not be found again.
    """
    mate = () if start is None else start.mate  # a weighted search is long where there is nothing
    if perfect_matching([union(row.values()) for row in costs], None, mate) is None:
        return None
    count_weighted(len(costs) + sum(map(len, costs)))
    search = _Search(costs)
    search.begin((1 << len(costs)) - 1 if start is None else search.take_over(start))
    search.run()
    return search.optimum()


class _Search:
    """The primal-dual search. Nodes below `size` are players, the others blossoms.

    `top[x]` is the outermost blossom of a player. The slack of an edge between two of these is 4 *
    cost - label - label and never negative; tight means zero. Duals stay integers, since those of
    all whom nobody has yet are even together. A blossom consists of `petals` in a circle, its base
    first; `links[i]` leads from petal i to the next one. In the trees of one augmentation `via` is
    the edge that led to a node, from its parent; nodes are `outer` or `inner` there, or in none.
    """

    def __init__(self, costs: Costs):
        self.costs = costs
        self.size = size = len(costs)
        self.rows = [
            sorted((4 * cost, others) for cost, others in row.items() if others) for row in costs
        ]
        self.label = [row[0][0] // 2 for row in self.rows]
        self.mate = [_NOBODY] * size
        self.top = list(range(size))
        self.base = dict(enumerate(self.top))
        self.members = {player: 1 << player for player in self.top}
        self.petals: dict[int, list[int]] = {}
        self.links: dict[int, list[Edge]] = {}
        self.dual: dict[int, int] = {}
        self.made = size
        self.by_label: dict[int, int] = {}
        self.tight: dict[int, int] = {}
        self.outer = self.inner = 0
        self.via: dict[int, Edge] = {}
        self.root: dict[int, int] = {}
        self.trees: dict[int, int] = {}
        self.queue: list[int] = []

    def begin(self, free: int) -> None:
        """Raise the duals of these one by one, and match whoever can be without more ado."""
        self._group()
        label, rows, levels = self.label, self.rows, self._levels((1 << self.size) - 1)
        for player in bits(free):
            least = min(weight - self._highest(others, levels) for weight, others in rows[player])
            least -= least & 1
            if least > label[player]:
                self.by_label[label[player]] ^= 1 << player
                self.by_label[least] = self.by_label.get(least, 0) | 1 << player
                label[player] = least
                levels = sorted(self.by_label.items(), reverse=True)
        for player in bits(free):
            ends = self._tight(player) & free if free >> player & 1 else 0
            if ends:
                other = (ends & -ends).bit_length() - 1
                self.mate[player], self.mate[other] = other, player
                free &= ~(1 << player | 1 << other)

    def take_over(self, start: Start) -> int:
        """Take duals over, lower those that are too high now, and keep tight pairs; who is free."""
        self.label = label = list(start.duals)
        self._group()
        levels = self._levels((1 << self.size) - 1)
        lowered = 0
        for player, row in enumerate(self.rows):
            for weight, others in row:
                if others & ~lowered:
                    most = weight - self._highest(others & ~lowered, levels)
                    if label[player] > most:
                        label[player] = most
                        lowered |= 1 << player
        self._group()
        free = 0
        for player, other in enumerate(start.mate):
            if self._tight(player) >> other & 1:
                self.mate[player] = other
            else:
                free |= 1 << player
                label[player] -= label[player] & 1
        return free

    def optimum(self) -> Optimum:
        """What was found."""
        blossoms = [(self.members[node], dual) for node, dual in self.dual.items() if dual]
        blossoms.sort(key=lambda blossom: -blossom[0].bit_count())
        duals = list(self.label)
        for members, dual in blossoms:
            for player in bits(members):
                duals[player] -= dual // 2
        tight = partial(self._tight_edges, blossoms)
        return Optimum(self.mate, duals, bool(blossoms), self.costs, tight)

    def _tight_edges(self, blossoms: Sequence[tuple[int, int]]) -> list[int]:
        """By player; blossoms with a dual make the edges within them tight or not."""
        tight = []
        for player, row in enumerate(self.rows):
            edges, share, label = 0, 0, self.label[player]
            there = (1 << self.size) - 1
            around = [blossom for blossom in blossoms if blossom[0] >> player & 1]
            # Whom no smaller blossom holds together with the player.
            for members, dual in [*around, (0, 0)]:
                for weight, others in row:
                    those = self.by_label.get(weight - label + share, 0)
                    edges |= others & those & there & ~members
                there = members
                share += dual
            tight.append(edges)
        return tight

    def _group(self) -> None:
        """Put players with the same dual together."""
        self.tight.clear()
        self.by_label = groups = dict[int, int]()
        for player, label in enumerate(self.label):
            groups[label] = groups.get(label, 0) | 1 << player

    def _tight(self, player: int) -> int:
        """Whom a player meets at no slack, their own blossom aside."""
        found = self.tight.get(player)
        if found is None:
            label, groups, found = self.label[player], self.by_label, 0
            for weight, others in self.rows[player]:
                found |= others & groups.get(weight - label, 0)
            self.tight[player] = found
        return found

    def run(self) -> None:
        """Grow trees from everybody unmatched until each is joined with another by a path."""
        for player, other in enumerate(self.mate):
            if other == _NOBODY:
                self.trees[player] = 0
                self._join_outer(self.top[player], _ROOT, player)
        self._group()
        while self.trees:
            self._grow()
            if self.trees:
                self._change_duals()

    def _grow(self) -> None:
        """Follow tight edges from the queue; what completes a path ends two trees.

        A circle within a tree is shrunk only when nothing else is left to follow.
        """
        circles: list[int] = []
        while self.queue or circles:
            if not self.queue:
                player = circles[-1]
                node = self.top[player]
                edges = self._tight(player) & self.outer & self.trees[self.root[node]]
                edges &= ~self.members[node]
                if edges:
                    other = (edges & -edges).bit_length() - 1
                    self._shrink(self._shared(player, other), player, other)
                else:
                    circles.pop()
                continue
            player = self.queue.pop()
            circles.append(player)
            root = self.root[self.top[player]]
            edges = self._tight(player)
            while True:
                edges &= ~self.inner & ~self.trees[root]
                if not edges:
                    break
                lowest = edges & -edges
                other = lowest.bit_length() - 1
                if not self.outer & lowest:
                    self._join_inner(self.top[other], (player, other), root)
                    continue
                self._match(player, other)
                self._match(other, player)
                self._fell(self.root[self.top[other]])
                self._fell(root)
                # They may go through what is in no tree now.
                self.queue, circles = list(bits(self.outer)), []
                break

    def _join_outer(self, node: int, edge: Edge, root: int) -> None:
        self.via[node], self.root[node] = edge, root
        self.outer |= self.members[node]
        self.trees[root] |= self.members[node]
        self.queue.extend(bits(self.members[node]))

    def _join_inner(self, node: int, edge: Edge, root: int) -> None:
        """A node joins a tree, and whoever it is matched with."""
        self.via[node], self.root[node] = edge, root
        self.inner |= self.members[node]
        self.trees[root] |= self.members[node]
        base = self.base[node]
        self._join_outer(self.top[self.mate[base]], (base, self.mate[base]), root)

    def _fell(self, root: int) -> None:
        """Everybody of a tree is in none any more; its blossoms stay if they have a dual."""
        tree = self.trees.pop(root)
        spend_on_tree(tree.bit_count())
        self.outer &= ~tree
        self.inner &= ~tree
        for node in [node for node, dual in self.dual.items() if not dual]:
            if tree & self.members[node] and self.top[self.base[node]] == node:
                self._dissolve(node)

    def _change_duals(self) -> None:
        """Make at least one more edge tight, or dissolve an inner blossom."""
        spend_on_duals(self.size, self.outer.bit_count())
        free = ~(self.outer | self.inner)
        near, far = self._levels(self.outer), self._levels(free)
        blossoms = [node for node in self.petals if self.top[self.base[node]] == node]
        inner = [node for node in blossoms if self.inner >> self.base[node] & 1]
        least = min((self.dual[node] // 2 for node in inner), default=None)
        at_least: list[int] = []
        nearest = near[0][0]
        furthest = far[0][0] if far else nearest
        for player in bits(self.outer):
            label = self.label[player]
            others_outer = self.outer & ~self.members[self.top[player]]
            for weight, others in self.rows[player]:
                slack = weight - label
                if least is not None and slack > furthest + least and slack > nearest + 2 * least:
                    break
                for reached, levels, share in (
                    (others & free, far, 1),
                    (others & others_outer, near, 2),
                ):
                    if reached:
                        amount = (slack - self._highest(reached, levels)) // share
                        if least is None or amount < least:
                            least, at_least = amount, [player]
                        elif amount == least:
                            at_least.append(player)
        if least is None:
            raise AssertionError("there is a complete matching")
        for player in range(self.size):
            if self.outer >> player & 1:
                self.label[player] += least
            elif self.inner >> player & 1:
                self.label[player] -= least
        self._group()
        self.queue = at_least
        for node in blossoms:
            if self.outer >> self.base[node] & 1:
                self.dual[node] += 2 * least
        for node in inner:
            self.dual[node] -= 2 * least
            if not self.dual[node]:
                self._expand(node)

    def _levels(self, players: int) -> list[tuple[int, int]]:
        """These players by their dual, the highest first."""
        found = [(dual, those & players) for dual, those in self.by_label.items()]
        return sorted((level for level in found if level[1]), reverse=True)

    def _highest(self, players: int, levels: Iterable[tuple[int, int]]) -> int:
        """The highest dual of some players, who are all in these levels."""
        if not players & (players - 1):
            return self.label[players.bit_length() - 1]
        return next(dual for dual, those in levels if players & those)

    def _shared(self, one: int, other: int) -> int:
        """The first common node of the branches of two outer players in a tree."""
        branch = set()
        node = self.top[one]
        while node not in branch:
            branch.add(node)
            above = self.via[node]
            if above is not _ROOT:
                node = self.top[self.via[self.top[above[0]]][0]]
        node = self.top[other]
        while node not in branch:
            node = self.top[self.via[self.top[self.via[node][0]]][0]]
        return node

    def _match(self, player: int, other: int) -> None:
        """Match two players, and swap the pairs on the way from the first to the root."""
        while True:
            node = self.top[player]
            self._turn(node, player)
            self.mate[player] = other
            above = self.via[node]
            if above is _ROOT:
                return
            player, other = self.via[self.top[above[0]]]
            self._turn(self.top[other], other)
            self.mate[other] = player

    def _turn(self, node: int, player: int) -> None:
        """Make a player the base of a node: all others in it are matched in pairs."""
        if self.base[node] == player:
            return
        petals, links = self.petals[node], self.links[node]
        place = next(at for at, petal in enumerate(petals) if self.members[petal] >> player & 1)
        self._turn(petals[place], player)
        # The odd way round: on from the petal, over all those behind it, as far as the base.
        for number in range(place + 1, len(petals), 2) if place % 2 else range(0, place, 2):
            one, other = links[number]
            self._turn(petals[number], one)
            self._turn(petals[(number + 1) % len(petals)], other)
            self.mate[one], self.mate[other] = other, one
        self.petals[node] = petals[place:] + petals[:place]
        self.links[node] = links[place:] + links[:place]
        self.base[node] = player

    def _shrink(self, shared: int, player: int, other: int) -> None:
        """Make a blossom of the circle that an edge between two outer nodes closes."""
        blossom, self.made = self.made, self.made + 1
        petals, links = [], [(player, other)]
        node = self.top[player]
        while node != shared:
            petals.append(node)
            links.append(self.via[node])
            node = self.top[links[-1][0]]
        petals.append(shared)
        petals.reverse()
        links.reverse()
        node = self.top[other]
        while node != shared:
            petals.append(node)
            above, here = self.via[node]
            links.append((here, above))
            node = self.top[above]
        self.petals[blossom], self.links[blossom] = petals, links
        self.base[blossom] = self.base[shared]
        self.via[blossom], self.root[blossom] = self.via[shared], self.root[shared]
        self.dual[blossom] = 0
        self.members[blossom] = members = union(self.members[petal] for petal in petals)
        self.queue.extend(bits(members & self.inner))
        self.outer |= members
        self.inner &= ~members
        for one in bits(members):
            self.top[one] = blossom

    def _expand(self, blossom: int) -> None:
        """Undo an inner blossom without a dual; petals on the way to its base stay in the tree."""
        petals, links, edge = self.petals[blossom], self.links[blossom], self.via[blossom]
        place = next(at for at, one in enumerate(petals) if self.members[one] >> edge[1] & 1)
        root, members = self.root[blossom], self.members[blossom]
        self.inner &= ~members
        self.trees[root] &= ~members
        self._open(blossom)
        # The even way round, to the base, whose partner is in the tree already.
        while place % len(petals):
            self._join_inner(petals[place], edge, root)
            if place % 2:
                edge = links[place + 1]
                place += 2
            else:
                there, here = links[place - 2]
                edge = here, there
                place -= 2
        self.via[petals[0]], self.root[petals[0]] = edge, root
        self.inner |= self.members[petals[0]]
        self.trees[root] |= self.members[petals[0]]
        for player in bits(members & ~self.trees[root]):
            self.queue.extend(bits(self._tight(player) & self.outer))

    def _dissolve(self, node: int) -> None:
        """Undo an outermost blossom without a dual, and such ones within it."""
        petals = self.petals[node]
        self._open(node)
        for petal in petals:
            if petal >= self.size and not self.dual[petal]:
                self._dissolve(petal)

    def _open(self, blossom: int) -> None:
        """Make the petals of a blossom outermost nodes."""
        for petal in self.petals.pop(blossom):
            for player in bits(self.members[petal]):
                self.top[player] = petal
        for known in (self.links, self.dual, self.base, self.members):
            del known[blossom]
