"""What can a club choose in every system that pairs by brackets?"""

from typing import Literal

from pairing.core.tiebreaks import TieBreak
from pairing.core.types import Colour


class BracketOptions:
    """The options of any such system; each declares its own, in the order a document writes them.

    `rounds` is needed from the start: it decides who is a top scorer in the last round. `bye` is
    what a bye is worth. `initial_colour` is the lot of the first round. `tie_breaks` are ids of
    `pairing.core.tiebreaks`, in order. `half_point_byes`: how many somebody may ask for, None for
    any number; `last_round_byes`: whether in the last round too. They refuse nothing, but warn.
    """

    __slots__ = ()

    rounds: int
    bye: Literal[1, "1/2"] = 1
    initial_colour: Literal["white", "black"]
    tie_breaks: tuple[TieBreak, ...]
    half_point_byes: int | None
    last_round_byes: bool

    @property
    def bye_half_points(self) -> int:
        """What a bye is worth, in half points."""
        return 2 if self.bye == 1 else 1

    @property
    def lot(self) -> Colour:
        """The colour that the lot gave."""
        return Colour(self.initial_colour)
