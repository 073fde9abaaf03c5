"""C of the older editions, bracket by bracket: C1, C13 and C14 (FIDE: C12 and C13)."""

from collections.abc import Sequence

from pairing.matching.perfect import bits, certain
from pairing.swiss.both_brackets import Below
from pairing.swiss.bracket import Level
from pairing.swiss.candidates_1996 import (
    Candidate1996,
    first_candidate,
    first_of_list,
    is_possible,
    levels,
)
from pairing.swiss.cases_1996 import demand_of_last, demands_of_bracket
from pairing.swiss.criteria_1996 import Bracket1996
from pairing.swiss.procedure import Procedure
from pairing.swiss.reopening import most_pairs_above
from pairing.swiss.settled import Settled, Step

Settled1996 = Settled[Bracket1996, Candidate1996]


class Procedure1996(Procedure[Bracket1996, Candidate1996]):
    """Brackets from which everybody moved down are `done` too, until another takes them in."""

    chooses_s1 = False

    def pair(self, moved_down: list[int], residents: list[int]) -> list[int]:
        """C1-C12 and fewer pairs."""
        steps: list[Step] = []
        article = self.roster.edition.articles.reopen
        is_tried = False
        while True:
            self.at_hand = [*moved_down, *residents]
            alone = self.without_opponent(self.at_hand)
            bracket = self._bracket(moved_down, residents, alone)
            candidate = None
            is_sound = set(alone).isdisjoint(moved_down)
            if is_sound or is_tried:
                candidate = first_of_list(bracket)
                is_sound = is_full(bracket, candidate) or not bracket.moved_down
            if is_sound or is_tried:
                score = self.roster.players[residents[0]].score
                removed = tuple(sorted(alone))
                settled = Settled(score, bracket, removed, candidate, tuple(steps))
                self.done.append(settled)
                return settled.downfloaters
            is_tried = True
            if not self.done or self.done[-1].candidate is None or not self.done[-1].unpaired:
                continue
            others = self._reopen(self.done[-1], moved_down, residents)
            code = "in_vain" if others is None else "helped"
            moved_down = moved_down if others is None else others
            steps.append(Step(code, article))

    def _bracket(
        self, moved_down: Sequence[int], residents: Sequence[int], alone: Sequence[int]
    ) -> Bracket1996:
        """The bracket of these players without those who have no opponent."""
        high = [seat for seat in moved_down if seat not in alone]
        low = [seat for seat in residents if seat not in alone]
        return Bracket1996(self.roster, sorted(high + low), len(high))

    def _reopen(
        self, above: Settled1996, moved_down: list[int], residents: list[int]
    ) -> list[int] | None:
        """Let others move down from the bracket above, so that this one is fully pairable.

        Only pairings with as many pairs there as now; what has moved down to it stays. The
        bracket above is changed; who moves down from it instead. None: that does not help.
        """
        self.at_hand = sorted({*above.bracket.seats, *moved_down, *residents})
        stay = list(above.removed)
        now = sum(1 << seat for seat in above.unpaired)

        def is_suitable(group: int) -> bool:
            if group == now:
                return False
            come = [*stay, *bits(group)]
            alone = self.without_opponent([*come, *residents])
            if not set(alone).isdisjoint(come):
                return False
            bracket = self._bracket(come, residents, alone)
            return is_possible(bracket, next(levels(bracket)))

        bracket, level = above.bracket, certain(above.candidate, "it has pairs").level
        alone = set(self.without_opponent([*stay, *residents])).intersection(residents)
        demands = demands_of_bracket(self.above(bracket, level), stay, residents, alone)
        score = self.roster.players[residents[0]].score
        reopened = self.reopened(
            above, level, demands, first_candidate, is_suitable, score, is_last=False
        )
        if reopened is None:
            return None
        self.done[-1] = reopened
        return reopened.downfloaters

    def pair_last(self, moved_down: list[int], residents: list[int]) -> None:
        """The last bracket; the one above it is gone through again, then joined with it."""
        steps: list[Step] = []
        article = self.roster.edition.articles.last
        members = sorted(moved_down + residents)
        while True:
            self.at_hand = members
            bracket = self._last_bracket(members)
            candidate = first_of_list(bracket)
            if candidate is None and not self.done and not bracket.is_homogeneous:
                bracket = self._last_bracket(members, as_one_group=True)
                candidate = first_of_list(bracket)
                steps.append(Step("one_group", article))
            if candidate is not None:
                score = self.roster.players[members[-1]].score
                self.done.append(Settled(score, bracket, (), candidate, tuple(steps)))
                return
            if not self.done:
                raise self.no_pairing()
            above = self.done.pop()
            if above.candidate is None:
                # Everybody of it is here already.
                self.dissolved.append(above)
                continue
            reopened = self._reopen_penultimate(above, members)
            if reopened is not None:
                steps.append(Step("helped", article))
                self.done.append(reopened)
                members = sorted({*members}.difference(above.unpaired).union(reopened.unpaired))
            else:
                steps.append(Step("merged", article, above.score))
                members = sorted({*members}.union(above.bracket.seats))

    def _last_bracket(self, members: Sequence[int], as_one_group: bool = False) -> Bracket1996:
        """The last bracket, in which everybody above the lowest score moved down."""
        players = self.roster.players
        lowest = players[members[-1]].score
        moved_down = sum(players[seat].score > lowest for seat in members)
        return Bracket1996(self.roster, members, moved_down, True, as_one_group or None)

    def _reopen_penultimate(self, above: Settled1996, members: Sequence[int]) -> Settled1996 | None:
        """The first pairing of the bracket above, at any level, that lets the last be paired."""
        stay = set(members).difference(above.unpaired)
        self.at_hand = sorted({*above.bracket.seats, *members})

        def is_suitable(group: int) -> bool:
            last = self._last_bracket(sorted(stay.union(bits(group))))
            return is_possible(last, next(levels(last)))

        bracket, players = above.bracket, self.roster.players
        lowest = min((players[seat].score for seat in stay), default=0)
        all_stay = sum(1 << seat for seat in stay)
        moved_down = sum(1 << seat for seat in stay if players[seat].score > lowest)
        may_get_bye = self.roster.may_get_bye
        # With more pairs than this above, the last bracket is impossible no matter who comes.
        spare = (len(stay) + bracket.size) % 2
        below = Below(all_stay, spare, may_get_bye)
        most = most_pairs_above(self.above(bracket, Level(0, 0)), below)
        for level in levels(bracket):
            if bracket.pairs_at(level) > most:
                continue
            demands = [
                demand_of_last(self.above(bracket, level), all_stay, moved_down, may_get_bye)
            ]
            reopened = self.reopened(
                above, level, demands, first_candidate, is_suitable, lowest, is_last=True
            )
            if reopened is not None:
                return reopened
        return None


def is_full(bracket: Bracket1996, candidate: Candidate1996 | None) -> bool:
    """Whether a bracket was paired at its first level: as many pairs as there can be."""
    return candidate is not None and candidate.level == next(levels(bracket))
