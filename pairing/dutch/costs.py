"""What does each edge cost? The digits of the criteria as one integer, the most important first."""

from collections.abc import Sequence

from pairing.dutch.bracket import Bracket, Digit
from pairing.matching.costs import Optimum
from pairing.matching.perfect import Graph, bits, numbering
from pairing.matching.weighted import cheapest_matching


class Weights:
    """The weight of each digit in a cost, for a bracket of so many players."""

    def __init__(self, size: int, digits: Sequence[Digit]):
        self.digits = digits
        self.bits = size.bit_length() + 1
        count = len(digits)
        self.weights = [1 << self.bits * (count - 1 - index) for index in range(count)]

    def of_pairs(self, player: int, others: int) -> dict[int, int]:
        """By cost, the opponents among these with whom a pair costs that."""
        by_cost = {0: others} if others else {}
        for digit, weight in zip(self.digits, self.weights, strict=True):
            against = digit.pairs[player] & others if digit.pairs else 0
            if not against:
                continue
            split: dict[int, int] = {}
            for cost, some in by_cost.items():
                for now, part in ((cost, some & ~against), (cost + weight, some & against)):
                    if part:
                        split[now] = part
            by_cost = split
        return by_cost

    def of_floating(self, player: int) -> int:
        """The cost of a player's floating down."""
        return sum(
            weight
            for digit, weight in zip(self.digits, self.weights, strict=True)
            if digit.unpaired >> player & 1
        )


def cheapest_alone(size: int, rows: Graph, digits: Sequence[Digit]) -> Optimum | None:
    """The best ways to match players with each other and with nodes behind them, in a graph where
    these nodes meet nobody else."""
    weights = Weights(size, digits)
    players = (1 << size) - 1
    costs: list[dict[int, int]] = [{} for _ in rows]
    for player in range(size):
        costs[player] = weights.of_pairs(player, rows[player] & players)
        match_with(costs, player, rows[player] & ~players, weights.of_floating(player))
    return cheapest_matching(costs)


def match_with(costs: list[dict[int, int]], player: int, nodes: int, cost: int) -> None:
    """Note that a player can be matched with these nodes, and they with the player, at a cost."""
    add(costs[player], cost, nodes)
    for node in bits(nodes):
        add(costs[node], cost, 1 << player)


def add(row: dict[int, int], cost: int, others: int) -> None:
    """Note that these others can be met at a cost."""
    if others:
        row[cost] = row.get(cost, 0) | others


def cheapest_together(
    bracket: Bracket, digits: Sequence[Digit], exits: int | None = None
) -> tuple[Optimum, list[int]] | None:
    """The best ways to pair a bracket together with all that is left below it: C6 and C7, C8, then
    these digits, which are behind it in importance. With the counts of all but C8; None: nothing
    can be paired.

    `exits`: only the next scoregroup is looked at; so many of both may float further down, if
    they could meet anybody there. Two exits can be matched with each other.
    """
    graph = bracket.whole.graph
    size, deep = bracket.size, bracket.below & ~bracket.group
    group_seats = list(bits(bracket.group))
    sixth, *sevenths = bracket.floats()
    scores = [score for score, _ in bracket.classes]
    if group_seats:
        scores.append(bracket.roster.players[group_seats[0]].score)
    eighths = [Digit(8) for _ in range(1 + len(scores))] if group_seats else []
    all_digits = [sixth, *sevenths, *eighths, *digits]
    weights = Weights(size + len(group_seats), all_digits)
    start = 1 + len(sevenths)

    def further(score: int) -> int:
        """C8 of somebody who floats down from the next bracket too."""
        if not eighths:
            return 0
        return weights.weights[start] + weights.weights[start + 1 + scores.index(score)]

    deep_seats = list(bits(deep)) if exits is None else []
    seats = [*bracket.seats, *group_seats, *deep_seats]
    behind = len(bracket.seats) + len(group_seats)
    count = behind + (len(deep_seats) if exits is None else exits)
    nodes_deep = (1 << count) - (1 << behind)
    place = numbering(seats)
    rows = [place(graph[seat]) for seat in seats]
    if exits is not None:
        outer = [nodes_deep if graph[seat] & deep else 0 for seat in seats]
        rows = [row | out for row, out in zip(rows, outer, strict=True)]
        reached = sum(1 << node for node, out in enumerate(outer) if out)
        for node in range(behind, count):
            rows.append(reached | nodes_deep & ~(1 << node))
    players = (1 << size) - 1
    group = (1 << behind) - 1 ^ players
    costs: list[dict[int, int]] = [{} for _ in rows]
    for player in range(size):
        costs[player] = weights.of_pairs(player, rows[player] & bracket.may_meet[player])
        if bracket.may_be_unpaired >> player & 1:
            floating, deeper = weights.of_floating(player), further(bracket.scores[player])
            match_with(costs, player, rows[player] & group, floating)
            match_with(costs, player, rows[player] & nodes_deep, floating + deeper)
    leaves_group = further(scores[-1]) if group else 0
    for node in range(size, count):
        for others, is_own in ((group, node < behind), (nodes_deep, node >= behind)):
            add(costs[node], 0 if is_own else leaves_group, rows[node] & others)
    best = cheapest_matching(costs) if all(costs) else None
    if best is None:
        return None
    return best, [best.cost // weight % (1 << weights.bits) for weight in weights.weights]
