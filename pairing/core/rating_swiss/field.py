"""Who may meet whom, who prefers which colour, who floated? B1, B2, B5 and B6 as bit sets.

Players to be paired are seats, numbered from 0 in A2 order: bit j of a set is seat j.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pairing.core.colours import Strength
from pairing.core.floats import Float
from pairing.core.rating_swiss.edition import Edition
from pairing.core.rating_swiss.position import Card
from pairing.core.types import Colour, PlayerId


@dataclass(frozen=True, slots=True)
class Field:
    """All players to be paired; `seat` by id.

    `may_meet[seat]`: B1 and B2. `wants`: who prefers a colour however mildly; `mild`: whose
    preference is mild. `down`, `up`: for whom this float would be the same as in the last round
    and as two rounds ago (B5, B6), top scorers left out. `may_be_free`: B1.
    """

    edition: Edition
    cards: list[Card]
    seat: dict[PlayerId, int]
    may_meet: list[int]
    wants: dict[Colour, int]
    mild: int
    down: tuple[int, int]
    up: tuple[int, int]
    may_be_free: int


def read_field(
    cards: list[Card], forbidden: Iterable[tuple[PlayerId, PlayerId]], edition: Edition
) -> Field:
    """The field of these players (in A2 order); forbidden pairs are as if they had met."""
    seats = {card.id: seat for seat, card in enumerate(cards)}

    def those(wanted: Iterable[bool]) -> int:
        return sum(1 << seat for seat, one in enumerate(wanted) if one)

    def floated(wanted: Float) -> tuple[int, int]:
        last, before = (
            those(card.floats[ago] is wanted and not card.is_top_scorer for card in cards)
            for ago in (0, 1)
        )
        return last, before

    may_have = {colour: those(colour in card.may_have for card in cards) for colour in Colour}
    may_meet = []
    for seat, card in enumerate(cards):
        others = 0
        for colour in card.may_have:
            others |= may_have[colour.opposite]
        met = 1 << seat
        for opponent in card.opponents:
            if opponent in seats:
                met |= 1 << seats[opponent]
        may_meet.append(others & ~met)
    for one, other in forbidden:
        if one in seats and other in seats:
            may_meet[seats[one]] &= ~(1 << seats[other])
            may_meet[seats[other]] &= ~(1 << seats[one])
    return Field(
        edition=edition,
        cards=cards,
        seat=seats,
        may_meet=may_meet,
        wants={
            colour: those(card.preference.colour is colour for card in cards) for colour in Colour
        },
        mild=those(card.preference.strength is Strength.MILD for card in cards),
        down=floated(Float.DOWN),
        up=floated(Float.UP),
        may_be_free=those(card.may_be_free for card in cards),
    )
