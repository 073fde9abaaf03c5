"""When is a tie of two decided, and what do they play next? 3.1-3.3."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from pairing.core.tie import Ending
from pairing.core.types import Game, PlayerId, Result
from pairing.knockout.options import Options


class Next(StrEnum):
    """The kind of the next game of a tie; reasons have the same values."""

    FIRST = "first"
    SECOND = "second"
    REPLAY = "replay"
    RAPID = "rapid"
    BLITZ = "blitz"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far a tie is: decided, or `next` is due, or (neither) a game is unfinished."""

    winner: PlayerId | None = None
    ending: Ending = Ending.OPEN
    next: Next | None = None


def verdict_on(games: Sequence[Game], options: Options) -> Verdict:
    """The verdict on two by their games, in order of play."""
    if any(not game.result.is_finished for game in games):
        return Verdict()
    if any(game.result is Result.BOTH_LOSE_FORFEIT for game in games):
        return Verdict(ending=Ending.BOTH_OUT)
    if len(games) < options.games:
        return Verdict(next=Next.SECOND if games else Next.FIRST)
    white = games[0].white
    lead = sum((_lead(game, white) for game in games), Fraction(0))
    if lead:
        return Verdict(white if lead > 0 else games[0].black, Ending.PLAYED)
    further = [
        *[Next.REPLAY] * options.replays,
        *[Next.RAPID] * options.rapid,
        *[Next.BLITZ] * options.blitz,
    ]
    played = len(games) - options.games
    if played < len(further):
        return Verdict(next=further[played])
    if options.still_level == "black":
        return Verdict(games[-1].black, Ending.COLOUR)
    return Verdict(next=Next.LOT)


def last_of(games: Sequence[Game], options: Options) -> str:
    """The kind of the last of these games; "" if there is none."""
    return str(verdict_on(games[:-1], options).next or "") if games else ""


def _lead(game: Game, player: PlayerId) -> Fraction:
    """By how much the player is ahead in a finished game."""
    colour = game.colour(player)
    own, opponents = game.result.score(colour), game.result.score(colour.opposite)
    return (own or Fraction(0)) - (opponents or Fraction(0))
