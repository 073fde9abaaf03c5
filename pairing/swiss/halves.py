"""How is a homogeneous bracket or a remainder paired? Upper half against lower half.

C4-C8, D1 and D2, the same in all editions. Players are numbered from 1 in the group at hand for D2:
S1 = 1..P, S2 = P+1..n.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.matching.perfect import bits
from pairing.matching.transposition import first_assignment
from pairing.matching.weighted import cheapest_matching
from pairing.swiss.first_opponents import first_opponents
from pairing.swiss.ways import Ways


@dataclass(frozen=True, slots=True)
class Halves:
    """S1 against S2. `down`: who went from S1 to S2 by exchange, `up`: who came the other way.

    `pairs` in the order of S1; `unpaired` of S2, best first. `difference` is D2's, 0
    without an exchange. `key` orders ways as the text would come across them.
    """

    pairs: tuple[tuple[int, int], ...]
    unpaired: tuple[int, ...]
    down: tuple[int, ...]
    up: tuple[int, ...]
    difference: int
    key: tuple[object, ...]


def exchange_order(
    down: Sequence[int], up: Sequence[int]
) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    """D2: where an exchange stands among all, by the numbers exchanged; the least comes first.

    How many; the difference of the sums; S1's set, written high to low, the highest first;
    S2's set, written low to high, the lowest first.
    """
    return (
        len(down),
        sum(up) - sum(down),
        tuple(-number for number in sorted(down, reverse=True)),
        tuple(sorted(up)),
    )


def first_halves(ways: Ways, players: Sequence[int], pairs: int) -> Halves | None:
    """The first way to pair these players; `ways` may have costs, then the cheapest first."""
    group = list(players)
    s1, s2 = group[:pairs], group[pairs:]
    if not ways.costs:
        # No exchange: often the end of it.
        opponents = transposed(ways, s1, s2)
        if opponents is not None:
            return halves_of(group, s1, s2, opponents)
        if not _could_work(ways, group, pairs):
            return None
    exchange = first_exchange(ways, group, pairs)
    if exchange is None:
        return None
    down, up = exchange
    s1 = sorted(set(s1) - set(down) | set(up))
    s2 = sorted(set(s2) - set(up) | set(down))
    opponents = transposed(ways, s1, s2)
    return None if opponents is None else halves_of(group, s1, s2, opponents, down, up)


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
        difference=order[1],
        key=(*order, tuple(opponents)),
    )


def _could_work(ways: Ways, group: Sequence[int], pairs: int) -> bool:
    """Whether these players can be paired at all."""
    rows = ways.graph_of(group, pairs)
    return not rows or ways.is_complete(rows, len(group), pairs)


def first_exchange(
    ways: Ways, group: Sequence[int], pairs: int
) -> tuple[list[int], list[int]] | None:
    """D2: who changes halves in the first cheapest way: out of S1, out of S2.

    In a way that needs exchanges every pair within S1 sends its lower player to S2, every pair
    within S2 its higher one to S1, and whoever of S1 stays unpaired goes to S2: anything else
    would be a larger exchange or a greater difference. So size, difference and order are sums
    over pairs, and digits of the cost: fewest, least difference, S1's highest-numbered, S2's
    lowest-numbered.
    """
    size = len(group)
    rows = ways.graph_of(group, pairs)
    if not rows:
        return [], []
    up_bits, down_bits = size - pairs + 1, pairs + 1
    sum_bits = (size * size).bit_length() + 1
    costs: list[list[int]] = []
    for index, row in enumerate(rows):
        costs.append(own := [0] * len(rows))
        for other in bits(row):
            a, b = min(index, other), max(index, other)
            if a >= size:
                # Two of the next bracket.
                continue
            count = difference = down = up = 0
            if b < pairs or (a < pairs and b >= size):
                moved = b if b < pairs else a
                count, difference, down = 1, -(moved + 1), 1 << moved
            elif a >= pairs and b < size:
                difference, up = a + 1, 1 << (size - 1 - a)
            level = 0
            if ways.costs:
                level = (
                    ways.cost(group[a], group[b]) if b < size else ways.cost(group[a], ways.size)
                )
            number = level << (size.bit_length() + 1) | count
            number = (number << sum_bits) + difference
            own[other] = (((number << down_bits) - down) << up_bits) - up
    best = ways.cheapest(rows, costs, size, pairs)
    if best is None:
        return None
    down_players, up_players = [], []
    for index, other in enumerate(best.mate[:size]):
        if index < pairs and (other >= size or other < index):
            down_players.append(group[index])
        elif index >= pairs and index < other < size:
            up_players.append(group[index])
    return down_players, up_players


def transposed(ways: Ways, s1: Sequence[int], s2: Sequence[int]) -> list[int] | None:
    """D1: by player of S1 their opponent in the first transposition of S2; None: there is none."""
    if any(ways.bounds.must >> player & 1 for player in s1):
        return None
    if ways.next_bracket is not None:
        return _transposed_for_next(ways, s1, s2)
    spare = len(s2) - len(s1)
    among = sum(1 << player for player in s2)
    if ways.costs:
        rows = _cheapest_rows(ways, s1, s2)
        if rows is None:
            return None
    else:
        rows = [ways.rows[player] & among for player in s1] + [ways.may_be_unpaired & among] * spare
    opponents = first_assignment(rows, len(s1)) if all(rows) else None
    return None if opponents is None else opponents[: len(s1)]


def _transposed_for_next(ways: Ways, s1: Sequence[int], s2: Sequence[int]) -> list[int] | None:
    """D1 where those of S2 who stay unpaired must be paired in the next bracket."""
    group = [*s1, *s2]
    upper, lower = sum(1 << player for player in s1), sum(1 << player for player in s2)
    rows = [row & (lower if upper >> player & 1 else upper) for player, row in enumerate(ways.rows)]
    across = ways.narrowed(len(s1), rows, ways.may_be_unpaired & lower, ways.costs)
    graph = across.graph_of(group, len(s1))
    costs: list[list[int]] | None = None
    if ways.costs:
        numbers = [*group, *([ways.size] * (len(graph) - len(group)))]
        costs = [
            [
                ways.cost(player, other) if row >> number & 1 else 0
                for number, other in enumerate(numbers)
            ]
            for player, row in zip(numbers, graph, strict=True)
        ]
    mates = first_opponents(across, graph, costs, range(len(s1)), len(group), len(s1))
    return None if mates is None else [group[number] for number in mates]


def _cheapest_rows(ways: Ways, s1: Sequence[int], s2: Sequence[int]) -> list[int] | None:
    """By player of S1, then for each unpaired one: who of S2, in some cheapest way."""
    count = len(s2)
    among = sum(1 << player for player in s2)
    number = {player: count + index for index, player in enumerate(s2)}
    sides = [*s1, *([ways.size] * (count - len(s1)))]
    rows, costs = [0] * (2 * count), [[0] * (2 * count) for _ in range(2 * count)]
    for side, player in enumerate(sides):
        allowed = ways.rows[player] if player < ways.size else ways.may_be_unpaired
        for opponent in bits(among & allowed):
            node = number[opponent]
            rows[side] |= 1 << node
            rows[node] |= 1 << side
            costs[side][node] = costs[node][side] = ways.cost(player, opponent)
    best = cheapest_matching(rows, costs)
    if best is None:
        return None
    return [sum(1 << s2[index - count] for index in bits(row)) for row in best.tight[:count]]
