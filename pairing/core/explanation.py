"""Why was a round paired as it was? The answers, the drawings and the steps, as values.

A system explains a round by pairing it again: the decision is deterministic, so this time it is
asked why. Nothing is worked out before somebody asks for it.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from pairing.core.groups import together
from pairing.core.reason import Reason, Refusal
from pairing.core.types import Colour, Pair, PlayerId, Proposal


@dataclass(frozen=True, slots=True)
class Refused:
    """Somebody who came before, and why it was not them.

    `other` would have been the opponent of `player`; with `in_place` they would have had the bye
    or gone to another group (a float) in the place of `player`.
    """

    player: PlayerId
    other: PlayerId
    why: Refusal
    in_place: bool = False


@dataclass(frozen=True, slots=True)
class ColourHistory:
    """The colours of both so far, for two rows of discs, right-aligned: the last column is the
    last game. "w", "b", and "-" for a round without a game. `deciding`: which column from the
    right (1: the last) decided; None: none did. `is_counted`: their shares of white decided, which
    are those of these rows; of all tempos together if it `is_overall`."""

    white: str
    black: str
    deciding: int | None = None
    is_counted: bool = False
    is_overall: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """Why a pair is a pair, or why somebody has the bye.

    `first`: at most two sentences and 35 words for a member. `colour`: why these colours.
    `refused`: those who came before, in the order of the rules; the drawing numbers them from 1.
    `drawing`: which of the round's drawings shows it; None: none does.
    """

    first: tuple[Reason, ...]
    colour: Reason | None = None
    refused: tuple[Refused, ...] = ()
    history: ColourHistory | None = None
    drawing: int | None = None


# Drawings ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seat:
    """A player in a drawing. `number`: their place there, from 1.

    `wish`: the colour they should have, `strength` how strongly (1 mild, 2 strong, 3 absolute).
    `floats`: "down", "up" or "" in the round before last and in the last one.
    """

    player: PlayerId
    number: int
    score: Fraction | None = None
    wish: Colour | None = None
    strength: int = 0
    floats: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Halves:
    """A group, upper half against lower half. `score`: of its own players.

    `pairs`: upper first. `arrived` came from a higher group, `leaving` go to a lower one, or one
    of them has the bye (`bye`).
    """

    score: Fraction
    upper: tuple[Seat, ...]
    lower: tuple[Seat, ...]
    pairs: tuple[tuple[PlayerId, PlayerId], ...]
    arrived: tuple[PlayerId, ...] = ()
    leaving: tuple[PlayerId, ...] = ()
    bye: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Ladder:
    """Everybody who takes part in one order, with the pairs as arcs."""

    seats: tuple[Seat, ...]
    pairs: tuple[tuple[PlayerId, PlayerId], ...]
    bye: PlayerId | None = None

    @classmethod
    def of(cls, order: Mapping[PlayerId, int], proposal: Proposal) -> "Ladder":
        """All of the order who have a board or the bye, each with their number."""
        pairs = tuple((pair.white, pair.black) for pair in proposal.pairs)
        drawn = {*chain(*pairs), proposal.bye}
        seats = (Seat(player, number) for player, number in order.items() if player in drawn)
        return cls(tuple(seats), pairs, proposal.bye)


@dataclass(frozen=True, slots=True)
class Stair:
    """A score group on the way down: its own players, who came from the waiting room, its pairs,
    and who waits for the next group."""

    score: Fraction
    seats: tuple[Seat, ...]
    arrived: tuple[Seat, ...]
    pairs: tuple[tuple[PlayerId, PlayerId], ...]
    waiting: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class Staircase:
    """All groups of a round, the highest first."""

    stairs: tuple[Stair, ...]
    bye: PlayerId | None = None


Drawing = Halves | Ladder | Staircase


# The whole --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Steps:
    """What an arbiter goes through for one group, in the order of the rules.

    `score`: of the group; None: of the round as a whole. A step is a sentence, or somebody refused.
    """

    score: Fraction | None
    steps: tuple[Reason | Refused, ...]


class Explanation(ABC):
    """A round, paired again, that can be asked why. `proposal` is what it paired."""

    proposal: Proposal
    #: What has to be known to understand any of its sentences; None: nothing.
    note: Reason | None = None

    @property
    def by_group(self) -> Mapping[str, "Explanation"]:
        """In a competition in groups the explanation of each, by name; otherwise {"": this one}."""
        return {"": self}

    def in_group_of(self, player: PlayerId) -> "Explanation":
        """The explanation of the group in which a player has a seat; by default the first."""
        groups = self.by_group.values()
        seating = (group for group in groups if player in chain(*group.proposal.seats))
        return next(seating, next(iter(groups)))

    @abstractmethod
    def answer(self, pair: Pair) -> Answer:
        """Why this pair of the proposal, and why these colours."""

    @abstractmethod
    def bye_answer(self) -> Answer | None:
        """Why this player has the bye; None: nobody has it."""

    @abstractmethod
    def why_not(self, player: PlayerId, other: PlayerId) -> Refusal | None:
        """Why these two are no pair, one reason for both; None: they are one.

        It is worked out by trying it: the best pairing of their group with the two as a pair,
        against the one that was made.
        """

    @abstractmethod
    def why_not_bye(self, other: PlayerId) -> Refusal | None:
        """Why somebody else has no bye; None: they have it."""

    @abstractmethod
    def drawings(self) -> Sequence[Drawing]:
        """The groups of the round, the highest first; or the one drawing of the whole."""

    @abstractmethod
    def steps(self, score: Fraction | None = None) -> Sequence[Steps]:
        """The whole round step by step; with `score` only that group, and what is of no group."""


class GroupsExplained(Explanation):
    """The explanations of all groups, by name."""

    def __init__(self, groups: Mapping[str, Explanation]):
        self._groups = groups
        self.note = next(filter(None, (group.note for group in groups.values())), None)
        self.proposal = together(group.proposal for group in groups.values())

    @property
    def by_group(self) -> Mapping[str, Explanation]:
        return self._groups

    def answer(self, pair: Pair) -> Answer:
        return self.in_group_of(pair.white).answer(pair)

    def bye_answer(self) -> Answer | None:
        return next(filter(None, (group.bye_answer() for group in self._groups.values())), None)

    def why_not(self, player: PlayerId, other: PlayerId) -> Refusal | None:
        return self.in_group_of(player).why_not(player, other)

    def why_not_bye(self, other: PlayerId) -> Refusal | None:
        return self.in_group_of(other).why_not_bye(other)

    def drawings(self) -> Sequence[Drawing]:
        return [drawing for group in self._groups.values() for drawing in group.drawings()]

    def steps(self, score: Fraction | None = None) -> Sequence[Steps]:
        return [steps for group in self._groups.values() for steps in group.steps(score)]
