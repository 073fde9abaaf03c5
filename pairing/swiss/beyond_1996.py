"""Can those who move on be paired in the next bracket, where two of them may meet there?

As many pairs as are asked for are made here, and more could be: the others meet beyond. So of one
graph of both brackets some pairs of two players here are made here, the others beyond.
"""

from collections.abc import Sequence

from pairing.matching.costs import free_of_cost
from pairing.matching.perfect import bits, numbering, perfect_matching
from pairing.matching.weighted import cheapest_matching
from pairing.swiss.halves import transposed
from pairing.swiss.ways import Beyond, Ways, first_opponents


def goes_on(beyond: Beyond, unpaired: Sequence[int]) -> bool:
    """Whether all of these can be paired beyond."""
    everybody = (1 << len(unpaired)) - 1
    graph = _both([0] * len(unpaired), everybody, beyond, unpaired)
    return perfect_matching(graph) is not None


def may_go_on(ways: Ways, group: Sequence[int], pairs: int) -> bool:
    """Whether so many pairs of these players can perhaps be made such that all the others are
    paired beyond; False is certain."""
    beyond = ways.bounds.beyond
    if beyond is None:
        return True
    here = _here(ways, group)
    graph = _both(here, numbering(group)(ways.may_be_unpaired), beyond, group)
    mate = perfect_matching(graph)
    if mate is None:
        return False
    made = sum(row >> other & 1 for row, other in zip(here, mate, strict=False)) // 2
    if made >= pairs:
        return True
    # Who can meet here might as well do so, as far as the graph says.
    costs = free_of_cost(graph)
    for number, row in enumerate(here):
        costs[number] = {
            cost: others for cost, others in ((-1, row), (0, graph[number] & ~row)) if others
        }
    best = cheapest_matching(costs)
    return best is not None and -best.cost >= pairs


def fewest_exchanged(ways: Ways, group: Sequence[int], pairs: int) -> int:
    """How many players at least change halves where the others can be paired beyond."""
    beyond = ways.bounds.beyond
    if beyond is None:
        return 0
    here = _here(ways, group)
    graph = _both(here, numbering(group)(ways.may_be_unpaired), beyond, group)
    s1, s2 = (1 << pairs) - 1, (1 << len(group)) - (1 << pairs)
    costs: list[dict[int, int]] = []
    for number, row in enumerate(graph):
        if number < pairs:
            # One of two of S1, who are paired here, or who moves on.
            free = here[number] & s2
        else:
            free = row & ~s1 | (here[number] & s1 if number < len(group) else 0)
        costs.append({cost: those for cost, those in ((0, free), (1, row & ~free)) if those})
    best = cheapest_matching(costs)
    return 0 if best is None else best.cost


def transposed_beyond(ways: Ways, s1: Sequence[int], s2: Sequence[int]) -> list[int] | None:
    """D1: by player of S1 their opponent in the first transposition of S2 after which the others
    can be paired beyond, if that is asked; None: there is none."""
    beyond = ways.bounds.beyond
    if beyond is None:
        return transposed(ways, s1, s2)
    group = [*s1, *s2]
    across = ways.across(s1, s2)
    may = numbering(group)(across.may_be_unpaired)
    graph = _both(_here(across, group), may, beyond, group)
    mates = first_opponents(across, graph, None, range(len(s1)), len(group), len(s1))
    return None if mates is None else [group[number] for number in mates]


def _here(ways: Ways, group: Sequence[int]) -> list[int]:
    """Whom these players can meet here, numbered by index in `group`."""
    local = numbering(group)
    return [local(ways.rows[player]) for player in group]


def _both(here: Sequence[int], may: int, beyond: Beyond, group: Sequence[int]) -> list[int]:
    """The graph of these players and the next bracket; to that go those who `may`, by index."""
    local, size = numbering(group), len(group)
    graph = list(here)
    for number in bits(may):
        player = group[number]
        graph[number] |= local(beyond.among[player]) & may | beyond.opponents[player] << size
    for row, comers in zip(beyond.rows, beyond.comers, strict=True):
        graph.append(row << size | local(comers) & may)
    return graph
