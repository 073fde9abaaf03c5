"""Who may meet whom, and who may have the bye? 3.1 and 3.2 as bit sets.

Players to be paired are seats, numbered from 0 in the order of 2.1: bit j of a set is seat j. One
more seat, `bye`, stands for nobody: who meets it has the bye.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pairing.core.seats import keep_apart, seats_of, strangers, those
from pairing.core.types import PlayerId
from pairing.resistance.position import PlayerState


@dataclass(frozen=True, slots=True)
class Roster:
    """All players to be paired. `graph[seat]`: whom they may meet (3.1), and the seat `bye` if they
    may have the bye (3.2).

    `waits`: a player's rank among all who could wait, from 0 (4.4c-e); `by_lot` in the other
    direction for 5.2. `nobody`: the set that holds the bye if the number is odd, else empty.
    `groups`: the score groups from the highest down, as sets (1.3).
    """

    players: Sequence[PlayerState]
    graph: list[int]
    waits: list[int]
    groups: list[int]
    opens_by_twos: bool = False

    @property
    def bye(self) -> int:
        """The seat of nobody."""
        return len(self.players)

    @property
    def nobody(self) -> int:
        """The bye as a set, empty when the number of players is even."""
        return 1 << self.bye if self.bye % 2 else 0

    @property
    def may_get_bye(self) -> int:
        """3.2: who may have the bye."""
        return self.graph[self.bye]


def read_roster(
    players: Sequence[PlayerState],
    forbidden: Iterable[tuple[PlayerId, PlayerId]],
    *,
    opens_by_twos: bool,
) -> Roster:
    """The roster of these players (in the order of 2.1); forbidden pairs are as if they had met.

    `opens_by_twos`: it is paired by 5.2, so the highest lot number has the bye.
    """
    bye, seats = 1 << len(players), seats_of(players)
    may_get_bye = those(state.may_get_bye for state in players)
    graph = [
        row | (bye if state.may_get_bye else 0)
        for row, state in zip(strangers(players, seats), players, strict=True)
    ]
    keep_apart(graph, seats, forbidden)
    graph.append(may_get_bye)
    groups: list[int] = []
    for seat, state in enumerate(players):
        if not groups or players[seat - 1].score != state.score:
            groups.append(0)
        groups[-1] |= 1 << seat

    def waiting_order(seat: int) -> tuple[int, int, int]:
        """4.4c-e: highest WP, highest SB, lowest lot; in 5.2 the highest lot."""
        state = players[seat]
        return -state.wp, -state.sb, -state.lot if opens_by_twos else state.lot

    waits = [0] * len(players)
    for rank, seat in enumerate(sorted(range(len(players)), key=waiting_order)):
        waits[seat] = rank
    return Roster(players, graph, waits, groups, opens_by_twos)
