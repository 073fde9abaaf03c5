"""What did everybody do in every round, and so who has white? Players as numbers.

Players are numbered by start order from 0, tempos by their order in the document, so that
all that follows is lists of integers. A `Record` (rules 2.2) is made within one call and never
kept. A `History` is what it says of colours (2.3, and COLOUR of 2.4) and of having met: a game on
record counts for these whatever its result.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pairing.core.types import OVERALL, Colour, Evening, Player, PlayerId, Result, Snapshot, Tempo
from pairing.core.unplayed import Unplayed
from pairing.keizer.options import Options

#: How a game ended for one of the two; an index into the list of what each is worth.
WIN, DRAW, LOSS, OPEN = range(4)

_BY_SCORE = {Fraction(1): WIN, Fraction(1, 2): DRAW, Fraction(0): LOSS, None: OPEN}
#: By result, for white and for black; a forfeit counts as any other game.
_ENDINGS = {
    result: (_BY_SCORE[result.score(Colour.WHITE)], _BY_SCORE[result.score(Colour.BLACK)])
    for result in Result
}

_NEUTRAL = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """One round on record. A game is (white, black, ending for white, ending for black).

    `unplayed` are those without a game, by every kind. ABSENT, with notice, is
    also anyone who had not joined yet, if late joiners are credited. `bye` is None without one.
    """

    evening: int
    number: int
    tempo: int
    date: str
    games: tuple[tuple[int, int, int, int], ...]
    bye: int | None
    unplayed: Mapping[Unplayed, set[int]]

    @property
    def key(self) -> tuple[int, int]:
        """Evening and number within it, both from 1."""
        return self.evening, self.number


@dataclass(frozen=True, slots=True)
class Record:
    """All rounds on record; `index` is a player's number, `tempo_index` a tempo's.

    `begun` are the evenings with rounds, the one to be paired included: number and tempo.
    """

    players: tuple[Player, ...]
    index: dict[PlayerId, int]
    tempos: tuple[Tempo, ...]
    tempo_index: dict[str, int]
    rounds: tuple[RecordedRound, ...]
    begun: tuple[tuple[int, int], ...]

    def evening_of(self, scope: str) -> int:
        """The evening of a scope's standing: the last one with rounds of the scope.

        What another tempo plays since does not move it. Before the first round of a scope it
        is the last evening of all; KeyError: no such tempo.
        """
        tempo = None if scope == OVERALL else self.tempo_index[scope]
        evenings = [evening for evening, _ in self.begun]
        own = [evening for evening, played in self.begun if played == tempo]
        return max(own or evenings, default=1)

    def rounds_of(self, scope: str) -> Iterator[RecordedRound]:
        """The rounds of a scope: one tempo's, or all for `OVERALL`; KeyError: no such tempo."""
        if scope == OVERALL:
            return iter(self.rounds)
        tempo = self.tempo_index[scope]
        return (round_ for round_ in self.rounds if round_.tempo == tempo)


def read_record(snapshot: Snapshot, options: Options) -> Record:
    """The snapshot's record; one pass over its games."""
    players = tuple(sorted(snapshot.players, key=lambda player: player.start))
    index = {player.id: number for number, player in enumerate(players)}
    tempo_index = {tempo.id: number for number, tempo in enumerate(snapshot.tempos)}
    # Most are in it from the first evening to the last, so only the others are asked each evening.
    others = {i for i, player in enumerate(players) if player.joined > 1 or player.left is not None}
    always = {*range(len(players))} - others
    rounds: list[RecordedRound] = []
    begun: list[tuple[int, int]] = []
    for number, evening in enumerate(snapshot.evenings, start=1):
        tempo = tempo_index[evening.tempo]
        early = {i for i in others if number < players[i].joined}
        members = always | {i for i in others if players[i].belongs_to(number)}
        missed = early if options.late_join == "absent" else set()
        rounds += _read_evening(number, evening, tempo, members, missed, index)
        begun += [(number, tempo)] if evening.rounds else []
    return Record(players, index, snapshot.tempos, tempo_index, tuple(rounds), tuple(begun))


def _read_evening(
    evening_number: int,
    evening: Evening,
    tempo: int,
    members: set[int],
    missed_early: set[int],
    index: dict[PlayerId, int],
) -> Iterator[RecordedRound]:
    """The rounds of one evening, statuses in the order of rules 2.2.

    `missed_early` are those who came later, where that makes them absent before.
    """
    for number, round_ in enumerate(evening.rounds, start=1):
        if round_.present is not None:
            continue
        games = [
            (index[game.white], index[game.black], *_ENDINGS[game.result]) for game in round_.games
        ]
        bye = None if round_.bye is None else index[round_.bye]
        byes = set() if bye is None else {bye}
        seated = byes.union(*[game[:2] for game in games])
        named = {index[player]: kind for player, kind in round_.unplayed.items()}
        without = members - seated
        unplayed: dict[Unplayed, set[int]] = {kind: set() for kind in Unplayed}
        unplayed[Unplayed.BYE] |= byes
        for player in named.keys() & without:
            unplayed[named[player]].add(player)
        unplayed[Unplayed.ABSENT] |= (without - named.keys()) | (missed_early - seated)
        date = evening.date
        yield RecordedRound(evening_number, number, tempo, date, tuple(games), bye, unplayed)


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
