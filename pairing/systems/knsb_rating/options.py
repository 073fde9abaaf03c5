"""What can a club choose in the KNSB's Swiss system on rating?"""

from dataclasses import dataclass, field
from typing import Literal

from pairing.core.tiebreaks import TieBreak
from pairing.core.types import Colour


@dataclass(frozen=True, slots=True)
class Options:
    """The options of `knsb-rating`, in the order a document writes them.

    `rounds` is needed from the start: it decides who is a topscorer in the last round (A10).
    `bye` is what a bye is worth (A5). `initial_colour` is the lot of A7c: the colour of the
    first of S1 in round 1. `tie_breaks` are ids of `pairing.core.tiebreaks`, in order.
    """

    rounds: int = field(metadata={"low": 1, "high": 99})
    bye: Literal[1, "1/2"] = 1
    initial_colour: Literal["white", "black"] = field(default="white", metadata={"lot": True})
    tie_breaks: tuple[TieBreak, ...] = ()

    @property
    def bye_half_points(self) -> int:
        """What a bye is worth, in half points."""
        return 2 if self.bye == 1 else 1

    @property
    def lot(self) -> Colour:
        """The colour that the lot gave to the first of S1."""
        return Colour(self.initial_colour)
