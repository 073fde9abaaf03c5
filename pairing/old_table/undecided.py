"""Which options could as well be others, as far as an old table can tell? One by one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any, Literal

from pairing.core.types import Player
from pairing.old_table.earned import (
    BYE,
    OF_GAMES,
    OWN,
    OldTable,
    Weighed,
    amounts_of,
    with_amounts,
)
from pairing.old_table.fitted import PARTS, Row, keys_in, parts_of, wanted, with_part
from pairing.own_keizer.options import Options, Tie
from pairing.own_keizer.tables import first_value

REVALUATIONS: tuple[Literal["stable", "previous", "chained", "fixed"], ...] = (
    "stable",
    "previous",
    "chained",
    "fixed",
)
TIES: tuple[Tie, ...] = ("rating", "games", "wins", "mutual", "evenings", "blacks", "rating_low")
NO_TIES: tuple[Tie, ...] = ()
#: Denominators of the numbers that are told beside the one that was found.
_DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 100, 1000)
_MOST_NUMBERS = 4
#: How often an absence may earn, beside without end.
_LIMITS = (*range(1, 13), 15, 20)

#: An option, what was found for it, and others: as they are written, and the options with each.
Alternatives = tuple[str, Any, Sequence[tuple[Any, Options]]]


def alternatives(
    weighed: Weighed, rows: Sequence[Row], players: Sequence[Player], table: OldTable
) -> Iterator[Alternatives]:
    """What may be tried; whether it shows the same is for whoever asks to weigh."""
    options = weighed.options
    values, standing = options.values, options.standing
    yield (
        "values.revaluation",
        values.revaluation,
        [
            (how, replace(options, values=replace(values, revaluation=how)))
            for how in REVALUATIONS
            if how != values.revaluation
        ],
    )
    members = sum(not player.guest for player in players)
    if values.by == "rank" and values.first is not None:
        by_rule = replace(options, values=replace(values, first=None, ratio=None))
        if first_value(by_rule, members) == values.first:
            yield "values.first", values.first, [(None, by_rule)]
    yield (
        "standing.ties",
        [*standing.ties],
        [
            ([*ties], replace(options, standing=replace(standing, ties=ties)))
            for ties in (NO_TIES, *((tie,) for tie in TIES))
            if ties != standing.ties
        ],
    )
    if any(player.joined > 1 for player in players):
        late = options.absences.late_join
        kinds = [key for key in (None, *options.absences.table) if key != late]
        yield (
            "absences.late_join",
            late,
            [
                (key, replace(options, absences=replace(options.absences, late_join=key)))
                for key in kinds
            ],
        )
    for key in keys_in(rows):
        yield from _of_amount(weighed, rows, table, key)


def _of_amount(
    weighed: Weighed, rows: Sequence[Row], table: OldTable, key: str
) -> Iterator[Alternatives]:
    """Other amounts, and other limits to how often an absence earns."""
    amounts = amounts_of(weighed.options)
    option = option_of(key)
    touched = [row for row in rows if key in row.uses]
    found = amounts.of(key)
    others: list[tuple[Any, Options]] = []
    for part in parts_of(key):
        wants = [wanted(row, amounts, key, part, table.decimals) for row in touched]
        asked = [want for want in wants if want is not None]
        base = with_part(amounts, key, part, getattr(found, PARTS[part]))
        if base.of(key) != found and part != parts_of(key)[0]:
            continue
        if not asked:
            continue
        low, high = max(one.low for one in asked), min(one.high for one in asked)
        for number in _numbers(low, high):
            changed = with_part(amounts, key, part, number)
            if changed.of(key) != found:
                others.append(
                    (written(changed.of(key), key), with_amounts(weighed.options, changed))
                )
    if others:
        yield option, written(found, key), others[:_MOST_NUMBERS]
    if key in (*OF_GAMES, BYE, OWN) or not found:
        return
    limits = [times for times in (None, *_LIMITS) if times != amounts.times.get(key)]
    yield (
        f"{option}.times",
        amounts.times.get(key),
        [
            (
                times,
                with_amounts(
                    weighed.options, replace(amounts, times={**amounts.times, key: times})
                ),
            )
            for times in limits
        ],
    )


def option_of(key: str) -> str:
    """The option in which an amount stands."""
    if key in OF_GAMES:
        return f"results.{key}"
    return {BYE: "bye.amount", OWN: "values.own"}.get(key, f"absences.{key}")


def written(amount: Any, key: str) -> Any:
    """An amount as a document has it."""
    bare = "opponent" if key in OF_GAMES else "own"
    parts: Mapping[str, Any] = {
        name: number.numerator if number.denominator == 1 else str(number)
        for name in PARTS
        if (number := getattr(amount, name))
    }
    return parts.get(bare, 0) if parts.keys() <= {bare} else dict(parts)


def _numbers(low: float, high: float) -> Iterator[Fraction]:
    """The simplest numbers from the one to the other."""
    seen: set[Fraction] = set()
    if low > high:
        return
    for denominator in _DENOMINATORS:
        times = ceil(low * denominator - 1e-9)
        number = Fraction(times, denominator)
        if 0 <= times <= high * denominator + 1e-9 and number not in seen:
            seen.add(number)
            yield number
