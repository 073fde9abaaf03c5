"""A round robin, by FIDE's Berger tables.

Follow the regulation by file: `lot` (1.1, 1.2), `table` (1.3, 1.5, 2), `position` (1.4, 3.2, 3.3),
`pairing` (3.1, 3.5), `standings` (4), `options`; `explained` says why, and looks at what was made
by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pairing.berger.lot import late_meetings, restricted
from pairing.berger.options import Options
from pairing.berger.pairing import Decision, decide
from pairing.berger.position import read_position
from pairing.berger.table import rows
from pairing.core.points_table import NoGame
from pairing.core.scheduled_system import ScheduledSystem
from pairing.core.system import Abilities, ScheduledRound
from pairing.core.types import Pair, PlayerId, Problem, Proposal, Snapshot

if TYPE_CHECKING:  # pairing alone loads neither
    from pairing.berger.explained import BergerExplained
    from pairing.core.standing import StandingRow, Statement


class Berger(ScheduledSystem):
    """The system `berger`."""

    key = "berger"
    label = "Round robin (Berger tables)"
    source = "FIDE Handbook C.05, Annex 1: Details of Berger Tables"
    options = Options
    abilities = Abilities(
        repeats="always", start_numbers="lot", schedule_is_fixed=True, is_of_fide=True
    )
    trf_code = "FIDE_ROUNDROBIN"
    trf_type = "Individual: Round-Robin"
    reported = ({}, {"cycles": 2}, {"cycles": 2, "swap_last_two": False})
    no_game = NoGame.NOTHING

    def restricted_lot(
        self, snapshot: Snapshot, options: Options, drawn: Sequence[PlayerId]
    ) -> Sequence[PlayerId]:
        """1.2: team-mates do not meet in the last three rounds, where that is possible."""
        return restricted(snapshot, options, drawn)

    def late_meetings(
        self, snapshot: Snapshot, options: Options, given: Sequence[PlayerId]
    ) -> tuple[int, bool]:
        """1.2: team-mates who nevertheless meet in the last three rounds."""
        return late_meetings(snapshot, options, given)

    def schedule(self, snapshot: Snapshot, options: Options) -> Sequence[ScheduledRound]:
        """The whole table. CannotPair: too_many."""
        return read_position(snapshot, options).rounds

    def round_count(self, options: Options, players: int) -> int:
        """One less than an even number of players, each cycle."""
        return len(rows(players, options.cycles, swap_last_two=False)) if players > 1 else 0

    def decide(self, snapshot: Snapshot, options: Options) -> Decision:
        """The next row. CannotPair: too_many, no_round_left, all_gone, too_few, not_this_round,
        not_free."""
        return decide(snapshot, options)

    def explain(self, snapshot: Snapshot, options: Options) -> BergerExplained:
        """The same decision, to be asked why."""
        from pairing.berger.explained import BergerExplained

        return BergerExplained(decide(snapshot, options))

    def colours(self, snapshot: Snapshot, options: Options, a: PlayerId, b: PlayerId) -> Pair:
        """2: as in the next of their rounds, else as in their last one."""
        position = read_position(snapshot, options)
        rounds = position.meetings(a, b)
        number = next((number for number in rounds if number >= position.next_round), rounds[-1])
        pairs = position.rounds[number - 1].pairs
        return next(pair for pair in pairs if {pair.white, pair.black} == {a, b})

    def standings(self, snapshot: Snapshot, options: Options, scope: str) -> list[StandingRow]:
        """4. CannotPair: too_many; KeyError: no such tempo."""
        from pairing.berger.standings import rows_of

        return rows_of(snapshot, options, scope)

    def statement(
        self, snapshot: Snapshot, options: Options, player: PlayerId, scope: str
    ) -> Statement:
        """Every round of the player and what it earned."""
        from pairing.berger.standings import statement

        return statement(snapshot, options, player, scope)

    def struck(self, snapshot: Snapshot, options: Options) -> frozenset[PlayerId]:
        """3.2: the players who left before half of their games."""
        return read_position(snapshot, options).struck

    def legality(self, snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
        """Warnings: two players who do not meet in this round (1.3), other colours than the table's
        (2), a game not played since a player is away (3)."""
        from pairing.berger.explained import warnings_about

        return warnings_about(snapshot, options, proposal)


SYSTEM = Berger()
