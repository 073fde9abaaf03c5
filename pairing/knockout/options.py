"""What can a club choose in a cup?"""

from dataclasses import dataclass, field
from typing import Literal

from pairing.core.scheduled_system import Away

_FIRST = {"before_round_1": True}


@dataclass(frozen=True, slots=True)
class Options:
    """The options of `knockout`, in the order a document writes them.

    `numbers`: where they come from (1.1), "list": the leader's own order; `seeds`: how many
    players, by rating, are not drawn by lot. `games`: how many a tie has (3.1); if they leave it
    level, so many `replays` follow, then `rapid` and `blitz` games (3.2), and at last
    `still_level` decides: "black" is the player who had Black in the last game, "lot" is drawn at
    the board (3.3). `away`: as in the round robin (3.4). `third_place` (4.1). `plate`: a second
    chance for the losers of first ties (4.2).
    """

    numbers: Literal["lot", "rating", "list"] = field(default="lot", metadata=_FIRST)
    seeds: int = field(default=0, metadata=_FIRST | {"low": 0, "high": 64})
    games: Literal[1, 2] = field(default=1, metadata=_FIRST)
    replays: int = field(default=0, metadata={"low": 0, "high": 4})
    rapid: int = field(default=1, metadata={"low": 0, "high": 4})
    blitz: int = field(default=1, metadata={"low": 0, "high": 4})
    still_level: Literal["black", "lot"] = "black"
    away: Away = "notice"
    third_place: bool = field(default=False, metadata=_FIRST)
    plate: bool = field(default=False, metadata=_FIRST)

    @property
    def bye_half_points(self) -> int:
        """1.3: a player who goes on without a game has no point for it."""
        return 0

    @property
    def tie_breaks(self) -> tuple[()]:
        """5.1: the place is by the round that was reached."""
        return ()
