"""What did everybody do in every round? The record (rules 2.2), read once, players as numbers.

Players are numbered by start order from 0, tempos by their order in the document, so that
all that follows is lists of integers. A `Record` is made within one call and never kept.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

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
        games = tuple(
            (index[game.white], index[game.black], *_ENDINGS[game.result]) for game in round_.games
        )
        bye = None if round_.bye is None else index[round_.bye]
        byes = set() if bye is None else {bye}
        seated = byes.union(*(game[:2] for game in games))
        named = {index[player]: kind for player, kind in round_.unplayed.items()}
        unplayed: dict[Unplayed, set[int]] = {kind: set() for kind in Unplayed}
        unplayed[Unplayed.BYE] |= byes
        for player in members - seated:
            unplayed[named.get(player, Unplayed.ABSENT)].add(player)
        unplayed[Unplayed.ABSENT] |= missed_early - seated
        yield RecordedRound(evening_number, number, tempo, evening.date, games, bye, unplayed)
