"""Which colour should a player have, how strongly, and what decides between two?

All of it looks at the colours of played games only, in order of play: unplayed rounds are
left out first (F3 of the KNSB's regulations).
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple, Protocol, TypeVar

from pairing.core.types import Colour


class Strength(IntEnum):
    """How strong a colour preference is; a greater one goes first."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3

    __hash__ = int.__hash__  # Enum's own is a Python call


class Preference(NamedTuple):
    """A colour preference; `colour` is None exactly when the strength is NONE."""

    colour: Colour | None
    strength: Strength


NO_PREFERENCE = Preference(None, Strength.NONE)
_MILD, _STRONG, _ABSOLUTE = (
    {colour: Preference(colour, strength) for colour in Colour}
    for strength in (Strength.MILD, Strength.STRONG, Strength.ABSOLUTE)
)


def balance(colours: Sequence[Colour]) -> int:
    """Games with white minus games with black."""
    return 2 * colours.count(Colour.WHITE) - len(colours)


def preference(colours: Sequence[Colour]) -> Preference:
    """The preference after these games, as in A7a-A7c and A7f of the KNSB's "op rating".

    Absolute: a balance beyond +1 or -1, or the same colour in the last two games. Strong: a
    balance of +1 or -1. Mild: the other colour than in the last game.
    """
    if not colours:
        return NO_PREFERENCE
    surplus, last = balance(colours), colours[-1]
    lacking = Colour.BLACK if surplus > 0 else Colour.WHITE
    if abs(surplus) > 1:
        return _ABSOLUTE[lacking]
    if colours[-2:-1] == colours[-1:]:
        return _ABSOLUTE[last.opposite]
    return _STRONG[lacking] if surplus else _MILD[last.opposite]


def last_difference(first: Sequence[Colour], second: Sequence[Colour]) -> int | None:
    """How many games ago (1: the last) two players last had different colours; None: never.

    The histories are laid side by side at their ends; the shorter one stops the comparison.
    """
    pairs = zip(reversed(first), reversed(second), strict=False)
    games = enumerate(pairs, start=1)
    return next((ago for ago, (own, opponents) in games if own is not opponents), None)


# Of two who meet ----------------------------------------------------------------------------


class Coloured(Protocol):
    """A player with the colours of their games, and a preference by them."""

    @property
    def colours(self) -> Sequence[Colour]: ...
    @property
    def preference(self) -> Preference: ...


S = TypeVar("S", bound=Coloured)


class ColourArticles(NamedTuple):
    """The articles that grant a preference, the stronger one, colours in turns, and the higher's.

    `by_balance`: of two absolute preferences the one further from balance is the stronger.
    """

    granted: str
    stronger: str
    turns: str
    higher: str
    by_balance: bool = False


class Lot(NamedTuple):
    """What decides between two players without a preference, by `article`: an odd `number` of the
    higher ranked gives them the colour of the lot. `of` says what it counts: their "place" in S1,
    their pairing "number", or those who have come "so_far". Before it come the `articles`.
    """

    colour: Colour
    number: int
    of: str
    article: str
    articles: ColourArticles


class Decided(NamedTuple):
    """The colour of the higher ranked of two, the article, and what decided (`by`); `ago`: how many
    games ago, for "turns" (from 1; otherwise 0)."""

    colour: Colour
    article: str
    by: str
    ago: int = 0


def colour_of_higher(higher: Coloured, lower: Coloured, lot: Lot) -> Decided:
    """Who of two gets which colour, and why."""
    high, low, articles = higher.preference, lower.preference, lot.articles
    if high.colour is None:
        if low.colour is None:
            return Decided(
                lot.colour if lot.number % 2 else lot.colour.opposite, lot.article, "lot"
            )
        return Decided(low.colour.opposite, articles.granted, "only_one")
    if high.colour is not low.colour:
        # Who has no preference is content with anything.
        return Decided(high.colour, articles.granted, "only_one" if low.colour is None else "both")
    if high.strength != low.strength:
        is_stronger = high.strength > low.strength
        colour = high.colour if is_stronger else high.colour.opposite
        return Decided(colour, articles.stronger, "stronger")
    if articles.by_balance and high.strength is Strength.ABSOLUTE:
        wide, other_wide = abs(balance(higher.colours)), abs(balance(lower.colours))
        if wide != other_wide:
            colour = high.colour if wide > other_wide else high.colour.opposite
            return Decided(colour, articles.stronger, "wider")
    ago = last_difference(higher.colours, lower.colours)
    if ago is not None:
        # Both get the opposite of what they had then.
        return Decided(higher.colours[-ago].opposite, articles.turns, "turns", ago)
    return Decided(high.colour, articles.higher, "higher")


def white_of(higher: S, lower: S, lot: Lot) -> S:
    """Who of two has white."""
    return higher if colour_of_higher(higher, lower, lot).colour is Colour.WHITE else lower
