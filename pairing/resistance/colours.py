"""Who has black, and why? 6.1a-d, in their order."""

from pairing.core.explanation import ColourHistory
from pairing.core.reason import Reason
from pairing.core.types import Colour
from pairing.reasons.resistance_colours import (
    BothMend,
    ColoursTurned,
    FirstNamed,
    HigherMends,
    HigherTurns,
    OneMends,
)
from pairing.resistance.position import PlayerState


def wish(state: PlayerState) -> Colour | None:
    """What brings the colour balance nearer to 0 (6.1a); None: it is 0."""
    if not state.balance:
        return None
    return Colour.WHITE if state.balance > 0 else Colour.BLACK


def white_and_why(
    higher: PlayerState, lower: PlayerState, first_named: Colour
) -> tuple[PlayerState, Reason]:
    """Who of two has white, and why; `higher` is so in 2.1.

    `first_named`: what they have when they have not played yet (5.3).
    """

    def white(colour: Colour) -> PlayerState:
        return higher if colour is Colour.WHITE else lower

    one, other = wish(higher), wish(lower)
    if one is not other:
        if one is None and other is not None:
            return white(other.opposite), OneMends("6.1a", lower.id, other)
        if one is not None and other is None:
            return white(one), OneMends("6.1a", higher.id, one)
        two = (higher, lower) if one is Colour.WHITE else (lower, higher)
        return two[0], BothMend("6.1a", two[0].id, two[1].id)
    number = last_difference(higher, lower)
    if number is not None:
        had = higher.colours[number - 1]
        two = (lower, higher) if had is Colour.WHITE else (higher, lower)
        return two[0], ColoursTurned("6.1b", two[0].id, two[1].id, number)
    if one is not None:
        return white(one), HigherMends("6.1c", higher.id, one)
    for number in range(len(higher.colours), 0, -1):
        last = higher.colours[number - 1]
        if last is not None:
            turned = HigherTurns("6.1d", higher.id, last.opposite, number)
            return white(last.opposite), turned
    return white(first_named), FirstNamed("5.3", higher.id, first_named)


def last_difference(one: PlayerState, other: PlayerState) -> int | None:
    """6.1b: the last round (from 1) in which both played with different colours; None: none."""
    for number in range(len(one.colours), 0, -1):
        if {one.colours[number - 1], other.colours[number - 1]} == set(Colour):
            return number
    return None


def history_of(
    white: PlayerState, black: PlayerState, reason: Reason | None
) -> ColourHistory | None:
    """The colours of both by round, from the first that one of them played; None: none did."""
    deciding = None
    if isinstance(reason, ColoursTurned):
        deciding = len(white.colours) - reason.round + 1
    rows = ["".join("-" if had is None else str(had)[0] for had in state.colours)
            for state in (white, black)]  # fmt: skip
    idle = min(len(row) - len(row.lstrip("-")) for row in rows)
    return ColourHistory(rows[0][idle:], rows[1][idle:], deciding) if rows[0][idle:] else None
