"""Why was the round paired so? What only the FIDE (Dutch) System answers, beside its brackets."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from pairing.brackets.answers import Step, steps_of_over, steps_of_pairs
from pairing.brackets.asked_group import BracketArticles
from pairing.brackets.asked_round import LeftOver
from pairing.brackets.explained import BracketsExplained
from pairing.core.boards import Boards
from pairing.core.explanation import Steps
from pairing.core.reason import Refusal
from pairing.core.types import Snapshot
from pairing.dutch.explained_group import Group
from pairing.dutch.position import PlayerState, Position
from pairing.matching.perfect import bits, greatest_matching
from pairing.reasons import dutch
from pairing.reasons import every_system as of_all
from pairing.reasons import swiss_groups as told
from pairing.reasons import swiss_steps as arbiter

ARTICLES = BracketArticles(
    away="G2",
    fixed="G5",
    bye="1.5",
    met="C1",
    bye_barred="C2",
    scores="1.3",
    group="1.3",
    other_groups="1.3",
    pair="3.3",
    halves="3.2",
    exchange="4.3",
    turn="4.2",
    chosen="4.4",
    over_last="C5",
)


class DutchRound(BracketsExplained):
    """A decision that is asked why."""

    articles = ARTICLES
    groups: list[Group]
    position: Position

    def __init__(self, snapshot: Snapshot, boards: Boards[Any]):
        self.settled = boards.decision.settled
        super().__init__(snapshot, boards)
        if any(state.virtual for state in self.position.players):
            self.note = dutch.WithVirtualPoints("G6")

    def asked_groups(self) -> Iterator[Group]:
        """All brackets."""
        for settled in self.settled:
            yield Group(self.position, settled, ARTICLES)

    def left_over(self, number: int, state: PlayerState) -> Iterator[LeftOver]:
        """C6, or C1."""
        seat = self.roster.seat[state.id]
        for above, group in enumerate(self.groups[:number]):
            if seat in group.number:
                player = group.number[seat]
                tried = above if group.bracket.may_meet[player] else None
                is_alone, is_lowest = group.is_alone(player), seat == group.lowest
                yield LeftOver(group.score, tried, is_alone, is_lowest)

    def no_bye(self, player: PlayerState, bye: PlayerState) -> Refusal | None:
        """C5 and C4."""
        if player.score > bye.score:
            return dutch.FewestPoints("C5", Fraction(bye.score, 2))
        if player.score >= bye.score:
            return None
        others = (1 << len(self.roster.players)) - 1 & ~(1 << self.roster.seat[player.id])
        return of_all.RestNotPaired("C4", self.roster.left_over(others))

    def steps(self, score: Fraction | None = None) -> list[Steps]:
        """All groups, or that of a score; the highest first."""
        groups = [
            Steps(group.score, tuple(self._steps(number, group)))
            for number, group in enumerate(self.groups)
            if score in (None, group.score)
        ]
        return [Steps(None, (self.note,)), *groups] if self.note else groups

    def _steps(self, number: int, group: Group) -> Iterator[Step]:
        bracket, made = group.bracket, group.made
        own, arrived = group.ids(bits(bracket.residents)), group.ids(bits(bracket.mdps))
        yield of_all.GroupOf("1.3", group.score, own, arrived, bracket.size)
        for player in range(bracket.size):
            if group.is_alone(player) and not bracket.is_last:
                yield told.NoOpponentThere("C1", group.id(player), group.score)
        could = (bracket.size - greatest_matching(group.could_meet)[1].bit_count()) // 2
        if could > len(made.pairs):
            yield dutch.FewerForRest("C4", len(made.pairs), could)
        elif could < bracket.size // 2:
            yield arbiter.NoMorePairs("C6", could)
        yield from group.given_up()
        yield from steps_of_pairs(self, number)
        yield from steps_of_over(self, number)
