"""What does the next round of a Swiss system start from? Everybody's state, in its order."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Generic, TypeVar

from pairing.core.colours import NO_PREFERENCE, Lot, Preference, preference
from pairing.core.history import ENDINGS, PLAYED, History, Outcome
from pairing.core.system import CannotPair
from pairing.core.types import Colour, Player, PlayerId, Round, Snapshot


class Float(Enum):
    """A downfloat met somebody with fewer points, an upfloat somebody with more."""

    DOWN = "down"
    UP = "up"

    # Members are singletons; Enum's own hash is a Python call.
    __hash__ = object.__hash__


@dataclass(slots=True, kw_only=True, eq=False)
class State:
    """What is known of one player: the regulations' pairing card, filled in while the record is
    read and never changed after.

    `score`: in half points, by which the next round is paired. `opponents`: whom they have met;
    `colours`: of the games they played.
    """

    player: Player
    score: int = 0
    opponents: set[PlayerId] = field(default_factory=set)
    colours: list[Colour] = field(default_factory=list)
    may_get_bye: bool = True

    @property
    def id(self) -> PlayerId:
        """The player's id."""
        return self.player.id


@dataclass(slots=True, kw_only=True, eq=False)
class BracketState(State):
    """A player's state in a system that pairs by brackets.

    `floats`: the last round's and that of two rounds ago.
    `is_top_scorer`: in the last round, with more than half of the points there were before it.
    `unplayed`: rounds without a game, those before joining included.
    """

    preference: Preference = NO_PREFERENCE
    floats: tuple[Float | None, Float | None] = (None, None)
    is_top_scorer: bool = False
    unplayed: int = 0


S = TypeVar("S", bound=State)
B = TypeVar("B", bound=BracketState)


def read_states(
    kind: Callable[..., S], history: History, bars_bye: Set[Outcome]
) -> dict[PlayerId, S]:
    """Everybody's state, in one pass over the record; an unfinished game is half a point (F9).

    `bars_bye`: the outcomes after which a player may not have the bye; editions differ in them.
    """
    states = {player.id: kind(player=player) for player in history.snapshot.players}
    for recorded in history.rounds:
        for game in recorded.round.games:
            white, black = states[game.white], states[game.black]
            for_white, whites, for_black, blacks = ENDINGS[game.result]
            white.score += whites
            black.score += blacks
            if for_white in PLAYED:
                white.colours.append(Colour.WHITE)
                black.colours.append(Colour.BLACK)
                white.opponents.add(game.black)
                black.opponents.add(game.white)
            else:
                white.may_get_bye &= for_white not in bars_bye
                black.may_get_bye &= for_black not in bars_bye
        for player, outcome in recorded.round.unplayed.items():
            state = states[player]
            state.score += history.unplayed[outcome]
            state.may_get_bye &= outcome not in bars_bye
    return states


def read_bracket_states(
    kind: Callable[..., B],
    history: History,
    rounds: int,
    *,
    bars_bye: Set[Outcome],
    floats_down: Set[Outcome],
    floats_by_score: Set[Outcome],
    virtual: Mapping[PlayerId, Sequence[int]] = MappingProxyType({}),
) -> list[B]:
    """Everybody's state with floats and preferences; `rounds` is how many there will be.

    An outcome in `floats_by_score` is a float if the scores before the round differed; one in
    `floats_down` is a downfloat, any other no float. Editions differ in which outcomes are which.
    `virtual`: the half points added to scores for the pairing of each round (acceleration).
    """
    states, played = read_states(kind, history, bars_bye), len(history.rounds)
    for state in states.values():
        state.preference = preference(state.colours)
        state.is_top_scorer = rounds == played + 1 and state.score > played
        state.unplayed = played - len(state.colours)
    scores = {player: state.score for player, state in states.items()}
    for ago, player, outcome, ahead in _lately(history, scores, virtual):
        floated = None
        if outcome in floats_down:
            floated = Float.DOWN
        elif ahead and outcome in floats_by_score:
            floated = Float.DOWN if ahead > 0 else Float.UP
        if floated:
            last, before = states[player].floats
            states[player].floats = (floated, before) if ago == 1 else (last, floated)
    return [*states.values()]


def _lately(
    history: History, scores: dict[PlayerId, int], virtual: Mapping[PlayerId, Sequence[int]]
) -> Iterator[tuple[int, PlayerId, Outcome, int]]:
    """What was done in the last round (1 ago) and in the one before it, by whom, and how many half
    points they were ahead of their opponent before it; `scores` are taken back with the rounds."""
    played = len(history.rounds)
    for number in reversed(range(played)[-2:]):
        ago, round_ = played - number, history.rounds[number].round
        more = {
            player: points[number] for player, points in virtual.items() if number < len(points)
        }
        for game in round_.games:
            white, black = game.players
            for_white, whites, for_black, blacks = ENDINGS[game.result]
            scores[white] -= whites
            scores[black] -= blacks
            ahead = scores[white] + more.get(white, 0) - scores[black] - more.get(black, 0)
            yield ago, white, for_white, ahead
            yield ago, black, for_black, -ahead
        for player, outcome in round_.unplayed.items():
            scores[player] -= history.unplayed[outcome]
            yield ago, player, outcome, 0


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

    def in_order(self, player: PlayerId, opponent: PlayerId) -> tuple[S, S]:
        """The states of two players, the higher ranked first."""
        higher, lower = sorted((player, opponent), key=self.rank.__getitem__)
        return self.state(higher), self.state(lower)

    def to_pair(self, snapshot: Snapshot, article: str) -> Round:
        """The round to be paired. CannotPair: no_round_left, by this article; ValueError when the
        snapshot has none."""
        recorded = snapshot.must_pair()
        if self.round > self.rounds:
            raise CannotPair("no_round_left", article, {"rounds": self.rounds})
        return recorded.round


@dataclass(frozen=True)
class BracketPosition(Position[B], ABC):
    """A position in a system that pairs by brackets."""

    @abstractmethod
    def lot(self, higher: B, index: int | None = None) -> Lot:
        """What decides between two without a colour preference. `index`: the place of the higher
        ranked in S1, from 1, where it is known."""
