"""What is a tie of a knock-out, and how far has it come? Values for pages and the engine alike."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pairing.core.reason import Reason
from pairing.core.types import Game, PlayerId


class Part(StrEnum):
    """What a tie belongs to: the cup itself, the game for place three, or the second chance."""

    CUP = "cup"
    THIRD = "third"
    PLATE = "plate"


class Ending(StrEnum):
    """How a tie was decided; `OPEN` is not yet."""

    OPEN = ""
    PLAYED = "played"
    COLOUR = "colour"
    ALONE = "alone"
    LEFT = "left"
    BOTH_OUT = "both_out"
    WENT_ON = "went_on"


@dataclass(frozen=True, slots=True)
class TieKey:
    """Where a tie stands: `round` of its part and `number` from the top, both from 1."""

    part: Part
    round: int
    number: int


class TieGame(NamedTuple):
    """A game of a tie, and its round: the number of the evening, and its own on that evening."""

    evening: int
    number: int
    game: Game


@dataclass(frozen=True, slots=True)
class Tie:
    """Two who play for a place in the next round. `rounds`: how many its part has.

    `players` are the upper and the lower one of the bracket; None: nobody, or (not `is_known`)
    nobody yet. `games` are in order of play. `winner` None of a tie that is decided: nobody goes
    on. `due`: what its next game is, where that can be paired: "first" or a kind of `FurtherGame`.
    `stage`: what its round is called; `further`: why one more game is due, and which; `last`: what
    its last game was, as in `due`.
    """

    key: TieKey
    rounds: int
    players: tuple[PlayerId | None, PlayerId | None]
    is_known: tuple[bool, bool]
    games: tuple[TieGame, ...] = ()
    winner: PlayerId | None = None
    ending: Ending = Ending.OPEN
    due: str = ""
    stage: Reason | None = None
    further: Reason | None = None
    last: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether it is known who goes on, if anybody does."""
        return self.ending is not Ending.OPEN

    @property
    def loser(self) -> PlayerId | None:
        """The player who is beaten in it; None: nobody, or it had only one player."""
        if self.winner is None or None in self.players:
            return None
        return next(player for player in self.players if player != self.winner)

    @property
    def to_final(self) -> int:
        """How many rounds of its part come after it."""
        return self.rounds - self.key.round

    def other(self, player: PlayerId) -> PlayerId | None:
        """The opponent of one of the two."""
        upper, lower = self.players
        return lower if player == upper else upper
