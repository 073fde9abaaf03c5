"""In what is a candidate worse than the one made? C4 to C21, and the order of article 4."""

from collections.abc import Callable, Collection
from fractions import Fraction
from functools import cached_property
from typing import Any

from pairing.brackets.asked_group import Asked, BracketArticles
from pairing.brackets.asked_group import Group as AskedGroup
from pairing.core.colours import white_of
from pairing.core.history import PAID_UNPLAYED
from pairing.core.position import Float
from pairing.core.reason import Reason, Refusal
from pairing.core.types import PlayerId
from pairing.dutch import judged as order
from pairing.dutch.bracket import Bracket, Digit
from pairing.dutch.judged import judged
from pairing.dutch.position import PlayerState, Position
from pairing.dutch.procedure import Procedure, Settled
from pairing.dutch.roster import Roster, Whole, with_bye_among
from pairing.matching.perfect import bits, left_over, perfect_matching
from pairing.reasons import dutch
from pairing.reasons import every_system as of_all
from pairing.reasons import swiss as refused
from pairing.reasons import swiss_steps as arbiter

#: What two pairs of players want alike, and how a repeated float is called.
_CALLED = {12: "X", 13: "Z", 14: "B5 down", 15: "B5 up", 16: "B6 down", 17: "B6 up"}


