"""Which values could the old program have given? From those it shows, or else from its points."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from pairing.core.types import Snapshot
from pairing.old_table.earned import OldTable, amounts_of, uses_with
from pairing.own_keizer.options import Options, Values
from pairing.own_keizer.tables import first_value

#: First values that regulations name.
_USUAL = (50, 60, 40, 70, 80, 100, 30)
_MOST = 9999


def shown_ladder(options: Options, table: OldTable, members: int) -> Options | None:
    """The options with the values that the table shows; None: it shows none, or others."""
    shown = sorted((row.value for row in table.rows.values() if row.value), reverse=True)
    if len(shown) < 2 or any(value.denominator != 1 or value > _MOST for value in shown):
        return None
    whole = [int(value) for value in shown]
    steps = Counter(higher - lower for higher, lower in pairwise(whole))
    step, _count = max(steps.items(), key=lambda counted: (counted[1], counted[0]))
    repeated = [value for value, count in Counter(whole).items() if count > 1]
    last = repeated[-1] if repeated and step else options.values.last
    if last not in (0, whole[-1]):
        last = 0
    values = options.values
    if values.by == "rank" and (first_value(options, members), values.step) == (whole[0], step):
        return options if not repeated else _with(options, values.first, values.step, last)
    return _with(options, whole[0], step, last)


def likely_ladders(
    snapshot: Snapshot, options: Options, table: OldTable, order: Sequence[int], members: int
) -> Iterator[Options]:
    """The options with one after the other of the values that are likely, those given first."""
    seen: set[tuple[int, int]] = set()
    values, own = options.values, first_value(options, members)
    if values.by == "rating":
        yield options
        return
    guesses = _guessed(snapshot, options, table, order)
    ratios = [q * values.step * (members - 1) // (q - 1) for q in (2, 3, 4)]
    firsts = [own, *(first for first, _step in guesses), 3 * members // 2, *ratios]
    pairs = [(own, values.step), *guesses, *((first, 1) for first in (*firsts, *_USUAL, members))]
    pairs += [(2 * members, 1)]
    for first, step in pairs:
        if (first, step) in seen or not 0 < first <= _MOST:
            continue
        seen.add((first, step))
        same = (first, step) == (own, values.step)
        yield options if same else _with(options, first, step, values.last)


def _with(options: Options, first: int | None, step: int, last: int) -> Options:
    values: Values = replace(
        options.values,
        by="rank",
        first=first,
        ratio=options.values.ratio if first is None else None,
        step=step,
        last=last,
    )
    return replace(options, values=values)


def _guessed(
    snapshot: Snapshot, options: Options, table: OldTable, order: Sequence[int]
) -> list[tuple[int, int]]:
    """First value and step under which the points that the amounts make differ least, in the order
    of the table: points are so many times the first value, less so many steps."""
    if options.begins_anew:
        return []
    places = {player: place for place, player in enumerate(order)}
    amounts = amounts_of(options)
    ones = uses_with(snapshot, options, dict.fromkeys(places, 1))
    steps = uses_with(snapshot, options, places)
    rows = _by_number(snapshot, table)
    points = [
        (amounts.earned(ones[player]), amounts.earned(steps[player]), rows[player])
        for player in places
        if player in rows
    ]
    found = _least(points)
    if found is None:
        return []
    first, step = found
    near = [(round(first) + more, max(round(step), 0)) for more in (0, 1, -1, 2, -2, 3, -3)]
    # With steps of one, which nearly all have, the first value follows alone.
    alone = sorted((theirs + down) / up for up, down, theirs in points if up)
    middle = round(alone[len(alone) // 2]) if alone else 0
    return list(dict.fromkeys([*near[:3], *((middle + more, 1) for more in (0, 1, -1))]))


def _by_number(snapshot: Snapshot, table: OldTable) -> Mapping[int, Fraction]:
    players = sorted(snapshot.players, key=lambda player: player.start)
    return {
        number: table.rows[player.id].points
        for number, player in enumerate(players)
        if player.id in table.rows
    }


def _least(points: Sequence[tuple[Fraction, Fraction, Fraction]]) -> tuple[float, float] | None:
    """The two numbers for which first times the one, less step times the other, is nearest to the
    third; the sum of the differences counts, so a few who differ for a reason of their own do not
    draw the others with them."""
    lines = [(float(one), -float(other), float(third)) for one, other, third in points]
    found: tuple[float, float] | None = None
    for _time in range(20):
        weights = [
            1 / max(abs(c - found[0] * a - found[1] * b), 1e-3) if found else 1.0
            for a, b, c in lines
        ]
        pairs = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2))
        aa, ab, bb, ac, bc = (
            sum(w * line[i] * line[j] for w, line in zip(weights, lines, strict=True))
            for i, j in pairs
        )
        whole = aa * bb - ab * ab
        if abs(whole) < 1e-9:
            return None
        found = (ac * bb - ab * bc) / whole, (aa * bc - ab * ac) / whole
    return found
