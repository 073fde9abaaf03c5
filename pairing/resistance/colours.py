"""Who has black, and why? 6.1a-d, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.core.types import Colour
from pairing.resistance.position import PlayerState

if TYPE_CHECKING:  # pairing alone loads no reasons
    from pairing.core.explanation import ColourHistory
    from pairing.core.reason import Reason


def wish(state: PlayerState) -> Colour | None:
    """The colour that brings the colour balance nearer to 0 (6.1a); None: it is 0."""
    if not state.balance:
        return None
    return Colour.WHITE if state.balance > 0 else Colour.BLACK


def decided(
    higher: PlayerState, lower: PlayerState, first_named: Colour
) -> tuple[Colour, str, int]:
    """The colour of the higher player in 2.1, the article that gives it, and the round (from 1)
    that decides; 0: none.

    `first_named`: the colour of the higher player if the two have not played yet (5.3).
    """
    higher_wish, lower_wish = wish(higher), wish(lower)
    if higher_wish is not lower_wish:
        if higher_wish is not None:
            return higher_wish, "6.1a", 0
        if lower_wish is not None:
            return lower_wish.opposite, "6.1a", 0
    rounds = range(len(higher.by_round), 0, -1)
    for number, had_higher, had_lower in zip(
        rounds, reversed(higher.by_round), reversed(lower.by_round), strict=True
    ):
        if had_higher and had_lower and had_higher is not had_lower:
            return had_higher.opposite, "6.1b", number
    if higher_wish is not None:
        return higher_wish, "6.1c", 0
    for number, had_higher in zip(rounds, reversed(higher.by_round), strict=True):
        if had_higher is not None:
            return had_higher.opposite, "6.1d", number
    return first_named, "5.3", 0


def white_of(higher: PlayerState, lower: PlayerState, first_named: Colour) -> PlayerState:
    """The player of the two who has white; `higher` is higher in 2.1."""
    return higher if decided(higher, lower, first_named)[0] is Colour.WHITE else lower


def reason_of_colour(higher: PlayerState, lower: PlayerState, first_named: Colour) -> Reason:
    """Why 6 gives the two their colours."""
    from pairing.reasons import resistance_colours as reasons

    colour, article, number = decided(higher, lower, first_named)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    higher_wish, lower_wish = wish(higher), wish(lower)
    if article == "6.1a":
        if higher_wish is not None and lower_wish is not None:
            return reasons.BothMend(article, white.id, black.id)
        mends = (lower, colour.opposite) if higher_wish is None else (higher, colour)
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
    """The colours of both by round, from the first round that one of them played; None: neither
    has played."""
    from pairing.core.explanation import ColourHistory
    from pairing.reasons.resistance_colours import ColoursTurned

    deciding = None
    if isinstance(reason, ColoursTurned):
        deciding = len(white.by_round) - reason.round + 1
    rows = ["".join("-" if had is None else str(had)[0] for had in state.by_round)
            for state in (white, black)]  # fmt: skip
    idle = min(len(row) - len(row.lstrip("-")) for row in rows)
    return ColourHistory(rows[0][idle:], rows[1][idle:], deciding) if rows[0][idle:] else None
