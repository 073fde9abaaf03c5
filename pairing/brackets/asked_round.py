"""Why are two no pair, or is somebody without the bye? One answer for each question, kept."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from pairing.brackets.asked_group import AnyGroup, BracketArticles
from pairing.core.boards import Boards
from pairing.core.explanation import Explanation, Refused
from pairing.core.position import BracketPosition, BracketState
from pairing.core.reason import Reason, Refusal
from pairing.core.types import PlayerId, Snapshot
from pairing.matching.perfect import bits
from pairing.reasons import every_system as of_all
from pairing.reasons import swiss as refused
from pairing.reasons import swiss_groups as told
from pairing.reasons.few_words import FewWords
from pairing.reasons.taking_part import TakingPart


class LeftOver(NamedTuple):
    """That somebody was not paired in a group of this score. `group`: its number (from 0), None
    where they could not have been; `is_alone`: they could meet nobody there; else `is_lowest`."""

    score: Fraction
    group: int | None
    is_alone: bool
    is_lowest: bool


class AskedRound(Explanation):
    """A decision that is asked why. `groups`: the brackets that were paired, the highest first."""

    articles: BracketArticles

    def __init__(self, snapshot: Snapshot, boards: Boards[Any]):
        decision = boards.decision
        self.proposal = boards.proposal()
        self.position: BracketPosition[Any] = decision.position
        self.roster = decision.roster
        self.left = decision.left
        self.few_words = FewWords(snapshot)
        self.there = TakingPart(snapshot, self.left, self.articles)
        self.groups: Sequence[AnyGroup] = [*self.asked_groups()]

    @abstractmethod
    def asked_groups(self) -> Iterator[AnyGroup]:
        """The brackets, the highest first."""

    @abstractmethod
    def left_over(self, number: int, state: Any) -> Iterator[LeftOver]:
        """Where somebody was left over above a group, the highest first."""

    @abstractmethod
    def no_bye(self, player: Any, bye: Any) -> Refusal | None:
        """Why somebody does not have the bye in the place of another; None: they were in one group,
        where it has to be tried."""

    def came_with(self, number: int, state: Any) -> list[Reason]:
        """Why somebody is in a group below their own who was left over nowhere."""
        return []

    def lowest_over(self, player: PlayerId) -> Reason:
        """Why the lowest of all has the bye."""
        return told.LowestStaysOver(self.articles.over_last, player)

    # Who is where ----------------------------------------------------------------------------

    @cached_property
    def places(self) -> dict[frozenset[PlayerId], tuple[int, int]]:
        """By pair the number of its group, and its number there, both from 0."""
        return {
            frozenset((group.id(a), group.id(b))): (number, index)
            for number, group in enumerate(self.groups)
            for index, (a, b) in enumerate(group.made.pairs)
        }

    @cached_property
    def bye(self) -> BracketState | None:
        """Who has the bye."""
        named: BracketState | None = self.left.named_bye
        if named is not None or not self.groups:
            return named
        last = self.groups[-1]
        return next((last.state(player) for player in bits(last.made.unpaired)), None)

    @cached_property
    def group_of(self) -> dict[PlayerId, int]:
        """In which group each player was paired, or has the bye."""
        return {
            group.id(player): number
            for number, group in enumerate(self.groups)
            for player in range(group.bracket.size)
            if player in group.mate or group.bracket.is_last
        }

    @cached_property
    def drawn(self) -> dict[int, int]:
        """By number of a group with a pair, or the last one: the number of its drawing."""
        last = len(self.groups) - 1
        shown = [n for n, group in enumerate(self.groups) if group.made.pairs or n == last]
        return {number: drawing for drawing, number in enumerate(shown)}

    # Questions -------------------------------------------------------------------------------

    def passed_over(self, number: int, index: int) -> list[Refused]:
        """Who came before the opponent of a pair of a group, in the order of S2."""
        group = self.groups[number]
        player = group.made.pairs[index][0]
        return [
            Refused(group.id(player), group.id(other), group.why_not_pair(*sorted((player, other))))
            for other in group.passed_over(index)
        ]

    def not_over(self, number: int, over: int) -> Iterator[Refused]:
        """Who stands lower than somebody who stays over, and is paired; the lowest first."""
        group = self.groups[number]
        for other in range(group.bracket.size - 1, over, -1):
            if other in group.mate:
                is_last, id_ = group.bracket.is_last, group.id(other)
                why = self.why_not_bye(id_) if is_last else group.why_not_over(over, other)
                if why is not None:
                    yield Refused(group.id(over), id_, why, in_place=True)

    def not_over_above(self, number: int, state: BracketState) -> Iterator[Refused]:
        """Who could have stayed over in somebody's place in the groups above one, where they could
        meet anybody."""
        seat = self.roster.seat[state.id]
        for above, group in enumerate(self.groups[:number]):
            over = group.number.get(seat)
            if over is not None and group.bracket.may_meet[over]:
                yield from self.not_over(above, over)

    def no_bye_below(self, bye: BracketState) -> Iterator[Refused]:
        """Who stands lower than who has the bye, the lowest first."""
        players = self.roster.players
        for state in reversed(players[self.roster.seat[bye.id] + 1 :]):
            why = self.why_not_bye(state.id)
            if why is not None:
                yield Refused(bye.id, state.id, why, in_place=True)

    def why_not(self, one: PlayerId, other: PlayerId) -> Refusal | None:
        """Why two are no pair."""
        there = self.there
        if frozenset((one, other)) in self.places or there.fixed.get(one) == other:
            return None
        settled = there.no_pair(one, other)
        if settled is not None:
            return settled
        seats = [self.roster.seat[player] for player in (one, other)]
        for group in reversed(self.groups):
            if all(seat in group.number for seat in seats):
                return group.why_not_pair(*sorted(group.number[seat] for seat in seats))
        return self._apart(*self.position.in_order(one, other))

    def _apart(self, one: BracketState, other: BracketState) -> Refusal:
        """Why two who were in no group together are no pair."""
        never = self.groups[0].never(one, other)
        if never is not None:
            return never
        upper, lower = sorted((one, other), key=lambda state: self.group_of[state.id])
        scores = [self.groups[self.group_of[state.id]].score for state in (upper, lower)]
        article = self.articles.other_groups
        return refused.OtherGroups(article, upper.id, lower.id, scores[0], scores[1])

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
            return of_all.HadPointsUnplayed(self.articles.bye_barred, player)
        why = self.no_bye(state, bye)
        if why is not None:
            return why
        group = self.groups[self.group_of[player]]
        over, instead = (group.number[self.roster.seat[one]] for one in (bye.id, player))
        return group.why_not_over(over, instead)
