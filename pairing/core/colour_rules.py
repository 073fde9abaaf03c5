"""Who of a pair has white? E1-E5 of the regulations of "Swiss on rating", in their order."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pairing.core.colours import Preference, Strength, last_difference
from pairing.core.types import Colour


class Coloured(Protocol):
    """Whoever is to have a colour: what he had so far, in order of play, and what he prefers."""

    @property
    def colours(self) -> Sequence[Colour]: ...

    @property
    def preference(self) -> Preference: ...


Card = TypeVar("Card", bound=Coloured)


@dataclass(frozen=True, slots=True)
class ColourRule(Generic[Card]):
    """The article that decided and whose wish it followed; `ago`: E3's games ago (from 1).

    `favoured` is the player whose colour followed from the article, the other has what is left.
    """

    article: str
    code: str
    favoured: Card
    ago: int = 0


def colour_of_higher(
    higher: Card, lower: Card, lot: Colour, number: int
) -> tuple[Colour, ColourRule[Card]]:
    """The colour of the player who is higher in A2, and why.

    `number` decides between two without a preference: an odd one gives the higher ranked the
    colour of the lot. In round 1 it is his place in S1 (E5), later his pairing number.
    """
    one, other = higher.preference, lower.preference
    if one.colour is None and other.colour is None:
        colour = lot if number % 2 else lot.opposite
        return colour, ColourRule("E5", "lot", higher)
    if one.colour is None or other.colour is None or one.colour is not other.colour:
        # E1: both have their wish; who has none is content with anything (A7f).
        favoured = lower if one.colour is None else higher
        code = "both" if one.colour is not None and other.colour is not None else "only_one"
        return _wish(favoured, higher), ColourRule("E1", code, favoured)
    if one.strength != other.strength:
        favoured = higher if one.strength > other.strength else lower
        return _wish(favoured, higher), ColourRule("E2", "stronger", favoured)
    ago = last_difference(higher.colours, lower.colours)
    if ago is not None:
        # E3: both get the opposite of what they had there.
        had = higher.colours[-ago]
        favoured = higher if had.opposite is one.colour else lower
        return had.opposite, ColourRule("E3", "alternate", favoured, ago)
    return _wish(higher, higher), ColourRule("E4", "higher", higher)


def _wish(favoured: Card, higher: Card) -> Colour:
    """The higher ranked player's colour when `favoured` gets the one he prefers."""
    wanted = favoured.preference.colour
    if wanted is None:
        raise AssertionError("who has no preference is never favoured")
    return wanted if favoured is higher else wanted.opposite


def is_denied(card: Coloured, colour: Colour) -> bool:
    """Whether a player gets the colour that he did not prefer."""
    return card.preference.strength > Strength.NONE and card.preference.colour is not colour
