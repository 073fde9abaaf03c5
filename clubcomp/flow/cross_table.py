"""Who played whom? The cross table of a standing, round by round or player by player.

Both have the players in the order of the standing; their numbers in it, from 1, stand for them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from clubcomp.flow.standings import (
    After,
    StandingLine,
    kept_snapshot,
    record_of,
    standings_of,
)
from clubcomp.models import Competition
from pairing.core.types import Colour, PlayerId, Round

#: What somebody may have been in a round without a game, by its field of the record, and what
#: that earned.
UNPLAYED = {
    "half_point_byes": Fraction(1, 2),
    "full_point_byes": Fraction(1),
    "external": None,
    "no_notice": None,
    "exempt": None,
}


@dataclass(frozen=True, slots=True)
class RoundCell:
    """What a player did in a round. `kind`: "game", "bye", one of `UNPLAYED`, or "absent".

    Of a game: the opponent's number in the table, the colour, and what he scored (None while it
    is open). What the bye of a pairing is worth the system says, so it has no score.
    """

    kind: str
    number: int = 0
    colour: Colour | None = None
    score: Fraction | None = None
    is_forfeit: bool = False


@dataclass(frozen=True, slots=True)
class RoundsRow:
    """A player's rounds in order of play."""

    number: int
    line: StandingLine
    cells: list[RoundCell]


@dataclass(slots=True)
class MeetingsCell:
    """All finished games of a player against another: how many, and what he scored in them."""

    games: int = 0
    score: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class MeetingsRow:
    """A player's meetings with each of the others; None on the diagonal."""

    number: int
    line: StandingLine
    cells: list[MeetingsCell | None] = field(default_factory=list)


def round_by_round(
    competition: Competition, scope: str, after: After | None = None
) -> list[RoundsRow]:
    """The cross table with a column for each round; KeyError: there is no such tempo."""
    lines = standings_of(competition, scope, after)
    numbers = {line.entry.key: number for number, line in enumerate(lines, start=1)}
    cells: dict[PlayerId, list[RoundCell]] = {key: [] for key in numbers}
    for place in record_of(kept_snapshot(competition, after), scope):
        done = dict(_cells(place.round, numbers))
        for key in numbers:
            cells[key].append(done.get(key, RoundCell("absent")))
    return [
        RoundsRow(number, line, cells[line.entry.key]) for number, line in enumerate(lines, start=1)
    ]


def _cells(round_: Round, numbers: dict[PlayerId, int]) -> Iterator[tuple[PlayerId, RoundCell]]:
    """Everybody who is named in a round, and what he did."""
    for game in round_.games:
        for player in (game.white, game.black):
            colour = game.colour(player)
            score, is_forfeit = game.result.score(colour), game.result.is_forfeit
            opponent = numbers[game.opponent(player)]
            yield player, RoundCell("game", opponent, colour, score, is_forfeit)
    for kind, score in UNPLAYED.items():
        for player in getattr(round_, kind):
            yield player, RoundCell(kind, score=score)
    if round_.bye:
        yield round_.bye, RoundCell("bye")


def player_by_player(
    competition: Competition, scope: str, after: After | None = None
) -> list[MeetingsRow]:
    """The cross table with a column for each player, of those who have played at all.

    KeyError: there is no such tempo.
    """
    meetings: dict[tuple[PlayerId, PlayerId], MeetingsCell] = {}
    for place in record_of(kept_snapshot(competition, after), scope):
        for game in place.round.games:
            if not game.result.is_finished:
                continue
            for player in (game.white, game.black):
                cell = meetings.setdefault((player, game.opponent(player)), MeetingsCell())
                cell.games += 1
                cell.score += game.result.score(game.colour(player)) or 0
    who = {player for player, _opponent in meetings}
    lines = [line for line in standings_of(competition, scope, after) if line.entry.key in who]
    keys = [line.entry.key for line in lines]
    return [
        MeetingsRow(
            number,
            line,
            [
                None if key == line.entry.key else meetings.get((line.entry.key, key), _NONE)
                for key in keys
            ],
        )
        for number, line in enumerate(lines, start=1)
    ]


_NONE = MeetingsCell()
