"""How did a game end, and what does each side get for it?"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction


class Colour(Enum):
    """The two sides of a board: `Colour.WHITE` has the first move in chess."""

    WHITE = "white"
    BLACK = "black"

    # Members are singletons, so identity will do. Enum's own hash is a Python call, and a
    # season looks colours and results up thousands of times.
    __hash__ = object.__hash__

    @property
    def opposite(self) -> "Colour":
        """The other colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE

    def __str__(self) -> str:
        return self.value


class Result(Enum):
    """The result of one game; the value is its text in documents.

    The three after `UNFINISHED` were played, and an arbiter gave less for them than a game earns.
    """

    WHITE_WINS = "1-0"
    DRAW = "1/2-1/2"
    BLACK_WINS = "0-1"
    UNFINISHED = "*"
    BOTH_LOSE = "0-0"
    HALF_FOR_WHITE = "1/2-0"
    HALF_FOR_BLACK = "0-1/2"
    WHITE_WINS_FORFEIT = "1-0F"
    BLACK_WINS_FORFEIT = "0-1F"
    BOTH_LOSE_FORFEIT = "0-0F"

    __hash__ = object.__hash__

    @classmethod
    def parse(cls, text: str) -> "Result":
        """The result written as `text`; ValueError for any other text."""
        return cls(text)

    def __str__(self) -> str:
        return self.value

    @property
    def is_finished(self) -> bool:
        """Whether somebody has won, drawn or forfeited."""
        return self is not Result.UNFINISHED

    @property
    def is_forfeit(self) -> bool:
        """Whether the game was decided without being played."""
        return self in _FORFEITS

    @property
    def is_odd(self) -> bool:
        """Whether an arbiter gave it: a game that was played earned less than one point."""
        return self in _ODD

    def score(self, colour: Colour) -> Fraction | None:
        """Game points of the player with `colour`: 1, 1/2 or 0; None while unfinished."""
        return _SCORES[self][colour is Colour.BLACK]


_FORFEITS = frozenset(result for result in Result if result.value.endswith("F"))
_ODD = frozenset((Result.BOTH_LOSE, Result.HALF_FOR_WHITE, Result.HALF_FOR_BLACK))
_WIN, _HALF, _LOSS = Fraction(1), Fraction(1, 2), Fraction(0)
_SCORES: Mapping[Result, tuple[Fraction | None, Fraction | None]] = {
    Result.WHITE_WINS: (_WIN, _LOSS),
    Result.WHITE_WINS_FORFEIT: (_WIN, _LOSS),
    Result.DRAW: (_HALF, _HALF),
    Result.BLACK_WINS: (_LOSS, _WIN),
    Result.BLACK_WINS_FORFEIT: (_LOSS, _WIN),
    Result.BOTH_LOSE_FORFEIT: (_LOSS, _LOSS),
    Result.BOTH_LOSE: (_LOSS, _LOSS),
    Result.HALF_FOR_WHITE: (_HALF, _LOSS),
    Result.HALF_FOR_BLACK: (_LOSS, _HALF),
    Result.UNFINISHED: (None, None),
}
