"""A bracket's part of the reasons: its place, D1-D3, A8, C10, C12-C14 (see `reasons`)."""

from collections.abc import Sequence

from pairing.core.colours_told import points
from pairing.core.types import Fact, Reason
from pairing.core.ways import Requirement
from pairing.systems.knsb_rating import reasons
from pairing.systems.knsb_rating.pairing import Decision
from pairing.systems.knsb_rating.position import Card
from pairing.systems.knsb_rating.procedure import Settled


class BracketTold:
    """One bracket that was paired; `number` counts those from the highest, from 1."""

    def __init__(self, decision: Decision, number: int, settled: Settled):
        candidate = settled.candidate
        if candidate is None:
            raise ValueError("a bracket without pairs has nothing to tell")
        self.decision = decision
        self.number = number
        self.settled = settled
        self.candidate = candidate
        self.bracket = settled.bracket

    def card(self, player: int) -> Card:
        """The card of a player of the bracket."""
        return self.decision.field.cards[self.bracket.seats[player]]

    @property
    def pairs(self) -> list[tuple[Card, Card]]:
        """The pairs as they were made, the player of S1 first."""
        return [(self.card(a), self.card(b)) for a, b in self.candidate.pairs]

    def pair_reasons(self, place: int, white: Card, black: Card) -> list[Reason]:
        """The reasons of one pair, from `bracket` up to `fewer_pairs`."""
        first, second = self.candidate.pairs[place]
        movers = len(self.candidate.moved_down)
        s2 = self._s2(of_movers=place < movers)
        kind = "homogeneous"
        if movers:
            kind = "moved_down" if place < movers else "remainder"
        s1_place = place if place < movers else place - movers
        said = [
            Reason(
                "C2",
                "bracket",
                {
                    "number": self.number,
                    "score": points(self.settled.score),
                    "size": self.bracket.size,
                    "moved_down": self.bracket.moved_down,
                    "pairs": self.settled.pairs,
                    "kind": kind,
                    "s1": s1_place + 1,
                    "s2": s2.index(second) + 1,
                },
            )
        ]
        if s2[s1_place] != second:
            said.append(self._transposed(first, second, s2[s1_place]))
        halves = self.candidate.halves
        if kind != "moved_down" and (first in halves.up or second in halves.down):
            said.append(self._exchanged())
        if kind == "moved_down" and movers < self.bracket.moved_down:
            chosen: list[Fact] = [self.card(a).id for a, _ in self.candidate.moved_down]
            facts: dict[str, Fact] = {"movers": chosen, "moved_down": self.bracket.moved_down}
            said.append(Reason("D3", "movers_chosen", facts))
        return said + self.bracket_reasons((first, second), white, black)

    def _s2(self, of_movers: bool) -> list[int]:
        """S2 before transposition, after exchange."""
        if of_movers:
            chosen = {a for a, _ in self.candidate.moved_down}
            return [player for player in range(self.bracket.size) if player not in chosen]
        halves = self.candidate.halves
        return sorted((*(b for _, b in halves.pairs), *halves.unpaired))

    def _transposed(self, first: int, second: int, opposite: int) -> Reason:
        """Why the one opposite in S2 is not the opponent."""
        one, other = self.card(first), self.card(opposite)
        seats = self.bracket.seats
        why = "rest"
        if other.id in one.opponents:
            why = "met"
        elif not self.decision.field.may_meet[seats[first]] >> seats[opposite] & 1:
            both = one.preference.strength == other.preference.strength == 3
            same = one.preference.colour is other.preference.colour
            why = "same_absolute" if both and same else "forbidden"
        elif any(need.pairs[first] >> opposite & 1 for need in self.bracket.requirements):
            why = "colour_or_float"
        facts: dict[str, Fact] = {
            "player": one.id,
            "opponent": self.card(second).id,
            "first": other.id,
            "why": why,
        }
        return Reason("D1", "transposed", facts)

    def _exchanged(self) -> Reason:
        halves = self.candidate.halves
        down: list[Fact] = [self.card(player).id for player in halves.down]
        up: list[Fact] = [self.card(player).id for player in halves.up]
        return Reason("D2", "exchanged", {"down": down, "up": up, "difference": halves.difference})

    def bracket_reasons(
        self, pair: Sequence[int], white: Card | None = None, black: Card | None = None
    ) -> list[Reason]:
        """A8, C10 and C12-C14; `pair` is the one asked about, or () for the one who is left."""
        said = []
        for need in self.bracket.requirements:
            count = self.candidate.level[need.name]
            start = {"X": self.settled.x, "Z": self.settled.z}.get(need.name, 0)
            matters = self._matters(need, pair)
            is_least = 0 < start == count
            if matters and is_least and white is not None and black is not None:
                facts: dict[str, Fact] = {
                    "requirement": need.name,
                    "least": start,
                    "pairs": self.settled.pairs,
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
                    "pairs": self.settled.pairs,
                    "matters": matters,
                    "opened": any(code == "opened" for code, _ in self.settled.steps),
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
        for code, value in self.settled.steps:
            facts: dict[str, Fact] = {"number": self.number}
            if code == "opened":
                said.append(Reason(f"C{value}", "opened", facts))
            elif code == "opening":
                said.append(Reason(f"C{value}", "helped", facts))
            elif code == "merged":
                said.append(Reason("C13", "merged", facts | {"players": value}))
        if self.settled.movers < self.bracket.moved_down and not self.bracket.is_homogeneous:
            facts = {
                "number": self.number,
                "movers": self.settled.movers,
                "moved_down": self.bracket.moved_down,
            }
            said.append(Reason("C14b", "fewer_movers", facts))
        if self.settled.pairs < self.bracket.most_pairs:
            facts = {
                "number": self.number,
                "pairs": self.settled.pairs,
                "most": self.bracket.most_pairs,
            }
            said.append(Reason("C14a", "fewer_pairs", facts))
        return said

    def stays_over(self, bye: Card) -> Reason:
        """Why nobody who stands lower has the bye."""
        passed: list[Fact] = []
        seat = self.decision.field.seat[bye.id]
        for lower in range(seat + 1, len(self.decision.field.cards)):
            card = self.decision.field.cards[lower]
            why = "rest" if self.decision.field.may_be_free >> lower & 1 else "had_points"
            passed.append({"player": card.id, "why": why})
        facts: dict[str, Fact] = {
            "number": self.number,
            "size": self.bracket.size,
            "passed_over": passed,
        }
        return Reason("C6", "stays_over", facts)
