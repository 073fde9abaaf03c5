"""How does a decision of a Swiss system become a proposal? Its boards in order, and the bye."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from pairing.core.left_to_pair import LeftToPair
from pairing.core.types import Fact, Pair, PlayerId, Problem, Proposal


class Scored(Protocol):
    """Whoever is paired by points; `score` in half points."""

    @property
    def id(self) -> PlayerId: ...
    @property
    def score(self) -> int: ...


State = TypeVar("State", bound=Scored)


@dataclass(frozen=True, slots=True)
class Board(Generic[State]):
    """A pair on its way to a board, `higher` in the system's order first.

    `fixed`: why the leader made it, where they did.
    """

    higher: State
    lower: State
    white: State
    fixed: str = ""

    @property
    def black(self) -> State:
        """Who has black."""
        return self.lower if self.white is self.higher else self.higher


class Boards(ABC, Generic[State]):
    """The boards of a decision, and the bye. `rank` is by the order, from 1."""

    def __init__(self, left: LeftToPair[State], rank: Mapping[PlayerId, int]):
        self.left = left
        self.rank = rank

    def proposal(self) -> Proposal:
        """Everything."""
        states = {state.id: state for state in self.left.present}
        boards = [*self.paired()]
        for game in self.left.fixed:
            white, black = states[game.white], states[game.black]
            boards.append(Board(*self.ranked(white, black), white, game.fixed))
        boards.sort(key=self.order)
        pairs = (Pair(board.white.id, board.black.id, board.fixed) for board in boards)
        return Proposal(tuple(pairs), self.proposed_bye())

    def proposed_bye(self) -> PlayerId | None:
        """The bye alone; None: the number of players is even."""
        state = self.left.named_bye or self.bye
        return state.id if state else None

    def ranked(self, one: State, two: State) -> tuple[State, State]:
        """Two players, the higher first."""
        return (one, two) if self.rank[one.id] < self.rank[two.id] else (two, one)

    @abstractmethod
    def paired(self) -> Iterable[Board[State]]:
        """The boards that the system paired."""

    @abstractmethod
    def order(self, board: Board[State]) -> tuple[int, ...]:
        """What the boards are ordered by."""

    @property
    @abstractmethod
    def bye(self) -> State | None:
        """Who has the bye where the leader named nobody."""


def score_difference(white: Scored, black: Scored, article: str) -> Problem:
    """That two who do not have the same score are paired by hand.

    Facts: white, black, down, up, down_score, up_score ("p/q").
    """
    down, up = (white, black) if white.score > black.score else (black, white)
    facts: dict[str, Fact] = {
        "white": white.id,
        "black": black.id,
        "down": down.id,
        "up": up.id,
        "down_score": str(Fraction(down.score, 2)),
        "up_score": str(Fraction(up.score, 2)),
    }
    return Problem("warning", "score_difference", facts, article)
