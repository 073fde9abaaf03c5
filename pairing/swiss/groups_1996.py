"""How is a homogeneous group paired within B4's limits? C4-C8, D1 and D2.

Most limits are kept by leaving pairs out (`limits.applied`), or are the least that there can be,
which a cheapest matching finds. Where a limit leaves room, the exchanges are gone through in their
order, and whole sets of exchanges that cannot keep a limit, or two limits at once, are left out.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import count

from pairing.brackets.paired import exchange_order
from pairing.matching.budget import count_branch
from pairing.swiss.beyond_1996 import (
    fewest_exchanged,
    goes_on,
    may_go_on,
    transposed_beyond,
)
from pairing.swiss.halves import Halves, first_exchange, first_halves, halves_of
from pairing.swiss.joint_limits_1996 import Counts
from pairing.swiss.limits_1996 import Limit, counted
from pairing.swiss.ways import Known, Requirement, Ways

_Exchange = tuple[list[int], list[int]]
#: After so many exchanges who moves on is left to the bracket where they go.
_TRIED = 5
#: A place in the order of D2, or a prefix of one that no earlier place has.
_Order = tuple[object, ...]


def first_group(
    ways: Ways, players: Sequence[int], pairs: int, limits: Sequence[Limit]
) -> Halves | None:
    """The first way to pair these players that keeps the limits; None: there is none.

    Where those who move on must be paired beyond, it can be one before that, in which they cannot.
    """
    beyond = ways.bounds.beyond
    if beyond is None:
        return _first_group(ways, players, pairs, limits)
    easy = _first_group(ways.whatever_beyond(), players, pairs, limits)
    if easy is None or goes_on(beyond, easy.unpaired):
        return easy
    group = list(players)
    s1, s2 = group[:pairs], group[pairs:]
    opponents = _first_order(ways, s1, s2, limits, {})
    if opponents is not None:
        return halves_of(group, s1, s2, opponents)
    return _through_exchanges(ways, players, pairs, limits, easy)


def _first_group(
    ways: Ways, players: Sequence[int], pairs: int, limits: Sequence[Limit]
) -> Halves | None:
    """The same, whatever becomes of those who move on."""
    halves = first_halves(ways, players, pairs)
    if halves is None or keeps(limits, halves.pairs):
        return halves
    counts = Counts(ways, players, pairs, limits)
    tight = []
    for number, limit in enumerate(limits):
        least = counts.least({number: 1})
        if least is None or least[number] > limit.most:
            return None
        # A limit that is the least there can be is kept exactly by what is cheapest.
        if least[number] == limit.most:
            tight.append(limit)
    if tight:
        ways = ways.with_costs([Requirement("clashes", limit.pairs) for limit in tight])
        halves = first_halves(ways, players, pairs)
        if halves is None or not keeps(tight, halves.pairs):
            return None
        if keeps(limits, halves.pairs):
            return halves
    if counts.are_apart():
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
    """Whether so many pairs can perhaps keep the limits; False is certain. `known`: see
    `Counts`."""
    if not may_go_on(ways, players, pairs):
        return False
    if not limits:
        return ways.is_complete(ways.graph_of(players, pairs), len(players), pairs)
    return Counts(ways, players, pairs, limits).can_keep(known, case)


def _through_exchanges(
    ways: Ways,
    players: Sequence[int],
    pairs: int,
    limits: Sequence[Limit],
    instead: Halves | None = None,
) -> Halves | None:
    """The first exchange, in D2's order, with which an order of S2 keeps the limits.

    `instead`: what to answer when a few exchanges were tried without success.
    """
    group = list(players)
    tie = count()
    known: Known = {}
    number, tried = fewest_exchanged(ways, group, pairs) or -1, 0
    # A part is all exchanges of which it is decided whether the first players change halves. Until
    # its first exchange is known, it is ordered by the least that this can be.
    parts: list[tuple[_Order, int, list[bool], Ways, _Exchange | None]] = [((), -1, [], ways, None)]
    while parts:
        least, _, decided, part, exchange = heappop(parts)
        if exchange is None:
            part = _decided(ways, group, pairs, decided)
            if can_keep(part, group, pairs, limits, known):
                exchange = first_exchange(part, group, pairs, known)
                order = halves_of(group, (), (), (), *exchange).key
                heappush(parts, (order, next(tie), decided, part, exchange))
            continue
        count_branch(len(group))
        down, up = exchange
        s1 = sorted(set(group[:pairs]).difference(down).union(up))
        s2 = sorted(set(group).difference(s1))
        if len(down) >= number:
            if instead is not None and tried == _TRIED:
                return instead
            tried += 1
            opponents = _first_order(part, s1, s2, limits, {})
            if opponents is not None:
                return halves_of(group, s1, s2, opponents, down, up)
        if len(down) > number:
            number = _fewest_exchanged(ways, group, pairs, limits, len(down))
        moved = [player in down or player in up for player in group]
        for index in range(len(decided), len(group)):
            turned = [*moved[:index], not moved[index]]
            soonest = _least_order(turned, len(group), pairs, number)
            if soonest is not None:
                heappush(parts, (max(least, soonest), next(tie), turned, part, None))
    return None


def _fewest_exchanged(
    ways: Ways, players: Sequence[int], pairs: int, limits: Sequence[Limit], number: int
) -> int:
    """How many players at least must change halves in a way that keeps the limits; `number` or
    more.

    Anyone who comes up from S2 meets another player of S2, so that is one more limit.
    """
    s2 = sum(1 << player for player in players[pairs:])
    within = [row & s2 if s2 >> player & 1 else 0 for player, row in enumerate(ways.rows)]
    while (
        number < pairs
        and Counts(ways, players, pairs, [*limits, Limit(within, number)]).are_apart()
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
    """The earliest place in the order of D2 of an exchange of at least `least` players, where it is
    `decided` whether the first players change halves; None: there is no such exchange."""
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
    ways: Ways, s1: Sequence[int], s2: Sequence[int], limits: Sequence[Limit], known: Known
) -> list[int] | None:
    """D1: by player of S1 their opponent in the first order of S2 that keeps the limits."""
    count_branch(len(s2))
    if not can_keep(ways.across(s1, s2), [*s1, *s2], len(s1), limits, known):
        return None
    first = transposed_beyond(ways, s1, s2)
    if first is None or keeps(limits, list(zip(s1, first, strict=True))):
        # Nothing comes before it at all.
        return first
    for index, opponent in enumerate(s2):
        if ways.rows[s1[0]] >> opponent & 1:
            pair = [(s1[0], opponent)]
            left = [Limit(limit.pairs, limit.most - counted(limit, pair)) for limit in limits]
            rest = [*s2[:index], *s2[index + 1 :]]
            gone = 0, len(s1) + index
            start = {question: best.without(gone) for question, best in known.items()}
            opponents = _first_order(ways, s1[1:], rest, left, start)
            if opponents is not None:
                return [opponent, *opponents]
    return None
