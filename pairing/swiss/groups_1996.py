"""How is a homogeneous group paired within B4's limits? C4-C8, D1 and D2.

Most limits are kept by leaving pairs out (`limits.applied`), or are the least that there can be,
which a cheapest matching finds. Where a limit leaves room, the exchanges are gone through in
their order: those that cannot keep a limit, or two limits at once, are left out in whole parts.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count

from pairing.matching.work import count_branch
from pairing.swiss.halves import (
    Halves,
    exchange_order,
    first_exchange,
    first_halves,
    halves_of,
    transposed,
)
from pairing.swiss.joint_limits_1996 import cannot_keep_together
from pairing.swiss.limits_1996 import Limit, counted
from pairing.swiss.ways import Known, Requirement, Ways

_Exchange = tuple[list[int], list[int]]
#: A place in D2's order, or its beginning: what no place before it begins with.
_Order = tuple[object, ...]


def first_group(
    ways: Ways, players: Sequence[int], pairs: int, limits: Sequence[Limit]
) -> Halves | None:
    """The first way to pair these players that keeps the limits; None: there is none."""
    halves = first_halves(ways, players, pairs)
    if halves is None or keeps(limits, halves.pairs):
        return halves
    least = [fewest(ways, players, pairs, limit) for limit in limits]
    if any(count is None or count > limit.most for count, limit in zip(least, limits, strict=True)):
        return None
    # A limit that is the least there can be is kept exactly by what is cheapest.
    tight = [limit for count, limit in zip(least, limits, strict=True) if count == limit.most]
    if tight:
        ways = ways.with_costs([Requirement("clashes", limit.pairs) for limit in tight])
        halves = first_halves(ways, players, pairs)
        if halves is None or not keeps(tight, halves.pairs):
            return None
        if keeps(limits, halves.pairs):
            return halves
    if cannot_keep_together(ways, players, pairs, limits):
        return None
    return _through_exchanges(ways, players, pairs, limits)


def keeps(limits: Sequence[Limit], pairs: Sequence[tuple[int, int]]) -> bool:
    """Whether these pairs keep all limits."""
    return all(counted(limit, pairs) <= limit.most for limit in limits)


def can_keep(
    ways: Ways,
    players: Sequence[int],
    pairs: int,
    limits: Sequence[Limit],
    known: Known | None = None,
    case: int = 0,
) -> bool:
    """Whether so many pairs perhaps keep the limits; False: surely not.

    `known`: what was found of the same players, by case and limit, from which the search starts.
    """
    if not limits:
        graph = ways.graph_of(players, pairs)
        return not graph or ways.is_complete(graph, len(players), pairs)
    for number, limit in enumerate(limits):
        least = fewest(ways, players, pairs, limit, known, (case, number))
        if least is None or least > limit.most:
            return False
    return not cannot_keep_together(ways, players, pairs, limits)


def fewest(
    ways: Ways,
    players: Sequence[int],
    pairs: int,
    limit: Limit,
    known: Known | None = None,
    question: object = None,
) -> int | None:
    """The least number of pairs that a limit counts; None: the players cannot be paired.

    `known`: what was found of the same players, by `question`, from which the search starts.
    """
    if any(not ways.rows[player] and not ways.may_be_unpaired >> player & 1 for player in players):
        return None
    graph = ways.graph_of(players, pairs)
    if not graph:
        return 0
    size = len(players)
    counting = ways.with_costs([Requirement("clashes", limit.pairs)])
    best = ways.cheapest(counting.costs_of(graph, players), size, pairs, known, question)
    if best is None:
        return None
    counts = [
        limit.pairs[player] >> players[other] & 1
        for player, other in zip(players, best.mate, strict=False)
        if other < size
    ]
    return sum(counts) // 2


def _through_exchanges(
    ways: Ways, players: Sequence[int], pairs: int, limits: Sequence[Limit]
) -> Halves | None:
    """The first exchange, in D2's order, with which an order of S2 keeps the limits."""
    group = list(players)
    tie = count()
    known: Known = {}
    number = -1
    # Of whom it is decided whether they change halves; with a part that was not looked into
    # stands the least that its exchange can be.
    parts: list[tuple[_Order, int, list[bool], Ways, _Exchange | None]] = [((), -1, [], ways, None)]
    while parts:
        least, _, decided, part, exchange = heappop(parts)
        if exchange is None:
            part = _decided(ways, group, pairs, decided)
            if can_keep(part, group, pairs, limits, known):
                exchange = first_exchange(part, group, pairs, known)
            if exchange is not None:
                order = halves_of(group, (), (), (), *exchange).key
                heappush(parts, (order, next(tie), decided, part, exchange))
            continue
        count_branch(len(group))
        down, up = exchange
        s1 = sorted(set(group[:pairs]).difference(down).union(up))
        s2 = sorted(set(group).difference(s1))
        opponents = _first_order(part, s1, s2, limits) if len(down) >= number else None
        if opponents is not None:
            return halves_of(group, s1, s2, opponents, down, up)
        if len(down) > number:
            number = _fewest_exchanged(ways, group, pairs, limits, len(down))
        moved = [player in down or player in up for player in group]
        for index in range(len(decided), len(group)):
            other = [*moved[:index], not moved[index]]
            soonest = _least_order(other, len(group), pairs, number)
            if soonest is not None:
                heappush(parts, (max(least, soonest), next(tie), other, part, None))
    return None


