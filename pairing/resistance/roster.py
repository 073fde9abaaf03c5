"""Who may meet whom, and who may have the bye? 3.1 and 3.2 as bit sets. And who meets whom within a
group? 3.3, 4.5 and 4.6, and the first round (5.1, 5.2).

Players to be paired are seats, numbered from 0 in the order of 2.1: bit j of a set is seat j. One
more seat, `bye`, stands for nobody: a player who meets it has the bye.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pairing.core.seats import keep_apart, score_groups, seats_of, strangers, those
from pairing.core.system import WhoIsLeft
from pairing.core.types import PlayerId
from pairing.matching.perfect import Choice, bits, certain, first_perfect_matching
from pairing.resistance.position import PlayerState


@dataclass(frozen=True, slots=True)
class Roster:
    """All players to be paired. `graph[seat]`: whom the player may meet (3.1), with the seat `bye`
    if the player may have the bye (3.2).

    `waits`: by seat, the rank from 0 among all who could wait (4.4c-e); in 5.2 the highest lot
    comes first. `groups`: the score groups from the highest down, as sets (1.3).
    """

    players: Sequence[PlayerState]
    graph: list[int]
    waits: dict[int, int]
    groups: list[int]
    opens_by_twos: bool = False

    @property
    def bye(self) -> int:
        """The seat of nobody."""
        return len(self.players)

    @property
    def nobody(self) -> int:
        """The bye as a set, empty if the number of players is even."""
        return 1 << self.bye if self.bye % 2 else 0

    @property
    def may_get_bye(self) -> int:
        """3.2: the players who may have the bye, as a set."""
        return self.graph[self.bye]

    def left(self, at_hand: Sequence[int] = ()) -> WhoIsLeft:
        """The players with what they may do, for the ways out of a pairing that fails."""
        ids, but_bye = [state.id for state in self.players], ~(1 << self.bye)
        may_meet = [row & but_bye for row in self.graph[: self.bye]]
        return WhoIsLeft(ids, may_meet, self.may_get_bye, at_hand)


def read_roster(
    players: Sequence[PlayerState],
    forbidden: Iterable[tuple[PlayerId, PlayerId]],
    *,
    opens_by_twos: bool,
) -> Roster:
    """The roster of these players (in the order of 2.1); forbidden pairs are as if they had met.

    `opens_by_twos`: the round is paired by 5.2, so the highest lot number has the bye.
    """
    bye, seats = 1 << len(players), seats_of(players)
    may_get_bye = those(state.may_get_bye for state in players)
    graph = [
        row | (bye if state.may_get_bye else 0)
        for row, state in zip(strangers(players, seats), players, strict=True)
    ]
    keep_apart(graph, seats, forbidden)
    graph.append(may_get_bye)

    def waiting_order(seat: int) -> tuple[int, int, int]:
        """4.4c-e: highest WP, highest SB, lowest lot; in 5.2 the highest lot."""
        state = players[seat]
        return -state.wp, -state.sb, -state.lot if opens_by_twos else state.lot

    in_order = sorted(range(len(players)), key=waiting_order)
    waits = {seat: rank for rank, seat in enumerate(in_order)}
    return Roster(players, graph, waits, score_groups(players), opens_by_twos)


def pairs_of(roster: Roster, players: int) -> list[Choice]:
    """The pairs of a set of seats, in the order in which they are made.

    From high to low (2.1) each has the first opponent of 4.5 with whom the rest can still be
    paired, which is what taking back pairs one by one (4.6) finds.
    """
    choices = first_perfect_matching(roster.graph, players, in_order_of(roster))
    return certain(choices, "a waiting room is chosen so that the others can be paired")


def in_order_of(roster: Roster) -> Callable[[int], Iterator[int]]:
    """The order of the opponents of the highest player left: by lot in 5.2, else by 3.3 and 4.5.

    3.3, 4.5: the smallest difference in points first; then lowest WP, lowest SB, highest lot
    number. Nobody left is higher, so that is from the highest score down, and within a score from
    the last seat up.
    """
    if roster.opens_by_twos:
        return bits

    def in_order(opponents: int) -> Iterator[int]:
        for group in roster.groups:
            left = opponents & group
            while left:
                seat = left.bit_length() - 1
                yield seat
                left ^= 1 << seat

    return in_order
