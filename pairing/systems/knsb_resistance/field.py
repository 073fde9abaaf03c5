"""Who may meet whom, and who may have the bye? 3.1 and 3.2 as bit sets.

Players to be paired are seats, numbered from 0 in the order of 2.1: bit j of a set is seat j. One
more seat, `bye`, stands for nobody: who meets it has the bye.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pairing.core.types import PlayerId
from pairing.systems.knsb_resistance.position import Card


@dataclass(frozen=True, slots=True)
class Field:
    """All players to be paired. `graph[seat]`: whom he may meet (3.1), and the seat `bye` if he
    may have the bye (3.2).

    `waits`: a player's rank among all who could wait, from 0 (4.4c-e); `by_lot` in the other
    direction for 5.2. `nobody`: the set that holds the bye if the number is odd, else empty.
    `groups`: the score groups from the highest down, as sets (1.3).
    """

    cards: list[Card]
    graph: list[int]
    waits: list[int]
    groups: list[int]
    opens_by_twos: bool = False

    @property
    def bye(self) -> int:
        """The seat of nobody."""
        return len(self.cards)

    @property
    def nobody(self) -> int:
        """The bye as a set, empty when the number of players is even."""
        return 1 << self.bye if self.bye % 2 else 0

    @property
    def may_be_free(self) -> int:
        """3.2: who may have the bye."""
        return self.graph[self.bye]


def read_field(
    cards: list[Card], forbidden: Iterable[tuple[PlayerId, PlayerId]], *, opens_by_twos: bool
) -> Field:
    """The field of these players (in the order of 2.1); forbidden pairs are as if they had met.

    `opens_by_twos`: it is paired by 5.2, so the highest lot number has the bye.
    """
    seats = {card.id: seat for seat, card in enumerate(cards)}
    bye = 1 << len(cards)
    everybody = bye - 1
    graph = []
    for seat, card in enumerate(cards):
        met = 1 << seat
        for opponent in card.opponents:
            if opponent in seats:
                met |= 1 << seats[opponent]
        graph.append(everybody & ~met | (0 if card.has_had_free_point else bye))
    for one, other in forbidden:
        if one in seats and other in seats:
            graph[seats[one]] &= ~(1 << seats[other])
            graph[seats[other]] &= ~(1 << seats[one])
    graph.append(sum(1 << seat for seat, card in enumerate(cards) if not card.has_had_free_point))
    groups: list[int] = []
    for seat, card in enumerate(cards):
        if not groups or cards[seat - 1].score != card.score:
            groups.append(0)
        groups[-1] |= 1 << seat
    return Field(cards, graph, _waits(cards, opens_by_twos=opens_by_twos), groups, opens_by_twos)


def _waits(cards: list[Card], *, opens_by_twos: bool) -> list[int]:
    """4.4c-e: highest WP, highest SB, lowest lot; in 5.2 the highest lot."""

    def key(seat: int) -> tuple[int, int, int]:
        card = cards[seat]
        return (-card.wp, -card.sb, -card.lot if opens_by_twos else card.lot)

    waits = [0] * len(cards)
    for rank, seat in enumerate(sorted(range(len(cards)), key=key)):
        waits[seat] = rank
    return waits
