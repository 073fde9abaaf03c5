"""What can a club choose in the FIDE (Dutch) System?"""

from dataclasses import dataclass, field
from typing import Literal

from pairing.core.tiebreaks import TieBreak
from pairing.core.types import Colour


@dataclass(frozen=True, slots=True)
class Options:
    """In the order in which a document writes them.

    `rounds`: it decides who is a topscorer (1.8). `bye`: what the pairing-allocated bye is worth.
    `initial_colour`: the lot (5.1). `acceleration`: virtual points by C.04.7.
    """

    rounds: int = field(metadata={"low": 1, "high": 99})
    bye: Literal[1, "1/2"] = 1
    initial_colour: Literal["white", "black"] = field(default="white", metadata={"lot": True})
    acceleration: Literal["none", "baku"] = field(default="none", metadata={"before_round_1": True})
    tie_breaks: tuple[TieBreak, ...] = ()

    @property
    def bye_half_points(self) -> int:
        """What a bye is worth, in half points."""
        return 2 if self.bye == 1 else 1

    @property
    def lot(self) -> Colour:
        """The colour that the lot gave."""
        return Colour.WHITE if self.initial_colour == "white" else Colour.BLACK
