"""How is a colour told? E1-E5 of "Swiss on rating" as reasons, and what all Swiss reasons share.

Facts of a colour: white, black, white_wish, black_wish (colour or null), white_strength,
black_strength (0 none .. 3 absolute), white_colours, black_colours: the player's games as "w" and
"b", a round without a game as "-".
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from pairing.core.colour_rules import Coloured, colour_of_higher
from pairing.core.history import History
from pairing.core.types import Colour, Fact, PlayerId, Reason


class Carded(Coloured, Protocol):
    """Whoever is to have a colour, with his id."""

    @property
    def id(self) -> PlayerId: ...


Card = TypeVar("Card", bound=Carded)


def points(half_points: int) -> str:
    """Half points as points, "p/q"."""
    return str(Fraction(half_points, 2))


def colour_text(history: History, player: PlayerId) -> str:
    """The player's games as "w" and "b", rounds without a game as "-"."""
    return "".join(
        "-" if entry.colour is None or not entry.deed.is_played else str(entry.colour)[0]
        for entry in history.entries[player]
    )


@dataclass(frozen=True, slots=True)
class Lot:
    """What decides between two without a preference, by `article`: an odd `number` of the higher
    ranked gives him the colour of the lot. The number is his place in S1 or his pairing number.
    """

    colour: Colour
    number: int
    is_place: bool
    article: str = "E5"


@dataclass(frozen=True, slots=True)
class ColourCase(Generic[Card]):
    """What E decides from."""

    higher: Card
    lower: Card
    lot: Lot


def colours(case: ColourCase[Card], history: History) -> tuple[Card, Card, Reason]:
    """White, black and why (E), in the round after those on record."""
    higher, lower = case.higher, case.lower
    colour, rule = colour_of_higher(higher, lower, case.lot.colour, case.lot.number)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    facts: dict[str, Fact] = {}
    for side, card in (("white", white), ("black", black)):
        wish = card.preference.colour
        facts |= {
            side: card.id,
            f"{side}_wish": None if wish is None else str(wish),
            f"{side}_strength": int(card.preference.strength),
            f"{side}_colours": colour_text(history, card.id),
        }
    if rule.code == "alternate":
        facts |= {
            "ago": rule.ago,
            "white_then": str(white.colours[-rule.ago]),
            "black_then": str(black.colours[-rule.ago]),
        }
    if rule.code == "higher":
        facts["player"] = higher.id
    if rule.code == "lot":
        facts |= {
            "player": higher.id,
            "number": case.lot.number,
            "by": "place" if case.lot.is_place else "number",
            "lot": str(case.lot.colour),
        }
        return white, black, Reason(case.lot.article, rule.code, facts)
    return white, black, Reason(rule.article, rule.code, facts)


def denied(card: Carded, opponent: Carded) -> Reason:
    """That a player did not get the colour he prefers."""
    return Reason(
        "E",
        "denied",
        {
            "player": card.id,
            "wanted": str(card.preference.colour),
            "strength": int(card.preference.strength),
            "opponent_strength": int(opponent.preference.strength),
        },
    )
