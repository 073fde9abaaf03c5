"""What is the first difference between two candidates? Of the older editions: C7-C12 and D."""

from collections.abc import Iterator, Sequence

from pairing.brackets.asked_group import Asked
from pairing.brackets.paired import Pairs
from pairing.core.colours import Strength
from pairing.core.position import Float
from pairing.core.reason import Reason, Refusal
from pairing.matching.perfect import bits
from pairing.reasons import swiss_steps as steps
from pairing.reasons.swiss import MoreWantTheSame
from pairing.swiss.candidates_1996 import Candidate1996, first_candidate
from pairing.swiss.criteria_1996 import Bracket1996
from pairing.swiss.explained_group import Group
from pairing.swiss.limits_1996 import Limit, group_limits, need_of, s1_limits


class Group1996(Group[Bracket1996, Candidate1996]):
    """A bracket of an older edition: how far x was raised, the levels for floats, the order."""

    def first(self, trial: Bracket1996) -> Candidate1996 | None:
        return first_candidate(trial, self.made.level)

    def worse(self, then: Candidate1996, asked: Asked) -> Refusal | None:
        made = self.made
        if then.key <= made.key:
            return None
        if then.raised != made.raised:
            return self._clash(then, asked)
        if then.up != made.up:
            return self._upfloat(then)
        if then.down != made.down:
            return self._downfloat(then, then.down, first_part=True)
        turn = self.later_turn(made.moved_down, then.moved_down, asked)
        if turn is not None:
            return turn
        if then.down_rest != made.down_rest:
            return self._downfloat(then, then.down_rest, first_part=False)
        return self.later_exchange(then) or self.later_turn(
            made.halves.pairs, then.halves.pairs, asked
        )

    def _clash(self, then: Candidate1996, asked: Asked) -> Refusal:
        """For which pair of another candidate x would be raised more."""
        made = {frozenset(pair) for pair in self.made.pairs}
        too_many = [*self._too_many(then)]
        pairs = [pair for pair in too_many if frozenset(pair) not in made]
        pairs.sort(key=lambda pair: asked is None or set(pair) != set(asked))
        for strength in (Strength.MILD, Strength.STRONG) if pairs else ():
            counts = [self._want_the_same(one, strength) for one in (self.made, then)]
            if self._both_want(pairs[0], strength) and counts[0] < counts[1]:
                return self.both_want(pairs[0], asked, int(strength), counts[0], counts[1], "B4")
        is_first = too_many[0] in then.moved_down
        part = "first" if is_first else "rest" if then.moved_down else "group"
        return MoreWantTheSame("B4", part)

    def _want_the_same(self, one: Candidate1996, strength: Strength) -> int:
        """How many pairs prefer one colour, both at least so strongly."""
        return sum(self._both_want(pair, strength) for pair in one.pairs)

    def _both_want(self, pair: tuple[int, int], strength: Strength) -> bool:
        one, other = (self.state(player).preference for player in pair)
        weaker = min(one.strength, other.strength)
        return one.colour is not None and one.colour is other.colour and weaker >= strength

    def _too_many(self, then: Candidate1996) -> Iterator[tuple[int, int]]:
        """The pairs of which there are too many with x raised by one less."""
        level, bracket = then.level, self.bracket
        rest = bracket.everybody
        parts: list[tuple[Pairs, Sequence[Limit]]] = []
        raised = then.raised - 1
        if level.in_s1:
            rest &= ~sum(1 << a | 1 << b for a, b in then.moved_down)
            parts.append((then.moved_down, s1_limits(bracket, level.in_s1, raised)))
        parts.append((then.halves.pairs, group_limits(bracket, rest, level.lowered, raised)))
        for pairs, limits in parts:
            for limit in limits:
                counted = [pair for pair in pairs if limit.pairs[pair[0]] >> pair[1] & 1]
                if len(counted) > limit.most:
                    yield from counted

    def _upfloat(self, then: Candidate1996) -> Refusal:
        """Who would be paired with somebody with more points, as before."""
        ago = 2 if then.up == 1 else 1
        barred = self.bracket.up[then.up - 1]
        lower = [max(pair) for pair in then.pairs if self._differ(pair) and barred >> max(pair) & 1]
        return self.floats_again(f"B{4 + ago}", lower[0], Float.UP, ago, leaves=False)

    def _downfloat(self, then: Candidate1996, level: int, first_part: bool) -> Refusal:
        """Who would be paired with somebody with fewer points, or stay over, as before."""
        ago = 2 if level == 1 else 1
        barred = self.bracket.down[level - 1]
        is_heterogeneous = bool(then.level.in_s1)
        pairs = then.moved_down if is_heterogeneous and first_part else then.halves.pairs
        players = [min(pair) for pair in pairs if self._differ(pair) and barred >> min(pair) & 1]
        over = 0 if is_heterogeneous and first_part else then.unpaired & barred
        player = players[0] if players else next(bits(over))
        leaves = not players
        return self.floats_again(f"B{4 + ago}", player, Float.DOWN, ago, leaves)

    def _differ(self, pair: tuple[int, int]) -> bool:
        """Whether two have different scores."""
        return self.bracket.scores[pair[0]] != self.bracket.scores[pair[1]]

    def given_up(self) -> list[Reason]:
        """What the candidate made goes against."""
        bracket, made = self.bracket, self.made
        relaxes = self.edition.relaxes
        reasons: list[Reason] = []
        need = need_of(bracket, bracket.everybody)
        if need.reversals and need.colour is not None:
            reasons.append(steps.MayReverse("A8", need.colour, need.reversals))
        clashes = sum(bracket.clashes[a] >> b & 1 for a, b in made.pairs)
        if clashes:
            reasons.append(steps.GoesAgainst(relaxes["X"], steps.Criterion("B4", "X"), clashes))
        apart = [pair for pair in made.pairs if self._differ(pair)]
        for name, sets, floating in (
            ("down", self.roster.down, [min(pair) for pair in apart] + [*bits(made.unpaired)]),
            ("up", self.roster.up, [max(pair) for pair in apart]),
        ):
            for ago, seats in enumerate(sets, start=1):
                again = bracket.local(seats)
                number = sum(again >> player & 1 for player in floating)
                if number:
                    criterion = f"B{4 + ago}"
                    article = relaxes[f"{criterion}_{name}"]
                    against = steps.Criterion(criterion, f"{criterion} {name}")
                    reasons.append(steps.GoesAgainst(article, against, number))
        return reasons
