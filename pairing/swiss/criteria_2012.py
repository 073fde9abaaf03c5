"""What does each pair of a bracket go against? A8 and C3 of the later edition."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from pairing.core.seats import within
from pairing.swiss.bracket import Bracket
from pairing.swiss.ways import Known, Requirement


class Bracket2012(Bracket):
    """A bracket with the requirements of C3."""

    @cached_property
    def best_s1(self) -> dict[tuple[int, tuple[int, ...], int, int], int | None]:
        """Who should be in S1, by the ways to pair the bracket that were asked about before."""
        return {}

    @cached_property
    def known(self) -> Known:
        """The last optimum by question, where the next search starts."""
        return {}

    @cached_property
    def requirements(self) -> list[Requirement]:
        """The requirements of C3 that somebody here could go against, the one given up last
        first."""
        asked = self._requirements()
        order = reversed(tuple(self.roster.edition.relaxes))
        ordered = [asked[name] for name in order if name in asked]
        return [needed for needed in ordered if needed.unpaired or any(needed.pairs)]

    def _requirements(self) -> dict[str, Requirement]:
        roster = self.roster
        nothing = [0] * self.size
        against_b2 = self.local_rows(roster.against_b2)
        strong_groups = tuple(self.local(seats) for seats in roster.prefer_strongly.values())
        strong = within(strong_groups, self.size)
        asked = {
            "B2": Requirement("B2", against_b2),
            "X": Requirement("X", self.clashes, alike=tuple(self.prefer.values())),
        }
        if roster.is_odd_round:
            not_b2 = [row & ~barred for row, barred in zip(strong, against_b2, strict=True)]
            alike = () if any(against_b2) else strong_groups
            asked["A7d"] = Requirement("A7d", not_b2, alike=alike)
        else:
            asked["Z"] = Requirement("Z", strong, alike=strong_groups)
        for name, seats in zip(("B5_down", "B6_down"), roster.down, strict=True):
            asked[name] = Requirement(name, nothing, unpaired=self.local(seats))
        if self.lower_bounds:
            for name, seats in zip(("B5_up", "B6_up"), roster.up, strict=True):
                asked[name] = Requirement(name, self._upfloats(self.local(seats)))
        return asked

    def _upfloats(self, floated: int) -> list[int]:
        """By player: with whom they would make an upfloat of somebody in the set (N5)."""
        rows = []
        for start, end in pairwise([0, *self.lower_bounds, self.size]):
            higher, lower = (1 << start) - 1, floated >> end << end
            rows += [
                lower | (higher if floated >> player & 1 else 0) for player in range(start, end)
            ]
        return rows

    def ideal(self, pairs: int) -> tuple[Sequence[int], int]:
        """The pairs, and the players who may stay unpaired, that go against every requirement as
        seldom as numbers alone permit.

        The ways to make so many pairs of these are exactly the ways that are ideal. Often there is
        none, since some players have met already.
        """
        rows, unpaired = self.may_meet, self.may_be_unpaired
        for requirement in self.requirements:
            unpaired &= ~requirement.unpaired
            forced = 0
            for group in requirement.alike:
                # Every pair in order needs somebody from outside the group.
                others = self.everybody & ~group
                if pairs > others.bit_count():
                    forced = others
            if forced:
                unpaired &= ~forced
                rows = [
                    row & ~forced if forced >> player & 1 else row
                    for player, row in enumerate(rows)
                ]
            elif any(requirement.pairs):
                rows = [
                    row & ~against for row, against in zip(rows, requirement.pairs, strict=True)
                ]
        return rows, unpaired
