"""The FIDE (Dutch) System, C.04.3, as applied since 1 February 2026. Not endorsed by FIDE.

The procedure is in `pairing.dutch`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from pairing.core.colours import white_of
from pairing.core.points_table import NoGame
from pairing.core.swiss_system import SwissSystem
from pairing.core.system import Abilities
from pairing.core.types import Problem, Proposal, Snapshot
from pairing.dutch.colours import lot_of
from pairing.dutch.options import Options
from pairing.dutch.pairing import DutchBoards, decide
from pairing.dutch.position import PlayerState, Position, read_position

if TYPE_CHECKING:  # who only pairs loads no reasons
    from pairing.brackets.explained import BracketsExplained


class FideDutch(SwissSystem):
    """The system `fide-dutch`."""

    key = "fide-dutch"
    label = "FIDE (Dutch) System 2026"
    source = "FIDE Handbook C.04.3, approved 28 October 2025, applied from 1 February 2026"
    options = Options
    trf_code = "FIDE_DUTCH_2026"
    no_game = NoGame.DUMMY
    advised = MappingProxyType(
        {"tie_breaks": ("resistance_points_cut_1", "resistance_points", "sonneborn_berger")}
    )
    abilities = Abilities(
        needs_round_count=True, has_byes_on_request=True, open_is_draw="G4", pairing_stands="G5"
    )

    def position(self, snapshot: Snapshot, options: Options) -> Position:
        """1.2, an unfinished game as half a point."""
        return read_position(snapshot, options)

    def boards(self, snapshot: Snapshot, options: Options) -> DutchBoards:
        """Articles 2 to 5. CannotPair: no_round_left, too_few, no_pairing, too_hard."""
        return DutchBoards(decide(snapshot, options), options)

    def explain(self, snapshot: Snapshot, options: Options) -> BracketsExplained:
        """Articles 2 to 5, asked why."""
        from pairing.brackets.explained import BracketsExplained
        from pairing.dutch.explained_round import DutchRound

        boards = self.boards(snapshot, options)
        return BracketsExplained(boards, DutchRound(snapshot, boards.decision))

    def white_of(
        self, position: Position, options: Options, higher: PlayerState, lower: PlayerState
    ) -> PlayerState:
        """Article 5."""
        return white_of(higher, lower, lot_of(higher, options.lot))

    def legality(self, snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
        """Warnings: C1, C2, C3, and the colours of article 5."""
        from pairing.dutch.legality import warnings_about

        return warnings_about(snapshot, options, proposal)


SYSTEM = FideDutch()
