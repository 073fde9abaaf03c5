"""Which exchange between two halves comes first? As digits of the cost of a matching.

Players are numbered; the first of them are S1, the others S2. An exchange puts players of each in
the place of others. Of two comes first the smaller one; then the one with the smaller difference
of the numbers' sums; then the one that takes the higher numbers out of S1; then the lower ones
out of S2.

In a way that needs exchanges every pair within S1 sends its lower player to S2, every pair within
S2 its higher one to S1, and a player of S1 who stays unpaired goes to S2: anything else would be a
larger exchange or a greater difference. So all of it is a sum over pairs.
"""

from collections.abc import Sequence

from pairing.matching.costs import Costs
from pairing.matching.perfect import bits


def with_exchange(costs: Costs, size: int, pairs: int) -> list[dict[int, int]]:
    """The costs with what an exchange adds to each edge, less important than all else. S1 are the
    first `pairs` of `size` players; a player matched with a node behind these is unpaired."""
    up_bits, down_bits = size - pairs + 1, pairs + 1
    sum_bits = (size * size).bit_length() + 1
    # What it costs that a player changes halves: as many go down as come up, from 0 or from 1.
    down = [
        ((1 << sum_bits) - index << down_bits) - (1 << index) << up_bits for index in range(pairs)
    ]
    up = [(index << down_bits + up_bits) - (1 << size - 1 - index) for index in range(pairs, size)]
    moving = down + up
    level_bits = size.bit_length() + 1 + sum_bits + down_bits + up_bits
    s1 = (1 << pairs) - 1
    s2 = (1 << size) - 1 ^ s1
    everybody = (1 << len(costs)) - 1
    dearer_rows = []
    for index, row in enumerate(costs):
        before = (1 << index) - 1
        # Whom it sends to the other half to meet them, and who goes there themselves for whom.
        if index < pairs:
            send, go = s1 & ~before, s1 & before | everybody & ~s1 & ~s2
        elif index < size:
            send, go = s2 & before, s2 & ~before
        else:
            send, go = s1, 0
        dearer_rows.append(own := dict[int, int]())
        for level, others in row.items():
            cost = level << level_bits
            own[cost] = own.get(cost, 0) | others & ~send & ~go
            if others & go:
                own[cost + moving[index]] = others & go
            for opponent in bits(others & send):
                own[cost + moving[opponent]] = 1 << opponent
    return dearer_rows


def exchanged(mate: Sequence[int], size: int, pairs: int) -> tuple[list[int], list[int]]:
    """Who leaves S1 and who leaves S2 in a matching."""
    down, up = [], []
    for index, opponent in enumerate(mate[:size]):
        if index < pairs and (opponent >= size or opponent < index):
            down.append(index)
        elif index >= pairs and index < opponent < size:
            up.append(index)
    return down, up
