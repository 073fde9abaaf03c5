"""Who has not met whom, who prefers which colour, who floated? Players to be paired as seats.

Seats are numbered from 0 in the system's order: bit j of a set is seat j.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from pairing.core.colours import Strength
from pairing.core.position import BracketState, Float, State
from pairing.core.types import Colour, PlayerId
from pairing.matching.perfect import bits

A = TypeVar("A")


def those(answers: Iterable[object]) -> int:
    """The set of the seats with a true answer."""
    return sum(1 << seat for seat, answer in enumerate(answers) if answer)


def seats_of(players: Sequence[State]) -> dict[PlayerId, int]:
    """The seat of each player."""
    return {player.id: seat for seat, player in enumerate(players)}


def sets_by(answers: Iterable[A]) -> dict[A, int]:
    """By answer, the set of the seats that give it."""
    sets: dict[A, int] = {}
    for seat, answer in enumerate(answers):
        sets[answer] = sets.get(answer, 0) | 1 << seat
    return sets


def score_groups(players: Sequence[State]) -> list[int]:
    """The seats of each score, the highest first."""
    return [*sets_by(player.score for player in players).values()]


def within(groups: Iterable[int], size: int) -> list[int]:
    """By seat (or player of a bracket) of so many, the others of the group that holds it."""
    rows = [0] * size
    for group in groups:
        for player in bits(group):
            rows[player] = group & ~(1 << player)
    return rows


def strangers(players: Sequence[State], seats: Mapping[PlayerId, int]) -> list[int]:
    """By seat, everybody else whom they have not met."""
    everybody = (1 << len(players)) - 1
    rows = []
    for seat, player in enumerate(players):
        met = 1 << seat
        for opponent in player.opponents:
            opposite = seats.get(opponent)
            if opposite is not None:
                met |= 1 << opposite
        rows.append(everybody ^ met)
    return rows


def keep_apart(
    rows: list[int], seats: Mapping[PlayerId, int], forbidden: Iterable[tuple[PlayerId, PlayerId]]
) -> None:
    """Take forbidden pairs out, as if they had met."""
    for player, opponent in forbidden:
        if player in seats and opponent in seats:
            rows[seats[player]] &= ~(1 << seats[opponent])
            rows[seats[opponent]] &= ~(1 << seats[player])


def preferring(players: Sequence[BracketState], least: Strength) -> dict[Colour, int]:
    """Who prefers each colour at least so strongly."""
    preferred_by = dict.fromkeys(Colour, 0)
    for preferred, seats in sets_by(player.preference for player in players).items():
        if preferred.colour and preferred.strength >= least:
            preferred_by[preferred.colour] |= seats
    return preferred_by


def floated(players: Sequence[BracketState], direction: Float, exempt: int = 0) -> tuple[int, int]:
    """Who had a float in the last round, and two rounds ago, without those `exempt`."""
    last = before = 0
    for floats, seats in sets_by(player.floats for player in players).items():
        last |= seats if floats[0] is direction else 0
        before |= seats if floats[1] is direction else 0
    return last & ~exempt, before & ~exempt
