"""What does a board look like on the results sheet, and does a screen show it so already?"""

from collections.abc import Mapping
from dataclasses import dataclass

from clubcomp.models import Game
from clubcomp.views.shown_rounds import Board, Side
from pairing.core.types import Colour, Result
from pairing.sentences.game_words import result_text

WON_BY = {Colour.WHITE: Result.WHITE_WINS, Colour.BLACK: Result.BLACK_WINS}


@dataclass(frozen=True)
class Choice:
    """A button of a board: the result that it sends, how it reads, and whose win it is."""

    result: Result
    words: str
    winner: Side | None
    is_chosen: bool


@dataclass(frozen=True)
class BoardRow:
    """A board of the sheet. `wanted` is what this device chose while another was first."""

    game: Game
    wanted: str = ""
    is_new: bool = False

    @property
    def is_asked(self) -> bool:
        """Whether the row asks which of two results it is."""
        return self.wanted not in ("", Result.UNFINISHED.value, self.game.result)

    @property
    def is_in(self) -> bool:
        """Whether the board does not hold up the next game any more."""
        return self.game.is_decided or bool(self.game.put_off)

    @property
    def kind(self) -> str:
        """Which game is played at it."""
        return self.game.round.evening.competition.game

    @property
    def sides(self) -> list[Side]:
        """Both players, first who is named first in this kind of game."""
        return Board(self.game, kind=self.kind).sides

    @property
    def choices(self) -> list[Choice]:
        """The three buttons in the order of the names: the first one wins, a draw, the other."""
        first, other = self.sides
        wins = [(WON_BY[first.colour], first), (Result.DRAW, None), (WON_BY[other.colour], other)]
        return [
            Choice(result, result_text(result, self.kind), side, self.game.result == result.value)
            for result, side in wins
        ]

    @property
    def is_forfeit(self) -> bool:
        """Whether the result says that somebody did not play."""
        return Result.parse(self.game.result).is_forfeit

    @property
    def shown(self) -> str:
        """What a screen sends back as being shown: the question if there is one, the state."""
        return f"{self.wanted if self.is_asked else ''} {self.game.state}"


def rows_of(games: list[Game], asked: Mapping[int, str] | None = None) -> list[BoardRow]:
    """The rows of a sheet; `asked` has what this device chose, by board."""
    return [BoardRow(game, (asked or {}).get(game.board, "")) for game in games]


def changed_rows(games: list[Game], shown: list[str]) -> tuple[list[BoardRow], list[BoardRow]]:
    """All rows, and those that look otherwise than a screen shows (`shown`, in board order,
    as many as there are games).

    A question stays on the screen that it was put to until its board changes again.
    """
    rows, changed = [], []
    for game, on_screen in zip(games, shown, strict=True):
        wanted, _, state = on_screen.rpartition(" ")
        row = BoardRow(game, wanted)
        if row.game.state != state:
            row = BoardRow(game, is_new=True)
            changed.append(row)
        rows.append(row)
    return rows, changed


class Summary:
    """The rows of a sheet counted: what is in, who plays on, what was put off, what is asked."""

    def __init__(self, rows: list[BoardRow]):
        self.asked = [row.game for row in rows if row.is_asked]
        self.playing = [row.game for row in rows if not row.is_in and not row.is_asked]
        self.waiting = [row.game for row in rows if not row.is_in or row.is_asked]
        self.put_off = [row.game for row in rows if row.is_in and not row.game.is_decided]
        self.put_off = [game for game in self.put_off if game not in self.asked]
        self.in_count = len(rows) - len(self.waiting) - len(self.put_off)
