"""Who has black? 6.1a-d, in their order."""

from dataclasses import dataclass

from pairing.core.types import Colour
from pairing.resistance.position import PlayerState


@dataclass(frozen=True, slots=True)
class ColourRule:
    """The article that decided; `favoured` is the player whose colour followed from it.

    `round`: the round (from 1) that the colours turn round from (6.1b, 6.1d); else 0.
    """

    article: str
    code: str
    favoured: PlayerState
    round: int = 0


def wish(state: PlayerState) -> Colour | None:
    """What brings the colour balance nearer to 0 (6.1a); None: it is 0."""
    if not state.balance:
        return None
    return Colour.WHITE if state.balance > 0 else Colour.BLACK


def colour_of_higher(
    higher: PlayerState, lower: PlayerState, first_named: Colour
) -> tuple[Colour, ColourRule]:
    """The colour of the player who is higher in 2.1, and why.

    `first_named`: what they have when they have not played yet (5.3).
    """
    one, other = wish(higher), wish(lower)
    if one is not other:
        if one is None or other is None:
            favoured = lower if one is None else higher
            wanted = one or other
            if wanted is None:
                raise AssertionError("one of the two asks")
            colour = wanted if favoured is higher else wanted.opposite
            return colour, ColourRule("6.1a", "only_one", favoured)
        return one, ColourRule("6.1a", "both", higher)
    rounds = list(zip(higher.colours, lower.colours, strict=True))
    for number in range(len(rounds), 0, -1):
        mine, theirs = rounds[number - 1]
        if mine is not None and theirs is not None and mine is not theirs:
            return mine.opposite, ColourRule("6.1b", "alternate", higher, number)
    if one is not None:
        return one, ColourRule("6.1c", "higher", higher)
    for number in range(len(higher.colours), 0, -1):
        last = higher.colours[number - 1]
        if last is not None:
            return last.opposite, ColourRule("6.1d", "turned", higher, number)
    return first_named, ColourRule("5.3", "first_named", higher)
