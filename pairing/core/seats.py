"""Who is whose stranger, who prefers which colour, who floated? Players to be paired as seats.

Seats are numbered from 0 in the system's order: bit j of a set is seat j.
"""

from collections.abc import Iterable, Sequence

from pairing.core.colours import Strength
from pairing.core.floats import Float
from pairing.core.position import BracketState, State
from pairing.core.types import Colour, PlayerId


def those(answers: Iterable[object]) -> int:
    """The seats for which the answer is yes."""
    found = 0
    for seat, answer in enumerate(answers):
        if answer:
            found |= 1 << seat
    return found


def seats_of(players: Sequence[State]) -> dict[PlayerId, int]:
    """The seat of each player."""
    return {player.id: seat for seat, player in enumerate(players)}


def strangers(players: Sequence[State]) -> list[int]:
    """By seat, everybody else whom they have not met."""
    seats, everybody = seats_of(players), (1 << len(players)) - 1
    rows = []
    for seat, player in enumerate(players):
        row = everybody & ~(1 << seat)
        for opponent in player.opponents:
            if opponent in seats:
                row &= ~(1 << seats[opponent])
        rows.append(row)
    return rows


def keep_apart(
    rows: list[int], players: Sequence[State], forbidden: Iterable[tuple[PlayerId, PlayerId]]
) -> None:
    """Take forbidden pairs out, as if they had met."""
    seats = seats_of(players)
    for one, other in forbidden:
        if one in seats and other in seats:
            rows[seats[one]] &= ~(1 << seats[other])
            rows[seats[other]] &= ~(1 << seats[one])


def preferring(players: Sequence[BracketState], least: Strength) -> dict[Colour, int]:
    """Who prefers each colour at least so strongly."""
    return {
        colour: those(
            player.preference.colour is colour and player.preference.strength >= least
            for player in players
        )
        for colour in Colour
    }


def floated(players: Sequence[BracketState], direction: Float, exempt: int = 0) -> tuple[int, int]:
    """Who had a float in the last round, and two rounds ago, without those `exempt`."""
    last, before = (
        those(player.floats[ago] is direction for player in players) & ~exempt for ago in (0, 1)
    )
    return last, before
