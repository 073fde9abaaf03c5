"""Why was a bracket paired so and not otherwise? It is paired again, otherwise.

Every question is a *trial*: the same bracket with fewer ways, in which two must meet or somebody
must stay over. Its first candidate is held against the one that was made, in the order in which
the regulation gives criteria up and then goes through candidates; the first difference is the
answer. Players are numbers in the bracket here.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, Generic

from pairing.core.floats import Float
from pairing.core.reason import Reason, Refusal
from pairing.core.types import PlayerId
from pairing.matching.perfect import bits
from pairing.reasons import every_system as of_all
from pairing.reasons import swiss as refused
from pairing.reasons.swiss_groups import (
    NotAcross,
)
from pairing.swiss.legality import is_same_absolute
from pairing.swiss.position import PlayerState, Position
from pairing.swiss.roster import Roster
from pairing.swiss.settled import B, C, Opening, Settled
from pairing.swiss.ways import Ways

Pairs = Sequence[tuple[int, int]]
#: Two players who must be a pair in a trial; None: it is not about a pair.
Asked = tuple[int, int] | None


class Group(ABC, Generic[B, C]):
    """A bracket that was paired, the `made` candidate, and what is asked about it."""

    def __init__(self, position: Position, roster: Roster, settled: Settled[B, C]):
        if settled.candidate is None:
            raise ValueError("nobody is paired in this bracket")
        self.position = position
        self.articles = position.edition.articles
        self.roster = roster
        self.settled = settled
        self.bracket: B = settled.bracket
        self.made: C = settled.candidate
        self.opening = settled.opening

    @abstractmethod
    def first(self, trial: B) -> C | None:
        """The first candidate of a trial at the level of the one made, whoever moves on."""

    @abstractmethod
    def given_up(self) -> list[Reason]:
        """What the candidate made goes against."""

    @abstractmethod
    def worse(self, then: C, asked: Asked) -> Refusal | None:
        """What is the first thing in which a candidate is worse, or in what it comes later; None:
        it comes before the one made."""

    # Players ------------------------------------------------------------------------------

    @property
    def score(self) -> Fraction:
        """Of the bracket's own players, in points."""
        return Fraction(self.settled.score, 2)

    def points(self, player: int) -> Fraction:
        """The points of a player."""
        return Fraction(self.bracket.scores[player], 2)

    @cached_property
    def number(self) -> dict[int, int]:
        """The number in the bracket of each seat of the roster."""
        return {seat: number for number, seat in enumerate(self.bracket.seats)}

    def state(self, player: int) -> PlayerState:
        """The state of a player."""
        return self.roster.players[self.bracket.seats[player]]

    def id(self, player: int) -> PlayerId:
        """The id of a player."""
        return self.state(player).id

    def ids(self, players: Iterable[int]) -> tuple[PlayerId, ...]:
        """Their ids, in A2 order."""
        return tuple(self.id(player) for player in sorted(players))

    @cached_property
    def mate(self) -> dict[int, int]:
        """Everybody's opponent."""
        pairs = self.made.pairs
        return dict(pairs) | {b: a for a, b in pairs}

    def part(self, index: int) -> tuple[Pairs, list[int]]:
        """Of the pair with this index: the pairs of its part of the bracket (those of who moved
        down, or the remainder), and S2 there."""
        if index < len(self.made.moved_down):
            s1 = {a for a, _ in self.made.moved_down}
            return self.made.moved_down, [
                player for player in range(self.bracket.size) if player not in s1
            ]
        halves = self.made.halves
        return halves.pairs, sorted((*(b for _, b in halves.pairs), *halves.unpaired))

    def passed_over(self, index: int) -> list[int]:
        """Who of S2 came before the opponent of a pair and was still free."""
        first, second = self.made.pairs[index]
        pairs, s2 = self.part(index)
        turn = pairs.index((first, second))
        taken = {b for _, b in pairs[:turn]}
        return [player for player in s2 if player < second and player not in taken]

    def lower_than(self, over: int) -> list[int]:
        """Who is paired though they stand lower than somebody who stays over, the lowest first."""
        return [player for player in range(self.bracket.size - 1, over, -1) if player in self.mate]

    # Questions ----------------------------------------------------------------------------

    def why_not_pair(self, one: int, other: int) -> Refusal:
        """Why two who are no pair are none."""
        never = absolute(self.position, self.roster, self.state(one), self.state(other))
        if never is not None:
            return never
        rows = [row & ~(1 << one | 1 << other) for row in self.bracket.may_meet]
        rows[one], rows[other] = 1 << other, 1 << one
        unpaired = self.bracket.may_be_unpaired & ~(1 << one | 1 << other)
        return self._refusal(self.bracket.narrowed(rows, unpaired), (one, other))

    def why_not_over(self, over: int, instead: int) -> Refusal:
        """Why one who is paired does not stay over in the place of one who does."""
        rows = [row & ~(1 << instead) for row in self.bracket.may_meet]
        rows[instead] = 0
        unpaired = self.bracket.may_be_unpaired & ~(1 << over)
        return self._refusal(self.bracket.narrowed(rows, unpaired), None, instead)

    def why_exchanged(self) -> Refusal:
        """What is worse without the exchange that was made."""
        halves = self.made.halves
        group = sorted(set(range(self.bracket.size)) - {x for p in self.made.moved_down for x in p})
        s1 = sum(1 << player for player in group[: len(halves.pairs)])
        s2 = sum(1 << player for player in group[len(halves.pairs) :])
        rows = [
            row & (s2 if s1 >> player & 1 else s1)
            for player, row in enumerate(self.bracket.may_meet)
        ]
        for a, b in self.made.moved_down:
            rows[a], rows[b] = 1 << b, 1 << a
        trial = self.bracket.narrowed(rows, self.bracket.may_be_unpaired & s2)
        for size in range(1, 4):
            for some in combinations(bits(s1), size):
                across = 0
                for player in some:
                    across |= rows[player]
                if across.bit_count() < size:
                    return NotAcross("D2", self.ids(some))
        return self._refusal(trial, None, is_whole=False)

    def _refusal(
        self, trial: B, asked: Asked, over: int | None = None, is_whole: bool = True
    ) -> Refusal:
        """`over`: who has to stay over; `is_whole`: the halves do not matter."""
        then = self.first(trial)
        if then is None:
            alone = self._alone(trial, over) if is_whole else ()
            return refused.NobodyToPlay("B1", alone) if alone else self._impossible(trial)
        why = self.worse(then, asked)
        if why is not None:
            return why
        if self.opening is None:
            raise AssertionError("the first candidate is not the one made")
        score = Fraction(self.opening.score, 2)
        is_last = self.opening.is_last
        article = self.articles.last if is_last else self.articles.reopen
        helping = self.opening.first(trial)
        why = None if helping is None else self.worse(helping, asked)
        if why is not None:
            return refused.ForBelow(article, score, why)
        stranded = self._alone_below(then, self.opening)
        if stranded is not None:
            return refused.NobodyBelow(article, stranded, score)
        return refused.BelowUnpaired(article, score, is_last)

    def _alone_below(self, then: C, opening: Opening[B, C]) -> PlayerId | None:
        """Who of those who stay over can meet nobody in the group below."""
        seats = [self.bracket.seats[player] for player in bits(then.unpaired)]
        below = opening.others | sum(1 << seat for seat in seats)
        for seat in seats:
            may_spare = opening.is_last and self.roster.may_get_bye >> seat & 1
            if not may_spare and not self.roster.may_meet[seat] & below:
                return self.roster.players[seat].id
        return None

    def _alone(self, trial: B, over: int | None) -> tuple[PlayerId, ...]:
        """Who has no opponent in a trial, if they may not all stay over; one who may not is
        enough."""
        alone = [player for player, row in enumerate(trial.may_meet) if not row and player != over]
        barred = [player for player in alone if not trial.may_be_unpaired >> player & 1]
        room = trial.size - 2 * len(self.made.pairs) - (over is not None)
        return self.ids(barred[:1] or (alone[: room + 1] if len(alone) > room else ()))

    def _impossible(self, trial: B) -> Refusal:
        pairs, level = len(self.made.pairs), self.made.level
        ways = Ways(trial.size, pairs, trial.may_meet, trial.may_be_unpaired)
        if level.in_s1 and ways.could_work():
            return refused.FewerCameDown(self.articles.fewer_moved_down, level.in_s1)
        if self.bracket.is_last:
            return of_all.RestNotPaired(self.articles.fewer_pairs)
        return refused.FewerPairs(self.articles.fewer_pairs, pairs)

    # Differences --------------------------------------------------------------------------

    def both_want(
        self, pair: tuple[int, int], asked: Asked, strength: int, made: int, then: int, article: str
    ) -> Refusal:
        """That two prefer the same colour."""
        colour = self.state(pair[0]).preference.colour
        if colour is None:
            raise ValueError("they prefer no colour")
        if asked is not None and set(pair) == set(asked):
            return refused.BothWant(article, colour, strength, made, then)
        first, second = self.ids(pair)
        return refused.OthersWant(article, first, second, colour, strength, made, then)

    def floats_again(self, player: int, float_: Float, ago: int, leaves: bool) -> Refusal:
        """That somebody would float as before; `leaves`: they stay over."""
        state = self.state(player)
        how = "up" if float_ is Float.UP else "down"
        if leaves and self.bracket.is_last:
            how = "bye"
        outcome = self.position.history.outcomes[state.id][-ago]
        unplayed = float_ is Float.DOWN and outcome.kind in self.position.edition.floats_down
        article = "B5" if ago == 1 else "B6"
        return refused.FloatsAgain(article, state.id, how, ago, unplayed)

    def later_s1(self, then: C) -> Refusal | None:
        """D3: others of those who moved down are in S1."""
        now = {a for a, _ in self.made.moved_down}
        others = {a for a, _ in then.moved_down}
        if now == others:
            return None
        return refused.OthersFirst("D3", self.ids(now - others), self.ids(others - now))

    def later_exchange(self, then: C) -> Refusal | None:
        """D2: another exchange."""
        now, other = self.made.halves, then.halves
        if (now.down, now.up) == (other.down, other.up):
            return None
        down, up = self.ids(other.down), self.ids(other.up)
        return refused.NeedsExchange("D2", down, up, is_made=bool(now.down))

    def later_turn(self, made: Pairs, then: Pairs, asked: Asked) -> Refusal | None:
        """D1: the first of S1 who has another opponent."""
        for (player, now), (_, other) in zip(made, then, strict=True):
            if now == other:
                continue
            if asked is not None and player in asked and other in asked:
                return refused.ComesAfter("D1", self.id(now), self.id(other))
            if asked is not None and now in asked:
                return of_all.AlreadyPaired("D1", self.id(now), self.id(player))
            return of_all.TurnOfAnother("D1", self.id(player), self.id(now), self.id(other))
        return None


def absolute(
    position: Position, roster: Roster, one: PlayerState, other: PlayerState
) -> Refusal | None:
    """Why two may never be a pair in this round, by B1, B2 or the leader; None: they may."""
    if other.id in one.opponents:
        outcomes = enumerate(position.history.outcomes[one.id], start=1)
        rounds = [
            number
            for number, outcome in outcomes
            if outcome.opponent == other.id and outcome.is_played
        ]
        return of_all.Met(position.edition.articles.met, rounds[-1])
    if roster.may_meet[roster.seat[one.id]] >> roster.seat[other.id] & 1:
        return None
    if not any(colour.opposite in other.may_have for colour in one.may_have):
        colour = one.preference.colour
        if colour is not None and is_same_absolute(one, other):
            return refused.BothMust("B2", colour)
        return refused.NoColours("B2")
    return of_all.Forbidden("F6", one.id, other.id)


AnyGroup = Group[Any, Any]
