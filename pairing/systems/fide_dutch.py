"""The FIDE (Dutch) System, C.04.3, as applied since 1 February 2026. Not endorsed by FIDE.

The procedure is in `pairing.dutch`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from pairing.brackets.system import BracketSystem
from pairing.core.points_table import NoGame
from pairing.core.system import Abilities
from pairing.core.titles import TITLES
from pairing.core.types import Problem, Proposal, Snapshot
from pairing.dutch.options import Options
from pairing.dutch.pairing import Decision, decide
from pairing.dutch.position import Position, read_position

if TYPE_CHECKING:  # pairing alone loads no reasons
    from pairing.dutch.explained_round import DutchRound


class FideDutch(BracketSystem):
    """The system `fide-dutch`."""

    key = "fide-dutch"
    label = "FIDE (Dutch) System 2026"
    source = "FIDE Handbook C.04.3, approved 28 October 2025, applied from 1 February 2026"
    applied_from = "2026-02-01"
    options = Options
    trf_code = "FIDE_DUTCH_2026"
    no_game = NoGame.DUMMY
    advised = MappingProxyType(
        {"tie_breaks": ("resistance_points_cut_1", "resistance_points", "sonneborn_berger")}
    )
    abilities = Abilities(
        needs_round_count=True,
        has_byes_on_request=True,
        open_is_draw="G4",
        pairing_stands="G5",
        start_numbers="places",
        numbers_until=4,  # 1.1 (C.04.2)
        is_of_fide=True,
    )
    titles = TITLES

    def position(self, snapshot: Snapshot, options: Options) -> Position:
        """1.2, an unfinished game as half a point."""
        return read_position(snapshot, options)

    def decide(self, snapshot: Snapshot, options: Options) -> Decision:
        """Articles 2 to 5."""
        return decide(snapshot, options)

    def explain(self, snapshot: Snapshot, options: Options) -> DutchRound:
        """Articles 2 to 5, ready to be asked why."""
        from pairing.dutch.explained_round import DutchRound

        return DutchRound(snapshot, self.boards(snapshot, options))

    def legality(self, snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
        """Warnings: C1, C2, C3, and the colours of article 5."""
        from pairing.dutch.legality import warnings_about

        return warnings_about(snapshot, options, proposal)


SYSTEM = FideDutch()
