"""How many pairs may go against the colours of both? A8 and B4.

A pair *clashes* if both prefer the same colour. x (A8) is what numbers alone make necessary. Where
an edition reverses mild preferences, f of the majority's can be reversed to make x smaller: a
clash of the majority with somebody mild is *soft*, any other *hard*, and f soft clashes do not
count (that is how we read A8's last sentence; it names nobody, so any of them may be reversed).
"""

from collections.abc import Sequence
from typing import NamedTuple

from pairing.core.types import Colour
from pairing.matching.costs import union
from pairing.matching.perfect import bits
from pairing.swiss.criteria_1996 import Bracket1996


class Need(NamedTuple):
    """A8 for a group: `x` after reversals, `reversals` (f), and who are the majority.

    `majority` is 0 and its `colour` None where numbers alone make no clash necessary.
    """

    x: int
    reversals: int
    majority: int
    colour: Colour | None


class Limit(NamedTuple):
    """At most `most` of these pairs: `pairs[i]` are those with whom i makes one.

    There are never fewer than `least`. Exactly so many are there when nobody of `outside` is
    paired with another of them or stays unpaired; where `least` is 0, when there is none.
    """

    pairs: Sequence[int]
    most: int
    least: int = 0
    outside: int = 0


def need_of(bracket: Bracket1996, group: int) -> Need:
    """A8 for some players of a bracket."""
    colour, preferring = max(
        ((colour, players & group) for colour, players in bracket.prefer.items()),
        key=lambda group: group[1].bit_count(),
    )
    x = preferring.bit_count() - (group.bit_count() + 1) // 2
    if x <= 0:
        return Need(0, 0, 0, None)
    reversals = 0
    if bracket.roster.edition.reverses_mild:
        reversals = min(x, (preferring & bracket.mild).bit_count())
    return Need(x - reversals, reversals, preferring, colour)


def group_limits(bracket: Bracket1996, group: int, lowered: int, raised: int) -> list[Limit]:
    """B4 for a homogeneous group with `lowered` pairs less and x raised by `raised`."""
    need = need_of(bracket, group)
    x = max(0, need.x - lowered)
    outside = group & ~need.majority
    if not need.reversals:
        return [Limit(bracket.clashes, x + raised, x, outside)]
    mild = need.majority & bracket.mild
    hard = hard_clashes(bracket, need.majority)
    limits = [Limit(hard, x + raised, x, outside | mild)]
    if need.reversals < mild.bit_count():
        least = max(0, need.reversals - lowered)
        limits.append(Limit(bracket.clashes, x + raised + need.reversals, least, outside))
    return limits


