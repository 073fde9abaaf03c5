"""Who of a pair has white, and why? E1-E5, in their order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairing.core.colours import last_difference
from pairing.core.types import Colour
from pairing.swiss.options import Options
from pairing.swiss.position import PlayerState, Position

if TYPE_CHECKING:  # who only pairs loads no reasons
    from pairing.core.reason import Reason


@dataclass(frozen=True, slots=True)
class Lot:
    """What decides between two without a preference, by `article`: an odd `number` of the higher
    ranked gives them the colour of the lot. It is their place in S1 or their pairing number.
    """

    colour: Colour
    number: int
    is_index: bool
    article: str


def lot_of(position: Position, options: Options, higher: PlayerState, index: int | None) -> Lot:
    """The lot for a pair; `index` is the place of the higher ranked in S1, from 1, if known."""
    edition = position.edition
    is_index = index is not None and position.round == 1 and edition.lot_by_index
    number = index if is_index and index is not None else higher.player.start
    return Lot(options.lot, number, is_index, edition.articles.lot)


def colour_of_higher(
    higher: PlayerState, lower: PlayerState, lot: Lot
) -> tuple[Colour, str, str, int]:
    """The colour of the player who is higher in A2: with its article, the code of the reason, and
    E3's games ago (from 1; else 0)."""
    high, low = higher.preference, lower.preference
    if high.colour is None:
        if low.colour is None:
            return lot.colour if lot.number % 2 else lot.colour.opposite, lot.article, "lot", 0
        return low.colour.opposite, "E1", "only_one", 0
    if high.colour is not low.colour:
        # E1: who has no preference is content with anything (A7f).
        return high.colour, "E1", "only_one" if low.colour is None else "both", 0
    if high.strength != low.strength:
        is_stronger = high.strength > low.strength
        return high.colour if is_stronger else high.colour.opposite, "E2", "stronger", 0
    ago = last_difference(higher.colours, lower.colours)
    if ago is not None:
        # E3: both get the opposite of what they had then.
        return higher.colours[-ago].opposite, "E3", "alternate", ago
    return high.colour, "E4", "higher", 0


def white_of(higher: PlayerState, lower: PlayerState, lot: Lot) -> PlayerState:
    """Who has white by E."""
    return higher if colour_of_higher(higher, lower, lot)[0] is Colour.WHITE else lower


def reason_of_colour(higher: PlayerState, lower: PlayerState, lot: Lot) -> Reason:
    """Why two have the colours that E gives them."""
    from pairing.reasons import swiss_colours as reasons

    colour, article, code, ago = colour_of_higher(higher, lower, lot)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    if code == "lot":
        by = reasons.LotByPlace if lot.is_index else reasons.LotByNumber
        return by(article, higher.id, lot.number, colour)
    if code == "both":
        return reasons.BothAsWished(article, white.id, black.id)
    wish = white.preference.colour or black.preference.colour
    if wish is None:
        raise AssertionError("without a wish the lot decides")
    gets, other = (white, black) if wish is Colour.WHITE else (black, white)
    if code == "only_one":
        return reasons.OnlyOneWishes(article, gets.id, wish)
    if code == "stronger":
        strengths = int(gets.preference.strength), int(other.preference.strength)
        return reasons.StrongerWish(article, gets.id, other.id, wish, *strengths)
    if code == "alternate":
        return reasons.TakesTurns(article, gets.id, wish, ago)
    return reasons.HigherWish(article, gets.id, wish)


def is_denied(state: PlayerState, colour: Colour) -> bool:
    """Whether a player gets the colour that they did not prefer."""
    return state.preference.colour is not None and state.preference.colour is not colour
