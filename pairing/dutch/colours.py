"""Who of a pair has white, and why? Article 5.2."""

from pairing.core.colours import Strength, last_difference
from pairing.core.types import Colour
from pairing.dutch.position import PlayerState


def colour_of_higher(
    higher: PlayerState, lower: PlayerState, lot: Colour
) -> tuple[Colour, str, str, int]:
    """The colour of the higher ranked: with its article, what decided, and for 5.2.3 how many
    games ago (from 1; else 0)."""
    high, low = higher.preference, lower.preference
    if high.colour is None:
        if low.colour is None:
            return lot if higher.number % 2 else lot.opposite, "5.2.5", "lot", 0
        return low.colour.opposite, "5.2.1", "only_one", 0
    if high.colour is not low.colour:
        return high.colour, "5.2.1", "only_one" if low.colour is None else "both", 0
    if high.strength != low.strength:
        is_stronger = high.strength > low.strength
        return high.colour if is_stronger else high.colour.opposite, "5.2.2", "stronger", 0
    wide, other_wide = abs(higher.difference), abs(lower.difference)
    if high.strength is Strength.ABSOLUTE and wide != other_wide:
        return high.colour if wide > other_wide else high.colour.opposite, "5.2.2", "wider", 0
    ago = last_difference(higher.colours, lower.colours)
    if ago is not None:
        return higher.colours[-ago].opposite, "5.2.3", "alternate", ago
    return high.colour, "5.2.4", "higher", 0


def white_of(higher: PlayerState, lower: PlayerState, lot: Colour) -> PlayerState:
    """Who has white."""
    return higher if colour_of_higher(higher, lower, lot)[0] is Colour.WHITE else lower
