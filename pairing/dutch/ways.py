"""Which of the best ways to pair a bracket comes first? Article 4, one decision at a time.

A way is a complete matching of the bracket's players and of nodes behind them: a player matched
with such a node floats down. All best ways are the matchings of a graph, or, where blossoms have
a dual, the cheapest ones. By D26 the place of a way in the order of generation is that of its MDPs
(4.4.2), of their opponents (4.2.2), of the exchange in the remainder in which the higher ranked
of each pair is in S1 (4.3.2), of their opponents there (4.2.2). So each thing is fixed in turn, the
first with which a best way is left.
"""

from collections.abc import Sequence

from pairing.brackets.paired import Halves, Paired
from pairing.matching.budget import count_branch
from pairing.matching.costs import Costs, Optimum, free_of_cost, within
from pairing.matching.exchange import exchanged, with_exchange
from pairing.matching.perfect import Graph, bits, certain, numbering, perfect_matching, with_pair
from pairing.matching.transposition import first_assignment
from pairing.matching.weighted import cheapest_matching


class Ways:
    """All best ways. `left`: nodes whose partner is not fixed yet. `optimum` None: all complete
    matchings of `rows` are best; else those that cost as much as this one. `is_new`: nothing was
    decided since it was found.

    `is_alone`: the nodes behind the players only take in who floats down, and meet nobody else.
    """

    def __init__(self, size: int, rows: Graph, mate: list[int], is_alone: bool):
        self.size = size
        self.rows = list(rows)
        self.mate = mate
        self.is_alone = is_alone
        self.left = (1 << len(rows)) - 1
        self.players = (1 << size) - 1
        self.optimum: Optimum | None = None

    def with_optimum(self, optimum: Optimum) -> "Ways":
        """The ways that cost as much as this one."""
        self.rows, self.mate = list(optimum.tight), optimum.mate
        self.optimum = optimum if optimum.has_blossoms else None
        self.is_new = True
        return self

    # One decision at a time ------------------------------------------------------------------

    def narrow(self, keep: Sequence[int]) -> bool:
        """Keep only these edges, if a best way is left; else change nothing."""
        # Anyone who has a partner meets nobody else, from either side.
        rows = [(row & self.left or row) & kept for row, kept in zip(self.rows, keep, strict=True)]
        mate = perfect_matching(rows, None, self.mate)
        if mate is None:
            return False
        if not self._is_best(mate):
            return self._search(rows)
        self.rows, self.mate, self.is_new = rows, mate, False
        return True

    def _is_best(self, mate: list[int]) -> bool:
        """Whether a complete matching of the rows is a best way."""
        best = self.optimum
        return best is None or mate is self.mate or best.cost_of(mate) == best.cost

    def _search(self, rows: Graph) -> bool:
        """Keep only these edges, where blossoms make some of the matchings left too dear; whether
        any best way is left."""
        optimum = certain(self.optimum, "without blossoms every complete matching is a best way")
        best = cheapest_matching(within(optimum.costs, rows), optimum)
        if best is None or best.cost != optimum.cost:
            return False
        self.with_optimum(best)
        return True

    def fix_first(self, player: int, among: int) -> int:
        """Give a player the first opponent with whom a best way is left, and return that
        opponent."""
        for opponent in bits(self.rows[player] & among & self.left):
            count_branch(self.size)
            if self._fix(player, opponent):
                return opponent
        raise AssertionError("some best way has an opponent for each of S1")

    def _fix(self, player: int, opponent: int) -> bool:
        rest = self.left & ~(1 << player | 1 << opponent)
        mate = None
        if self.rows[player] >> opponent & 1:
            mate = with_pair(self.rows, self.mate, player, opponent, rest)
        if mate is None:
            return False
        if self._is_best(mate):
            self.mate = mate
        elif not self.is_new:
            # Without those who are settled, other blossoms have a dual, or none do.
            self._search([row & self.left or row for row in self.rows])
            return self._fix(player, opponent)
        else:
            rows = [row & rest or row for row in self.rows]
            rows[player], rows[opponent] = 1 << opponent, 1 << player
            if not self._search(rows):
                return False
        self._settle(player, opponent)
        return True

    def _settle(self, player: int, opponent: int) -> None:
        """These two are a pair from now on."""
        self.rows[player], self.rows[opponent] = 1 << opponent, 1 << player
        self.is_new = False
        self.left &= ~(1 << player | 1 << opponent)

    # The whole -------------------------------------------------------------------------------

    def first(self, moved_down: int) -> Paired:
        """Article 4 for a bracket with so many MDPs."""
        for mdp in range(moved_down):
            # 4.4.2: in S1, if a best way is left; else in the Limbo.
            if self.rows[mdp] & ~self.players and not self.narrow(self._only(mdp, self.players)):
                self.narrow(self._only(mdp, ~self.players))
        chosen = [mdp for mdp in range(moved_down) if self.mate[mdp] < self.size]
        mdps = tuple((mdp, self.fix_first(mdp, self.players)) for mdp in chosen)
        for mdp in range(moved_down) if self.is_alone else ():
            self._settle(mdp, self.mate[mdp])
        residents = self.players >> moved_down << moved_down
        return Paired(mdps, self._remainder(list(bits(self.left & residents))))

    def _only(self, player: int, others: int) -> list[int]:
        """All edges but those of a player with anybody else than these."""
        keep = [~(1 << player)] * len(self.rows)
        for other in bits(self.rows[player] & others):
            keep[other] = -1
        keep[player] = others
        return keep

    def _remainder(self, rest: list[int]) -> Halves:
        """4.3 and 4.2 for the residents that are left."""
        among = sum(1 << player for player in rest)
        pairs = sum(among >> self.mate[player] & 1 for player in rest) // 2
        if not pairs:
            return Halves((), tuple(rest))
        s1, s2 = rest[:pairs], rest[pairs:]
        opponents = self._transposed(s1, s2)
        if opponents is not None:
            return _halves(s1, s2, opponents)
        down, up = self._exchange(rest, pairs)
        s1 = sorted({*s1}.difference(down).union(up))
        s2 = sorted({*s2}.difference(up).union(down))
        opponents = certain(self._transposed(s1, s2), "this exchange is of a best way")
        return _halves(s1, s2, opponents, tuple(down), tuple(up))

    def _exchange(self, rest: list[int], pairs: int) -> tuple[list[int], list[int]]:
        """4.3.2: who leaves S1 and who S2 in the first exchange with a best way."""
        nodes = [*rest, *bits(self.left & ~sum(1 << player for player in rest))]
        numbered = numbering(nodes)
        costs: Costs
        if self.optimum is None:
            costs = free_of_cost([numbered(self.rows[node]) for node in nodes])
        else:
            costs = [
                {
                    cost: numbered(those & self.rows[node])
                    for cost, those in self.optimum.costs[node].items()
                }
                for node in nodes
            ]
        best = cheapest_matching(with_exchange(costs, len(rest), pairs))
        best = certain(best, "the remainder can be paired")
        down, up = exchanged(best.mate, len(rest), pairs)
        return [rest[index] for index in down], [rest[index] for index in up]

    def _transposed(self, s1: Sequence[int], s2: Sequence[int]) -> list[int] | None:
        """4.2.2: by player of S1 their opponent in the first transposition of S2 with a best way;
        None: there is none."""
        upper, lower = sum(1 << player for player in s1), sum(1 << player for player in s2)
        outside = self.left & ~upper & ~lower
        if self.optimum is None and self.is_alone:
            rows = [self.rows[node] & lower for node in (*s1, *bits(outside))]
            opponents = first_assignment(rows, len(s1))
            return None if opponents is None else opponents[: len(s1)]
        keep = [
            lower if upper >> node & 1 else upper | outside if lower >> node & 1 else ~upper
            for node in range(len(self.rows))
        ]
        if not self.narrow(keep):
            return None
        return [self.fix_first(player, lower) for player in s1]


def _halves(
    s1: Sequence[int],
    s2: Sequence[int],
    opponents: Sequence[int],
    down: tuple[int, ...] = (),
    up: tuple[int, ...] = (),
) -> Halves:
    unpaired = tuple(player for player in s2 if player not in opponents)
    return Halves(tuple(zip(s1, opponents, strict=True)), unpaired, down, up)
