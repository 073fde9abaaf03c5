"""How does a decision of a Swiss system become a proposal? Boards in order, each with its reasons.

What the systems share: the leader's fixed boards, the bye, the order in which reasons stand and
those that all of them have. Each system adds what its own articles say.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Generic, NamedTuple, Protocol, TypeVar

from pairing.core.left_to_pair import LeftToPair
from pairing.core.types import Bye, Fact, Game, Pair, PlayerId, Problem, Proposal, Reason


class Scored(Protocol):
    """Whoever is paired by points; `score` in half points."""

    @property
    def id(self) -> PlayerId: ...
    @property
    def score(self) -> int: ...


State = TypeVar("State", bound=Scored)
#: A bracket or score group that was paired, with its reasons.
Group = TypeVar("Group")


def points(half_points: int) -> str:
    """Half points as points, "p/q"."""
    return str(Fraction(half_points, 2))


@dataclass(frozen=True, slots=True)
class Board(Generic[State, Group]):
    """A pair on its way to a board, `higher` in the system's order first.

    `game`: where the leader fixed it; else `colours` says who has white and why, and the pair is
    number `index` (from 0) of its `group`.
    """

    higher: State
    lower: State
    white: State
    colours: Reason | None = None
    game: Game | None = None
    group: Group | None = None
    index: int = 0

    @property
    def black(self) -> State:
        """Who has black."""
        return self.lower if self.white is self.higher else self.higher


class Articles(NamedTuple):
    """The articles of what all these systems have."""

    order: str
    fixed: str
    floated: str
    bye: str
    board: str


class Boards(ABC, Generic[State, Group]):
    """The boards of a decision, the bye, and their reasons. `rank` is by the order, from 1."""

    articles: Articles

    def __init__(self, left: LeftToPair[State], rank: Mapping[PlayerId, int]):
        self.left = left
        self.rank = rank

    def proposal(self) -> Proposal:
        """Everything."""
        pairs = [
            Pair(
                board.white.id,
                board.black.id,
                tuple(self._reasons(board, number)),
                fixed=board.game.fixed if board.game else "",
            )
            for number, board in enumerate(self.in_order, start=1)
        ]
        return Proposal(tuple(pairs), self.proposed_bye())

    def proposed_bye(self) -> Bye | None:
        """The bye alone, with its reasons; None: the number of players is even."""
        state = self.left.named_bye or self.bye
        return Bye(state.id, tuple(self._bye_reasons(state))) if state else None

    @cached_property
    def in_order(self) -> list[Board[State, Group]]:
        """All boards."""
        states = {state.id: state for state in self.left.present}
        boards = [*self.paired()]
        for game in self.left.fixed:
            white, black = states[game.white], states[game.black]
            boards.append(Board(*self.ranked(white, black), white, game=game))
        return sorted(boards, key=self.order)

    def ranked(self, one: State, two: State) -> tuple[State, State]:
        """Two players, the higher first."""
        return (one, two) if self.rank[one.id] < self.rank[two.id] else (two, one)

    def _reasons(self, board: Board[State, Group], number: int) -> Iterable[Reason]:
        """All reasons of one pair, in the order of the table in the system's `reasons`."""
        facts: dict[str, Fact] = {}
        for side, state in (("white", board.white), ("black", board.black)):
            facts |= {side: state.id, f"{side}_place": self.rank[state.id]}
            facts |= {f"{side}_{name}": fact for name, fact in self.worth(state).items()}
        yield Reason(self.articles.order, "places", facts)
        if board.game is not None:
            yield Reason(self.articles.fixed, "fixed", {"text": board.game.fixed})
        if board.group is not None:
            yield from self.group_reasons(board, board.group)
        if board.higher.score != board.lower.score:
            yield Reason(self.articles.floated, "floated", score_facts(board.higher, board.lower))
        if board.group is not None:
            for state in (board.higher, board.lower):
                yield from self.downfloats(state, board.group)
        if board.colours is not None:
            yield from self.colour_reasons(board, board.colours)
        lapsed = self.left.lapsed_bye
        if lapsed is not None and (lapsed is board.white or lapsed is board.black):
            yield Reason(self.articles.bye, "bye_lapsed", {"player": lapsed.id})
        yield Reason(self.articles.board, "board", {"board": number, **self.board_facts(board)})

    def _bye_reasons(self, state: State) -> Iterable[Reason]:
        """Why this player is without an opponent."""
        facts: dict[str, Fact] = {
            "player": state.id,
            "place": self.rank[state.id],
            "players": len(self.rank),
            **self.worth(state),
        }
        yield Reason(self.articles.order, "place", facts)
        if self.left.named_bye is not None:
            yield Reason(self.articles.bye, "named")
        else:
            yield from self.bye_reasons(state)

    @abstractmethod
    def paired(self) -> Iterable[Board[State, Group]]:
        """The boards that the system paired."""

    @abstractmethod
    def order(self, board: Board[State, Group]) -> tuple[int, ...]:
        """What the boards are ordered by."""

    @property
    @abstractmethod
    def bye(self) -> State | None:
        """Who has the bye where the leader named nobody."""

    @abstractmethod
    def worth(self, state: State) -> dict[str, Fact]:
        """What a player's place in the order comes from."""

    @abstractmethod
    def group_reasons(self, board: Board[State, Group], group: Group) -> Iterable[Reason]:
        """Why these two are a pair."""

    @abstractmethod
    def downfloats(self, state: State, group: Group) -> Sequence[Reason]:
        """How a player came down to a group below their own score."""

    @abstractmethod
    def colour_reasons(self, board: Board[State, Group], colours: Reason) -> Iterable[Reason]:
        """Why they have these colours."""

    @abstractmethod
    def board_facts(self, board: Board[State, Group]) -> dict[str, Fact]:
        """What the number of the board comes from."""

    @abstractmethod
    def bye_reasons(self, state: State) -> Iterable[Reason]:
        """Why this player has the bye, not named by the leader."""


def score_facts(one: Scored, two: Scored) -> dict[str, Fact]:
    """Who of two with different scores floats down, who up."""
    down, up = (one, two) if one.score > two.score else (two, one)
    return {
        "down": down.id,
        "up": up.id,
        "down_score": points(down.score),
        "up_score": points(up.score),
    }


def score_difference(white: Scored, black: Scored, article: str) -> Problem:
    """That two who do not have the same score are paired by hand.

    Facts: white, black, down, up, down_score, up_score.
    """
    facts: dict[str, Fact] = {"white": white.id, "black": black.id}
    facts |= score_facts(white, black)
    return Problem("warning", "score_difference", facts, article)
