"""What is a system of Swiss on rating made of? `pairing.systems` says what each edition is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.brackets.options import BracketOptions
from pairing.brackets.system import BracketSystem
from pairing.core.system import Abilities
from pairing.core.types import Problem, Proposal, Snapshot
from pairing.swiss.edition import Edition
from pairing.swiss.pairing import Decision, decide
from pairing.swiss.position import Position, read_position

if TYPE_CHECKING:  # who only pairs loads no reasons
    from pairing.swiss.explained_round import SwissRound


class RatingSwiss(BracketSystem):
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

    def position(self, snapshot: Snapshot, options: BracketOptions) -> Position:
        """A2, an unfinished game as half a point (F9)."""
        return read_position(snapshot, options, self.edition)

    def decide(self, snapshot: Snapshot, options: BracketOptions) -> Decision:
        """C."""
        return decide(snapshot, options, self.edition)

    def explain(self, snapshot: Snapshot, options: BracketOptions) -> SwissRound:
        """C, D and E, ready to be asked why."""
        from pairing.swiss.explained_round import SwissRound

        return SwissRound(snapshot, self.boards(snapshot, options))

    def legality(
        self, snapshot: Snapshot, options: BracketOptions, proposal: Proposal
    ) -> list[Problem]:
        """Warnings: met before (B1), no colours within B2, a second bye (B1), E."""
        from pairing.swiss.legality import warnings_about

        return warnings_about(snapshot, options, proposal, self.edition)
