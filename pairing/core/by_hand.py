"""What do the norms of "Swiss on rating" say against a pair that a hand made? B2-B6.

The system weighs these norms against each other, so of a pair that it made itself they say
nothing; whoever makes a pair by hand has to know which of them he goes against. Codes:
`absolute_denied` (player, wanted), `score_difference` (white, black, down, up, down_score,
up_score), `colour_denied` (player, wanted, strength), `same_float` (player, float, ago: 1 the last
round, 2 the one before).
"""

from collections.abc import Iterator
from typing import Protocol

from pairing.core.colour_rules import is_denied
from pairing.core.colours import Preference, Strength
from pairing.core.colours_told import Carded, points
from pairing.core.floats import Float
from pairing.core.types import Colour, Fact, PlayerId, Problem

#: B5 is about the last round, B6 about the one before.
_FLOAT_ARTICLES = ("B5", "B6")


class OfGroup(Protocol):
    """Whoever is paired by points: half points."""

    @property
    def id(self) -> PlayerId: ...
    @property
    def score(self) -> int: ...


class Scored(Carded, OfGroup, Protocol):
    """The same with the floats of the last two rounds."""

    @property
    def floats(self) -> tuple[Float | None, Float | None]: ...


def said_against(
    white: Scored, black: Scored, *, is_free_of_b2: bool, is_turned: bool
) -> list[Problem]:
    """Warnings about a pair made by hand, with these colours; topscorers are free of B2.

    Asked elsewhere: whether they met, both have the same absolute preference, or (`is_turned`)
    have other colours than E gives; nothing of that is said here once more.
    """
    pair: dict[str, Fact] = {"white": white.id, "black": black.id}
    found = [
        Problem("warning", code, pair | facts, article)
        for code, facts, article in _colours(white, black, is_free_of_b2)
        if not (is_turned and code == "colour_denied")
    ]
    if white.score != black.score:
        found += _floats(white, black, pair)
    return sorted(found, key=lambda problem: problem.article)


def _floats(white: Scored, black: Scored, pair: dict[str, Fact]) -> Iterator[Problem]:
    """That the two have different scores, and who floats as he did before (B3, B5, B6)."""
    yield score_difference(white, black, pair, "B3")
    down, up = (white, black) if white.score > black.score else (black, white)
    for card, floated in ((down, Float.DOWN), (up, Float.UP)):
        for ago, article in enumerate(_FLOAT_ARTICLES, start=1):
            if card.floats[ago - 1] is floated:
                facts = {"player": card.id, "float": floated.value, "ago": ago}
                yield Problem("warning", "same_float", pair | facts, article)


def score_difference(
    white: OfGroup, black: OfGroup, pair: dict[str, Fact], article: str
) -> Problem:
    """That two who do not have the same score are paired."""
    down, up = (white, black) if white.score > black.score else (black, white)
    facts: dict[str, Fact] = {
        "down": down.id,
        "up": up.id,
        "down_score": points(down.score),
        "up_score": points(up.score),
    }
    return Problem("warning", "score_difference", pair | facts, article)


def _colours(
    white: Scored, black: Scored, is_free_of_b2: bool
) -> Iterator[tuple[str, dict[str, Fact], str]]:
    """Who does not get the colour he prefers, or must have (B2, B4)."""
    if is_same_absolute(white.preference, black.preference) and not is_free_of_b2:
        return
    for card, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        if not is_denied(card, colour):
            continue
        facts: dict[str, Fact] = {"player": card.id, "wanted": str(card.preference.colour)}
        if card.preference.strength is Strength.ABSOLUTE and not is_free_of_b2:
            yield "absolute_denied", facts, "B2"
        else:
            yield "colour_denied", facts | {"strength": int(card.preference.strength)}, "B4"


def is_same_absolute(one: Preference, other: Preference) -> bool:
    """Whether both must have the same colour (B2)."""
    return one.strength == other.strength == Strength.ABSOLUTE and one.colour is other.colour
