"""What can a club choose in the FIDE (Dutch) System?"""

from dataclasses import dataclass, field
from typing import Literal

from pairing.brackets.options import BracketOptions
from pairing.core.tiebreaks import TieBreak


@dataclass(frozen=True, slots=True)
class Options(BracketOptions):
    """In the order in which a document writes them.

    `rounds`: it decides who is a topscorer (1.8). `bye`: what the pairing-allocated bye is worth.
    `initial_colour`: the lot (5.1). `acceleration`: virtual points by C.04.7.
    """

    rounds: int = field(metadata={"low": 1, "high": 99})
    bye: Literal[1, "1/2"] = 1
    initial_colour: Literal["white", "black"] = field(default="white", metadata={"lot": True})
    acceleration: Literal["none", "baku"] = field(default="none", metadata={"before_round_1": True})
    tie_breaks: tuple[TieBreak, ...] = ()
    half_point_byes: int | None = field(default=None, metadata={"low": 0, "high": 99})
    last_round_byes: bool = True
