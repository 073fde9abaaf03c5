"""What can a club choose in the older editions of the Swiss on rating?"""

from dataclasses import dataclass, field
from typing import Literal

from pairing.core.tiebreaks import TieBreak
from pairing.core.types import Colour


@dataclass(frozen=True, slots=True)
class Options:
    """The options of both editions, in the order a document writes them.

    `rounds` is needed from the start: it decides who is a top scorer in the last round (A7, B).
    `initial_colour` is the lot of the first round. `tie_breaks` are ids of
    `pairing.core.tiebreaks`, in order; unless chosen otherwise those of F10.
    """

    rounds: int = field(metadata={"low": 1, "high": 99})
    initial_colour: Literal["white", "black"] = field(default="white", metadata={"lot": True})
    tie_breaks: tuple[TieBreak, ...] = ("first_place_encounter", "average_rating", "lot")

    @property
    def bye_half_points(self) -> int:
        """A5: what a bye is worth, in half points."""
        return 2

    @property
    def lot(self) -> Colour:
        """The colour that the lot gave."""
        return Colour(self.initial_colour)
