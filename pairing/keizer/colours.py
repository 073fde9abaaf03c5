"""Who has white, and whom does the colour criterion keep apart? Rules 2.3 and COLOUR of 2.4.

A game on record counts for colours and for having met whatever its result.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pairing.keizer.record import Record, RecordedRound

_NEUTRAL = Fraction(1, 2)


class Meeting(NamedTuple):
    """The last game of two players in the tempo."""

    round: RecordedRound
    white: int


@dataclass(frozen=True, slots=True)
class History:
    """Games by player number: in the tempo to be paired, and over all tempos.

    `opponents[p]` are p's opponents in the tempo in order of play; byes and missed games
    leave no trace. `meetings` has the last game of every two players in the tempo.
    """

    opponents: list[list[int]]
    whites: list[int]
    overall_whites: list[int]
    overall_games: list[int]
    byes: list[int]
    meetings: dict[tuple[int, int], Meeting]

    def share(self, player: int) -> Fraction:
        """White percentage in the tempo, exactly; 1/2 without games."""
        games = len(self.opponents[player])
        return Fraction(self.whites[player], games) if games else _NEUTRAL

    def overall_share(self, player: int) -> Fraction:
        """White percentage over all tempos, exactly; 1/2 without games."""
        games = self.overall_games[player]
        return Fraction(self.overall_whites[player], games) if games else _NEUTRAL

    def last_meeting(self, a: int, b: int) -> Meeting | None:
        """Their last game against each other in the tempo."""
        return self.meetings.get((a, b) if a < b else (b, a))

    def games_ago(self, player: int, opponent: int) -> int | None:
        """How many own games ago the player had this opponent: 1 is their last game."""
        games = enumerate(reversed(self.opponents[player]), start=1)
        return next((ago for ago, met in games if met == opponent), None)

    def leaning(self, player: int) -> int:
        """How far a player leans to a colour: 2 above 2/3 white, 1 at 2/3; -2 below 1/3, -1 at 1/3.

        0 is anything between, and no games at all.
        """
        whites, games = self.whites[player], len(self.opponents[player])
        if not games:
            return 0
        if 3 * whites >= 2 * games:
            return 2 if 3 * whites > 2 * games else 1
        if 3 * whites <= games:
            return -2 if 3 * whites < games else -1
        return 0


def read_history(record: Record, tempo: int) -> History:
    """Everybody's games for pairing in this tempo; one pass over the record."""
    size = len(record.players)
    opponents: list[list[int]] = [[] for _ in range(size)]
    whites, byes = [0] * size, [0] * size
    overall_whites, overall_games = [0] * size, [0] * size
    meetings: dict[tuple[int, int], Meeting] = {}
    for round_ in record.rounds:
        for white, black, _, _ in round_.games:
            overall_whites[white] += 1
            overall_games[white] += 1
            overall_games[black] += 1
        if round_.tempo != tempo:
            continue
        if round_.bye is not None:
            byes[round_.bye] += 1
        for white, black, _, _ in round_.games:
            whites[white] += 1
            opponents[white].append(black)
            opponents[black].append(white)
            key = (white, black) if white < black else (black, white)
            meetings[key] = Meeting(round_, white)
    return History(opponents, whites, overall_whites, overall_games, byes, meetings)


def breaks_colour_criterion(leaning: int, opponents: int) -> bool:
    """Whether two players lean too far to the same colour to meet (COLOUR, indeling.kleur).

    One strictly beyond 2/3 (under 1/3) may not meet one at 2/3 (1/3) or beyond.
    """
    return leaning * opponents > 0 and abs(leaning + opponents) > 2


def white_and_rule(history: History, values: list[int], a: int, b: int) -> tuple[int, int]:
    """Who of the two has white, and the number of the rule of 2.3 that says so."""
    meeting = history.last_meeting(a, b)
    if meeting is not None:
        return (b if meeting.white == a else a), 1
    if history.share(a) != history.share(b):
        return min(a, b, key=history.share), 2
    if history.overall_share(a) != history.overall_share(b):
        return min(a, b, key=history.overall_share), 3
    return min(a, b, key=values.__getitem__), 4
