"""Why was a bracket paired so and not otherwise? It is paired again, otherwise.

Every question is a *trial*: the same bracket with fewer ways, in which two must meet or somebody
must stay over. Its best candidate is held against the one that was made, from C6 to the order of
article 4; the first difference is the answer. Players are numbers in the bracket here.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from pairing.core.floats import Float
from pairing.core.history import PAID_UNPLAYED
from pairing.core.reason import Reason, Refusal
from pairing.core.types import PlayerId
from pairing.dutch import judged as order
from pairing.dutch.bracket import Bracket, Digit
from pairing.dutch.colours import white_of
from pairing.dutch.judged import judged
from pairing.dutch.position import PlayerState, Position
from pairing.dutch.procedure import Procedure, Settled
from pairing.dutch.roster import Roster, Whole, with_bye_among
from pairing.matching.perfect import bits, perfect_matching
from pairing.reasons import dutch
from pairing.reasons import every_system as of_all
from pairing.reasons import swiss as refused
from pairing.reasons import swiss_steps as arbiter
from pairing.reasons.swiss_groups import NotAcross

Pairs = Sequence[tuple[int, int]]
#: Two players who must be a pair in a trial; None: it is not about a pair.
Asked = tuple[int, int] | None
#: What two pairs of players want alike, and how a repeated float is called.
_CALLED = {12: "X", 13: "Z", 14: "B5 down", 15: "B5 up", 16: "B6 down", 17: "B6 up"}


class Group:
    """A bracket that was paired, and what is asked about it."""

    def __init__(self, position: Position, settled: Settled):
        self.position = position
        self.settled = settled
        self.bracket = settled.bracket
        self.roster = self.bracket.roster
        self.digits = self.bracket.quality

    # Players ---------------------------------------------------------------------------------

    @property
    def score(self) -> Fraction:
        """Of the bracket's residents, in points."""
        return Fraction(self.bracket.score, 2)

    @cached_property
    def number(self) -> dict[int, int]:
        """The number in the bracket of each seat of the roster."""
        return {seat: number for number, seat in enumerate(self.bracket.seats)}

    def state(self, player: int) -> PlayerState:
        """The state of a player."""
        return self.roster.players[self.bracket.seats[player]]

    def points(self, player: int) -> Fraction:
        """The points of a player."""
        return Fraction(self.bracket.scores[player], 2)

    def id(self, player: int) -> PlayerId:
        """The id of a player."""
        return self.state(player).id

    def ids(self, players: Iterable[int]) -> tuple[PlayerId, ...]:
        """Their ids, in the order of 1.2."""
        return tuple(self.id(player) for player in sorted(players))

    @cached_property
    def mate(self) -> dict[int, int]:
        """Everybody's opponent."""
        pairs = self.settled.pairs
        return dict(pairs) | {b: a for a, b in pairs}

    def part(self, index: int) -> tuple[Pairs, list[int]]:
        """Of the pair with this index: the pairs of its part (the MDP-Pairing, or the remainder),
        and S2 there."""
        made = self.settled
        if index < len(made.mdps):
            return made.mdps, list(bits(self.bracket.residents))
        return made.others, sorted(
            (*(b for _, b in made.others), *bits(made.unpaired & self.bracket.residents))
        )

    def passed_over(self, index: int) -> list[int]:
        """Who of S2 came before the opponent of a pair and was still free."""
        first, second = self.settled.pairs[index]
        pairs, s2 = self.part(index)
        taken = {b for _, b in pairs[: list(pairs).index((first, second))]}
        return [player for player in s2 if player < second and player not in taken]

    def lower_than(self, over: int) -> list[int]:
        """Who is paired though they stand lower than somebody who stays over, the lowest first."""
        return [player for player in range(self.bracket.size - 1, over, -1) if player in self.mate]

    # Questions -------------------------------------------------------------------------------

    def why_not_pair(self, one: int, other: int) -> Refusal:
        """Why two who are no pair are none."""
        never = absolute(self.position, self.roster, self.state(one), self.state(other))
        if never is not None:
            return never
        both = 1 << one | 1 << other
        rows = [row & ~both for row in self.bracket.may_meet]
        rows[one], rows[other] = 1 << other, 1 << one
        if both & self.bracket.mdps == both:
            # Two MDPs never meet here: they could not meet where they came from.
            return self._impossible(lambda whole: self._can_complete(whole, (one, other)))
        return self._refusal(rows, self.bracket.everybody & ~both, (one, other))

    def why_not_over(self, over: int, instead: int) -> Refusal:
        """Why one who is paired does not stay over in the place of one who does."""
        rows = [row & ~(1 << instead) for row in self.bracket.may_meet]
        rows[instead] = 0
        return self._refusal(rows, self.bracket.everybody & ~(1 << over), None)

    def why_exchanged(self) -> Refusal:
        """What is worse without the exchange that was made, with the same MDP-Pairing."""
        made, bracket = self.settled, self.bracket
        taken = {player for pair in made.mdps for player in pair}
        rest = [p for p in range(bracket.moved_down, bracket.size) if p not in taken]
        s1 = sum(1 << player for player in rest[: len(made.others)])
        s2 = sum(1 << player for player in rest[len(made.others) :])
        rows = [
            row & (s2 if s1 >> player & 1 else s1) for player, row in enumerate(bracket.may_meet)
        ]
        for a, b in made.mdps:
            rows[a], rows[b] = 1 << b, 1 << a
        for player in bits(s1):
            if not rows[player]:
                return NotAcross("4.3", self.ids([player]))
        limbo = made.unpaired & bracket.mdps
        for player in bits(limbo):
            rows[player] = 0
        why = self._refusal(rows, s2 | limbo, None)
        if isinstance(why, of_all.RestNotPaired | dutch.ByeHigher) and not bracket.is_last:
            return refused.FewerPairs("C6", len(made.pairs))
        return why

    def _refusal(self, rows: list[int], may_float: int, asked: Asked) -> Refusal:
        trial = self.bracket.narrowed(rows, may_float)
        then = Procedure(self.roster, self.bracket.whole).best(trial)
        if then is None:
            return self._impossible(lambda whole: self._can_pair(whole, rows, may_float))
        made = judged(self.settled, self.digits)
        criteria = [None] * (1 + len(self.bracket.classes)) + [None, None, *self.digits]
        for number, (now, other) in enumerate(zip(made, judged(then, self.digits), strict=True)):
            if now == other:
                continue
            if other[1] < now[1]:
                raise AssertionError("the best candidate is the one made")
            digit = criteria[number] if number < len(criteria) else None
            return self._worse(then, now[0], now[1], other[1], digit, asked)
        raise AssertionError("the trial is another pairing")

    def _impossible(self, works: Callable[[Whole], bool]) -> Refusal:
        """C4 or C5: whether it works with a bye for somebody with more points."""
        score = self.bracket.whole.score
        higher = {player.score for player in self.roster.players if player.score > (score or 0)}
        for other in sorted(higher) if score is not None else ():
            graph = with_bye_among(self.roster, self.roster.of_score(other))
            if works(Whole(graph, self.bracket.whole.mate, other)):
                return dutch.ByeHigher("C5", Fraction(other, 2))
        return of_all.RestNotPaired("C4")

    def _can_pair(self, whole: Whole, rows: list[int], may_float: int) -> bool:
        """Whether a trial has any candidate with another bye."""
        bracket = self.bracket
        residents = bracket.seats[bracket.moved_down :]
        mdps = bracket.seats[: bracket.moved_down]
        other = Bracket(self.roster, whole, mdps, residents, bracket.group, bracket.below)
        return Procedure(self.roster, whole).best(other.narrowed(rows, may_float)) is not None

    def _can_complete(self, whole: Whole, players: tuple[int, int]) -> bool:
        """Whether everybody left but two players can be paired."""
        left = self.bracket.below
        for player, seat in enumerate(self.bracket.seats):
            if player not in players:
                left |= 1 << seat
        return perfect_matching(whole.graph, left, whole.mate) is not None

    # Differences -----------------------------------------------------------------------------

    def _worse(
        self, then: Settled, criterion: int, now: Any, other: Any, digit: Digit | None, asked: Asked
    ) -> Refusal:
        """In what a candidate is worse, or comes later; `criterion` is the first difference."""
        made, bracket = self.settled, self.bracket
        if criterion == 6:
            return refused.FewerPairs("C6", len(made.pairs))
        if criterion == 7:
            scores = [[bracket.scores[p] for p in bits(one.unpaired)] for one in (made, then)]
            one, two = next(pair for pair in zip(*scores, strict=True) if pair[0] != pair[1])
            return dutch.MorePointsOver("C7", Fraction(one, 2), Fraction(two, 2))
        if criterion == 8:
            group = next(bits(bracket.group))
            score = Fraction(self.roster.players[group].score, 2)
            return dutch.NextGroupWorse("C8", score, other[0] > now[0])
        if criterion == 9:
            (player,) = bits(then.unpaired)
            return dutch.MissedMore("C9", self.id(player), now, other)
        if digit is not None:
            return self._broken(then, digit, now, other, asked)
        if criterion == order.SET:
            before, after = {a for a, _ in made.mdps}, {a for a, _ in then.mdps}
            return refused.OthersFirst("4.4", self.ids(before - after), self.ids(after - before))
        if criterion == order.EXCHANGE:
            down, up = self.ids(then.down), self.ids(then.up)
            return refused.NeedsExchange("4.3", down, up, is_made=bool(made.down))
        if criterion == order.OPPONENTS:
            return self._later_turn(made.mdps, then.mdps, asked)
        return self._later_turn(made.others, then.others, asked)

    def _broken(self, then: Settled, digit: Digit, now: int, other: int, asked: Asked) -> Refusal:
        """A criterion from C10 on that another candidate goes against more often, by whom."""
        criterion, ago = digit.criterion, 2 if digit.criterion in (16, 17, 20, 21) else 1
        article = f"C{criterion}"
        before = {frozenset(pair) for pair in self.settled.pairs}
        pairs = [
            pair
            for pair in then.pairs
            if digit.pairs and digit.pairs[pair[0]] >> pair[1] & 1 and frozenset(pair) not in before
        ]
        pairs.sort(key=lambda pair: asked is None or set(pair) != set(asked))
        if criterion < 12:
            return self._colour_too_often(article, pairs[0], criterion == 10)
        if criterion < 14:
            return self._both_want(article, pairs[0], asked, criterion - 11, now, other)
        if criterion in (15, 17):
            floated = {max(p) for p in self.settled.pairs if digit.pairs[p[0]] >> p[1] & 1}
            player = next(max(pair) for pair in pairs if max(pair) not in floated)
            return self._floats_again(article, player, Float.UP, ago)
        if criterion in (14, 16):
            player = next(bits(digit.unpaired & then.unpaired & ~self.settled.unpaired))
            return self._floats_again(article, player, Float.DOWN, ago)
        if criterion in (18, 20):
            player = next(bits(digit.unpaired & then.unpaired & ~self.settled.unpaired))
            return dutch.GoesFurtherDown(article, self.id(player), ago)
        lists = [self._differences(one, criterion) for one in (self.settled, then)]
        one, two = next(pair for pair in zip(*lists, strict=True) if pair[0] != pair[1])
        return dutch.LargerDifference(article, ago, Fraction(one, 2), Fraction(two, 2))

    def _differences(self, done: Settled, criterion: int) -> list[int]:
        """C19, C21: the score differences, high to low."""
        scores = self.bracket.scores
        return sorted(
            (
                scores[one] - scores[other]
                for one, other in done.mdps
                if self.bracket.numbered(self.roster.up[criterion == 21]) >> other & 1
            ),
            reverse=True,
        )

    def _colour_too_often(
        self, article: str, pair: tuple[int, int], is_difference: bool
    ) -> Refusal:
        higher, lower = (self.state(player) for player in sorted(pair))
        white = white_of(higher, lower, self.roster.lot)
        wanted = higher.preference.colour
        if wanted is None:
            raise AssertionError("both have an absolute preference")
        is_white = str(wanted) == "white"
        gets = white if is_white else (lower if white is higher else higher)
        player = lower if gets is higher else higher
        how = "difference" if is_difference else "row"
        return dutch.ColourTooOften(article, player.id, wanted.opposite, how)

    def _both_want(
        self, article: str, pair: tuple[int, int], asked: Asked, strength: int, made: int, then: int
    ) -> Refusal:
        colour = self.state(pair[0]).preference.colour
        if colour is None:
            raise AssertionError("they prefer a colour")
        if asked is not None and set(pair) == set(asked):
            return refused.BothWant(article, colour, strength, made, then)
        first, second = self.ids(pair)
        return refused.OthersWant(article, first, second, colour, strength, made, then)

    def _floats_again(self, article: str, player: int, float_: Float, ago: int) -> Refusal:
        state = self.state(player)
        how = "up" if float_ is Float.UP else "bye" if self.bracket.is_last else "down"
        outcome = self.position.history.outcomes[state.id][-ago]
        unplayed = float_ is Float.DOWN and outcome.kind in PAID_UNPLAYED
        return refused.FloatsAgain(article, state.id, how, ago, unplayed)

    def _later_turn(self, made: Pairs, then: Pairs, asked: Asked) -> Refusal:
        """4.2: the first of S1 who has another opponent."""
        for (player, now), (_, other) in zip(made, then, strict=True):
            if now == other:
                continue
            if asked is not None and player in asked and other in asked:
                return refused.ComesAfter("4.2", self.id(now), self.id(other))
            if asked is not None and now in asked:
                return of_all.AlreadyPaired("4.2", self.id(now), self.id(player))
            return of_all.TurnOfAnother("4.2", self.id(player), self.id(now), self.id(other))
        raise AssertionError("somebody has another opponent")

    # What the candidate made goes against -----------------------------------------------------

    def given_up(self) -> list[Reason]:
        """How often it goes against C12 to C17."""
        reasons: list[Reason] = []
        for digit in self.digits:
            number = order.count(self.settled, digit)
            if number and digit.criterion in _CALLED:
                article = f"C{digit.criterion}"
                criterion = arbiter.Criterion(article, _CALLED[digit.criterion])
                reasons.append(arbiter.GoesAgainst(article, criterion, number))
        return reasons


def absolute(
    position: Position, roster: Roster, one: PlayerState, other: PlayerState
) -> Refusal | None:
    """Why two may never be a pair in this round, by C1, C3 or the leader; None: they may."""
    if other.id in one.opponents:
        outcomes = enumerate(position.history.outcomes[one.id], start=1)
        rounds = [n for n, o in outcomes if o.opponent == other.id and o.is_played]
        return of_all.Met("C1", rounds[-1])
    seats = roster.seat
    is_free = one.is_top_scorer or other.is_top_scorer
    if roster.may_meet[seats[one.id]] >> seats[other.id] & 1:
        return None
    for colour, absolutely in roster.absolute.items():
        if absolutely >> seats[one.id] & absolutely >> seats[other.id] & 1 and not is_free:
            return refused.BothMust("C3", colour)
    return of_all.Forbidden("G5", one.id, other.id)
