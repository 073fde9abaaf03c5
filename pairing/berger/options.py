"""What can a club choose in a round robin?"""

from dataclasses import dataclass, field
from typing import Literal

from pairing.core.scheduled_system import Away
from pairing.core.tiebreaks import RoundRobinTieBreak


@dataclass(frozen=True, slots=True)
class Options:
    """The options of `berger`, in the order a document writes them.

    `cycles`: how often everybody meets everybody. `swap_last_two`: with two cycles, the last two
    rounds of the first are swapped (1.5). `numbers`: where they come from (1.1). `away`: what
    becomes of the game of a player who is away (3.1): "notice" postpones it, and forfeits it where
    no notice was given. `tie_breaks` are ids of `pairing.core.tiebreaks`, in order. `koya_limit`:
    by how many half points the limit of Koya lies above half of the points (C.07, 14.5).
    """

    cycles: Literal[1, 2] = field(default=1, metadata={"before_round_1": True})
    swap_last_two: bool = field(default=True, metadata={"before_round_1": True})
    numbers: Literal["lot", "rating"] = field(default="lot", metadata={"before_round_1": True})
    away: Away = "notice"
    tie_breaks: tuple[RoundRobinTieBreak, ...] = ("sonneborn_berger", "wins", "direct_encounter")
    koya_limit: int = field(default=0, metadata={"low": -20, "high": 20})

    @property
    def bye_half_points(self) -> int:
        """1.4: a round without an opponent earns nothing."""
        return 0
