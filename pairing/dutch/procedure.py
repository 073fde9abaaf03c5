"""How are all players paired, bracket by bracket? Articles 1.9 and 3.

For each bracket the best candidate is found without making any: first by counting what numbers
alone make unavoidable, then by weights, among the bracket's own players where nobody or one floats
down, else together with those below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pairing.brackets.paired import Halves, Paired
from pairing.core.seats import score_groups
from pairing.dutch.bracket import Bracket, Digit
from pairing.dutch.costs import cheapest_alone, cheapest_together
from pairing.dutch.roster import Roster, Whole
from pairing.dutch.ways import Ways
from pairing.matching.costs import union
from pairing.matching.perfect import (
    bits,
    certain,
    greatest_matching,
    left_out,
    perfect_matching,
    who_can_be_left,
)


@dataclass(frozen=True, slots=True)
class Settled(Paired):
    """A bracket that is done: the MDP-Pairing, the remainder, and who floats down or has the
    bye."""

    bracket: Bracket

    @property
    def limbo(self) -> int:
        """The MDPs who are not paired."""
        return self.bracket.mdps & ~sum(1 << mdp for mdp, _ in self.moved_down)

    @property
    def unpaired(self) -> int:
        """Who floats down, or has the bye."""
        return self.limbo | sum(1 << player for player in self.halves.unpaired)

    @property
    def downfloaters(self) -> list[int]:
        """The seats of the downfloaters, or of the player with the bye."""
        return [self.bracket.seats[player] for player in bits(self.unpaired)]


class Procedure:
    """Pairs a roster of which `whole` is a complete pairing."""

    def __init__(self, roster: Roster, whole: Whole):
        self.roster = roster
        self.whole = whole
        #: The seats of the brackets in which the search is, should it take too long.
        self.at_hand: list[int] = list(range(len(roster.players)))

    def pair_brackets(self) -> list[Settled]:
        """1.9.2: from the top scoregroup downwards."""
        groups = [*score_groups(self.roster.players), 0]
        below = (1 << len(self.whole.graph)) - 1
        settled: list[Settled] = []
        floated: list[int] = []
        for residents, group in pairwise(groups):
            below ^= residents
            bracket = Bracket(self.roster, self.whole, floated, [*bits(residents)], group, below)
            self.at_hand = bracket.seats
            done = certain(self.best(bracket), "what is left can be completed")
            settled.append(done)
            floated = done.downfloaters
        return settled

    def best(self, bracket: Bracket) -> Settled | None:
        """3.8: the best candidate of a bracket; None: within its bounds there is none."""
        if not any(bracket.may_meet) and bracket.may_be_unpaired == bracket.everybody:
            return Settled((), Halves((), tuple(bits(bracket.residents))), bracket)
        ways = self._alone(bracket)
        if ways is not None:
            return _settled(bracket, ways)
        if bracket.group and not bracket.has_bye:
            exits = (bracket.size + bracket.group.bit_count()) % 2 + 2
            ways = self._together(bracket, exits)
            done = None if ways is None else _settled(bracket, ways)
            if done is not None and ways is not None and self._is_sound(done, ways):
                return done
        ways = self._together(bracket, None)
        return None if ways is None else _settled(bracket, ways)

    # Nobody floats down, or one --------------------------------------------------------------

    def _alone(self, bracket: Bracket) -> Ways | None:
        """The best ways, where nobody or one need float down and the next bracket fares as well as
        its number of players permits; else None."""
        mate, left = greatest_matching(bracket.may_meet)
        rows = list(bracket.may_meet)
        if left.bit_count() > 1:
            return None
        if left:
            may, mate = who_can_be_left(rows, None, mate)
            floaters = self._floaters(bracket, may & bracket.may_be_unpaired)
            if not floaters:
                return None
            size = bracket.size
            rows = [row | (floaters >> at & 1) << size for at, row in enumerate(rows)]
            rows.append(floaters)
            paired_mdps = bracket.moved_down - bool(floaters & bracket.mdps)
        else:
            if perfect_matching(self.whole.graph, bracket.below, self.whole.mate) is None:
                return None
            paired_mdps = bracket.moved_down
        mate = certain(perfect_matching(rows, None, mate), "each of them can be left")
        for number, digit in enumerate(bracket.quality):
            kept = _without(digit, rows, bracket.size)
            if kept is None:
                continue
            better = perfect_matching(kept, None, mate)
            if better is not None:
                rows, mate = kept, better
            elif not digit.unpaired and not (digit.criterion > 14 and paired_mdps == 1):
                optimum = cheapest_alone(bracket.size, rows, bracket.quality[number:])
                optimum = certain(optimum, "there is a complete matching")
                return Ways(bracket.size, rows, mate, is_alone=True).with_optimum(optimum)
            # Else it is one, no matter who floats down or meets the MDP.
        return Ways(bracket.size, rows, mate, is_alone=True)

    def _floaters(self, bracket: Bracket, may: int) -> int:
        """C4, C5, C7, C8 and C9: who of these may be the only one to float down; nobody, where the
        next bracket cannot do as well as its number of players permits."""
        if bracket.is_last:
            best = may & bracket.who_may_meet(bracket.below)
        else:
            good = self._good_for_next(bracket)
            best = may & good & bracket.residents
            if not best:
                left, _ = who_can_be_left(self.whole.graph, bracket.below, self.whole.mate)
                possible = may & bracket.who_may_meet(left)
                lowest = [group & possible for _, group in bracket.classes if group & possible]
                best = lowest[-1] & good if lowest else 0
        if bracket.has_bye:
            unplayed = {
                player: self.roster.players[bracket.seats[player]].unplayed for player in bits(best)
            }
            least = min(unplayed.values(), default=None)
            best = sum(1 << player for player, number in unplayed.items() if number == least)
        return best

    def _good_for_next(self, bracket: Bracket) -> int:
        """C8: with whom alone the next bracket is paired completely, or if it is odd all but one of
        its residents, and everybody below too."""
        graph, group = self.whole.graph, bracket.group
        deep = bracket.below & ~group
        if group.bit_count() % 2:
            if perfect_matching(graph, deep, self.whole.mate) is None:
                return 0
            left, _ = who_can_be_left(graph, group, self.whole.mate)
            return bracket.who_may_meet(left)
        left, _ = who_can_be_left(graph, deep, self.whole.mate)
        reached = union(graph[seat] for seat in bits(left))
        down = len(graph)
        graph = list(graph)
        for seat in bits(reached & group):
            graph[seat] |= 1 << down
        graph.append(reached & group)
        left, _ = who_can_be_left(graph, group | 1 << down, self.whole.mate)
        return bracket.who_may_meet(left & ~(1 << down))

    # More float down -------------------------------------------------------------------------

    def _together(self, bracket: Bracket, exits: int | None) -> Ways | None:
        """The best ways together with those below."""
        nine = [*bracket.unplayed()] if bracket.has_bye else []
        best = cheapest_together(bracket, [*nine, *bracket.quality], exits)
        if best is not None and nine and best[1][0] > 1:
            best = cheapest_together(bracket, bracket.quality, exits)
        if best is None:
            return None
        optimum, _ = best
        return Ways(bracket.size, optimum.tight, optimum.mate, is_alone=False).with_optimum(optimum)

    def _is_sound(self, done: Settled, ways: Ways) -> bool:
        """Whether a result found without looking at everybody below holds: no candidate has fewer
        or lower downfloaters, and those who float out of the next bracket can be paired below."""
        bracket = done.bracket
        # Anyone who must be paired is, and of the highest scores as few are left as can be.
        wanted = bracket.everybody & ~bracket.may_be_unpaired
        for _, players in bracket.classes:
            wanted |= players
            least = left_out(bracket.may_meet, wanted, bracket.everybody & ~wanted)
            if (done.unpaired & wanted).bit_count() != least:
                return False
        group_size = bracket.group.bit_count()
        seats = [*bracket.seats, *bits(bracket.group)]
        out = sum(
            1 << seats[node]
            for node in range(bracket.size + group_size)
            if ways.mate[node] >= bracket.size + group_size
        )
        deep = bracket.below & ~bracket.group
        return perfect_matching(self.whole.graph, deep | out, self.whole.mate) is not None


def _settled(bracket: Bracket, ways: Ways) -> Settled:
    paired = ways.first(bracket.moved_down)
    return Settled(paired.moved_down, paired.halves, bracket)


def _without(digit: Digit, rows: Sequence[int], size: int) -> list[int] | None:
    """The edges of all ways with as little of a digit as the numbers permit; None: all ways are
    such.

    Where a group is larger than the rest of the bracket, every pair without a player of the group
    forces one more pair within it.
    """
    count = len(rows)
    majority = next((group for group in digit.alike if 2 * group.bit_count() > count), 0)
    if majority:
        left = [row if majority >> node & 1 else row & majority for node, row in enumerate(rows)]
    else:
        pairs = digit.pairs or [0] * size
        left = [row & ~against for row, against in zip(rows, pairs, strict=False)]
        left += rows[size:]
        for player in bits(digit.unpaired):
            left[player] &= (1 << size) - 1
        for node in range(size, count):
            left[node] &= ~digit.unpaired
    return None if left == rows else left
