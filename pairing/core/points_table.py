"""What did everybody score, as tie-breaks count it, and how was a value added up?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from pairing.core.history import GameOutcome, History, RoundOutcome
from pairing.core.types import Player, PlayerId, Result, Snapshot
from pairing.core.unplayed import Unplayed


class Term(NamedTuple):
    """One part of a value: what it adds is `factor` times `worth`, unless it is left out.

    `round` counts the rounds on record from 0. `opponent` is whose points or rating `worth` is;
    None where it is the player's own or nobody's.
    """

    round: int
    worth: Fraction
    factor: Fraction = Fraction(1)
    opponent: PlayerId | None = None
    left_out: bool = False

    @property
    def value(self) -> Fraction:
        """What the term adds."""
        return Fraction(0) if self.left_out else self.factor * self.worth


class Working(NamedTuple):
    """A player's value in one tie-break. `rest`: what is added beyond the terms.

    The value is the sum of the terms and the rest; for `average_rating`, `performance` and
    `opponents_resistance` it is the average of the terms, rounded (half up) unless it is exact, and
    the rest.
    """

    value: Fraction
    terms: tuple[Term, ...] = ()
    rest: Fraction = Fraction(0)


class NoGame(Enum):
    """How a round without a game counts in tie-breaks (`pairing.core.tiebreaks`)."""

    DRAW = "KNSB 2.3"
    DUMMY = "FIDE C.07, 16"
    NOTHING = "round robin"


@dataclass(frozen=True)
class Table:
    """Everybody's points and what they did, as far as on record, and how `no_game` counts.

    `exact_averages`: of the ratings of opponents they are not rounded. `koya_limit`: by how many
    half points the limit of Koya lies above half. `round_count`: how many rounds the competition
    has, 0 where nothing depends on it.
    """

    players: Mapping[PlayerId, Player]
    history: History
    points: Mapping[PlayerId, Fraction]
    no_game: NoGame = NoGame.DRAW
    exact_averages: bool = False
    koya_limit: int = 0
    round_count: int = 0

    def outcomes(self, player: PlayerId) -> list[RoundOutcome]:
        """What the player did, by round."""
        return self.history.outcomes[player]

    def is_meeting(self, outcome: RoundOutcome) -> bool:
        """Whether a round counts as a result against its opponent."""
        is_paired = self.no_game is NoGame.NOTHING and outcome.opponent is not None
        return outcome.is_played or is_paired

    @cached_property
    def adjusted(self) -> Mapping[PlayerId, Fraction]:
        """What everybody counts for their opponents. C.07, 16.3: rounds at the end that they
        chose to miss count as draws."""
        if self.no_game is not NoGame.DUMMY:
            return self.points
        points = {}
        for player, outcomes in self.history.outcomes.items():
            least = len(outcomes)
            while least and is_voluntary(outcomes[least - 1]):
                least -= 1
            half_points = sum(
                outcome.half_points if number < least or outcome.opponent is not None else 1
                for number, outcome in enumerate(outcomes)
            )
            points[player] = Fraction(half_points, 2)
        return points

    @cached_property
    def fore(self) -> "Table":
        """C.07, 8.3: as if all paired games of the last round of all had ended in draws."""
        if not self.round_count or len(self.history.rounds) < self.round_count:
            return self
        history = replace(self.history, snapshot=_drawn_at_last(self.history.snapshot))
        return read_table([*self.players.values()], history, self.no_game)


def _drawn_at_last(snapshot: Snapshot) -> Snapshot:
    *_, last = snapshot.record()
    drawn = tuple(replace(game, result=Result.DRAW) for game in last.round.games)
    evenings = [*snapshot.evenings]
    evening = evenings[last.evening - 1]
    rounds = [*evening.rounds]
    rounds[last.number - 1] = replace(last.round, games=drawn)
    evenings[last.evening - 1] = replace(evening, rounds=tuple(rounds))
    return replace(snapshot, evenings=tuple(evenings))


def read_table(players: Sequence[Player], history: History, no_game: NoGame = NoGame.DRAW) -> Table:
    """The points of everybody; an unfinished game has earned nothing yet."""
    points = {
        player: Fraction(sum(outcome.half_points for outcome in outcomes), 2)
        for player, outcomes in history.outcomes.items()
    }
    return Table({player.id: player for player in players}, history, points, no_game)


def is_voluntary(outcome: RoundOutcome) -> bool:
    """C.07, 16.2: without a game, and neither by a full bye nor by the opponent's fault."""
    involuntary = (Unplayed.BYE, Unplayed.FULL_POINT_BYE, GameOutcome.WON_BY_FORFEIT)
    return not outcome.is_played and outcome.kind not in involuntary
