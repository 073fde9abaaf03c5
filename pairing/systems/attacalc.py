"""AttaCalc: the Keizer-like system of an internal competition with several tempos.

`record` reads what players did and gives colours, `standings` values it, `statement` tells where
points come from, `pairing` pairs, `explained` says why, `legality` checks what was made by hand.
Everything follows the rules page of this system; its parts are the articles of reasons: `telling`
(points), `kleur.1`-`kleur.4` (colours), `indeling.1`-`indeling.7`, `indeling.kleur`, `indeling.n`
(pairing), `afwezigheid`.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import TYPE_CHECKING

from pairing.core.system import Abilities, PairingSystem
from pairing.core.types import Pair, PlayerId, Problem, Proposal, Snapshot
from pairing.keizer.options import Options
from pairing.keizer.pairing import decide, proposed, read_position, read_start
from pairing.keizer.record import read_record, white_and_rule
from pairing.keizer.standings import ranks_after_rounds, standing_rows

if TYPE_CHECKING:  # pairing alone loads neither
    from pairing.core.standing import Drift, RanksAfter, StandingRow, Statement
    from pairing.keizer.explained import KeizerExplained


class AttaCalc(PairingSystem):
    """The system `attacalc`."""

    key = "attacalc"
    label = "AttaCalc (Keizer)"
    source = "AttaCalc: kleur, indeling en afwezigheid (Attaqueer)"
    games = frozenset({"chess", "draughts", "go"})
    options = Options
    abilities = Abilities(
        uses_tempos=True,
        has_value_numbers=True,
        has_absence_credits=True,
        repeats="window",
        limits_per_tempo=True,
    )
    advised = MappingProxyType({"guests": "there"})

    def pair(self, snapshot: Snapshot, options: Options) -> Proposal:
        """Rules 2.4. CannotPair: nobody_present, no_pairing, too_hard, value_negative."""
        return proposed(decide(snapshot, options))

    def explain(self, snapshot: Snapshot, options: Options) -> KeizerExplained:
        """The same pairing, to be asked why. CannotPair as in `pair`."""
        from pairing.keizer.explained import KeizerExplained

        return KeizerExplained(snapshot, decide(snapshot, options))

    def bye(self, snapshot: Snapshot, options: Options) -> PlayerId | None:
        """Rules 2.4, points 2 and 3, which come before anybody is paired."""
        start = read_start(snapshot, options)
        start.check_possible()
        return start.bye_id

    def order(self, snapshot: Snapshot, options: Options) -> list[PlayerId]:
        """ORDER of rules 2.4, point 1, for the tempo of the last evening."""
        position = read_position(snapshot, options)
        return [position.id(player) for player in position.order]

    def colours(self, snapshot: Snapshot, options: Options, a: PlayerId, b: PlayerId) -> Pair:
        """Rules 2.3, for the tempo to be paired."""
        position = read_position(snapshot, options)
        index = position.record.index
        white, _rule = white_and_rule(position.history, position.values, index[a], index[b])
        return Pair(a, b) if white == index[a] else Pair(b, a)

    def standings(self, snapshot: Snapshot, options: Options, scope: str) -> list[StandingRow]:
        """Rules 2.2. CannotPair("value_negative"); KeyError: no such tempo."""
        return standing_rows(read_record(snapshot, options), options, scope)

    def statement(
        self, snapshot: Snapshot, options: Options, player: PlayerId, scope: str
    ) -> Statement:
        """Rules 2.2 and 2.5, line by line."""
        return self.statements(snapshot, options, [player], scope)[0]

    def statements(
        self, snapshot: Snapshot, options: Options, players: Iterable[PlayerId], scope: str
    ) -> list[Statement]:
        """The same for several players, out of one table."""
        from pairing.keizer.statement import statements_of

        return statements_of(snapshot, options, players, scope)

    def progress(self, snapshot: Snapshot, options: Options, scope: str) -> list[RanksAfter]:
        """Everybody's place after each round of the scope, in one pass."""
        return ranks_after_rounds(read_record(snapshot, options), options, scope)

    def drift(
        self,
        snapshot: Snapshot,
        options: Options,
        player: PlayerId,
        scope: str,
        since: tuple[int, int],
    ) -> Drift:
        """What later changes of value numbers did to points earned by `since`."""
        from pairing.keizer.statement import drift_of

        return drift_of(snapshot, options, player, scope, since)

    def legality(self, snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
        """Warnings: met within the window, the colour criterion, colours, the bye."""
        from pairing.keizer.legality import warnings_about

        return warnings_about(snapshot, options, proposal)


SYSTEM = AttaCalc()
