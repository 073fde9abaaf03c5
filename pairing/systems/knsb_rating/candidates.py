"""Which candidate comes first in a bracket? C3-C10, with D1, D2 and D3.

A *candidate* is a complete way to pair a bracket: so many pairs, the others stay unpaired. The
text tries candidates in a fixed order at each level of requirements, from the strictest level
down. All requirements are counts over pairs and leavers, so the first level at which anything
works is the cheapest matching of the bracket with the counts as digits of one cost, most
important first; and the candidates of that level are exactly the cheapest matchings. Among these
the order of the text decides, one choice at a time: is there still a cheapest one that has it?
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from pairing.core.first_opponents import first_opponents
from pairing.core.halves import Halves, first_halves
from pairing.core.matching import bits
from pairing.core.ways import NextBracket, Ways
from pairing.core.work import count_branch
from pairing.systems.knsb_rating.bracket import Bracket

#: How often a candidate goes against each requirement, by name.
Level = dict[str, int]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A bracket paired. Players are numbers in the bracket; pairs in the order of S1.

    `moved_down`: the pairs of C6's first half, whose first player comes from a higher bracket;
    `halves`: the pairs of a homogeneous bracket or remainder with the exchange that made them.
    `key` orders candidates as the text would come across them.
    """

    moved_down: tuple[tuple[int, int], ...]
    halves: Halves
    level: Level
    key: tuple[object, ...]

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """All pairs, the player of S1 first."""
        return self.moved_down + self.halves.pairs

    @property
    def unpaired(self) -> int:
        """Who moves on, or has the bye."""
        return sum(1 << player for player in self.halves.unpaired)


def first_candidate(
    bracket: Bracket,
    pairs: int,
    movers: int,
    may_leave: int | None = None,
    must_leave: int = 0,
    next_bracket: NextBracket | None = None,
) -> Candidate | None:
    """The first candidate with so many pairs; None: not even at the lowest level.

    `movers` is M1, 0 in a bracket that is or is treated as homogeneous. `may_leave` and
    `must_leave` narrow down who stays unpaired (for C12 and C13); whoever does must be paired
    in the `next_bracket`, where it is given.
    """
    if 2 * pairs > bracket.size:
        return None
    allowed = bracket.everybody if may_leave is None else may_leave | must_leave
    rows, leave = bracket.ideal(pairs)
    ways = Ways(bracket.size, pairs, rows, leave & allowed, must_leave, (), next_bracket)
    found = _first(ways, bracket, movers)
    if found is None:
        # Lower requirements: count what each pair goes against.
        lowest = Ways(
            bracket.size,
            pairs,
            bracket.may_meet,
            bracket.may_leave & allowed,
            must_leave,
            (),
            next_bracket,
        )
        if lowest.could_work():
            found = _first(lowest.with_costs(bracket.requirements), bracket, movers)
    if found is None:
        return None
    level = {
        one.name: sum(one.pairs[a] >> b & 1 for a, b in found.pairs)
        + (one.leavers & found.unpaired).bit_count()
        for one in bracket.requirements
    }
    return Candidate(found.moved_down, found.halves, level, (tuple(level.values()), *found.key))


def is_possible(bracket: Bracket, pairs: int, movers: int) -> bool:
    """Whether there is any candidate, at whatever level."""
    if 2 * pairs > bracket.size:
        return False
    return _is_possible(
        Ways(bracket.size, pairs, bracket.may_meet, bracket.may_leave), bracket, movers
    )


def can_pair_movers(bracket: Bracket, movers: int) -> bool:
    """Whether so many of those moved down can be paired, whatever becomes of the others (C14b)."""
    if 2 * movers > bracket.size:
        return False
    return _is_possible(
        Ways(bracket.size, movers, bracket.may_meet, bracket.everybody), bracket, movers
    )


def _is_possible(ways: Ways, bracket: Bracket, movers: int) -> bool:
    if not ways.could_work():
        return False
    if not movers:
        return True
    if movers == bracket.moved_down:
        return ways.is_complete(ways.graph((1 << movers) - 1), ways.size, ways.pairs)
    return _most_movers(ways, bracket.moved_down) >= movers


