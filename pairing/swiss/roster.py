"""Who may meet whom, who prefers which colour, who floated? B1, B2, B5 and B6 as bit sets.

Players to be paired have seats, numbered from 0 in A2 order: bit j of a set is seat j.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pairing.core.colours import Strength
from pairing.core.floats import Float
from pairing.core.types import Colour, PlayerId
from pairing.swiss.edition import Edition
from pairing.swiss.position import PlayerState, Position


@dataclass(frozen=True, slots=True)
class Roster:
    """All players to be paired; `seat` by id.

    `may_meet[seat]`: B1 and B2; `against_b2[seat]`: those whom only the exception for top scorers
    allows, where two absolute preferences are for the same colour (A10). `prefer`: who prefers a
    colour however mildly; `prefer_strongly`: strongly or absolutely; `mild`: whose preference is
    mild. `down`, `up`: for whom this float would be the same as in the last round and as two
    rounds ago (B5, B6). `may_get_bye`: B1. `is_odd_round`: by its number.
    """

    edition: Edition
    players: list[PlayerState]
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
    players: list[PlayerState],
    forbidden: Iterable[tuple[PlayerId, PlayerId]],
) -> Roster:
    """The roster of these players (in A2 order); forbidden pairs are as if they had met."""
    edition = position.edition
    seats = {player.id: seat for seat, player in enumerate(players)}
    met = [_met(player, seats) for player in players]

    def preferring(least: Strength) -> dict[Colour, int]:
        return {
            colour: _those(
                player.preference.colour is colour and player.preference.strength >= least
                for player in players
            )
            for colour in Colour
        }

    def floated(direction: Float) -> tuple[int, int]:
        last, before = (
            _those(
                player.floats[ago] is direction
                and not (edition.exempts_top_scorers and player.is_top_scorer)
                for player in players
            )
            for ago in (0, 1)
        )
        return last, before

    return Roster(
        edition=edition,
        players=players,
        seat=seats,
        may_meet=_may_meet(players, met, seats, forbidden),
        against_b2=_against_b2(players, met, preferring(Strength.ABSOLUTE)),
        prefer=preferring(Strength.MILD),
        prefer_strongly=preferring(Strength.STRONG),
        mild=_those(player.preference.strength is Strength.MILD for player in players),
        down=floated(Float.DOWN),
        up=floated(Float.UP),
        may_get_bye=_those(player.may_get_bye for player in players),
        is_odd_round=position.round % 2 == 1,
    )


def _those(answers: Iterable[bool]) -> int:
    """The seats for which the answer is yes."""
    return sum(1 << seat for seat, answer in enumerate(answers) if answer)


def _met(player: PlayerState, seats: dict[PlayerId, int]) -> int:
    """Whom a player cannot meet again, with the player."""
    met = 1 << seats[player.id]
    for opponent in player.opponents:
        if opponent in seats:
            met |= 1 << seats[opponent]
    return met


def _may_meet(
    players: list[PlayerState],
    met: list[int],
    seats: dict[PlayerId, int],
    forbidden: Iterable[tuple[PlayerId, PlayerId]],
) -> list[int]:
    """B1, B2: never twice, and only where there is a colour for each of the two."""
    may_have = {colour: _those(colour in one.may_have for one in players) for colour in Colour}
    rows = []
    for player, mates in zip(players, met, strict=True):
        others = 0
        for colour in player.may_have:
            others |= may_have[colour.opposite]
        rows.append(others & ~mates)
    for one, two in forbidden:
        if one in seats and two in seats:
            rows[seats[one]] &= ~(1 << seats[two])
            rows[seats[two]] &= ~(1 << seats[one])
    return rows


def _against_b2(
    players: list[PlayerState], met: list[int], absolute: dict[Colour, int]
) -> list[int]:
    """A10: by seat, whom only a top scorer among the two makes possible."""
    top_scorers = _those(player.is_top_scorer for player in players)
    rows = []
    for player, mates in zip(players, met, strict=True):
        same = 0
        if player.preference.strength is Strength.ABSOLUTE and player.preference.colour:
            same = absolute[player.preference.colour]
        rows.append(same & ~mates & (same if player.is_top_scorer else top_scorers))
    return rows
