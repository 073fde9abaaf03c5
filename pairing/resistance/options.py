"""What can a club choose in the KNSB's Swiss system on resistance points?"""

from dataclasses import dataclass, field
from typing import Literal

from pairing.core.tiebreaks import TieBreak
from pairing.core.types import Colour

#: 2.2: what the bye is worth, in half points.
BYE = 2
#: 7.5: the tie-breaks between players with equal points, unless the club chooses others.
FINAL_STANDING: tuple[TieBreak, ...] = (
    "resistance_points",
    "sonneborn_berger",
    "direct_encounter",
    "lot",
)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of `knsb-resistance`, in the order a document writes them.

    `first_round`: the article that pairs round 1, 5.1 (1 against N) or 5.2 (1 against 2).
    `initial_colour`: the colour of the first named in round 1, black by the regulation (5.3),
    unless a TRF file says otherwise. `tie_breaks`: ids of `pairing.core.tiebreaks`, in order;
    those of 7.5 unless the club chooses others.
    """

    rounds: int = field(metadata={"low": 1, "high": 99})
    first_round: Literal["5.1", "5.2"] = "5.1"
    initial_colour: Literal["black", "white"] = "black"
    tie_breaks: tuple[TieBreak, ...] = FINAL_STANDING

    @property
    def bye_half_points(self) -> int:
        """2.2: what a bye is worth, in half points."""
        return BYE

    @property
    def first_named(self) -> Colour:
        """5.3: the colour of the first named in round 1."""
        return Colour(self.initial_colour)