def _fewest_exchanged(
    ways: Ways, players: Sequence[int], pairs: int, limits: Sequence[Limit], number: int
) -> int:
    """How many at least, from `number` on, surely change halves in a way that keeps the limits.

    Whoever comes up from S2 meets another of S2: so that is one more limit.
    """
    s2 = sum(1 << player for player in players[pairs:])
    within = [row & s2 if s2 >> player & 1 else 0 for player, row in enumerate(ways.rows)]
    while number < pairs and cannot_keep_together(
        ways, players, pairs, [*limits, Limit(within, number)]
    ):
        number += 1
    return number


def _decided(ways: Ways, group: Sequence[int], pairs: int, moves: Sequence[bool]) -> Ways:
    """The ways in which the first players change halves, or do not (see `first_exchange`).

    Who is in S1 in the end is the higher one of a pair, who is in S2 the lower one, or unpaired.
    """
    upper = lower = 0
    for index, (player, does_move) in enumerate(zip(group, moves, strict=False)):
        if (index < pairs) == does_move:
            lower |= 1 << player
        else:
            upper |= 1 << player
    rows, before, after = list(ways.rows), 0, sum(1 << player for player in group)
    for player in group:
        after &= ~(1 << player)
        partners = 0 if lower >> player & 1 else after & ~upper
        if not upper >> player & 1:
            partners |= before & ~lower
        rows[player] &= partners
        before |= 1 << player
    return ways.narrowed(ways.pairs, rows, ways.may_be_unpaired & ~upper, ways.costs)


def _least_order(decided: Sequence[bool], size: int, pairs: int, least: int) -> "_Order | None":
    """Before which place in D2's order no exchange of at least so many stands, of the first
    players of which is `decided` whether they change halves; None: there is none."""
    number = len(decided)
    down = [index for index in range(min(number, pairs)) if decided[index]]
    up = [index for index in range(pairs, number) if decided[index]]
    more = max(len(down), len(up), least)
    if more > len(down) + max(0, pairs - number) or more > len(up) + size - max(pairs, number):
        return None
    down += range(pairs - 1, pairs - 1 - (more - len(down)), -1)
    first = max(pairs, number)
    up += range(first, first + more - len(up))
    return exchange_order([index + 1 for index in down], [index + 1 for index in up])


def _first_order(
    ways: Ways, s1: Sequence[int], s2: Sequence[int], limits: Sequence[Limit]
) -> list[int] | None:
    """D1: by player of S1 their opponent in the first order of S2 that keeps the limits."""
    for opponents in _orders(ways, s1, s2, limits, []):
        return opponents
    return None


def _orders(
    ways: Ways, s1: Sequence[int], s2: Sequence[int], limits: Sequence[Limit], chosen: list[int]
) -> Iterator[list[int]]:
    """The orders of S2 that begin so and keep the limits, as far as a look ahead can tell."""
    placed = len(chosen)
    left = [player for player in s2 if player not in chosen]
    count_branch(len(left))
    done = list(zip(s1, chosen, strict=False))
    first = transposed(ways, s1[placed:], left)
    if first is None:
        return
    if keeps(limits, [*done, *zip(s1[placed:], first, strict=True)]):
        # Nothing comes before it at all.
        yield [*chosen, *first]
        return
    for limit in limits:
        least = _fewest_across(ways, s1[placed:], left, limit)
        if least is None or least + counted(limit, done) > limit.most:
            return
    if placed == len(s1):
        return
    for opponent in left:
        if ways.rows[s1[placed]] >> opponent & 1:
            yield from _orders(ways, s1, s2, limits, [*chosen, opponent])


def _fewest_across(ways: Ways, s1: Sequence[int], s2: Sequence[int], limit: Limit) -> int | None:
    """The fewest pairs that a limit counts if everybody of S1 meets somebody of S2."""
    players = [*s1, *s2]
    upper = sum(1 << player for player in s1)
    lower = sum(1 << player for player in s2)
    rows = [
        row & lower if upper >> player & 1 else row & upper for player, row in enumerate(ways.rows)
    ]
    across = ways.narrowed(len(s1), rows, ways.may_be_unpaired & lower)
    return fewest(across, players, len(s1), limit)
