"""How is a homogeneous bracket or a remainder paired? Upper half against lower half.

C4-C8, D1 and D2 of the regulations of "Swiss on rating", the same in all their editions. Places
count from 1 in the group at hand: S1 = 1..P, S2 = P+1..n.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.core.first_opponents import first_opponents
from pairing.core.matching import bits
from pairing.core.transposition import first_assignment
from pairing.core.ways import Ways
from pairing.core.weighted_matching import cheapest_matching


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
    """D2: where an exchange stands among all, by the places exchanged; the least comes first.

    How many; the difference of the sums; S1's set, written high to low, the highest first;
    S2's set, written low to high, the lowest first.
    """
    return (
        len(down),
        sum(up) - sum(down),
        tuple(-place for place in sorted(down, reverse=True)),
        tuple(sorted(up)),
    )


def first_halves(ways: Ways, players: Sequence[int], pairs: int) -> Halves | None:
    """The first way to pair these players; `ways` may have costs, then the cheapest first."""
    group = list(players)
    s1, s2 = group[:pairs], group[pairs:]
    if not ways.costs:
        # No exchange: often the end of it.
        found = transposed(ways, s1, s2)
        if found is not None:
            return made_halves(group, pairs, s1, s2, found)
        if not _could_work(ways, group, pairs):
            return None
    exchange = first_exchange(ways, group, pairs)
    if exchange is None:
        return None
    down, up = exchange
    s1 = sorted(set(s1) - set(down) | set(up))
    s2 = sorted(set(s2) - set(up) | set(down))
    found = transposed(ways, s1, s2)
    return None if found is None else made_halves(group, pairs, s1, s2, found, down, up)


def made_halves(
    group: Sequence[int],
    pairs: int,
    s1: Sequence[int],
    s2: Sequence[int],
    opponents: Sequence[int],
    down: Sequence[int] = (),
    up: Sequence[int] = (),
) -> Halves:
    place = {player: number for number, player in enumerate(group, start=1)}
    made = tuple(zip(s1, opponents, strict=True))
    taken = set(opponents)
    down_places = [place[player] for player in down]
    up_places = [place[player] for player in up]
    order = exchange_order(down_places, up_places)
    return Halves(
        pairs=made,
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
    for place, row in enumerate(rows):
        costs.append(mine := [0] * len(rows))
        for other in bits(row):
            a, b = min(place, other), max(place, other)
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
            mine[other] = (((number << down_bits) - down) << up_bits) - up
    best = ways.cheapest(rows, costs, size, pairs)
    if best is None:
        return None
    down_players, up_players = [], []
    for place, other in enumerate(best.mate[:size]):
        if place < pairs and (other >= size or other < place):
            down_players.append(group[place])
        elif place >= pairs and place < other < size:
            up_players.append(group[place])
    return down_players, up_players


def transposed(ways: Ways, s1: Sequence[int], s2: Sequence[int]) -> list[int] | None:
    """D1: by player of S1 his opponent in the first transposition of S2; None: there is none."""
    if any(ways.must >> player & 1 for player in s1):
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
        rows = [ways.rows[player] & among for player in s1] + [ways.leave & among] * spare
    return _opponents(rows, len(s1))


def _transposed_for_next(ways: Ways, s1: Sequence[int], s2: Sequence[int]) -> list[int] | None:
    """D1 where those of S2 who stay unpaired must be paired in the next bracket."""
    group = [*s1, *s2]
    upper, lower = sum(1 << player for player in s1), sum(1 << player for player in s2)
    rows = [row & (lower if upper >> player & 1 else upper) for player, row in enumerate(ways.rows)]
    across = ways.narrowed(len(s1), rows, ways.leave & lower, ways.costs)
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
    found = first_opponents(across, graph, costs, range(len(s1)), len(group), len(s1))
    return None if found is None else [group[number] for number in found]


def _opponents(rows: Sequence[int], deciding: int) -> list[int] | None:
    if not all(rows):
        return None
    found = first_assignment(rows, deciding)
    return None if found is None else found[:deciding]


def _cheapest_rows(ways: Ways, s1: Sequence[int], s2: Sequence[int]) -> list[int] | None:
    """By player of S1, then by place for an unpaired one: who of S2, in some cheapest way."""
    count = len(s2)
    among = sum(1 << player for player in s2)
    number = {player: count + place for place, player in enumerate(s2)}
    sides = [*s1, *([ways.size] * (count - len(s1)))]
    rows, costs = [0] * (2 * count), [[0] * (2 * count) for _ in range(2 * count)]
    for one, player in enumerate(sides):
        for other in bits(among & (ways.rows[player] if player < ways.size else ways.leave)):
            two = number[other]
            rows[one] |= 1 << two
            rows[two] |= 1 << one
            costs[one][two] = costs[two][one] = ways.cost(player, other)
    best = cheapest_matching(rows, costs)
    if best is None:
        return None
    return [sum(1 << s2[place - count] for place in bits(row)) for row in best.tight[:count]]
