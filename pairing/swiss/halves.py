"""How is a homogeneous bracket or a remainder paired? Upper half against lower half.

C4-C8, D1 and D2, the same in all editions. Players are numbered from 1 in the group at hand for D2:
S1 = 1..P, S2 = P+1..n.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.brackets import paired
from pairing.brackets.paired import exchange_order
from pairing.matching.costs import Optimum
from pairing.matching.exchange import exchanged, with_exchange
from pairing.matching.perfect import certain
from pairing.matching.transposition import first_assignment
from pairing.matching.weighted import cheapest_matching
from pairing.swiss.ways import Known, Ways, first_opponents


@dataclass(frozen=True, slots=True, kw_only=True)
class Halves(paired.Halves):
    """S1 against S2. `key` orders ways as the text comes across them."""

    key: tuple[object, ...]


def first_halves(
    ways: Ways, players: Sequence[int], pairs: int, known: Known | None = None
) -> Halves | None:
    """The first way to pair these players; of `ways` with costs the first of the cheapest.

    `known`: the last optimum for the same players among other ways.
    """
    group = list(players)
    s1, s2 = group[:pairs], group[pairs:]
    if not ways.costs:
        # No exchange: often the end of it.
        opponents = transposed(ways, s1, s2)
        if opponents is not None:
            return halves_of(group, s1, s2, opponents)
        if not ways.is_complete(ways.graph_of(group, pairs), len(group), pairs):
            return None
    best = _cheapest_exchange(ways, group, pairs, known)
    if best is None:
        return None
    down, up = _moved(best, group, pairs)
    s1 = sorted(set(s1) - set(down) | set(up))
    s2 = sorted(set(s2) - set(up) | set(down))
    if best.has_blossoms or ways.next_bracket is not None:
        opponents = certain(transposed(ways, s1, s2), "this exchange is of a way")
    else:
        opponents = _transposed_among_tight(best, group, s1, s2)
    return halves_of(group, s1, s2, opponents, down, up)


def halves_of(
    group: Sequence[int],
    s1: Sequence[int],
    s2: Sequence[int],
    opponents: Sequence[int],
    down: Sequence[int] = (),
    up: Sequence[int] = (),
) -> Halves:
    """The halves after an exchange, with the opponents of S1."""
    index = {player: number for number, player in enumerate(group, start=1)}
    taken = set(opponents)
    order = exchange_order([index[player] for player in down], [index[player] for player in up])
    return Halves(
        pairs=tuple(zip(s1, opponents, strict=True)),
        unpaired=tuple(player for player in s2 if player not in taken),
        down=tuple(down),
        up=tuple(up),
        key=(*order, tuple(opponents)),
    )


def first_exchange(
    ways: Ways, group: Sequence[int], pairs: int, known: Known | None = None
) -> tuple[list[int], list[int]]:
    """D2: who changes halves in the first cheapest way, which there is: out of S1, out of S2."""
    best = certain(_cheapest_exchange(ways, group, pairs, known), "these players can be paired")
    return _moved(best, group, pairs)


def _cheapest_exchange(
    ways: Ways, group: Sequence[int], pairs: int, known: Known | None = None
) -> Optimum | None:
    """The cheapest ways with the first exchange of all, by index in the group."""
    graph = ways.graph_of(group, pairs)
    costs = with_exchange(ways.costs_of(graph, group), len(group), pairs)
    question = "exchange", len(costs), pairs, len(ways.costs)
    return ways.cheapest(costs, len(group), pairs, known, question)


def _moved(best: Optimum, group: Sequence[int], pairs: int) -> tuple[list[int], list[int]]:
    down, up = exchanged(best.mate, len(group), pairs)
    return [group[index] for index in down], [group[index] for index in up]


def _transposed_among_tight(
    best: Optimum, group: Sequence[int], s1: Sequence[int], s2: Sequence[int]
) -> list[int]:
    """D1 among the cheapest ways: without blossoms all matchings of tight edges, which have the
    same exchange."""
    index = {player: number for number, player in enumerate(group)}
    lower = sum(1 << index[player] for player in s2)
    nodes = [*(index[player] for player in s1), *range(len(group), len(best.tight))]
    assigned = first_assignment([best.tight[node] & lower for node in nodes], len(s1))
    return [group[number] for number in certain(assigned, "the optimum is one")[: len(s1)]]


def transposed(ways: Ways, s1: Sequence[int], s2: Sequence[int]) -> list[int] | None:
    """D1: by player of S1 their opponent in the first transposition of S2; None: there is none."""
    if ways.next_bracket is not None:
        return _transposed_for_next(ways, s1, s2)
    if ways.costs:
        group, across = [*s1, *s2], ways.across(s1, s2)
        costs = across.costs_of(across.graph_of(group, len(s1)), group)
        best = cheapest_matching(costs)
        return None if best is None else _transposed_among_tight(best, group, s1, s2)
    spare = len(s2) - len(s1)
    among = sum(1 << player for player in s2)
    rows = [ways.rows[player] & among for player in s1] + [ways.may_be_unpaired & among] * spare
    opponents = first_assignment(rows, len(s1))
    return None if opponents is None else opponents[: len(s1)]


def _transposed_for_next(ways: Ways, s1: Sequence[int], s2: Sequence[int]) -> list[int] | None:
    """D1 where those of S2 who stay unpaired must be paired in the next bracket."""
    group = [*s1, *s2]
    across = ways.across(s1, s2)
    graph = across.graph_of(group, len(s1))
    costs = across.costs_of(graph, group) if ways.costs else None
    mates = first_opponents(across, graph, costs, range(len(s1)), len(group), len(s1))
    return None if mates is None else [group[number] for number in mates]
