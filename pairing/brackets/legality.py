"""What do the criteria say against a proposal, hand-made or our own?

Of a pair that the system made only the absolute criteria and the colours are asked: it weighed
the others against each other. Anyone who makes a pair by hand has to know which of them they go
against. Codes then: `absolute_denied` (player, wanted), `score_difference` (white, black, down,
up, down_score, up_score), `colour_denied` (player, wanted, strength), `same_float` (player,
float, ago: 1 the last round, 2 the one before).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from pairing.brackets.options import BracketOptions
from pairing.core.boards import score_difference
from pairing.core.colours import Strength, white_of
from pairing.core.position import BracketPosition, BracketState, Float
from pairing.core.types import Colour, Fact, Pair, Problem, Proposal, Snapshot
from pairing.core.unplayed import Unplayed
from pairing.reasons.swiss_colours import reason_of_colour

Facts = dict[str, Fact]
S = TypeVar("S", bound=BracketState)


class Criteria(NamedTuple):
    """Which articles bar a pair (`met`) and the bye, are about `scores`, and about a float of the
    last round and of the one before. `first_colours`: whether a pair alone tells which colours it
    should have in round 1; if not, nothing is said of them."""

    met: str
    bye: str
    scores: str
    down: tuple[str, str]
    up: tuple[str, str]
    first_colours: bool


@dataclass
class Warnings(ABC, Generic[S]):
    """What is said against the pairs and the bye of a proposal."""

    position: BracketPosition[S]
    criteria: Criteria

    @abstractmethod
    def absolute(self, white: S, black: S, facts: Facts) -> Iterable[Problem]:
        """That no colours are allowed to both."""

    @abstractmethod
    def by_hand(self, white: S, black: S, facts: Facts, is_turned: bool) -> Iterable[Problem]:
        """What a pair by hand does to colours and floats; `is_turned`: its colours are turned."""

    def about(self, proposal: Proposal) -> list[Problem]:
        """All warnings."""
        problems = [problem for pair in proposal.pairs for problem in self._about_pair(pair)]
        bye = proposal.bye
        if bye is not None and not self.position.state(bye).may_get_bye:
            problems.append(Problem("warning", "second_bye", {"player": bye}, self.criteria.bye))
        return problems

    def _about_pair(self, pair: Pair) -> Iterator[Problem]:
        white, black = self.position.state(pair.white), self.position.state(pair.black)
        facts: Facts = {"white": white.id, "black": black.id}
        if black.id in white.opponents:
            yield Problem("warning", "met_before", facts, self.criteria.met)
        yield from self.absolute(white, black, facts)
        if self.position.round == 1 and not self.criteria.first_colours:
            return
        higher, lower = self.position.in_order(white.id, black.id)
        lot = self.position.lot(higher)
        is_turned = white_of(higher, lower, lot) is not white
        if is_turned:
            reason = reason_of_colour(higher, lower, lot)
            yield Problem("warning", "colours", facts, reason.article, reason)
        if pair.fixed:
            yield from self.by_hand(white, black, facts, is_turned)

    def floats(self, white: S, black: S, facts: Facts) -> Iterator[Problem]:
        """That the two have different scores, and who floats as before."""
        if white.score == black.score:
            return
        yield score_difference(white, black, self.criteria.scores)
        down, up = (white, black) if white.score > black.score else (black, white)
        for state, float_, articles in (
            (down, Float.DOWN, self.criteria.down),
            (up, Float.UP, self.criteria.up),
        ):
            for ago, article in enumerate(articles, start=1):
                if state.floats[ago - 1] is float_:
                    same: Facts = {"player": state.id, "float": float_.value, "ago": ago}
                    yield Problem("warning", "same_float", facts | same, article)


def bye_warnings(snapshot: Snapshot, options: BracketOptions) -> Iterator[Problem]:
    """Who has asked for more half-point byes than the competition gives, or for one in the last
    round where it gives none."""
    record = [recorded.round for recorded in snapshot.record()]
    most, is_last = options.half_point_byes, len(record) + 1 == options.rounds
    for player in snapshot.must_pair().round.of_kind(Unplayed.HALF_POINT_BYE):
        earlier = sum(player in round_.of_kind(Unplayed.HALF_POINT_BYE) for round_ in record)
        facts: Facts = {"player": player}
        if most is not None and earlier >= most:
            yield Problem("warning", "too_many_half", facts | {"most": most, "count": earlier + 1})
        if is_last and not options.last_round_byes:
            yield Problem("warning", "half_in_last", facts)


def is_same_absolute(player: BracketState, opponent: BracketState) -> bool:
    """Whether both must have the same colour."""
    first, second = player.preference, opponent.preference
    return first == second and first.strength is Strength.ABSOLUTE


def denied(white: S, black: S, facts: Facts) -> Iterator[tuple[S, Facts]]:
    """Who does not get the colour they prefer, and the facts of it."""
    for state, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        wanted = state.preference.colour
        if wanted not in (None, colour):
            yield state, facts | {"player": state.id, "wanted": str(wanted)}
