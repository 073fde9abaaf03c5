"""Who has black, and why? 6.1a-d, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.core.types import Colour
from pairing.resistance.position import PlayerState

if TYPE_CHECKING:  # who only pairs loads no reasons
    from pairing.core.explanation import ColourHistory
    from pairing.core.reason import Reason


def wish(state: PlayerState) -> Colour | None:
    """What brings the colour balance nearer to 0 (6.1a); None: it is 0."""
    if not state.balance:
        return None
    return Colour.WHITE if state.balance > 0 else Colour.BLACK


def decided(
    higher: PlayerState, lower: PlayerState, first_named: Colour
) -> tuple[Colour, str, int]:
    """The colour of the player who is higher in 2.1, the article that gives it, and the round (from
    1) that decides; 0: none.

    `first_named`: what they have when they have not played yet (5.3).
    """
    one, other = wish(higher), wish(lower)
    if one is not other:
        if one is not None:
            return one, "6.1a", 0
        if other is not None:
            return other.opposite, "6.1a", 0
    rounds = range(len(higher.by_round), 0, -1)
    for number, had, others in zip(
        rounds, reversed(higher.by_round), reversed(lower.by_round), strict=True
    ):
        if had and others and had is not others:
            return had.opposite, "6.1b", number
    if one is not None:
        return one, "6.1c", 0
    for number, had in zip(rounds, reversed(higher.by_round), strict=True):
        if had is not None:
            return had.opposite, "6.1d", number
    return first_named, "5.3", 0


def white_of(higher: PlayerState, lower: PlayerState, first_named: Colour) -> PlayerState:
    """Who of two has white; `higher` is so in 2.1."""
    return higher if decided(higher, lower, first_named)[0] is Colour.WHITE else lower


def reason_of_colour(higher: PlayerState, lower: PlayerState, first_named: Colour) -> Reason:
    """Why two have the colours that 6 gives them."""
    from pairing.reasons import resistance_colours as reasons

    colour, article, number = decided(higher, lower, first_named)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    one, other = wish(higher), wish(lower)
    if article == "6.1a":
        if one is not None and other is not None:
            return reasons.BothMend(article, white.id, black.id)
        mends = (lower, colour.opposite) if one is None else (higher, colour)
        return reasons.OneMends(article, mends[0].id, mends[1])
    if article == "6.1b":
        return reasons.ColoursTurned(article, white.id, black.id, number)
    if article == "6.1c":
        return reasons.HigherMends(article, higher.id, colour)
    if article == "6.1d":
        return reasons.HigherTurns(article, higher.id, colour, number)
    return reasons.FirstNamed(article, higher.id, colour)


def history_of(
    white: PlayerState, black: PlayerState, reason: Reason | None
) -> ColourHistory | None:
    """The colours of both by round, from the first that one of them played; None: none did."""
    from pairing.core.explanation import ColourHistory
    from pairing.reasons.resistance_colours import ColoursTurned

    deciding = None
    if isinstance(reason, ColoursTurned):
        deciding = len(white.by_round) - reason.round + 1
    rows = ["".join("-" if had is None else str(had)[0] for had in state.by_round)
            for state in (white, black)]  # fmt: skip
    idle = min(len(row) - len(row.lstrip("-")) for row in rows)
    return ColourHistory(rows[0][idle:], rows[1][idle:], deciding) if rows[0][idle:] else None
