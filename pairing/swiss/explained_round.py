"""Why was the round paired so? What only the Swiss systems on rating answer, beside brackets."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from pairing.brackets.answers import Step, steps_of_over, steps_of_pairs
from pairing.brackets.asked_round import LeftOver
from pairing.brackets.explained import BracketsExplained
from pairing.core.boards import Boards
from pairing.core.explanation import Steps
from pairing.core.reason import Reason, Refusal
from pairing.core.types import PlayerId, Snapshot
from pairing.reasons import every_system as of_all
from pairing.reasons import swiss as refused
from pairing.reasons import swiss_groups as told
from pairing.reasons import swiss_steps as arbiter
from pairing.swiss.explained_1996 import Group1996
from pairing.swiss.explained_2012 import Group2012
from pairing.swiss.explained_group import Group, articles_of
from pairing.swiss.position import PlayerState, Position
from pairing.swiss.settled import Settled

AnyGroup = Group[Any, Any]


class SwissRound(BracketsExplained):
    """A decision that is asked why."""

    groups: list[AnyGroup]
    position: Position

    def __init__(self, snapshot: Snapshot, boards: Boards[Any]):
        self.edition = boards.decision.position.edition
        self.articles = articles_of(self.edition)
        self.settled = sorted(boards.decision.settled, key=lambda settled: -settled.score)
        self.paired = [one for one in boards.decision.settled if one.candidate is not None]
        super().__init__(snapshot, boards)

    def asked_groups(self) -> Iterator[AnyGroup]:
        """Those that were paired."""
        kind = Group2012 if self.edition.procedure == 2012 else Group1996
        for settled in self.paired:
            yield kind(self.position, self.roster, settled)

    def left_over(self, number: int, state: PlayerState) -> Iterator[LeftOver]:
        """C6, or C1."""
        seat = self.roster.seat[state.id]
        if self._had_nobody(number, state):
            yield LeftOver(Fraction(state.score, 2), None, is_alone=True, is_lowest=False)
        for settled in self.settled:
            if settled.score <= self.paired[number].score:
                return
            is_alone = seat in settled.removed
            if is_alone or seat in settled.unpaired:
                above = self.paired.index(settled) if settled in self.paired else None
                score, is_lowest = Fraction(settled.score, 2), seat == settled.lowest
                yield LeftOver(score, above, is_alone, is_lowest)

    def _had_nobody(self, number: int, state: PlayerState) -> bool:
        """Whether everybody of their own bracket moved down, and it is gone: the brackets above it
        or below it were added to each other."""
        kept = {settled.score for settled in self.settled}
        return state.score not in kept and not self.came_with(number, state)

    def came_with(self, number: int, state: PlayerState) -> list[Reason]:
        """C12-C14: their bracket was added."""
        return [
            told.Merged(step.article, Fraction(step.score, 2))
            for step in self.paired[number].steps
            if step.code == "merged" and step.score == state.score
        ]

    def lowest_over(self, player: PlayerId) -> Reason:
        """F4, or C6."""
        if self.position.round == 1:
            return told.LowestFirstRound("F4", player)
        return super().lowest_over(player)

    def no_bye(self, player: PlayerState, bye: PlayerState) -> Refusal | None:
        """F4, and A3: who has an opponent in a group does not come down to the last one."""
        if self.position.round == 1 and bye is self.roster.players[-1]:
            return refused.FirstRoundLowest("F4", bye.id)
        number = self.group_of[player.id]
        if number == len(self.groups) - 1:
            return None
        return of_all.PlaysAbove("A3", player.id, self.groups[number].score)

    def steps(self, score: Fraction | None = None) -> list[Steps]:
        """All groups, or that of a score; those too of which everybody moved on; the highest
        first. What was so before a group was opened stands before it."""
        numbers = {id(settled): number for number, settled in enumerate(self.paired)}

        def when(one: Settled[Any, Any]) -> tuple[int, bool]:
            opened = self._opened_since(one)
            return (-opened.score, False) if opened else (-one.score, True)

        return [
            Steps(Fraction(one.score, 2), tuple(self._steps(one, numbers.get(id(one)))))
            for one in sorted(self.settled, key=when)
            if score in (None, Fraction(one.score, 2))
        ]

    def _opened_since(self, settled: Settled[Any, Any]) -> Settled[Any, Any] | None:
        """The group above one that everybody left, if it was paired anew for a group below it."""
        above = [one for one in self.paired if one.score > settled.score]
        if settled.candidate is not None or not above or above[-1].opening is None:
            return None
        return above[-1] if above[-1].opening.score < settled.score else None

    def _steps(self, settled: Settled[Any, Any], number: int | None) -> Iterator[Step]:
        """One group; `number` None: nobody was paired in it."""
        players = self.roster.players
        score = Fraction(settled.score, 2)
        opened = self._opened_since(settled)
        seats = sorted({*settled.bracket.seats, *settled.removed} - self._paired_above(settled))
        own = tuple(players[seat].id for seat in seats if players[seat].score == settled.score)
        arrived = tuple(players[seat].id for seat in seats if players[seat].score > settled.score)
        yield of_all.GroupOf("A3", score, own, arrived, len(seats))
        if opened is not None and opened.opening is not None:
            articles, is_last = self.edition.articles, opened.opening.is_last
            article = articles.last if is_last else articles.reopen
            yield arbiter.BeforeOpened(article, Fraction(opened.score, 2))
        for seat in filter(seats.__contains__, settled.removed):
            yield told.NoOpponentThere("C1", players[seat].id, score)
        if number is None:
            for seat in filter(seats.__contains__, settled.unpaired):
                yield told.StayedOver("C6", players[seat].id, score)
            return
        yield from _done(self.groups[number])
        yield from self.groups[number].given_up()
        yield from steps_of_pairs(self, number)
        yield from steps_of_over(self, number)

    def _paired_above(self, settled: Settled[Any, Any]) -> set[int]:
        """Who came down to a bracket at first, before one above it was paired anew."""
        above = [one for one in self.paired if one.score > settled.score]
        return {one.bracket.seats[player] for one in above for pair in one.pairs for player in pair}


def _done(group: AnyGroup) -> Iterator[Reason]:
    """C12-C15: what was done beyond pairing the group."""
    for step in group.settled.steps:
        if step.code == "merged":
            yield told.Merged(step.article, Fraction(step.score, 2))
        elif step.code == "in_vain":
            yield arbiter.OpenedInVain(step.article)
        elif step.code == "one_group":
            yield arbiter.AsOneGroup(step.article, group.bracket.size)
    articles, made, bracket = group.articles, group.made, group.bracket
    level, pairs, opening = made.level, len(made.pairs), group.opening
    is_fewer = opening is not None and pairs < opening.pairs
    is_free = not any(step.code == "lowered" for step in group.settled.steps)
    came = bracket.moved_down if is_free and not bracket.is_homogeneous else 0
    if level.in_s1 < came and (opening is None or level.in_s1 == opening.in_s1) and not is_fewer:
        yield arbiter.FewerInS1(articles.fewer_moved_down, level.in_s1, came)
    if opening is not None and is_fewer:
        yield arbiter.FewerForLast(articles.last, pairs, opening.pairs, opening.in_s1)
    elif level.lowered:
        yield arbiter.NoMorePairs(articles.fewer_pairs, pairs)
    if opening is None:
        return
    free = group.first(bracket)
    if free is not None and free.unpaired != made.unpaired:
        then, now = (group.ids(one.halves.unpaired) for one in (free, made))
        article = articles.last if opening.is_last else articles.reopen
        yield arbiter.Opened(article, then, now, Fraction(opening.score, 2))
