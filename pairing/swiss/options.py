"""What can a club choose in a Swiss system on rating?"""

from dataclasses import dataclass, field
from typing import Literal

from pairing.brackets.options import BracketOptions
from pairing.core.tiebreaks import TieBreak


@dataclass(frozen=True, slots=True)
class ClassicOptions(BracketOptions):
    """Of 1996 and 1998: the tie-breaks are those of F10 unless others are chosen."""

    rounds: int = field(metadata={"low": 1, "high": 99})
    initial_colour: Literal["white", "black"] = field(default="white", metadata={"lot": True})
    tie_breaks: tuple[TieBreak, ...] = ("first_place_encounter", "average_rating", "lot")
    half_point_byes: int | None = field(default=None, metadata={"low": 0, "high": 99})
    last_round_byes: bool = True


@dataclass(frozen=True, slots=True)
class LaterOptions(BracketOptions):
    """Of the later edition: `bye` is what a bye is worth (A5)."""

    rounds: int = field(metadata={"low": 1, "high": 99})
    bye: Literal[1, "1/2"] = 1
    initial_colour: Literal["white", "black"] = field(default="white", metadata={"lot": True})
    tie_breaks: tuple[TieBreak, ...] = ()
    half_point_byes: int | None = field(default=None, metadata={"low": 0, "high": 99})
    last_round_byes: bool = True
