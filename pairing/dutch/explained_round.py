"""Why are two no pair, or is somebody without the bye? One answer for each question, kept."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property

from pairing.core.explanation import Refused
from pairing.core.reason import Refusal
from pairing.core.types import PlayerId, Snapshot
from pairing.dutch.explained_group import Group, absolute
from pairing.dutch.pairing import Decision
from pairing.dutch.position import PlayerState
from pairing.matching.work import QUESTION, TooMuchWork, bounded
from pairing.reasons import dutch
from pairing.reasons import every_system as of_all
from pairing.reasons import swiss as refused
from pairing.reasons.few_words import FewWords
from pairing.reasons.taking_part import Articles, TakingPart


class AskedRound:
    """A decision that is asked why. `groups`: the brackets, the highest first."""

    def __init__(self, snapshot: Snapshot, decision: Decision):
        self.decision = decision
        self.position = decision.position
        self.roster = decision.roster
        self.left = decision.left
        self.few_words = FewWords(snapshot)
        self.there = TakingPart(snapshot, self.left, Articles("G2", "G5", "1.5"))
        self.groups = [Group(self.position, settled) for settled in decision.settled]
        self._known: dict[tuple[object, ...], Refusal] = {}

    # Who is where ----------------------------------------------------------------------------

    @cached_property
    def places(self) -> dict[frozenset[PlayerId], tuple[int, int]]:
        """By pair the number of its group, and its number there, both from 0."""
        return {
            frozenset((group.id(a), group.id(b))): (number, index)
            for number, group in enumerate(self.groups)
            for index, (a, b) in enumerate(group.settled.pairs)
        }

    @cached_property
    def bye(self) -> PlayerState | None:
        """Who has the bye."""
        if self.left.named_bye is not None:
            return self.left.named_bye
        floated = self.groups[-1].settled.downfloaters if self.groups else []
        return next((self.roster.players[seat] for seat in floated), None)

    @cached_property
    def group_of(self) -> dict[PlayerId, int]:
        """In which group each player was paired, or has the bye."""
        last = len(self.groups) - 1
        return {
            group.id(player): number
            for number, group in enumerate(self.groups)
            for player in range(group.bracket.size)
            if player in group.mate or number == last
        }

    @cached_property
    def drawn(self) -> dict[int, int]:
        """By number of a group with a pair or the bye: the number of its drawing."""
        last = len(self.groups) - 1
        shown = [n for n, group in enumerate(self.groups) if group.settled.pairs or n == last]
        return {number: drawing for drawing, number in enumerate(shown)}

    def is_only_one(self, state: PlayerState) -> bool:
        """Whether nobody else who takes part has as many points."""
        return [one.id for one in self.left.present if one.score == state.score] == [state.id]

    # Questions -------------------------------------------------------------------------------

    def of_pair(self, number: int, one: int, other: int) -> Refusal:
        """Why two players of a group are no pair."""
        group = self.groups[number]
        ids = frozenset((group.id(one), group.id(other)))
        return self._kept(("pair", ids), lambda: group.why_not_pair(*sorted((one, other))))

    def of_float(self, number: int, over: int, instead: int) -> Refusal:
        """Why one player of a group does not stay over in the place of another."""
        group = self.groups[number]
        key = ("float", number, over, instead)
        return self._kept(key, lambda: group.why_not_over(over, instead))

    def of_exchange(self, number: int) -> Refusal:
        """What a group is worse in without its exchange."""
        return self._kept(("exchange", number), self.groups[number].why_exchanged)

    def _kept(self, key: tuple[object, ...], ask: Callable[[], Refusal]) -> Refusal:
        if key not in self._known:
            try:
                with bounded(QUESTION):
                    self._known[key] = ask()
            except TooMuchWork:
                self._known[key] = of_all.NotWorkedOut("")
        return self._known[key]

    def passed_over(self, number: int, index: int) -> list[Refused]:
        """Who came before the opponent of a pair of a group, in the order of S2."""
        group = self.groups[number]
        player = group.settled.pairs[index][0]
        return [
            Refused(group.id(player), group.id(other), self.of_pair(number, player, other))
            for other in group.passed_over(index)
        ]

    def not_over(self, number: int, over: int) -> Iterator[Refused]:
        """Who stands lower than somebody who stays over, and is paired; the lowest first."""
        group = self.groups[number]
        for other in group.lower_than(over):
            if group.bracket.is_last:
                why = self.why_not_bye(group.id(other))
                if why is None:
                    raise AssertionError("who is paired has no bye")
            else:
                why = self.of_float(number, over, other)
            yield Refused(group.id(over), group.id(other), why, in_place=True)

    def why_not(self, one: PlayerId, other: PlayerId) -> Refusal | None:
        """Why two are no pair."""
        there = self.there
        if frozenset((one, other)) in self.places or there.fixed_opponent(one) == other:
            return None
        settled = there.no_pair(one, other)
        if settled is not None:
            return settled
        seats = [self.roster.seat[player] for player in (one, other)]
        for number in range(len(self.groups) - 1, -1, -1):
            numbers = self.groups[number].number
            if all(seat in numbers for seat in seats):
                return self.of_pair(number, *(numbers[seat] for seat in seats))
        return self._apart(*self.position.in_order(one, other))

    def _apart(self, one: PlayerState, other: PlayerState) -> Refusal:
        """Why two who were in no group together are no pair."""
        never = absolute(self.position, self.roster, one, other)
        if never is not None:
            return never
        upper, lower = sorted((one, other), key=lambda state: self.group_of[state.id])
        scores = [self.groups[self.group_of[state.id]].score for state in (upper, lower)]
        return refused.OtherGroups("1.3", upper.id, lower.id, scores[0], scores[1])

    def why_not_bye(self, player: PlayerId) -> Refusal | None:
        """Why somebody does not have the bye."""
        bye = self.bye
        if bye is not None and bye.id == player:
            return None
        settled = self.there.no_bye(player)
        if settled is not None or bye is None:
            return settled
        state = self.position.state(player)
        if not state.may_get_bye:
            return of_all.HadPointsUnplayed("C2", player)
        if state.score > bye.score:
            return dutch.FewestPoints("C5", Fraction(bye.score, 2))
        if state.score < bye.score:
            return of_all.RestNotPaired("C4")
        number = self.group_of[player]
        numbers = self.groups[number].number
        over, instead = (numbers[self.roster.seat[one]] for one in (bye.id, player))
        return self.of_float(number, over, instead)