class Group(AskedGroup[Bracket, Settled]):
    """A bracket that was paired, and what is asked about it."""

    roster: Roster
    crowd = 1

    def __init__(self, position: Position, settled: Settled, articles: BracketArticles):
        bracket = settled.bracket
        super().__init__(position, bracket.roster, bracket, settled, articles, PAID_UNPLAYED)
        self.digits = bracket.quality
        self.limbo = settled.limbo

    @property
    def score(self) -> Fraction:
        """Of the bracket's residents, in points."""
        return Fraction(self.bracket.score, 2)

    @cached_property
    def could_meet(self) -> list[int]:
        """By player who in the bracket they could meet by C1 and C3, of two MDPs too: these could
        not be a pair where they came from, as the rest could not be paired then."""
        bracket = self.bracket
        return [bracket.numbered(bracket.whole.graph[seat]) for seat in bracket.seats]

    def is_alone(self, player: int) -> bool:
        return not self.could_meet[player]

    def clash(self, one: PlayerState, other: PlayerState) -> Refusal | None:
        """C3."""
        seats = self.roster.seat
        is_free = one.is_top_scorer or other.is_top_scorer
        for colour, absolutely in self.roster.absolute.items():
            if absolutely >> seats[one.id] & absolutely >> seats[other.id] & 1 and not is_free:
                return refused.BothMust("C3", colour)
        return None

    def refusal(self, trial: Bracket, asked: Asked, over: int | None, is_whole: bool) -> Refusal:
        """By C4 to C21 and the order of article 4."""
        # Two MDPs never meet here: they could not meet where they came from.
        are_mdps = asked is not None and all(self.bracket.mdps >> player & 1 for player in asked)
        then = None if are_mdps else Procedure(self.roster, self.bracket.whole).best(trial)
        if then is None:
            return self._none(trial, asked, over)
        made = judged(self.made, self.digits)
        criteria = [None] * (1 + len(self.bracket.classes)) + [None, None, *self.digits]
        for number, (now, other) in enumerate(zip(made, judged(then, self.digits), strict=True)):
            if now == other:
                continue
            if other[1] < now[1]:
                raise AssertionError("the best candidate is the one made")
            digit = criteria[number] if number < len(criteria) else None
            return self._worse(then, now[0], now[1], other[1], digit, asked)
        raise AssertionError("the trial is another pairing")

    def _none(self, trial: Bracket, asked: Asked, over: int | None) -> Refusal:
        """C4 or C5; or C6, where all can be paired only if two meet here who would both stay over,
        or after an exchange."""
        if self.bracket.is_last and asked is None:
            left = self._left_over(trial, over)
            return self._impossible(lambda whole: self._can_pair(whole, trial), left)
        pairs = [] if asked is None else [asked]
        if over is not None:
            player = next(bits(self.made.unpaired & ~trial.may_be_unpaired))
            pairs = [(player, other) for other in bits(trial.may_meet[player])]

        def works(whole: Whole) -> bool:
            return any(self._can_complete(whole, pair) for pair in pairs)

        if (asked, over) == (None, None) or works(self.bracket.whole):
            return refused.FewerPairs("C6", len(self.made.pairs))
        if over is not None and not pairs:
            return self._nobody_here(player, over)
        ways = [self.roster.left_over(self._without(pair)) for pair in pairs]
        return self._impossible(works, min(ways, key=len))

    def _nobody_here(self, player: int, over: int) -> Refusal:
        """One could meet nobody here but who would stay over instead; or only others who came down
        too, and with these as a pair somebody else would stay over."""
        could_meet = self.could_meet[player] & ~(1 << over)
        if not could_meet:
            return refused.NobodyToPlay("C1", (self.id(player),))
        graph = self.bracket.whole.graph
        others = (self._without((player, other)) for other in bits(could_meet))
        left = min((self.roster.left_over(one, graph) for one in others), key=len)
        return of_all.RestNotPaired("C4", left)

    def _impossible(self, works: Callable[[Whole], bool], left: tuple[PlayerId, ...]) -> Refusal:
        """C4 or C5: whether it works with a bye for somebody with more points; else those `left`
        would stay over."""
        score = self.bracket.whole.score
        higher = {player.score for player in self.roster.players if player.score > (score or 0)}
        for other in sorted(higher) if score is not None else ():
            graph = with_bye_among(self.roster, self.roster.of_score(other))
            if works(Whole(graph, self.bracket.whole.mate, other)):
                return dutch.ByeHigher("C5", Fraction(other, 2))
        return of_all.RestNotPaired("C4", left)

    def _left_over(self, trial: Bracket, over: int | None) -> tuple[PlayerId, ...]:
        """Who of the last bracket would stay over: with the bye for one, or without an exchange."""
        bracket = self.bracket
        if over is not None:
            return self.roster.left_over(self._without((over,)) & ~bracket.below)
        may_be_free = trial.may_be_unpaired & bracket.who_may_meet(bracket.below)
        return self.ids(bits(left_over(trial.may_meet, bracket.everybody, may_be_free)))

    def _without(self, players: Collection[int]) -> int:
        """The seats of all who are left, and of the bye, but for some players."""
        seats: int = self.bracket.below
        for player in {*range(self.bracket.size)}.difference(players):
            seats |= 1 << self.bracket.seats[player]
        return seats

    def _can_pair(self, whole: Whole, trial: Bracket) -> bool:
        """Whether a trial has any candidate with another bye."""
        bracket = self.bracket
        residents = bracket.seats[bracket.moved_down :]
        mdps = bracket.seats[: bracket.moved_down]
        other = Bracket(self.roster, whole, mdps, residents, bracket.group, bracket.below)
        narrowed = other.narrowed(trial.may_meet, trial.may_be_unpaired)
        return Procedure(self.roster, whole).best(narrowed) is not None

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
        made, bracket = self.made, self.bracket
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
        later = {
            order.SET: lambda: self.later_s1(then),
            order.OPPONENTS: lambda: self.later_turn(made.moved_down, then.moved_down, asked),
            order.EXCHANGE: lambda: self.later_exchange(then),
            order.TURNS: lambda: self.later_turn(made.halves.pairs, then.halves.pairs, asked),
        }
        why = later[criterion]()
        if why is None:
            raise AssertionError("it comes later in that")
        return why

    def _broken(self, then: Settled, digit: Digit, now: int, other: int, asked: Asked) -> Refusal:
        """A criterion from C10 on that another candidate goes against more often, by whom."""
        criterion, ago = digit.criterion, 2 if digit.criterion in (16, 17, 20, 21) else 1
        article = f"C{criterion}"
        pairs = self.new_pairs(then, digit.pairs, asked)
        if criterion < 12:
            return self._colour_too_often(article, pairs[0], criterion == 10)
        if criterion < 14:
            return self.both_want(pairs[0], asked, criterion - 11, now, other, article)
        if criterion in (15, 17):
            floated = {max(p) for p in self.made.pairs if digit.pairs[p[0]] >> p[1] & 1}
            player = next(max(pair) for pair in pairs if max(pair) not in floated)
            return self.floats_again(article, player, Float.UP, ago, leaves=False)
        if criterion in (14, 16):
            player = next(bits(digit.unpaired & then.unpaired & ~self.made.unpaired))
            return self.floats_again(article, player, Float.DOWN, ago, leaves=True)
        if criterion in (18, 20):
            player = next(bits(digit.unpaired & then.unpaired & ~self.made.unpaired))
            return dutch.GoesFurtherDown(article, self.id(player), ago)
        lists = [self._differences(one, criterion) for one in (self.made, then)]
        one, two = next(pair for pair in zip(*lists, strict=True) if pair[0] != pair[1])
        return dutch.LargerDifference(article, ago, Fraction(one, 2), Fraction(two, 2))

    def _differences(self, done: Settled, criterion: int) -> list[int]:
        """C19, C21: the score differences, high to low."""
        scores = self.bracket.scores
        return sorted(
            (
                scores[one] - scores[other]
                for one, other in done.moved_down
                if self.bracket.numbered(self.roster.up[criterion == 21]) >> other & 1
            ),
            reverse=True,
        )

    def _colour_too_often(
        self, article: str, pair: tuple[int, int], is_difference: bool
    ) -> Refusal:
        higher, lower = (self.state(player) for player in sorted(pair))
        white = white_of(higher, lower, self.position.lot(higher))
        wanted = higher.preference.colour
        if wanted is None:
            raise AssertionError("both have an absolute preference")
        is_white = str(wanted) == "white"
        gets = white if is_white else (lower if white is higher else higher)
        player = lower if gets is higher else higher
        how = "difference" if is_difference else "row"
        return dutch.ColourTooOften(article, player.id, wanted.opposite, how)

    # What the candidate made goes against -----------------------------------------------------

    def given_up(self) -> list[Reason]:
        """How often it goes against C12 to C17."""
        reasons: list[Reason] = []
        for digit in self.digits:
            number = order.count(self.made, digit)
            if number and digit.criterion in _CALLED:
                article = f"C{digit.criterion}"
                criterion = arbiter.Criterion(article, _CALLED[digit.criterion])
                reasons.append(arbiter.GoesAgainst(article, criterion, number))
        return reasons
