"""C of the later edition, bracket by bracket: C1, C2, C12, C13 and C14."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from pairing.matching.perfect import bits, certain
from pairing.swiss.both_brackets import Below
from pairing.swiss.bracket import Level
from pairing.swiss.candidates_2012 import (
    Candidate2012,
    can_pair_moved_down,
    first_candidate,
    is_possible,
)
from pairing.swiss.criteria_2012 import Bracket2012
from pairing.swiss.procedure import Procedure
from pairing.swiss.reopening import most_pairs_above
from pairing.swiss.settled import Settled, Step

Settled2012 = Settled[Bracket2012, Candidate2012]


@dataclass(slots=True)
class _Task:
    """A bracket to be paired: those moved down to it, and its residents.

    `may_reopen`: whether C12 may still be used (N24, N26). `removed`: whom C1 has moved down.
    """

    moved_down: list[int]
    residents: list[int]
    is_last: bool
    is_merged: bool = False
    may_reopen: bool = True
    removed: list[int] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def replaced(self, leave: Iterable[int], come: Iterable[int]) -> list[int]:
        """Those moved down, with some players in the place of others."""
        return sorted(set(self.moved_down).difference(leave).union(come))

    @property
    def members(self) -> list[int]:
        """Everybody."""
        return sorted(self.moved_down + self.residents)


class Procedure2012(Procedure[Bracket2012, Candidate2012]):
    """C12 and C13 change the last bracket of those that are `done`."""

    chooses_s1 = True

    def pair(self, moved_down: list[int], residents: list[int]) -> list[int]:
        settled = self._pair(_Task(moved_down, residents, is_last=False))
        settled = certain(settled, "only the last bracket can be impossible")
        (self.dissolved if settled.candidate is None else self.done).append(settled)
        return settled.downfloaters

    def _pair(self, task: _Task) -> Settled2012 | None:
        """C1-C12 and C14. None: C13 must reopen the bracket above (last bracket)."""
        members = task.members
        self.at_hand = list(members)
        passed: set[int] = set()
        # C1: nobody may be without any opponent.
        while True:
            alone = [seat for seat in self.without_opponent(members) if seat not in passed]
            if not alone:
                break
            first = alone[0]
            if first in task.moved_down:
                moved_down = sum(seat in task.moved_down for seat in members)
                settled = self._reopen(task, len(members) // 2, moved_down)
                if settled is not None:
                    return settled
                if task.is_last:
                    passed.add(first)
                    continue
            elif task.is_last:
                if not self._may_get_bye(alone, members):
                    return self._with_lower_m1(task, members)
                passed.add(first)
                continue
            members.remove(first)
            task.removed.append(first)
        return self._after_c1(task, members)

    def _with_lower_m1(self, task: _Task, members: list[int]) -> Settled2012 | None:
        """C13, to which C1 leads: M1 goes down before anything is opened. Somebody has no opponent,
        so all that can come of it is C12; what does for some M1 does for a lower one."""
        moved_down = len(members) - len(task.residents)
        may_help = task.may_reopen and 1 < moved_down < len(members) / 2
        done = [*self.done]
        if not may_help or self._reopen(task, len(members) // 2, 1) is None:
            return None
        self.done[:] = done
        settled = certain(self._after_c1(task, members, less=1), "it is there with M1 = 1")
        lowered = Step("lowered", self.roster.edition.articles.last)
        return replace(settled, steps=(lowered, *settled.steps))

    def _after_c1(self, task: _Task, members: list[int], less: int = 0) -> Settled2012 | None:
        """C2-C14 for the players whom C1 left, with M1 so much `less` than M0."""
        moved_down = sum(seat in task.moved_down for seat in members)
        # N11: A3's "half or more" does not count after C13.
        is_homogeneous = not moved_down if task.is_merged else None
        bracket = Bracket2012(self.roster, members, moved_down, task.is_last, is_homogeneous)
        pairs = bracket.most_pairs
        in_s1 = 0 if bracket.is_homogeneous else moved_down - less
        may_reopen = moved_down > 0
        while pairs or task.is_last:
            candidate = first_candidate(bracket, Level(in_s1, bracket.most_pairs - pairs))
            if candidate is not None:
                return self._settled(task, bracket, task.removed, candidate)
            if may_reopen:
                settled = self._reopen(task, pairs, in_s1 or moved_down)
                if settled is not None:
                    return settled
            if in_s1 and (task.is_last or not can_pair_moved_down(bracket, in_s1)):
                # C14b2
                in_s1 -= 1
                if not in_s1:
                    may_reopen = False
                    pairs = bracket.most_pairs
            elif task.is_last:
                return None
            else:
                # C14a, C14b1
                pairs -= 1
        return self._settled(task, bracket, task.removed, None)

    def _settled(
        self,
        task: _Task,
        bracket: Bracket2012,
        removed: Iterable[int],
        candidate: Candidate2012 | None,
        *steps: Step,
    ) -> Settled2012:
        steps = (*task.steps, *steps)
        return Settled(self._score(task), bracket, tuple(removed), candidate, steps)

    def _score(self, task: _Task) -> int:
        return self.roster.players[task.residents[-1]].score

    def _may_get_bye(self, residents: Sequence[int], members: Sequence[int]) -> bool:
        """N23: one resident without an opponent in an odd last bracket can simply have the bye."""
        return (
            len(members) % 2 == 1
            and len(residents) == 1
            and self.roster.may_get_bye >> residents[0] & 1 == 1
        )

    def _reopen(self, task: _Task, pairs: int, in_s1: int) -> Settled2012 | None:
        """C12: let an equal other group move down from the bracket above, if that helps.

        On success the bracket above is changed and this one settled (N13).
        """
        if not task.may_reopen or not self.done:
            return None
        above = self.done[-1]
        floaters = above.unpaired
        if above.candidate is None or not floaters:
            return None
        self.at_hand = sorted({*above.bracket.seats, *task.moved_down, *task.residents})
        players = self.roster.players
        scores = sorted(players[seat].score for seat in floaters)
        now = sum(1 << seat for seat in floaters)
        # Whom C1 has moved down is no longer here; who comes from above is exchanged anyway.
        gone = [seat for seat in task.removed if seat not in floaters]
        stay = [seat for seat in task.replaced(floaters, ()) if seat not in gone]
        residents = [seat for seat in task.residents if seat not in gone]

        def level_of(trial: Bracket2012) -> Level:
            return Level(0 if trial.is_homogeneous else in_s1, trial.most_pairs - pairs)

        def is_suitable(group: int) -> bool:
            if group == now or sorted(players[seat].score for seat in bits(group)) != scores:
                return False
            trial = self._trial(task.is_last, [*stay, *bits(group)], residents, pairs)
            return trial is not None and is_possible(trial[0], level_of(trial[0]))

        others = sum(1 << seat for seat in (*stay, *residents))
        spare = others.bit_count() + len(floaters) - 2 * pairs
        if spare < 0:
            return None
        may_spare = self.roster.may_get_bye if task.is_last else -1
        wanted = tuple(
            (sum(1 << seat for seat in above.bracket.seats if players[seat].score == score), count)
            for score, count in sorted(Counter(scores).items())
        )
        barred = sum(1 << seat for seat in above.bracket.seats if players[seat].score not in scores)
        not_alone = sum(1 << seat for seat in (*stay, *above.bracket.seats))
        demands = [
            Below(others, spare, may_spare, barred=barred, wanted=wanted, not_alone=not_alone)
        ]
        level = above.candidate.level
        reopened = self.reopened(
            above, level, demands, first_candidate, is_suitable, self._score(task), is_last=False
        )
        if reopened is None:
            return None
        self.done[-1] = reopened
        trial = self._trial(task.is_last, [*stay, *reopened.unpaired], residents, pairs)
        bracket, removed = certain(trial, "a suitable group makes a bracket")
        candidate = first_candidate(bracket, level_of(bracket))
        helped = Step("helped", self.roster.edition.articles.reopen)
        return self._settled(task, bracket, sorted((*gone, *removed)), candidate, helped)

    def _trial(
        self, is_last: bool, moved_down: list[int], residents: list[int], pairs: int
    ) -> tuple[Bracket2012, list[int]] | None:
        """C1 for a bracket with others moved down; None: somebody of these has no opponent."""
        members = sorted(moved_down + residents)
        removed: list[int] = []
        while True:
            alone = self.without_opponent(members)
            if not alone or (
                is_last and alone[0] not in moved_down and self._may_get_bye(alone, members)
            ):
                break
            if alone[0] in moved_down or is_last:
                return None
            members.remove(alone[0])
            removed.append(alone[0])
        if len(members) < 2 * pairs:
            return None
        return Bracket2012(self.roster, members, len(moved_down), is_last), removed

    def pair_last(self, moved_down: list[int], residents: list[int]) -> None:
        """C13: the last bracket; the one above it is reopened, then merged with it."""
        task = _Task(moved_down, residents, is_last=True)
        article = self.roster.edition.articles.last
        while True:
            settled = self._pair(task)
            if settled is not None:
                self.done.append(settled)
                return
            if not self.done:
                raise self.no_pairing()
            above = self.done[-1]
            reopened = self._reopen_penultimate(task, above)
            if reopened is not None:
                self.done[-1] = reopened
                task.moved_down = task.replaced(above.unpaired, reopened.unpaired)
                task.may_reopen = False
                task.steps.append(Step("helped", article))
                continue
            # N11: all players of the bracket added count as moved down.
            self.done.pop()
            low = set(task.members)
            task.moved_down = sorted({*above.bracket.seats, *above.removed})
            task.residents = sorted(low.difference(task.moved_down))
            task.is_merged, task.may_reopen = True, False
            task.steps.append(Step("merged", article, above.score))

    def _reopen_penultimate(self, task: _Task, above: Settled2012) -> Settled2012 | None:
        """N27: another pairing of the bracket above, with ever fewer pairs, that helps."""
        self.at_hand = sorted({*above.bracket.seats, *task.moved_down, *task.residents})
        stay = (*task.replaced(above.unpaired, ()), *task.residents)
        others = sum(1 << seat for seat in stay)
        bracket, level = above.bracket, certain(above.candidate, "it has pairs").level

        def is_suitable(group: int) -> bool:
            last = Bracket2012(self.roster, list(bits(others | group)), 0, is_last=True)
            return is_possible(last, Level(0, 0))

        size = others.bit_count() + bracket.size
        below = Below(others, size % 2, self.roster.may_get_bye)
        # With more pairs than this above, the last bracket is impossible no matter who comes.
        most = most_pairs_above(self.above(bracket, level), below)
        for pairs in range(min(bracket.pairs_at(level), most), 0, -1):
            lower = Level(min(level.in_s1, pairs), bracket.most_pairs - pairs)
            reopened = self.reopened(
                above, lower, [below], first_candidate, is_suitable, self._score(task), is_last=True
            )
            if reopened is not None:
                return reopened
        return None
