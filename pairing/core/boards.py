"""How does a decision of a Swiss system become a proposal? Its boards in order, and the bye."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from pairing.core.position import Position, State
from pairing.core.types import Fact, LeftToPair, Pair, PlayerId, Problem, Proposal

S = TypeVar("S", bound=State)


class Board(NamedTuple, Generic[S]):
    """A pair on its way to a board, `higher` in the system's order first.

    `fixed`: why the leader made it, where they did.
    """

    higher: S
    lower: S
    white: S
    fixed: str = ""

    @property
    def black(self) -> S:
        """Who has black."""
        return self.lower if self.white is self.higher else self.higher


class Boards(ABC, Generic[S]):
    """The boards of a decision, and the bye. A decision has a `position` and who was `left` beside
    the fixed boards."""

    def __init__(self, decision: Any, options: Any):
        self.decision = decision
        self.options = options
        self.left: LeftToPair[S] = decision.left
        self.rank: dict[PlayerId, int] = decision.position.rank

    def proposal(self) -> Proposal:
        """Everything."""
        position: Position[S] = self.decision.position
        boards = [*self.paired()]
        for game in self.left.fixed:
            higher, lower = position.in_order(game.white, game.black)
            boards.append(Board(higher, lower, position.state(game.white), game.fixed))
        boards.sort(key=self.order)
        pairs = (Pair(board.white.id, board.black.id, board.fixed) for board in boards)
        return Proposal(tuple(pairs), self.proposed_bye())

    def proposed_bye(self) -> PlayerId | None:
        """The bye alone; None: the number of players is even."""
        state = self.left.named_bye or self.bye
        return state.id if state else None

    @abstractmethod
    def paired(self) -> Iterable[Board[S]]:
        """The boards that the system paired."""

    @abstractmethod
    def order(self, board: Board[S]) -> tuple[int, ...]:
        """What the boards are ordered by."""

    @property
    @abstractmethod
    def bye(self) -> S | None:
        """Who has the bye where the leader named nobody."""


def score_difference(white: State, black: State, article: str) -> Problem:
    """The warning that two players with different scores are paired by hand.

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
