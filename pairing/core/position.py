"""What does the next round of a Swiss system start from? Everybody's state, in its order."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pairing.core.colours import Preference
from pairing.core.floats import Float
from pairing.core.history import History
from pairing.core.system import CannotPair
from pairing.core.types import Colour, Player, PlayerId, Round, Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What is known of one player: the regulations' pairing card.

    `score`: in half points, by which the next round is paired. `opponents`: whom they have met.
    """

    player: Player
    score: int
    opponents: frozenset[PlayerId]
    may_get_bye: bool

    @property
    def id(self) -> PlayerId:
        """The player's id."""
        return self.player.id


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketState(State):
    """The same in a system that pairs by brackets.

    `colours`: of the games they played. `floats`: the last round's and that of two rounds ago.
    `is_top_scorer`: in the last round, with more than half of the points there were before it.
    `unplayed`: rounds without a game, those before joining included.
    """

    colours: Sequence[Colour]
    preference: Preference
    floats: tuple[Float | None, Float | None]
    is_top_scorer: bool
    unplayed: int


S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Position(Generic[S]):
    """Everybody's state in order; `rank` is a player's place in it, from 1.

    `round` is the number of the round to be paired, from 1; `rounds` how many there will be.
    """

    round: int
    rounds: int
    players: Sequence[S]
    history: History
    rank: dict[PlayerId, int] = field(init=False)

    def __post_init__(self) -> None:
        rank = {state.id: rank for rank, state in enumerate(self.players, start=1)}
        object.__setattr__(self, "rank", rank)

    def state(self, player: PlayerId) -> S:
        """The state of one player."""
        return self.players[self.rank[player] - 1]

    def in_order(self, one: PlayerId, two: PlayerId) -> tuple[S, S]:
        """The states of two players, the higher ranked first."""
        higher, lower = sorted((one, two), key=self.rank.__getitem__)
        return self.state(higher), self.state(lower)

    def to_pair(self, snapshot: Snapshot, article: str) -> Round:
        """The round to be paired. CannotPair: no_round_left, by this article; ValueError when the
        snapshot has none."""
        recorded = snapshot.must_pair()
        if self.round > self.rounds:
            raise CannotPair("no_round_left", article, {"rounds": self.rounds})
        return recorded.round
