"""What is a system of Swiss on rating made of? `pairing.systems` says what each edition is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.core.colours import white_of
from pairing.core.swiss_system import SwissSystem
from pairing.core.system import Abilities
from pairing.core.types import Problem, Proposal, Snapshot
from pairing.swiss.boards import SwissBoards
from pairing.swiss.colours import lot_of
from pairing.swiss.edition import Edition
from pairing.swiss.options import Options
from pairing.swiss.pairing import decide
from pairing.swiss.position import PlayerState, Position, read_position

if TYPE_CHECKING:  # who only pairs loads no reasons
    from pairing.brackets.explained import BracketsExplained


class RatingSwiss(SwissSystem):
    """One edition."""

    edition: Edition
    # Byes on request are unknown to the older texts; what they count for is in `position`.
    abilities = Abilities(
        needs_round_count=True,
        has_byes_on_request=True,
        start_numbers="order",
        open_is_draw="F9",
        pairing_stands="F6",
    )

    def position(self, snapshot: Snapshot, options: Options) -> Position:
        """A2, an unfinished game as half a point (F9)."""
        return read_position(snapshot, options, self.edition)

    def boards(self, snapshot: Snapshot, options: Options) -> SwissBoards:
        """C. CannotPair: no_round_left, too_few, no_pairing, too_hard."""
        return SwissBoards(decide(snapshot, options, self.edition), options)

    def explain(self, snapshot: Snapshot, options: Options) -> BracketsExplained:
        """C, D and E, asked why."""
        from pairing.brackets.explained import BracketsExplained
        from pairing.swiss.explained_round import SwissRound

        boards = self.boards(snapshot, options)
        return BracketsExplained(boards, SwissRound(snapshot, boards.decision, options))

    def white_of(
        self, position: Position, options: Options, higher: PlayerState, lower: PlayerState
    ) -> PlayerState:
        """E; in round 1 the rank of the higher in A2 stands for their place in S1."""
        return white_of(higher, lower, lot_of(position, options, higher, position.rank[higher.id]))

    def legality(self, snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
        """Warnings: met before (B1), no colours within B2, a second bye (B1), E."""
        from pairing.swiss.legality import warnings_about

        return warnings_about(snapshot, options, proposal, self.edition)
