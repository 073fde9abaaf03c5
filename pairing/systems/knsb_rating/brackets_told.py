"""A bracket's part of the reasons: D3, A8, C10, C12-C14 (see `reasons`)."""

from collections.abc import Sequence

from pairing.core.brackets_told import BracketTold, SwissCard
from pairing.core.types import Fact, Reason
from pairing.core.ways import Requirement
from pairing.systems.knsb_rating import reasons
from pairing.systems.knsb_rating.field import Field
from pairing.systems.knsb_rating.procedure import Settled


class RatingBracketTold(BracketTold):
    """One bracket that was paired: what this edition adds."""

    place_article = "C2"
    met_article = "B1a"

    def __init__(self, field: Field, number: int, settled: Settled):
        super().__init__(field, number, settled)
        if settled.candidate is None:
            raise ValueError("a bracket without pairs has nothing to tell")
        self.own = settled
        self.candidate = settled.candidate
        self.bracket = settled.bracket

    def movers_reasons(self) -> list[Reason]:
        """D3: who of those moved down are paired first."""
        if len(self.candidate.moved_down) == self.bracket.moved_down:
            return []
        chosen: list[Fact] = [self.card(a).id for a, _ in self.candidate.moved_down]
        facts: dict[str, Fact] = {"movers": chosen, "moved_down": self.bracket.moved_down}
        return [Reason("D3", "movers_chosen", facts)]

    def is_against_colour_or_float(self, first: int, opposite: int) -> bool:
        """Whether this pair goes against any requirement of C3."""
        return any(need.pairs[first] >> opposite & 1 for need in self.bracket.requirements)

    def bracket_reasons(
        self, pair: Sequence[int], white: SwissCard | None = None, black: SwissCard | None = None
    ) -> list[Reason]:
        """A8, C10 and C12-C14; `pair` is the one asked about, or () for the one who is left."""
        said = []
        for need in self.bracket.requirements:
            count = self.candidate.level[need.name]
            start = {"X": self.own.x, "Z": self.own.z}.get(need.name, 0)
            matters = self._matters(need, pair)
            is_least = 0 < start == count
            if matters and is_least and white is not None and black is not None:
                facts: dict[str, Fact] = {
                    "requirement": need.name,
                    "least": start,
                    "pairs": self.own.pairs,
                    "white": white.id,
                    "black": black.id,
                }
                said.append(Reason("A8", "least_colours", facts))
            if count > start:
                facts = {
                    "requirement": need.name,
                    "from": start,
                    "to": count,
                    "number": self.number,
                    "pairs": self.own.pairs,
                    "matters": matters,
                    "opened": any(code == "opened" for code, _ in self.own.steps),
                }
                said.append(Reason(reasons.LOWERED_BY[need.name], "lowered", facts))
        return said + self._steps()

    def _matters(self, need: Requirement, pair: Sequence[int]) -> bool:
        """Whether this pair, or the one who is left, goes against a requirement."""
        if pair:
            return bool(need.pairs[pair[0]] >> pair[1] & 1)
        return bool(need.leavers & self.candidate.unpaired)

    def _steps(self) -> list[Reason]:
        """C12-C14, as far as they were needed for this bracket."""
        said = []
        for code, value in self.own.steps:
            facts: dict[str, Fact] = {"number": self.number}
            if code == "opened":
                said.append(Reason(f"C{value}", "opened", facts))
            elif code == "opening":
                said.append(Reason(f"C{value}", "helped", facts))
            elif code == "merged":
                said.append(Reason("C13", "merged", facts | {"players": value}))
        if self.own.movers < self.bracket.moved_down and not self.bracket.is_homogeneous:
            facts = {
                "number": self.number,
                "movers": self.own.movers,
                "moved_down": self.bracket.moved_down,
            }
            said.append(Reason("C14b", "fewer_movers", facts))
        if self.own.pairs < self.bracket.most_pairs:
            facts = {
                "number": self.number,
                "pairs": self.own.pairs,
                "most": self.bracket.most_pairs,
            }
            said.append(Reason("C14a", "fewer_pairs", facts))
        return said
