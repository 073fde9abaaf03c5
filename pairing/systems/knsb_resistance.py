"""Zwitsers op weerstandspunten: the KNSB's Swiss system on resistance points, as go clubs use it.

Follow the regulation by file: `position` (1, 2, 7.2-7.4), `roster` (1.3, 3, 4.5, 4.6, 5),
`score_group` (4.3, 4.4, 4.8, 7.1), `pairing` (2.1, 4.1, 4.2), `colours` (6), `legality`, `options`
(7.5); `explained` and `otherwise` say why. The lot number is the start number; the regulation names
black first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.core.swiss_system import SwissSystem
from pairing.core.system import Abilities
from pairing.core.types import Problem, Proposal, Snapshot
from pairing.resistance.colours import white_of
from pairing.resistance.options import Options
from pairing.resistance.pairing import ResistanceBoards, decide
from pairing.resistance.position import UNFINISHED, PlayerState, Position, read_position

if TYPE_CHECKING:  # pairing alone loads no reasons
    from pairing.resistance.explained import ResistanceExplained


class KnsbResistance(SwissSystem):
    """The system `knsb-resistance`."""

    key = "knsb-resistance"
    label = "Zwitsers op weerstandspunten (KNSB)"
    source = "Nederlandse Go Bond, 9.9 Het Zwitsers op weerstandspunten (by the rules of the KNSB)"
    unfinished = UNFINISHED
    options = Options
    abilities = Abilities(
        needs_round_count=True, start_numbers="lot", open_is_draw="7.4", pairing_stands="7.6"
    )

    def position(self, snapshot: Snapshot, options: Options) -> Position:
        """2.1, an unfinished game as a jigo (1.3, 7.4)."""
        return read_position(snapshot, options)

    def boards(self, snapshot: Snapshot, options: Options) -> ResistanceBoards:
        """4, 5. CannotPair: no_round_left, nobody_present, no_pairing, too_hard."""
        return ResistanceBoards(decide(snapshot, options), options)

    def explain(self, snapshot: Snapshot, options: Options) -> ResistanceExplained:
        """The same decision, to be asked why."""
        from pairing.resistance.explained import ResistanceExplained

        return ResistanceExplained(snapshot, self.boards(snapshot, options))

    def white_of(
        self, position: Position, options: Options, higher: PlayerState, lower: PlayerState
    ) -> PlayerState:
        """6, and 5.3 for two players without a game yet."""
        return white_of(higher, lower, options.first_named)

    def legality(self, snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
        """Warnings: met before (3.1), a second bye (3.2), other colours than 6; of a pair
        that the leader made also different points (3.3)."""
        from pairing.resistance.legality import warnings_about

        return warnings_about(snapshot, options, proposal)


SYSTEM = KnsbResistance()
