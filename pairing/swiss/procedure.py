"""How are the brackets gone through, from the highest to the last? What both texts of C share.

A *downfloater* stays unpaired in their bracket and moves on to the next one. Those who have moved
down to a bracket are its `moved_down`; its own players are its `residents`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Generic

from pairing.core.seats import score_groups
from pairing.core.system import CannotPair, too_hard
from pairing.matching.budget import TooMuchWork
from pairing.matching.costs import union
from pairing.matching.perfect import bits, perfect_matching
from pairing.swiss.both_brackets import Above, Below
from pairing.swiss.bracket import Level
from pairing.swiss.reopening import First, first_suitable
from pairing.swiss.roster import Roster
from pairing.swiss.settled import B, C, Opening, Settled, Step


class Procedure(ABC, Generic[B, C]):
    """`done`: the brackets settled so far; later steps change the last of them. `dissolved`: those
    from which everybody moved down. `at_hand`: the seats of the bracket
    that is being paired, and of the one above while that is reopened, by `article`.
    """

    #: Whether S1 of a heterogeneous bracket need not be its highest players (D3).
    chooses_s1: bool

    def __init__(self, roster: Roster):
        self.roster = roster
        self.done: list[Settled[B, C]] = []
        self.dissolved: list[Settled[B, C]] = []
        self.at_hand: list[int] = []
        self.article = roster.edition.articles.reopen

    def pair_brackets(self) -> list[Settled[B, C]]:
        """All brackets with their pairs, the highest first, then those that moved down whole.

        CannotPair: "no_pairing", there is no pairing at all within B1 and B2; "too_hard".
        """
        roster = self.roster
        groups = [[*bits(seats)] for seats in score_groups(roster.players)]
        moved_down: list[int] = []
        try:
            if perfect_matching(roster.with_bye()) is None:
                # The brackets would tell the same, after every way to merge them.
                raise self.no_pairing()
            for residents in groups[:-1]:
                moved_down = self.pair(moved_down, residents)
            self.article = roster.edition.articles.last
            self.pair_last(moved_down, groups[-1])
        except TooMuchWork:
            raise too_hard(self.article, roster.left(self.at_hand)) from None
        return self.done + self.dissolved

    @abstractmethod
    def pair(self, moved_down: list[int], residents: list[int]) -> list[int]:
        """Settle any bracket but the last; the seats that move on from it."""

    @abstractmethod
    def pair_last(self, moved_down: list[int], residents: list[int]) -> None:
        """Settle the last bracket, with those above it as far as needed."""

    def no_pairing(self) -> CannotPair:
        """The failure when not even merging brackets helps."""
        return CannotPair("no_pairing", self.roster.edition.articles.last)

    def without_opponent(self, members: Sequence[int]) -> list[int]:
        """C1: those without a possible opponent among the others, in A2 order."""
        among = sum(1 << seat for seat in members)
        return [seat for seat in members if not self.roster.may_meet[seat] & among]

    def reopened(
        self,
        above: Settled[B, C],
        level: Level,
        demands: Sequence[Below],
        first_candidate: Callable[..., C | None],
        is_suitable: Callable[[int], bool],
        score: int,
        is_last: bool,
    ) -> Settled[B, C] | None:
        """A bracket paired anew at a level, so that its downfloaters suit the one below, of this
        score; None: no pairing of it does."""
        others = union(below.others for below in demands)

        def first(bracket: B) -> C | None:
            among: First[C] = partial(first_candidate, bracket, level)
            return first_suitable(self.above(bracket, level), demands, among, is_suitable)

        candidate, before = first(above.bracket), above.candidate
        if candidate is None:
            return None
        pairs, in_s1 = (len(before.pairs), before.level.in_s1) if before else (0, 0)
        articles = self.roster.edition.articles
        return replace(
            above,
            candidate=candidate,
            steps=(*above.steps, Step("opened", articles.last if is_last else articles.reopen)),
            opening=Opening(score, is_last, others, pairs, in_s1, first),
        )

    def above(self, bracket: B, level: Level) -> Above:
        """What the bracket below has to know of a bracket."""
        return Above(
            self.roster.may_meet,
            bracket.seats,
            bracket.pairs_at(level),
            level.in_s1,
            bracket.moved_down if self.chooses_s1 else level.in_s1,
        )