def _first(ways: Ways, bracket: Bracket, movers: int) -> Candidate | None:
    if not movers:
        halves = first_halves(ways, range(bracket.size), ways.pairs)
        if halves is None:
            return None
        return Candidate((), halves, {}, ((), (), halves.key))
    above = bracket.moved_down
    if movers == above:
        return _with_movers(ways, (1 << above) - 1)
    most = _best_movers(ways, above)
    if most is None or most[0] < movers:
        return None
    if most[0] == movers:
        return _with_movers(ways, most[1])
    # More of them could be paired than M1 says: go through D3.
    best: tuple[int, Candidate] | None = None
    for chosen in combinations(range(above), movers):
        count_branch(ways.size)
        found = _with_movers(ways, sum(1 << player for player in chosen))
        if found is not None:
            cost = ways.cost_of(found.pairs, found.unpaired)
            if best is None or cost < best[0]:
                best = cost, found
                if not ways.costs:
                    break
    return best[1] if best else None


def _most_movers(ways: Ways, above: int) -> int:
    """In how many pairs there can be somebody who moved down."""
    if above and ways.pairs:
        best = _best_movers(ways.with_costs(()), above)
        return best[0] if best else -1
    return 0


def _best_movers(ways: Ways, above: int) -> tuple[int, int] | None:
    """The most pairs with somebody who moved down; then the cheapest; then D3's first set."""
    high = (1 << above) - 1
    scale = 1 << (above + 1)
    most = 1 << (ways.cost_bits + above + 2 + ways.size.bit_length())
    graph, costs = ways.graph(), []
    for player, row in enumerate(graph):
        costs.append(mine := [0] * len(graph))
        for other in bits(row):
            mine[other] = ways.cost(player, other) * scale
            first = min(player, other)
            if first < above and max(player, other) < ways.size:
                mine[other] -= most + d3_weight(first, above)
    best = ways.cheapest(graph, costs, ways.size, ways.pairs)
    if best is None:
        return None
    chosen = {
        min(player, other)
        for player, other in enumerate(best.mate[: ways.size])
        if other < ways.size
    }
    movers = high & sum(1 << player for player in chosen)
    return movers.bit_count(), movers


def d3_weight(player: int, above: int) -> int:
    """D3: of two sets of those moved down, the one with the greater sum of these is tried first."""
    return 1 << (above - player)


def _with_movers(ways: Ways, chosen: int) -> Candidate | None:
    """C4-C9 for one set S1 of players moved down: first their pairs, then the remainder."""
    movers = list(bits(chosen))
    others = [player for player in range(ways.size) if not chosen >> player & 1]
    rest_pairs = ways.pairs - len(movers)
    if rest_pairs < 0:
        return None
    if not ways.costs:
        # Everybody his very first opponent: if the remainder works too, nothing comes before.
        made, left = [], ways.everybody & ~chosen & ~ways.must
        for player in movers:
            opponents = ways.rows[player] & left
            if not opponents:
                break
            lowest = opponents & -opponents
            left ^= lowest
            made.append((player, lowest.bit_length() - 1))
        else:
            found = _with_remainder(ways, made, others, rest_pairs)
            if found is not None:
                return found
    made_or_none = _first_of_movers(ways, chosen, movers)
    if made_or_none is None:
        return None
    return _with_remainder(ways, made_or_none, others, rest_pairs)


def _with_remainder(
    ways: Ways, made: Sequence[tuple[int, int]], others: Sequence[int], pairs: int
) -> Candidate | None:
    taken = {opponent for _, opponent in made}
    halves = first_halves(ways, [player for player in others if player not in taken], pairs)
    if halves is None:
        return None
    key = (tuple(a for a, _ in made), tuple(b for _, b in made), halves.key)
    return Candidate(tuple(made), halves, {}, key)


def _first_of_movers(
    ways: Ways, chosen: int, movers: Sequence[int]
) -> list[tuple[int, int]] | None:
    """D1.2: the first transposition of the movers' part that leaves a remainder that works."""
    graph = ways.graph(apart=chosen)
    # Where pairs vary, they are counted by costs even if nothing else is.
    costs = ways.cost_rows(graph) if ways.costs or ways.pairs_vary else None
    found = first_opponents(ways, graph, costs, movers, ways.size, ways.pairs)
    return None if found is None else list(zip(movers, found, strict=True))
