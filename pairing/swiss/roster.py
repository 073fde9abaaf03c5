"""Who may meet whom, who prefers which colour, who floated? B1, B2, B5 and B6 as bit sets.

Players to be paired have seats, numbered from 0 in A2 order: bit j of a set is seat j.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pairing.core.colours import Strength
from pairing.core.position import Float
from pairing.core.seats import floated, keep_apart, preferring, seats_of, sets_by, strangers, those
from pairing.core.system import WhoIsLeft
from pairing.core.types import Colour, PlayerId
from pairing.matching.costs import union
from pairing.matching.perfect import bits
from pairing.swiss.edition import Edition
from pairing.swiss.position import PlayerState, Position


class Roster(NamedTuple):
    """All players to be paired; `seat` by id.

    `may_meet[seat]`: B1 and B2; `against_b2[seat]`: those whom only the exception for top scorers
    allows, where two absolute preferences are for the same colour (A10). `prefer`: who prefers a
    colour however mildly; `prefer_strongly`: strongly or absolutely; `mild`: whose preference is
    mild. `down`, `up`: for whom this float would be the same as in the last round and as two
    rounds ago (B5, B6). `may_get_bye`: B1. `is_odd_round`: by its number.
    """

    edition: Edition
    players: Sequence[PlayerState]
    seat: dict[PlayerId, int]
    may_meet: list[int]
    against_b2: list[int]
    prefer: dict[Colour, int]
    prefer_strongly: dict[Colour, int]
    mild: int
    down: tuple[int, int]
    up: tuple[int, int]
    may_get_bye: int
    is_odd_round: bool

    def left(self, at_hand: Sequence[int] = ()) -> WhoIsLeft:
        """All of them, for ways out."""
        ids, prefer = [player.id for player in self.players], [*self.prefer.values()]
        return WhoIsLeft(ids, self.may_meet, self.may_get_bye, at_hand, prefer)

    def with_bye(self) -> list[int]:
        """Who may meet whom, with a seat more for the bye if the number is odd."""
        size = len(self.players)
        if size % 2 == 0:
            return self.may_meet
        return [
            row | (self.may_get_bye >> seat & 1) << size for seat, row in enumerate(self.may_meet)
        ] + [self.may_get_bye]


def read_roster(
    position: Position,
    players: Sequence[PlayerState],
    forbidden: Iterable[tuple[PlayerId, PlayerId]],
) -> Roster:
    """The roster of these players (in A2 order); forbidden pairs are as if they had met."""
    edition, seat = position.edition, seats_of(players)
    unmet = strangers(players, seat)
    top_scorers = those(player.is_top_scorer for player in players)
    exempt = top_scorers if edition.exempts_top_scorers else 0
    may_meet = _may_meet(players, unmet)
    keep_apart(may_meet, seat, forbidden)
    # A10: whom only a top scorer among the two makes possible.
    against_b2 = [0] * len(players)
    for alike in preferring(players, Strength.ABSOLUTE).values() if top_scorers else ():
        for player in bits(alike):
            allowed = -1 if top_scorers >> player & 1 else top_scorers
            against_b2[player] = alike & unmet[player] & allowed
    return Roster(
        edition=edition,
        players=players,
        seat=seat,
        may_meet=may_meet,
        against_b2=against_b2,
        prefer=preferring(players, Strength.MILD),
        prefer_strongly=preferring(players, Strength.STRONG),
        mild=those(player.preference.strength is Strength.MILD for player in players),
        down=floated(players, Float.DOWN, exempt),
        up=floated(players, Float.UP, exempt),
        may_get_bye=those(player.may_get_bye for player in players),
        is_odd_round=position.round % 2 == 1,
    )


def _may_meet(players: Sequence[PlayerState], unmet: Sequence[int]) -> list[int]:
    """B1, B2: never twice, and only where there is a colour for each of the two."""
    seats = sets_by(player.may_have for player in players)
    fitting = {
        colours: union(
            holders
            for theirs, holders in seats.items()
            if any(c.opposite in theirs for c in colours)
        )
        for colours in seats
    }
    return [
        others & fitting[player.may_have] for player, others in zip(players, unmet, strict=True)
    ]
