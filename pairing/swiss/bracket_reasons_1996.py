"""Which criteria were relaxed for a bracket? A8 and C9-C12 of the older editions."""

from collections.abc import Sequence

from pairing.core.colours import Strength
from pairing.core.types import Colour, Fact, Reason
from pairing.swiss.bracket_reasons import BracketReasons
from pairing.swiss.candidates_1996 import Candidate1996
from pairing.swiss.criteria_1996 import Bracket1996
from pairing.swiss.limits_1996 import need_of
from pairing.swiss.position import PlayerState


class BracketReasons1996(BracketReasons):
    """One bracket that was paired: what these editions add."""

    bracket: Bracket1996
    candidate: Candidate1996

    def is_against_colour_or_float(self, first: int, opposite: int) -> bool:
        """Whether this pair is a clash or repeats a float that was still asked about."""
        is_open = self.bracket.rows(self.candidate.up, self._down(first))[first] >> opposite & 1
        return not is_open or bool(self.bracket.clashes[first] >> opposite & 1)

    def relaxed(
        self, pair: Sequence[int], white: PlayerState | None, black: PlayerState | None
    ) -> list[Reason]:
        """A8, C9-C12."""
        return [*self._colours(pair, white, black), *self._floats(pair)]

    def _is_of_moved_down(self, pair: Sequence[int]) -> bool:
        """Whether a pair is one of a heterogeneous bracket's first part."""
        return tuple(pair) in self.candidate.moved_down

    def _down(self, first: int) -> int:
        """The level for downfloats in the part of the bracket whose S1 a player is in."""
        has_moved_down = any(first == a for a, _ in self.candidate.moved_down)
        return self.candidate.down if has_moved_down else self.candidate.down_rest

    def _colours(
        self, pair: Sequence[int], white: PlayerState | None, black: PlayerState | None
    ) -> list[Reason]:
        """A8: why this pair is a clash; x raised."""
        is_of_moved_down = self._is_of_moved_down(pair)
        level = self.candidate.level
        taken = 0
        if level.in_s1 and not is_of_moved_down:
            taken = sum(1 << a | 1 << b for a, b in self.candidate.moved_down)
        need = need_of(self.bracket, self.bracket.everybody & ~taken)
        lowered = self.bracket.moved_down - level.in_s1 if is_of_moved_down else level.lowered
        least = max(0, need.x - lowered)
        is_clash = bool(pair and self.bracket.clashes[pair[0]] >> pair[1] & 1)
        reasons = []
        is_of_majority = is_clash and need.majority >> pair[0] & 1
        if is_of_majority and need.reversals and white is not None and black is not None:
            denied = black if white.preference.colour is Colour.WHITE else white
            if denied.preference.strength is Strength.MILD:
                facts: dict[str, Fact] = {
                    "player": denied.id,
                    "colour": str(denied.preference.colour),
                    "reversals": need.reversals,
                }
                reasons.append(Reason("A8", "reversed", facts))
        if is_clash and least and not reasons and not self.candidate.raised:
            facts = {"least": least, "pairs": len(self.candidate.pairs)}
            reasons.append(Reason("A8", "least_clashes", facts))
        if self.candidate.raised:
            facts = {
                "from": least,
                "to": least + self.candidate.raised,
                "number": self.number,
                "pairs": len(self.candidate.pairs),
                "matters": is_clash,
            }
            reasons.append(Reason(self.position.edition.relaxes["X"], "raised", facts))
        return reasons

    def _floats(self, pair: Sequence[int]) -> list[Reason]:
        """C9-C11: the criteria for floats that were dropped, a line each."""
        bracket, candidate = self.bracket, self.candidate
        down = candidate.down if self._is_of_moved_down(pair) else candidate.down_rest
        goes_down = candidate.unpaired if not pair else 0
        goes_up = 0
        if pair:
            first, second = (self.state(player).score for player in pair)
            if first != second:
                higher, lower = pair if first > second else (pair[1], pair[0])
                goes_down, goes_up = 1 << higher, 1 << lower
        reasons = []
        for criterion, level, at, repeats in (
            ("B6_down", down, 1, goes_down & self._repeating(False, 1)),
            ("B5_down", down, 2, goes_down & self._repeating(False, 0)),
            ("B6_up", candidate.up, 1, goes_up & self._repeating(True, 1)),
            ("B5_up", candidate.up, 2, goes_up & self._repeating(True, 0)),
        ):
            if level >= at and bracket.size:
                article = self.position.edition.relaxes[criterion]
                facts: dict[str, Fact] = {
                    "criterion": criterion,
                    "number": self.number,
                    "matters": bool(repeats),
                }
                reasons.append(Reason(article, "dropped", facts))
        return reasons

    def _repeating(self, upwards: bool, ago: int) -> int:
        """For whom a float would be that of the last round (0) or of two rounds ago (1)."""
        roster = self.roster
        return self.bracket.local((roster.up if upwards else roster.down)[ago])
