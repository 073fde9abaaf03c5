"""Who of a pair has white, and why? E of the Swiss systems on rating, 5 of the Dutch one.

Games are *counted back* (F3): the last of one with the last of the other, the one before with the
one before, whatever rounds they were in; rounds without a game on the board are left out.
"""

from pairing.core.colours import Lot, colour_of_higher
from pairing.core.position import BracketState
from pairing.core.reason import Reason, Who
from pairing.core.reason import gettext_noop as _
from pairing.core.types import Colour
from pairing.reasons.every_system import GetsColour


class BothAsWished(Reason):
    """E1: `white` prefers white and `black` black."""

    white: Who
    black: Who

    text = _("[Both|white,black:You both] have the colour [they|white,black:you] want.")


class OnlyOneWishes(GetsColour):
    """E1: `player` prefers `colour` and gets it; the other has no preference."""

    text = _("Only [%(player)s wants|you want] a colour, %(colour)s, and [gets|player:get] it.")


class StrongerWish(Reason):
    """E2: both prefer `colour`; the preference of `player`, who gets it, is stronger (2 strong,
    3 absolute) than that of `other` (1 mild, 2 strong)."""

    player: Who
    other: Who
    colour: Colour
    strength: int
    other_strength: int

    text = _("Both want %(colour)s, [%(player)s|you] more strongly.")


class TakesTurns(GetsColour):
    """E3: both prefer `colour` equally. Counted back, their colours last differed `ago` games ago
    (1: the last game): `player` had the other colour then, their opponent `colour`. Now `player`
    gets it."""

    ago: int

    text = _(
        "Both want %(colour)s; counting [their|player:your] games back, [their|player:your] "
        "colours last differed when [%(player)s|you] went without it."
    )


class HigherWish(GetsColour):
    """E4: both prefer `colour` equally, and counted back their games have the same colours, as far
    as the shorter row goes. `player`, the higher by A2, gets it."""

    text = _(
        "Both want %(colour)s; counting [their|player:your] games back, [their|player:your] "
        "colours are alike, and [%(player)s stands|you stand] higher."
    )


class LotByPlace(Reason):
    """E5, round 1: neither has played. `player`, the higher by A2, is number `number` of S1 among
    those who are paired; odd numbers get the colour of the lot, even ones the other. `colour` is
    what `player` gets."""

    player: Who
    number: int
    colour: Colour

    text = _(
        "By lot, [%(player)s|you], number %(number)d of the upper half, [has|player:have] "
        "%(colour)s."
    )


class LotByNumber(LotByPlace):
    """E5, A7: neither has played. `player`, the higher by A2, has pairing number `number`; odd
    numbers get the colour of the lot, even ones the other. `colour` is what `player` gets."""

    text = _(
        "By lot, [%(player)s|you], with pairing number %(number)d, [has|player:have] %(colour)s."
    )


class LotByPlaceNow(LotByPlace):
    """5.2.5: neither has a preference. `player`, the higher ranked, is number `number`, by pairing
    number, of those who take part now or were paired before; odd numbers get the colour of the
    lot, even ones the other. `colour` is what `player` gets."""

    text = _(
        "By lot, [%(player)s|you], number %(number)d of those who have come so far, "
        "[has|player:have] %(colour)s."
    )


class FurtherFromBalance(GetsColour):
    """5.2.2: both absolutely prefer `colour`, and one of them is a topscorer. The colour difference
    of `player`, who gets it, is further from 0."""

    text = _("Both must have %(colour)s; [%(player)s has|you have] gone without it more often.")


#: By what a lot counts.
_LOTS = {"place": LotByPlace, "number": LotByNumber, "so_far": LotByPlaceNow}


def reason_of_colour(higher: BracketState, lower: BracketState, lot: Lot) -> Reason:
    """Why two have the colours that they get."""
    colour, article, by, ago = colour_of_higher(higher, lower, lot)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    if by == "lot":
        return _LOTS[lot.of](article, higher.id, lot.number, colour)
    if by == "both":
        return BothAsWished(article, white.id, black.id)
    wish = white.preference.colour or black.preference.colour
    if wish is None:
        raise AssertionError("without a wish the lot decides")
    gets, other = (white, black) if wish is Colour.WHITE else (black, white)
    if by == "only_one":
        return OnlyOneWishes(article, gets.id, wish)
    if by == "stronger":
        strengths = int(gets.preference.strength), int(other.preference.strength)
        return StrongerWish(article, gets.id, other.id, wish, *strengths)
    if by == "wider":
        return FurtherFromBalance(article, gets.id, wish)
    if by == "turns":
        return TakesTurns(article, gets.id, wish, ago)
    return HigherWish(article, gets.id, wish)