def closer_limits(bracket: Bracket1996, group: int, lowered: int, raised: int) -> list[Limit]:
    """The same limits; where the pairs of fewer players decide about all clashes, of those."""
    limits = group_limits(bracket, group, lowered, raised)
    size, need = group.bit_count(), need_of(bracket, group)
    prefer = [players & group for players in bracket.prefer.values()]
    fewer, more = sorted(prefer, key=int.bit_count)
    if not _fewer_decide(bracket, group, size, lowered, raised):
        # Each of these makes one more necessary for the other colour all the same.
        most = max(0, need.x - lowered) + raised + need.reversals
        if most - (more.bit_count() - (size + 1) // 2 - lowered) < 2:
            limits.append(Limit(_among(bracket.clashes, fewer), 0))
        return limits
    total = Limit(_among(bracket.clashes, fewer), raised // 2)
    # All are at most as many as may be hard, and as can be reversed.
    are_hard = need.reversals > raised % 2 or (need.reversals and size % 2)
    return [limits[0], total] if are_hard else [total]


def _fewer_decide(bracket: Bracket1996, left: int, size: int, lowered: int, raised: int) -> bool:
    """Whether B4 says no more than that at most half of `raised` clashes are for the colour that
    fewer want, in a remainder of so many of `left`.

    Where everybody prefers a colour and at most one is not paired, each of these clashes makes one
    more necessary for the other colour. If who is not paired is of the fewer, that makes one more
    necessary too, for which an odd `raised` has room.
    """
    if lowered or left & ~union(bracket.prefer.values()):
        return False
    return size % 2 == 0 or raised % 2 == 1


def s1_limits(bracket: Bracket1996, in_s1: int, raised: int) -> list[Limit]:
    """B4 for the pairs of the first `in_s1` players, who moved down."""
    need = need_of(bracket, bracket.everybody)
    most = max(0, need.x - (bracket.moved_down - in_s1)) + raised
    high = (1 << in_s1) - 1
    if not need.reversals:
        return [Limit(_between(bracket.clashes, high), most)]
    limits = [Limit(_between(hard_clashes(bracket, need.majority), high), most)]
    if need.reversals < (need.majority & bracket.mild).bit_count():
        limits.append(Limit(_between(bracket.clashes, high), most + need.reversals))
    return limits


def remainder_limits(
    bracket: Bracket1996, high: int, left: int, lowered: int, raised: int
) -> list[list[Limit]]:
    """What B4 asks at least of any remainder, in each of the cases that there can be.

    `high` are moved down players still without opponent, who take them from `left`; the others
    of `left` are the remainder, whose x depends on who they are. If none of the cases is
    possible, no remainder is. They bound pairs of `high` too: who takes somebody of the majority
    makes the remainder's x smaller.
    """
    size = left.bit_count() - high.bit_count()
    half = (size + 1) // 2
    clashes = _among(bracket.clashes, left)
    fewer_decide = _fewer_decide(bracket, left, size, lowered, raised)
    # Then as many want either colour, if nobody takes more of one: clashes come in twos.
    cases = [[Limit(clashes, raised // 2 * 2 if fewer_decide and size % 2 == 0 else raised)]]
    for preferring in bracket.prefer.values():
        majority = preferring & left
        surplus = majority.bit_count() - half
        if surplus <= 0:
            continue
        outside = left & ~majority
        clashes_taken = _taking(clashes, high, majority)
        of_fewer = Limit(_among(clashes, outside), raised // 2)
        if not bracket.roster.edition.reverses_mild:
            if surplus > lowered:
                x = surplus - lowered
                total = Limit(clashes_taken, x + raised, x, outside)
                closer = [total, of_fewer] if raised < 2 else [total]
                cases.append([of_fewer] if fewer_decide else closer)
            continue
        hard = _among(hard_clashes(bracket, majority), left)
        total = Limit(clashes_taken, surplus + raised, max(0, surplus - lowered), outside)
        cases.append([Limit(hard, raised), of_fewer if fewer_decide else total])
        strong = majority & ~bracket.mild
        x = strong.bit_count() - half - lowered
        if x > 0:
            cases.append([Limit(_taking(hard, high, strong), x + raised, x, left & ~strong)])
    return cases


def hard_clashes(bracket: Bracket1996, majority: int) -> list[int]:
    """The clashes that no reversal takes away: of the minority, and of two not mild."""
    mild = majority & bracket.mild
    rows = list(bracket.clashes)
    for player in bits(majority):
        rows[player] &= ~majority if mild >> player & 1 else ~mild
    return rows


def applied(
    limits: Sequence[Limit], rows: Sequence[int], unpaired: int, pairs: int
) -> tuple[Sequence[int], int, list[Limit]]:
    """Keep limits by leaving pairs out, where that is enough: the rows that are left, who may still
    be unpaired, and the limits that remain."""
    open_limits = []
    for limit in limits:
        if limit.most >= pairs:
            continue
        if limit.most > limit.least:
            open_limits.append(limit)
        elif not limit.least:
            rows = [row & ~pair for row, pair in zip(rows, limit.pairs, strict=True)]
        else:
            outside = limit.outside
            unpaired &= ~outside
            rows = [
                row & ~outside if outside >> player & 1 else row for player, row in enumerate(rows)
            ]
    return rows, unpaired, open_limits


def counted(limit: Limit, pairs: Sequence[tuple[int, int]]) -> int:
    """How many of these pairs a limit counts."""
    return sum(limit.pairs[a] >> b & 1 for a, b in pairs)


def _between(rows: Sequence[int], high: int) -> list[int]:
    """Pairs of somebody of `high` with somebody else."""
    return [row & ~high if high >> player & 1 else row & high for player, row in enumerate(rows)]


def _among(rows: Sequence[int], players: int) -> list[int]:
    """Pairs of two of these players."""
    return [row & players if players >> player & 1 else 0 for player, row in enumerate(rows)]


def _taking(rows: Sequence[int], high: int, taken: int) -> list[int]:
    """These pairs, and those in which somebody of `high` takes somebody of `taken`."""
    return [
        taken if high >> player & 1 else row | (high if taken >> player & 1 else 0)
        for player, row in enumerate(rows)
    ]
