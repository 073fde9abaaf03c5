"""Whom does each player of S1 meet, one after the other? D1 where no assignment decides it.

Each in turn gets the first opponent with whom a complete (and cheapest) matching of all still
exists. One matching is kept; a choice costs one augmenting path. Only where blossoms make some
matchings of tight pairs dearer than the optimum is a choice sometimes tested anew.
"""

from collections.abc import Sequence

from pairing.matching.costs import Costs, Optimum, within
from pairing.matching.perfect import Graph, bits, perfect_matching, with_pair
from pairing.matching.weighted import cheapest_matching
from pairing.swiss.ways import Known, Ways


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
