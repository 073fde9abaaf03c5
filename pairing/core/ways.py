"""All ways to pair a bracket that are still open, and what each costs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pairing.core.matching import bits, perfect_matching


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a pairing should not go against: `pairs[i]` are the opponents with whom i does.

    `leavers`: who goes against it by staying unpaired. `alike`: sets of players such that a
    pair goes against it exactly when both are in one of them; empty where it is otherwise.
    """

    name: str
    pairs: Sequence[int]
    leavers: int = 0
    alike: tuple[int, ...] = ()


class Ways:
    """The matchings with `pairs` pairs within `rows`, the others in `leave`, `must` among them.

    `costs` are the requirements that count, most important first; without any all ways are
    equally good. As a graph, "unpaired" is so many extra players, numbered from `size`.
    """

    def __init__(
        self,
        size: int,
        pairs: int,
        rows: Sequence[int],
        leave: int,
        must: int = 0,
        costs: Sequence[Requirement] = (),
    ):
        self.size = size
        self.pairs = pairs
        self.everybody = (1 << size) - 1
        if must:
            rows = [0 if must >> player & 1 else row & ~must for player, row in enumerate(rows)]
        self.rows = rows
        self.leave = leave
        self.must = must
        self.costs = costs

    def with_costs(self, requirements: Sequence[Requirement]) -> "Ways":
        """The same with requirements that count."""
        return Ways(self.size, self.pairs, self.rows, self.leave, self.must, requirements)

    def graph(self, apart: int = 0) -> list[int]:
        """The ways as complete matchings; a set `apart` is paired, and not with each other."""
        spare = self.size - 2 * self.pairs
        extra = ((1 << spare) - 1) << self.size
        rows = [
            (row & ~apart if apart >> player & 1 else row | extra * (self.leave >> player & 1))
            for player, row in enumerate(self.rows)
        ]
        return rows + [self.leave & ~apart] * spare

    def could_work(self) -> bool:
        """Whether there is any way, costs aside."""
        if self.must & ~self.leave or self.must.bit_count() > self.size - 2 * self.pairs:
            return False
        return not self.size or perfect_matching(self.graph()) is not None

    @cached_property
    def _digit(self) -> int:
        """Bits of one digit of a cost."""
        return self.size.bit_length() + 1

    @property
    def cost_bits(self) -> int:
        """Bits of the cost of a whole way."""
        return self._digit * len(self.costs)

    @cached_property
    def _leaving(self) -> list[int]:
        """What each player costs when he stays unpaired."""
        return [
            self._number(one.leavers >> player & 1 for one in self.costs)
            for player in range(self.size)
        ]

    def _number(self, digits: Iterable[int]) -> int:
        number = 0
        for digit in digits:
            number = number << self._digit | digit
        return number

    def cost(self, player: int, other: int) -> int:
        """What a pair costs, or a player who stays unpaired (one of the two beyond `size`)."""
        if not self.costs:
            return 0
        if other >= self.size:
            return self._leaving[player]
        if player >= self.size:
            return self._leaving[other]
        return self._number(one.pairs[player] >> other & 1 for one in self.costs)

    def cost_rows(self, rows: Sequence[int]) -> list[list[int]]:
        """The costs of all edges of a graph over the players and the extra ones."""
        found = []
        for player, row in enumerate(rows):
            found.append(mine := [0] * len(rows))
            for other in bits(row):
                mine[other] = self.cost(player, other)
        return found

    def cost_of(self, pairs: Sequence[tuple[int, int]], unpaired: int) -> int:
        """What a whole way costs."""
        if not self.costs:
            return 0
        return sum(self.cost(a, b) for a, b in pairs) + sum(
            self._leaving[player] for player in bits(unpaired)
        )
