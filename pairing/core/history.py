"""What did everybody do in each round? Read once from the record, for the Swiss systems.

Points are counted in half points (integers). A *played* game has begun: it counts as a meeting
and for colours; a game decided by forfeit does neither. Anyone who is named nowhere in a round was
absent, as is anyone who had not joined yet or has left.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from pairing.core.types import Colour, PlayerId, Result, RoundOnRecord, Snapshot
from pairing.core.unplayed import Unplayed


class GameOutcome(Enum):
    """What somebody did in a round they were paired in."""

    PLAYED = "played"
    UNFINISHED = "unfinished"
    WON_BY_FORFEIT = "won_by_forfeit"
    LOST_BY_FORFEIT = "lost_by_forfeit"

    # Members are singletons; Enum's own hash is a Python call.
    __hash__ = object.__hash__


Outcome = GameOutcome | Unplayed

#: A game was begun on the board.
PLAYED = frozenset((GameOutcome.PLAYED, GameOutcome.UNFINISHED))
#: The game has a result, played or by forfeit.
DECIDED = frozenset(GameOutcome) - {GameOutcome.UNFINISHED}
#: Points without playing: a bye of any kind or a win by forfeit (B1b).
PAID_UNPLAYED: frozenset[Outcome] = frozenset(
    (GameOutcome.WON_BY_FORFEIT, *(kind for kind in Unplayed if kind.is_bye))
)


class RoundOutcome(NamedTuple):
    """One round of one player. `half_points`: what it earned; an unfinished game what the system
    gives for it.

    `opponent` and `colour` are those on the board, in a forfeited game too; None without one.
    """

    kind: Outcome
    half_points: int = 0
    opponent: PlayerId | None = None
    colour: Colour | None = None

    @property
    def is_played(self) -> bool:
        """Whether a game was begun on the board."""
        return self.kind in PLAYED


#: What each way of being without a game earns, in half points; the bye is for the system to say.
_UNPLAYED = {kind: int(2 * (kind.points or 0)) for kind in Unplayed}


@dataclass(frozen=True)
class History:
    """All rounds on record, and by player what they did in each of them.

    A pairing-allocated bye is worth `bye_half_points`, a game that is not finished
    `unfinished_half_points` for each.
    """

    snapshot: Snapshot
    bye_half_points: int
    unfinished_half_points: int = 0

    @cached_property
    def rounds(self) -> tuple[RoundOnRecord, ...]:
        """In order of play."""
        return tuple(self.snapshot.record())

    @cached_property
    def unplayed(self) -> dict[Unplayed, int]:
        """The half points that each way of being without a game earns."""
        return _UNPLAYED | {Unplayed.BYE: self.bye_half_points}

    @cached_property
    def outcomes(self) -> dict[PlayerId, list[RoundOutcome]]:
        """By player, a round each."""
        unplayed = {kind: RoundOutcome(kind, worth) for kind, worth in self.unplayed.items()}
        outcomes = {
            player.id: [unplayed[Unplayed.ABSENT]] * len(self.rounds)
            for player in self.snapshot.players
        }
        open_ = (GameOutcome.UNFINISHED, self.unfinished_half_points)
        endings = {**ENDINGS, Result.UNFINISHED: (*open_, *open_)}
        for number, recorded in enumerate(self.rounds):
            for game in recorded.round.games:
                for_white, whites, for_black, blacks = endings[game.result]
                white, black = game.white, game.black
                outcomes[white][number] = RoundOutcome(for_white, whites, black, Colour.WHITE)
                outcomes[black][number] = RoundOutcome(for_black, blacks, white, Colour.BLACK)
            for player, kind in recorded.round.unplayed.items():
                outcomes[player][number] = unplayed[kind]
        return outcomes

    def colours(self, player: PlayerId) -> list[Colour]:
        """The colours of the games they played, unplayed rounds left out."""
        return [
            outcome.colour
            for outcome in self.outcomes[player]
            if outcome.is_played and outcome.colour is not None
        ]


#: By result, the outcome and the half points for white and for black. For a pairing an unfinished
#: game is a draw (F9).
ENDINGS = {
    Result.WHITE_WINS: (GameOutcome.PLAYED, 2, GameOutcome.PLAYED, 0),
    Result.DRAW: (GameOutcome.PLAYED, 1, GameOutcome.PLAYED, 1),
    Result.BLACK_WINS: (GameOutcome.PLAYED, 0, GameOutcome.PLAYED, 2),
    Result.WHITE_WINS_FORFEIT: (GameOutcome.WON_BY_FORFEIT, 2, GameOutcome.LOST_BY_FORFEIT, 0),
    Result.BLACK_WINS_FORFEIT: (GameOutcome.LOST_BY_FORFEIT, 0, GameOutcome.WON_BY_FORFEIT, 2),
    Result.BOTH_LOSE_FORFEIT: (GameOutcome.LOST_BY_FORFEIT, 0, GameOutcome.LOST_BY_FORFEIT, 0),
    Result.BOTH_LOSE: (GameOutcome.PLAYED, 0, GameOutcome.PLAYED, 0),
    Result.HALF_FOR_WHITE: (GameOutcome.PLAYED, 1, GameOutcome.PLAYED, 0),
    Result.HALF_FOR_BLACK: (GameOutcome.PLAYED, 0, GameOutcome.PLAYED, 1),
    Result.UNFINISHED: (GameOutcome.UNFINISHED, 1, GameOutcome.UNFINISHED, 1),
}
