"""Who may meet whom, and what would each pair go against? B1-B6 and A7d as bit sets.

Players to be paired are seats, numbered from 0 in A2 order: bit j of a set is seat j.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pairing.core.colours import Strength
from pairing.core.floats import Float
from pairing.core.types import Colour, PlayerId
from pairing.systems.knsb_rating.position import Card, Position


@dataclass(frozen=True, slots=True)
class Field:
    """All players to be paired; `seat` by id.

    `may_meet[seat]`: B1a and B2, the latter lifted for topscorers; `topscorers_only[seat]`: those
    among them allowed by A10 alone, against B2. `wants`: who prefers a colour however mildly,
    `wants_strongly`: strong or absolute (A7d, A7e). `down` and `up`: who had that float in the
    last round and two rounds ago (B5, B6). `may_be_free`: B1b. `odd`: whether the round's number
    is odd.
    """

    cards: list[Card]
    seat: dict[PlayerId, int]
    may_meet: list[int]
    topscorers_only: list[int]
    wants: dict[Colour, int]
    wants_strongly: dict[Colour, int]
    down: tuple[int, int]
    up: tuple[int, int]
    may_be_free: int
    odd: bool


def read_field(
    position: Position, cards: list[Card], forbidden: Iterable[tuple[PlayerId, PlayerId]]
) -> Field:
    """The field of these players (in A2 order); forbidden pairs are as if they had met."""
    seats = {card.id: seat for seat, card in enumerate(cards)}
    everybody = (1 << len(cards)) - 1

    def those(wanted: Iterable[bool]) -> int:
        return sum(1 << seat for seat, one in enumerate(wanted) if one)

    def preferring(colour: Colour, least: Strength) -> int:
        return those(
            card.preference.colour is colour and card.preference.strength >= least for card in cards
        )

    absolute = {colour: preferring(colour, Strength.ABSOLUTE) for colour in Colour}
    topscorers = those(position.is_topscorer(card) for card in cards)
    may_meet, topscorers_only = [], []
    for seat, card in enumerate(cards):
        met = 1 << seat
        for opponent in card.opponents:
            if opponent in seats:
                met |= 1 << seats[opponent]
        against_b2 = 0
        if card.preference.colour is not None:
            same = absolute[card.preference.colour]
            against_b2 = same if same >> seat & 1 else 0
        lifted = everybody if topscorers >> seat & 1 else topscorers
        may_meet.append(everybody & ~met & ~(against_b2 & ~lifted))
        topscorers_only.append(against_b2 & lifted & ~met)
    for one, other in forbidden:
        if one in seats and other in seats:
            may_meet[seats[one]] &= ~(1 << seats[other])
            may_meet[seats[other]] &= ~(1 << seats[one])
    return Field(
        cards=cards,
        seat=seats,
        may_meet=may_meet,
        topscorers_only=topscorers_only,
        wants={colour: preferring(colour, Strength.MILD) for colour in Colour},
        wants_strongly={colour: preferring(colour, Strength.STRONG) for colour in Colour},
        down=_floated(cards, Float.DOWN),
        up=_floated(cards, Float.UP),
        may_be_free=those(not card.has_had_points_unplayed for card in cards),
        odd=position.round % 2 == 1,
    )


def _floated(cards: list[Card], wanted: Float) -> tuple[int, int]:
    """Who had this float in the last round, and who two rounds ago."""
    last, before = (
        sum(1 << seat for seat, card in enumerate(cards) if card.floats[ago] is wanted)
        for ago in (0, 1)
    )
    return last, before
