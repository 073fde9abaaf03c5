"""A bracket's part of the reasons: A8, C9-C15 (see `reasons`)."""

from collections.abc import Sequence

from pairing.core.brackets_told import BracketTold, SwissCard
from pairing.core.colours import Strength
from pairing.core.rating_swiss.field import Field
from pairing.core.rating_swiss.limits import need_of
from pairing.core.rating_swiss.procedure import Settled
from pairing.core.types import Colour, Fact, Reason


class RelaxedBracketTold(BracketTold):
    """One bracket that was paired: what was relaxed and done for it."""

    def __init__(self, field: Field, number: int, settled: Settled):
        super().__init__(field, number, settled)
        if settled.candidate is None:
            raise ValueError("a bracket without pairs has nothing to tell")
        self.steps = field.edition.steps
        self.own = settled
        self.candidate = settled.candidate
        self.bracket = settled.bracket

    def is_against_colour_or_float(self, first: int, opposite: int) -> bool:
        """Whether this pair is a clash or repeats a float that was still asked about."""
        is_open = self.bracket.rows(self.candidate.up, self._down(first))[first] >> opposite & 1
        return not is_open or bool(self.bracket.clashes[first] >> opposite & 1)

    def bracket_reasons(
        self,
        pair: Sequence[int],
        white: SwissCard | None = None,
        black: SwissCard | None = None,
    ) -> list[Reason]:
        """A8, C9-C15; `pair` is the one asked about, or () for the one who is left."""
        return [
            *self._colours(pair, white, black),
            *self._floats(pair),
            *self._steps(),
            *self._fewer(),
        ]

    def _is_of_movers(self, pair: Sequence[int]) -> bool:
        """Whether a pair is one of a heterogeneous bracket's first part."""
        return tuple(pair) in self.candidate.moved_down

    def _down(self, first: int) -> int:
        """The level for downfloats in the part of the bracket whose S1 a player is in."""
        is_mover = any(first == a for a, _ in self.candidate.moved_down)
        return self.candidate.down if is_mover else self.candidate.down_rest

    def _colours(
        self, pair: Sequence[int], white: SwissCard | None, black: SwissCard | None
    ) -> list[Reason]:
        """A8: why this pair is a clash; x raised."""
        is_of_movers = self._is_of_movers(pair)
        level = self.candidate.level
        taken = 0
        if level.movers and not is_of_movers:
            taken = sum(1 << a | 1 << b for a, b in self.candidate.moved_down)
        need = need_of(self.bracket, self.bracket.everybody & ~taken)
        lowered = self.bracket.moved_down - level.movers if is_of_movers else level.lowered
        least = max(0, need.x - lowered)
        is_clash = bool(pair and self.bracket.clashes[pair[0]] >> pair[1] & 1)
        said = []
        is_of_majority = is_clash and need.majority >> pair[0] & 1
        if is_of_majority and need.reversals and white is not None and black is not None:
            denied = black if white.preference.colour is Colour.WHITE else white
            if denied.preference.strength is Strength.MILD:
                facts: dict[str, Fact] = {
                    "player": denied.id,
                    "colour": str(denied.preference.colour),
                    "reversals": need.reversals,
                }
                said.append(Reason("A8", "reversed", facts))
        if is_clash and least and not said and not self.candidate.raised:
            facts = {"least": least, "pairs": len(self.candidate.pairs)}
            said.append(Reason("A8", "least_clashes", facts))
        if self.candidate.raised:
            facts = {
                "from": least,
                "to": least + self.candidate.raised,
                "number": self.number,
                "pairs": len(self.candidate.pairs),
                "matters": is_clash,
            }
            said.append(Reason(self.steps.raise_x, "raised", facts))
        return said

    def _floats(self, pair: Sequence[int]) -> list[Reason]:
        """C9-C11: the criteria for floats that were dropped, a line each."""
        bracket, candidate = self.bracket, self.candidate
        down = candidate.down if self._is_of_movers(pair) else candidate.down_rest
        goes_down = candidate.unpaired if not pair else 0
        goes_up = 0
        if pair:
            first, second = (self.card(player).score for player in pair)
            if first != second:
                higher, lower = pair if first > second else (pair[1], pair[0])
                goes_down, goes_up = 1 << higher, 1 << lower
        said = []
        for criterion, article, level, at, repeats in (
            ("B6_down", self.steps.drop_b6_down, down, 1, goes_down & self._repeating(False, 1)),
            ("B5_down", self.steps.drop_b5_down, down, 2, goes_down & self._repeating(False, 0)),
            ("B6_up", self.steps.drop_up, candidate.up, 1, goes_up & self._repeating(True, 1)),
            ("B5_up", self.steps.drop_up, candidate.up, 2, goes_up & self._repeating(True, 0)),
        ):
            if level >= at and bracket.size:
                facts: dict[str, Fact] = {
                    "criterion": criterion,
                    "number": self.number,
                    "matters": bool(repeats),
                }
                said.append(Reason(article, "dropped", facts))
        return said

    def _repeating(self, upwards: bool, ago: int) -> int:
        """For whom a float would be that of the last round (0) or of two rounds ago (1)."""
        field = self.bracket.field
        return self.bracket.local((field.up if upwards else field.down)[ago])

    def _steps(self) -> list[Reason]:
        """C13 and C14, as far as they were needed for this bracket."""
        said = []
        last = self.steps.last
        above = last if self.bracket.is_last else self.steps.open_above
        for code, players in self.own.steps:
            facts: dict[str, Fact] = {"number": self.number}
            if code in ("merged", "one_group"):
                said.append(Reason(last, code, facts | {"players": players}))
            elif code == "failed":
                said.append(Reason(self.steps.open_above, "in_vain", facts))
            elif code == "helped":
                said.append(Reason(above, code, facts))
            else:
                article = last if code == "reopened" else self.steps.open_above
                said.append(Reason(article, "opened", facts))
        return said

    def _fewer(self) -> list[Reason]:
        """C15: fewer moved down players in S1, fewer pairs."""
        said = []
        level = self.candidate.level
        if level.movers and level.movers < self.bracket.moved_down:
            facts: dict[str, Fact] = {
                "number": self.number,
                "movers": level.movers,
                "moved_down": self.bracket.moved_down,
            }
            said.append(Reason(self.steps.fewer, "fewer_movers", facts))
        if level.lowered:
            facts = {
                "number": self.number,
                "pairs": len(self.candidate.pairs),
                "most": self.bracket.most_pairs,
            }
            said.append(Reason(self.steps.fewer, "fewer_pairs", facts))
        return said
