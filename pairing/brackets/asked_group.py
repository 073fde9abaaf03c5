"""Why was a bracket paired so and not otherwise? It is paired again, otherwise.

Every question is a *trial*: the same bracket with fewer ways, in which two must meet or somebody
must stay over. Its best candidate is held against the one that was made, in the order of the
regulation; the first difference is the answer. Players are numbers in the bracket here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, Generic, Protocol, Self, TypeVar

from pairing.brackets.paired import Paired, Pairs
from pairing.core.history import Outcome
from pairing.core.position import BracketPosition, BracketState, Float
from pairing.core.reason import Reason, Refusal
from pairing.core.types import PlayerId
from pairing.matching.budget import answered
from pairing.matching.perfect import bits
from pairing.reasons import every_system as of_all
from pairing.reasons import swiss as refused
from pairing.reasons.swiss_groups import NotAcross
from pairing.reasons.taking_part import Articles

#: Two players who must be a pair in a trial; None: it is not about a pair.
Asked = tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketArticles(Articles):
    """Which articles say what answers are about.

    `met`: nobody meets twice; `bye_barred`: who may not have the bye; `scores`: what score groups
    are; `group`: who is in one; `other_groups`: only who is in one can meet; `pair`: how pairs
    come about; `halves`; `exchange`; `turn`: who of S2 comes first; `chosen`: who of those who
    came down is in S1; `over_last`: who stays over in the end.
    """

    met: str
    bye_barred: str
    scores: str
    group: str
    other_groups: str
    pair: str
    halves: str
    exchange: str
    turn: str
    chosen: str
    over_last: str


class Bracket(Protocol):
    """The players of a bracket; `narrowed`: the same with fewer ways to pair it."""

    seats: list[int]
    size: int

    @property
    def scores(self) -> Sequence[int]: ...
    @property
    def is_last(self) -> bool: ...
    @property
    def may_meet(self) -> Sequence[int]: ...
    @property
    def may_be_unpaired(self) -> int: ...
    def narrowed(self, may_meet: Sequence[int], may_be_unpaired: int) -> Self: ...


B = TypeVar("B", bound=Bracket)
M = TypeVar("M", bound=Paired)


class Group(ABC, Generic[B, M]):
    """A bracket that was paired, how it was `made`, and what is asked about it.

    `limbo`: who came down and is not paired in any part. `crowd`: so many of S1 are looked at
    together for having too few in S2. `paid`: the outcomes that are a downfloat without a game.
    """

    limbo = 0
    crowd = 3

    def __init__(
        self,
        position: BracketPosition[Any],
        roster: Any,
        bracket: B,
        made: M,
        articles: BracketArticles,
        paid: frozenset[Outcome],
    ):
        self.position = position
        self.roster = roster
        self.bracket = bracket
        self.made = made
        self.named = articles
        self.paid = paid

    @abstractmethod
    def given_up(self) -> list[Reason]:
        """What the candidate made goes against."""

    @abstractmethod
    def clash(self, one: Any, other: Any) -> Refusal | None:
        """Why no colours are possible for two states; None: it is not for these that they may not
        meet."""

    @abstractmethod
    def refusal(self, trial: B, asked: Asked, over: int | None, is_whole: bool) -> Refusal:
        """In what the best candidate of a trial is worse, or why there is none.

        `over`: who has to stay over; `is_whole`: the halves do not matter.
        """

    # Players ---------------------------------------------------------------------------------

    @property
    @abstractmethod
    def score(self) -> Fraction:
        """Of the bracket's own players, in points."""

    @property
    def lowest(self) -> int:
        """The seat of the lowest who was in it."""
        return self.bracket.seats[-1]

    def points(self, player: int) -> Fraction:
        """The points of a player."""
        return Fraction(self.bracket.scores[player], 2)

    @cached_property
    def number(self) -> dict[int, int]:
        """The number in the bracket of each seat of the roster."""
        return {seat: number for number, seat in enumerate(self.bracket.seats)}

    def state(self, player: int) -> Any:
        """The state of a player."""
        return self.roster.players[self.bracket.seats[player]]

    def id(self, player: int) -> PlayerId:
        """The id of a player."""
        state: BracketState = self.state(player)
        return state.id

    def ids(self, players: Iterable[int]) -> tuple[PlayerId, ...]:
        """Their ids, in order."""
        return tuple(self.id(player) for player in sorted(players))

    @cached_property
    def arrived(self) -> list[int]:
        """Who came down to it."""
        return [player for player in range(self.bracket.size) if self.points(player) > self.score]

    @cached_property
    def mate(self) -> dict[int, int]:
        """Everybody's opponent."""
        pairs = self.made.pairs
        return dict(pairs) | {b: a for a, b in pairs}

    def is_alone(self, player: int) -> bool:
        """Whether a player could meet nobody who was in it."""
        return not self.bracket.may_meet[player]

    def part(self, index: int) -> tuple[Pairs, list[int]]:
        """Of the pair with this index: the pairs of its part of the bracket (those of who moved
        down, or the remainder), and S2 there."""
        made, halves = self.made, self.made.halves
        if index < len(made.moved_down):
            others = self.limbo | sum(1 << a for a, _ in made.moved_down)
            return made.moved_down, [*bits((1 << self.bracket.size) - 1 & ~others)]
        return halves.pairs, sorted((*(b for _, b in halves.pairs), *halves.unpaired))

    def passed_over(self, index: int) -> list[int]:
        """Who of S2 came before the opponent of a pair and was still free."""
        first, second = self.made.pairs[index]
        pairs, s2 = self.part(index)
        taken = {b for _, b in pairs[: pairs.index((first, second))]}
        return [player for player in s2 if player < second and player not in taken]

    # Questions -------------------------------------------------------------------------------

    def never(self, one: BracketState, other: BracketState) -> Refusal | None:
        """Why two may never be a pair in this round; None: they may."""
        if other.id in one.opponents:
            outcomes = enumerate(self.position.history.outcomes[one.id], start=1)
            rounds = [n for n, had in outcomes if had.opponent == other.id and had.is_played]
            return of_all.Met(self.named.met, rounds[-1])
        seats = self.roster.seat
        if self.roster.may_meet[seats[one.id]] >> seats[other.id] & 1:
            return None
        forbidden = of_all.Forbidden(self.named.fixed, one.id, other.id)
        return self.clash(one, other) or forbidden

    @answered(or_else=of_all.NOT_WORKED_OUT)
    def why_not_pair(self, one: int, other: int) -> Refusal:
        """Why two who are no pair are none."""
        never = self.never(self.state(one), self.state(other))
        if never is not None:
            return never
        rest = ~(1 << one | 1 << other)
        rows = [row & rest for row in self.bracket.may_meet]
        rows[one], rows[other] = 1 << other, 1 << one
        trial = self.bracket.narrowed(rows, self.bracket.may_be_unpaired & rest)
        return self.refusal(trial, (one, other), None, is_whole=True)

    @answered(or_else=of_all.NOT_WORKED_OUT)
    def why_not_over(self, over: int, instead: int) -> Refusal:
        """Why one who is paired does not stay over in the place of one who does."""
        rows = [row & ~(1 << instead) for row in self.bracket.may_meet]
        rows[instead] = 0
        trial = self.bracket.narrowed(rows, self.bracket.may_be_unpaired & ~(1 << over))
        return self.refusal(trial, None, instead, is_whole=True)

    @answered(or_else=of_all.NOT_WORKED_OUT)
    def why_exchanged(self) -> Refusal:
        """What is worse without the exchange that was made."""
        made, pairs = self.made, len(self.made.halves.pairs)
        first_part = {player for pair in made.moved_down for player in pair}
        group = [
            player
            for player in range(self.bracket.size)
            if player not in first_part and not self.limbo >> player & 1
        ]
        s1 = sum(1 << player for player in group[:pairs])
        s2 = sum(1 << player for player in group[pairs:])
        rows = [
            row & (s2 if s1 >> player & 1 else s1)
            for player, row in enumerate(self.bracket.may_meet)
        ]
        for a, b in made.moved_down:
            rows[a], rows[b] = 1 << b, 1 << a
        for player in bits(self.limbo):
            rows[player] = 0
        trial = self.bracket.narrowed(rows, self.bracket.may_be_unpaired & (s2 | self.limbo))
        for size in range(1, self.crowd + 1):
            for some in combinations(bits(s1), size):
                across = 0
                for player in some:
                    across |= rows[player]
                if across.bit_count() < size:
                    return NotAcross(self.named.exchange, self.ids(some))
        return self.refusal(trial, None, None, is_whole=False)

    # Differences -----------------------------------------------------------------------------

    def both_want(
        self, pair: tuple[int, int], asked: Asked, strength: int, made: int, then: int, article: str
    ) -> Refusal:
        """That two prefer the same colour."""
        colour = self.state(pair[0]).preference.colour
        if colour is None:
            raise AssertionError("they prefer a colour")
        why = refused.BothWant(article, colour, strength, made, then)
        if asked is not None and set(pair) == set(asked):
            return why
        first, second = self.ids(pair)
        return refused.OthersWant(article, first, second, why)

    def floats_again(
        self, article: str, player: int, float_: Float, ago: int, leaves: bool
    ) -> Refusal:
        """That somebody would float as before; `leaves`: they stay over."""
        state = self.state(player)
        how = "up" if float_ is Float.UP else "down"
        if leaves and self.bracket.is_last:
            how = "bye"
        outcome = self.position.history.outcomes[state.id][-ago]
        unplayed = float_ is Float.DOWN and outcome.kind in self.paid
        return refused.FloatsAgain(article, state.id, how, ago, unplayed)

    def new_pairs(
        self, then: Paired, against: Sequence[int], asked: Asked
    ) -> list[tuple[int, int]]:
        """The pairs of another candidate that go against something, and were not made; the pair
        that is asked about first."""
        made = {frozenset(pair) for pair in self.made.pairs}
        pairs = [
            pair
            for pair in then.pairs
            if against and against[pair[0]] >> pair[1] & 1 and frozenset(pair) not in made
        ]
        pairs.sort(key=lambda pair: asked is None or set(pair) != set(asked))
        return pairs

    def later_s1(self, then: Paired) -> Refusal | None:
        """Others of those who moved down are in S1."""
        now = {a for a, _ in self.made.moved_down}
        others = {a for a, _ in then.moved_down}
        if now == others:
            return None
        before, after = self.ids(now - others), self.ids(others - now)
        return refused.OthersFirst(self.named.chosen, before, after)

    def later_exchange(self, then: Paired) -> Refusal | None:
        """Another exchange."""
        now, other = self.made.halves, then.halves
        if (now.down, now.up) == (other.down, other.up):
            return None
        down, up = self.ids(other.down), self.ids(other.up)
        return refused.NeedsExchange(self.named.exchange, down, up, is_made=bool(now.down))

    def later_turn(self, made: Pairs, then: Pairs, asked: Asked) -> Refusal | None:
        """The first of S1 who has another opponent."""
        article = self.named.turn
        for (player, now), (_, other) in zip(made, then, strict=True):
            if now == other:
                continue
            if asked is not None and player in asked and other in asked:
                return refused.ComesAfter(article, self.id(now), self.id(other))
            if asked is not None and now in asked:
                return of_all.AlreadyPaired(article, self.id(now), self.id(player))
            return of_all.TurnOfAnother(article, self.id(player), self.id(now), self.id(other))
        return None


AnyGroup = Group[Any, Any]
