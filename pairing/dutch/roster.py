"""Who may meet whom in this round, and who may have the bye? C1, C2, C3 and C5 as bit sets.

Players to be paired have seats, numbered from 0 in the order of 1.2: bit j of a set is seat j.
Where their number is odd the bye has a seat too, the last one, and "meets" who may have it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pairing.core.colours import Strength
from pairing.core.position import Float
from pairing.core.seats import floated, keep_apart, preferring, seats_of, strangers, those
from pairing.core.system import WhoIsLeft
from pairing.core.types import Colour, PlayerId
from pairing.dutch.position import PlayerState, Position
from pairing.matching.perfect import bits, certain, greatest_matching, perfect_matching


@dataclass(frozen=True, slots=True)
class Roster:
    """All players to be paired; `seat` by id.

    `may_meet`: C1 and C3; of the bye all who may have it by C2. `prefer`: who prefers a colour,
    `strong`: at least strongly, `absolute`: absolutely. `down`, `up`: who had this float in the
    last round, and two rounds ago. `bye`: the seat of the bye; None: the number is even.
    """

    players: Sequence[PlayerState]
    lot: Colour
    seat: dict[PlayerId, int]
    may_meet: list[int]
    bye: int | None
    prefer: dict[Colour, int]
    strong: dict[Colour, int]
    absolute: dict[Colour, int]
    down: tuple[int, int]
    up: tuple[int, int]
    top_scorers: int

    @property
    def may_get_bye(self) -> int:
        """C2; nobody, where there is no bye."""
        return 0 if self.bye is None else self.may_meet[self.bye]

    def left(self, at_hand: Sequence[int] = ()) -> WhoIsLeft:
        """All of them, for ways out."""
        size = len(self.players)
        ids, everybody = [player.id for player in self.players], (1 << size) - 1
        may_meet = [row & everybody for row in self.may_meet[:size]]
        here = [seat for seat in at_hand if seat < size]
        return WhoIsLeft(ids, may_meet, self.may_get_bye, here, [*self.prefer.values()])

    def left_over(self, others: int, graph: Sequence[int] | None = None) -> tuple[PlayerId, ...]:
        """Who of these, the bye among them or not, has no opponent in a greatest matching of all
        who may meet, or of a graph with fewer byes."""
        left = greatest_matching(graph or self.may_meet, others)[1]
        return tuple(self.players[seat].id for seat in bits(left) if seat != self.bye)

    def of_score(self, score: int) -> int:
        """Everybody with a score."""
        return those(player.score == score for player in self.players)


@dataclass(frozen=True, slots=True)
class Whole:
    """A complete pairing of everybody by C1-C3, with the bye on the least score (C5).

    `graph` has no other bye; `score` is that of the bye, None where nobody has it.
    """

    graph: list[int]
    mate: list[int]
    score: int | None


def read_roster(
    position: Position,
    players: Sequence[PlayerState],
    forbidden: Iterable[tuple[PlayerId, PlayerId]],
) -> Roster:
    """The roster of these players (in the order of 1.2); forbidden pairs are as if they had met."""
    absolute = preferring(players, Strength.ABSOLUTE)
    top_scorers = those(player.is_top_scorer for player in players)
    seat = seats_of(players)
    rows = strangers(players, seat)
    for colour in Colour:
        barred = absolute[colour] & ~top_scorers
        for player in bits(barred):
            rows[player] &= ~barred
    keep_apart(rows, seat, forbidden)
    bye = None
    if len(players) % 2:
        bye = len(players)
        may = those(player.may_get_bye for player in players)
        for player in bits(may):
            rows[player] |= 1 << bye
        rows.append(may)
    return Roster(
        players=players,
        lot=position.lot_colour,
        seat=seat,
        may_meet=rows,
        bye=bye,
        prefer=preferring(players, Strength.MILD),
        strong=preferring(players, Strength.STRONG),
        absolute=absolute,
        down=floated(players, Float.DOWN),
        up=floated(players, Float.UP),
        top_scorers=top_scorers,
    )


def whole_pairing(roster: Roster) -> Whole | None:
    """C4 and C5 before the first bracket; None: there is no legal pairing (1.9.3)."""
    if roster.bye is None:
        mate = perfect_matching(roster.may_meet)
        return None if mate is None else Whole(roster.may_meet, mate, None)
    for score in sorted({player.score for player in roster.players}):
        graph = with_bye_among(roster, roster.of_score(score))
        mate = perfect_matching(graph) if graph[roster.bye] else None
        if mate is not None:
            return Whole(graph, mate, score)
    return None


def with_bye_among(roster: Roster, seats: int) -> list[int]:
    """Who may meet whom, where only these seats may have the bye."""
    bye = certain(roster.bye, "the number of players is odd")
    barred = ~(1 << bye)
    graph = [row if seats >> seat & 1 else row & barred for seat, row in enumerate(roster.may_meet)]
    graph[bye] &= seats
    return graph
