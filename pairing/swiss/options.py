"""What can a club choose in a Swiss system on rating?"""

from dataclasses import dataclass, field
from typing import Literal

from pairing.core.tiebreaks import TieBreak
from pairing.core.types import Colour


class Options:
    """The options of any edition; each declares its own, in the order a document writes them.

    `rounds` is needed from the start: it decides who is a top scorer in the last round.
    `initial_colour` is the lot of the first round. `tie_breaks` are ids of
    `pairing.core.tiebreaks`, in order.
    """

    __slots__ = ()

    rounds: int
    initial_colour: Literal["white", "black"]
    tie_breaks: tuple[TieBreak, ...]

    @property
    def bye_half_points(self) -> int:
        """A5: what a bye is worth, in half points."""
        return 2

    @property
    def lot(self) -> Colour:
        """The colour that the lot gave."""
        return Colour.WHITE if self.initial_colour == "white" else Colour.BLACK


@dataclass(frozen=True, slots=True)
class ClassicOptions(Options):
    """Of 1996 and 1998: the tie-breaks are those of F10 unless others are chosen."""

    rounds: int = field(metadata={"low": 1, "high": 99})
    initial_colour: Literal["white", "black"] = field(default="white", metadata={"lot": True})
    tie_breaks: tuple[TieBreak, ...] = ("first_place_encounter", "average_rating", "lot")


@dataclass(frozen=True, slots=True)
class LaterOptions(Options):
    """Of the later edition: `bye` is what a bye is worth (A5)."""

    rounds: int = field(metadata={"low": 1, "high": 99})
    bye: Literal[1, "1/2"] = 1
    initial_colour: Literal["white", "black"] = field(default="white", metadata={"lot": True})
    tie_breaks: tuple[TieBreak, ...] = ()

    @property
    def bye_half_points(self) -> int:
        """A5: what a bye is worth, in half points."""
        return 2 if self.bye == 1 else 1
