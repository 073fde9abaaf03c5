"""What does a bracket tell of its pairs? Where they stood, D1 and D2; each edition adds its own.

For all editions of "Swiss on rating"; codes and facts stand in each system's `reasons`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol

from pairing.core.colours import Strength
from pairing.core.colours_told import Carded, points
from pairing.core.halves import Halves
from pairing.core.types import Fact, Player, PlayerId, Reason


class SwissCard(Carded, Protocol):
    """A player as the record has him; `score` in half points."""

    @property
    def player(self) -> Player: ...

    @property
    def score(self) -> int: ...

    @property
    def opponents(self) -> frozenset[PlayerId]: ...


class SwissField(Protocol):
    """All players to be paired, by seat."""

    @property
    def cards(self) -> Sequence[SwissCard]: ...

    @property
    def seat(self) -> dict[PlayerId, int]: ...

    @property
    def may_meet(self) -> Sequence[int]: ...

    @property
    def may_be_free(self) -> int: ...


class SwissBracket(Protocol):
    """The seats of a bracket; the first `moved_down` of them moved down to it."""

    @property
    def seats(self) -> Sequence[int]: ...

    @property
    def size(self) -> int: ...

    @property
    def moved_down(self) -> int: ...


class SwissCandidate(Protocol):
    """A bracket paired: the pairs of those moved down, if first, and those of the others."""

    @property
    def moved_down(self) -> tuple[tuple[int, int], ...]: ...

    @property
    def halves(self) -> Halves: ...

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]: ...


class SwissSettled(Protocol):
    """A bracket that is done; without a candidate all of it moved down. Seats of the field."""

    @property
    def score(self) -> int: ...

    @property
    def bracket(self) -> SwissBracket: ...

    @property
    def candidate(self) -> SwissCandidate | None: ...

    @property
    def removed(self) -> tuple[int, ...]: ...

    @property
    def left_over(self) -> tuple[int, ...]: ...


class BracketTold(ABC):
    """One bracket that was paired; `number` counts those from the highest, from 1."""

    #: The article that a pair's place in its bracket is told by.
    place_article = "C6"
    #: The article that nobody meets twice by.
    met_article = "B1"

    def __init__(self, field: SwissField, number: int, settled: SwissSettled):
        if settled.candidate is None:
            raise ValueError("a bracket without pairs has nothing to tell")
        self.field = field
        self.number = number
        self.settled = settled
        self.made: SwissCandidate = settled.candidate

    def card(self, player: int) -> SwissCard:
        """The card of a player of the bracket."""
        return self.field.cards[self.settled.bracket.seats[player]]

    @property
    def pairs(self) -> list[tuple[SwissCard, SwissCard]]:
        """The pairs as they were made, the player of S1 first."""
        return [(self.card(a), self.card(b)) for a, b in self.made.pairs]

    def pair_reasons(self, place: int, white: SwissCard, black: SwissCard) -> list[Reason]:
        """The reasons of one pair, from `bracket` on."""
        first, second = self.made.pairs[place]
        movers = len(self.made.moved_down)
        s2, opposite = self.opposite(place)
        kind = "homogeneous"
        if movers:
            kind = "moved_down" if place < movers else "remainder"
        s1_place = place if place < movers else place - movers
        facts: dict[str, Fact] = {
            "number": self.number,
            "score": points(self.settled.score),
            "size": self.settled.bracket.size,
            "moved_down": self.settled.bracket.moved_down,
            "pairs": len(self.made.pairs),
            "kind": kind,
            "s1": s1_place + 1,
            "s2": s2.index(second) + 1,
        }
        said = [Reason(self.place_article, "bracket", facts)]
        if opposite != second:
            said.append(self._transposed(first, second, opposite))
        halves = self.made.halves
        if kind != "moved_down" and (first in halves.up or second in halves.down):
            said.append(self._exchanged())
        if kind == "moved_down":
            said += self.movers_reasons()
        return said + self.bracket_reasons((first, second), white, black)

    def movers_reasons(self) -> list[Reason]:
        """Which of those moved down are in S1, where the edition has a choice."""
        return []

    @abstractmethod
    def bracket_reasons(
        self,
        pair: Sequence[int],
        white: SwissCard | None = None,
        black: SwissCard | None = None,
    ) -> list[Reason]:
        """What was relaxed and done; `pair` is the one asked about, or () for who is left."""

    @abstractmethod
    def is_against_colour_or_float(self, first: int, opposite: int) -> bool:
        """Whether this pair would deny a colour or repeat a float."""

    def opposite(self, place: int) -> tuple[list[int], int]:
        """S2 before transposition, after exchange, as a pair had it; and who stood opposite."""
        movers = len(self.made.moved_down)
        if place < movers:
            chosen = {a for a, _ in self.made.moved_down}
            s2 = [one for one in range(self.settled.bracket.size) if one not in chosen]
            return s2, s2[place]
        halves = self.made.halves
        s2 = sorted((*(b for _, b in halves.pairs), *halves.unpaired))
        return s2, s2[place - movers]

    def apart(self, first: int, other: int) -> str:
        """Why these two are no pair: "met", "same_absolute", "forbidden", "colour_or_float"; or
        "rest", the others could then not all be paired as well."""
        one, two = self.card(first), self.card(other)
        seats = self.settled.bracket.seats
        if two.id in one.opponents:
            return "met"
        if not self.field.may_meet[seats[first]] >> seats[other] & 1:
            both = one.preference.strength == two.preference.strength == Strength.ABSOLUTE
            same = one.preference.colour is two.preference.colour
            return "same_absolute" if both and same else "forbidden"
        return "colour_or_float" if self.is_against_colour_or_float(first, other) else "rest"

    def _transposed(self, first: int, second: int, opposite: int) -> Reason:
        """Why the one opposite in S2 is not the opponent."""
        facts: dict[str, Fact] = {
            "player": self.card(first).id,
            "opponent": self.card(second).id,
            "first": self.card(opposite).id,
            "why": self.apart(first, opposite),
        }
        return Reason("D1", "transposed", facts)

    def _exchanged(self) -> Reason:
        halves = self.made.halves
        down: list[Fact] = [self.card(player).id for player in halves.down]
        up: list[Fact] = [self.card(player).id for player in halves.up]
        return Reason("D2", "exchanged", {"down": down, "up": up, "difference": halves.difference})

    def stays_over(self, bye: SwissCard) -> Reason:
        """Why nobody who stands lower has the bye."""
        passed: list[Fact] = []
        seat = self.field.seat[bye.id]
        for lower in range(seat + 1, len(self.field.cards)):
            card = self.field.cards[lower]
            why = "rest" if self.field.may_be_free >> lower & 1 else "had_points"
            passed.append({"player": card.id, "why": why})
        facts: dict[str, Fact] = {
            "number": self.number,
            "size": self.settled.bracket.size,
            "passed_over": passed,
        }
        return Reason("C6", "stays_over", facts)
