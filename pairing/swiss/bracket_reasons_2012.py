"""Which requirements were lowered for a bracket? D3, A8 and C10 of the later edition."""

from collections.abc import Sequence

from pairing.core.types import Fact, Reason
from pairing.swiss.bracket_reasons import BracketReasons
from pairing.swiss.candidates_2012 import Candidate2012
from pairing.swiss.criteria_2012 import Bracket2012
from pairing.swiss.position import PlayerState


class BracketReasons2012(BracketReasons):
    """One bracket that was paired: what this edition adds."""

    bracket: Bracket2012
    candidate: Candidate2012

    def s1_reasons(self) -> list[Reason]:
        """D3: who of those moved down are paired first."""
        if len(self.candidate.moved_down) == self.bracket.moved_down:
            return []
        chosen: list[Fact] = [self.state(a).id for a, _ in self.candidate.moved_down]
        facts: dict[str, Fact] = {"movers": chosen, "moved_down": self.bracket.moved_down}
        return [Reason("D3", "movers_chosen", facts)]

    def is_against_colour_or_float(self, first: int, opposite: int) -> bool:
        """Whether this pair goes against any requirement of C3."""
        return any(one.pairs[first] >> opposite & 1 for one in self.bracket.requirements)

    def relaxed(
        self, pair: Sequence[int], white: PlayerState | None, black: PlayerState | None
    ) -> list[Reason]:
        """A8, C10."""
        reasons = []
        candidate, pairs = self.candidate, len(self.candidate.pairs)
        x, z = self.bracket.least_against_colour
        least = {"X": max(0, x - candidate.level.lowered), "Z": max(0, z - candidate.level.lowered)}
        for requirement in self.bracket.requirements:
            name = requirement.name
            count, start = candidate.counts[name], least.get(name, 0)
            if pair:
                matters = bool(requirement.pairs[pair[0]] >> pair[1] & 1)
            else:
                matters = bool(requirement.unpaired & candidate.unpaired)
            if matters and 0 < start == count and white is not None and black is not None:
                facts: dict[str, Fact] = {
                    "requirement": name,
                    "least": start,
                    "pairs": pairs,
                    "white": white.id,
                    "black": black.id,
                }
                reasons.append(Reason("A8", "least_colours", facts))
            if count > start:
                facts = {
                    "requirement": name,
                    "from": start,
                    "to": count,
                    "number": self.number,
                    "pairs": pairs,
                    "matters": matters,
                    "opened": any(step.code == "opened" for step in self.settled.steps),
                }
                reasons.append(Reason(self.position.edition.relaxes[name], "lowered", facts))
        return reasons
