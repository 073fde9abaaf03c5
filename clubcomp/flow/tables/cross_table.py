"""Who played whom? The cross table of a standing, round by round or player by player.

Both list the players in the order of the standing and refer to them by rank, guests included.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

from clubcomp.flow.standings import After, StandingLine, cached_snapshot, record_of, standings_of
from clubcomp.models import Competition
from pairing.core.types import Colour, PlayerId, Round
from pairing.core.unplayed import Unplayed

Cell = TypeVar("Cell")


@dataclass(frozen=True, slots=True)
class RoundCell:
    """What a player did in a round. `kind`: "game" or an `Unplayed`.

    Of a game: the opponent's number in the table, the colour, and the player's score (None while
    it is open). A bye has no score, as the system decides what it is worth.
    """

    kind: str
    number: int = 0
    colour: Colour | None = None
    score: Fraction | None = None
    is_forfeit: bool = False


@dataclass(slots=True)
class MeetingsCell:
    """All finished games of a player against one opponent, by the player's score in each.

    `is_struck`: they count for neither. `last` is the round of the last one."""

    scores: list[Fraction] = field(default_factory=list)
    is_struck: bool = False
    last: After = (0, 0)

    @property
    def games(self) -> int:
        """How many games there were."""
        return len(self.scores)

    @property
    def score(self) -> Fraction:
        """The player's score in all of them."""
        return sum(self.scores, Fraction(0))


@dataclass(frozen=True, slots=True)
class PlayerRow(Generic[Cell]):
    """A player with a cell for each round, or for each player."""

    number: int
    line: StandingLine
    cells: list[Cell]


def round_by_round(
    competition: Competition, scope: str, after: After | None = None
) -> list[PlayerRow[RoundCell]]:
    """The cross table with a column for each round; KeyError for an unknown tempo."""
    lines = standings_of(competition, scope, after)
    numbers = {line.entry.key: number for number, line in enumerate(lines, start=1)}
    cells: dict[PlayerId, list[RoundCell]] = {key: [] for key in numbers}
    for record in record_of(cached_snapshot(competition, after), scope):
        in_round = {
            player: cell for player, cell in _cells(record.round, numbers) if player in numbers
        }
        for key in numbers:
            cells[key].append(in_round.get(key, RoundCell(Unplayed.ABSENT)))
    return [
        PlayerRow(number, line, cells[line.entry.key]) for number, line in enumerate(lines, start=1)
    ]


def _cells(round_: Round, numbers: dict[PlayerId, int]) -> Iterator[tuple[PlayerId, RoundCell]]:
    """What each player named in a round did in it."""
    for game in round_.games:
        for player in game.players:
            colour = game.colour(player)
            score, is_forfeit = game.result.score(colour), game.result.is_forfeit
            opponent = numbers.get(game.opponent(player))
            if opponent is None:
                continue
            yield player, RoundCell("game", opponent, colour, score, is_forfeit)
    for player, kind in round_.unplayed.items():
        yield player, RoundCell(kind, score=kind.points)


def player_by_player(
    competition: Competition, scope: str, after: After | None = None
) -> list[PlayerRow[MeetingsCell | None]]:
    """The cross table with a column for each player who has played; None on the diagonal.

    KeyError for an unknown tempo.
    """
    meetings: dict[tuple[PlayerId, PlayerId], MeetingsCell] = defaultdict(MeetingsCell)
    snapshot = cached_snapshot(competition, after)
    struck = competition.rules.struck(snapshot)
    for record in record_of(snapshot, scope):
        for game in record.round.games:
            is_struck = game.white in struck or game.black in struck
            for player in game.players:
                score = game.result.score(game.colour(player))
                if score is not None:
                    cell = meetings[player, game.opponent(player)]
                    cell.scores.append(score)
                    cell.last, cell.is_struck = record.round_key, is_struck
    played = {player for player, _opponent in meetings}
    lines = [line for line in standings_of(competition, scope, after) if line.entry.key in played]
    keys, unmet = [line.entry.key for line in lines], MeetingsCell()
    return [
        PlayerRow(
            number,
            line,
            [None if key == player else meetings.get((player, key), unmet) for key in keys],
        )
        for number, (player, line) in enumerate(zip(keys, lines, strict=True), start=1)
    ]
