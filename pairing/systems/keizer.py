"""Keizer by a club's own regulation: values, results, absences, periods, meetings as it says.

`record` reads what players did and what it earns (`kinds`), `tables` values it, `standings` knows
periods and groups, `ranking` breaks ties, `statement` tells where points come from; `limits` says
which players may meet, `colours` gives colours, `pairing` pairs; `explained` and `why` say why,
`legality` checks what was made by hand. The articles are those of the rules page of this system.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from pairing.core.amounts import AbsenceKind
from pairing.core.beside_games import GroupMove
from pairing.core.system import Abilities, PairingSystem
from pairing.core.types import Pair, PlayerId, Problem, Proposal, Snapshot
from pairing.own_keizer.options import Options
from pairing.own_keizer.pairing import decide, proposed, read_positions, read_start
from pairing.own_keizer.presets import PRESETS
from pairing.own_keizer.standings import standing_rows

if TYPE_CHECKING:  # pairing alone loads neither
    from pairing.core.standing import Drift, Prospect, StandingRow, Statement
    from pairing.own_keizer.explained import OwnKeizerExplained


class Keizer(PairingSystem):
    """The system `keizer`."""

    key = "keizer"
    label = "Keizer (own rules)"
    source = "The published Keizer regulations of clubs"
    games = frozenset({"chess", "draughts", "go"})
    options = Options
    presets = PRESETS
    abilities = Abilities(
        uses_tempos=True,
        has_value_numbers=True,
        repeats="window",
        knows_groups=True,
        has_own_kinds=True,
        has_periods=True,
    )

    def draws_rounds(self, options: Options) -> bool:
        """Article 6.1."""
        return options.meeting.order == "lot"

    def pair(self, snapshot: Snapshot, options: Options) -> Proposal:
        """Article 6. CannotPair: nobody_present, not_drawn, no_pairing."""
        return proposed(decide(snapshot, options))

    def explain(self, snapshot: Snapshot, options: Options) -> OwnKeizerExplained:
        """The same pairing, to be asked why. CannotPair as in `pair`."""
        from pairing.own_keizer.explained import OwnKeizerExplained

        return OwnKeizerExplained(snapshot, decide(snapshot, options))

    def bye(self, snapshot: Snapshot, options: Options) -> PlayerId | None:
        """Article 6.3, which comes before anybody is paired."""
        start = read_start(snapshot, options)
        start.check_possible()
        return start.bye_id

    def order(self, snapshot: Snapshot, options: Options) -> list[PlayerId]:
        """ORDER of article 6.1 for the tempo of the last evening, group by group."""
        return [
            position.id(player)
            for position in read_positions(snapshot, options)
            for player in position.order
        ]

    def colours(self, snapshot: Snapshot, options: Options, a: PlayerId, b: PlayerId) -> Pair:
        """Article 7.1, for the tempo to be paired."""
        for position in read_positions(snapshot, options):
            first, second = position.record.index[a], position.record.index[b]
            if {first, second} <= position.ranks.keys():
                white, black, _rule = position.white_and_rule(first, second)
                return Pair(position.id(white), position.id(black))
        raise KeyError((a, b))

    def standings(self, snapshot: Snapshot, options: Options, scope: str) -> list[StandingRow]:
        """Article 4. KeyError: no such tempo."""
        return standing_rows(snapshot, options, scope)

    def statement(
        self, snapshot: Snapshot, options: Options, player: PlayerId, scope: str
    ) -> Statement:
        """Where the points come from, line by line."""
        return self.statements(snapshot, options, [player], scope)[0]

    def statements(
        self, snapshot: Snapshot, options: Options, players: Iterable[PlayerId], scope: str
    ) -> list[Statement]:
        """The same for several players, out of one table."""
        from pairing.own_keizer.statement import statements_of

        return statements_of(snapshot, options, players, scope)

    def drift(
        self,
        snapshot: Snapshot,
        options: Options,
        player: PlayerId,
        scope: str,
        since: tuple[int, int],
    ) -> Drift | None:
        """What later changes of values did to points earned by `since`."""
        from pairing.own_keizer.statement import drift_of

        return drift_of(snapshot, options, player, scope, since)

    def prospects(
        self, snapshot: Snapshot, options: Options, player: PlayerId, evening: int
    ) -> list[Prospect]:
        """Article 3, of an evening that has yet to be played."""
        from pairing.own_keizer.statement import prospects_of

        return prospects_of(snapshot, options, player, evening)

    def legality(self, snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
        """Warnings: limits of meetings and colours, the colours, the bye."""
        from pairing.own_keizer.legality import warnings_about

        return warnings_about(snapshot, options, proposal)

    def kinds(self, options: Options) -> Mapping[str, AbsenceKind]:
        """The table of kinds of absence."""
        return MappingProxyType(dict(options.absences.table))

    def check_move(self, options: Options, player: PlayerId, move: GroupMove) -> None:
        """Article 5.4. BadOptions: move_without_anew, kept_move, move_within_period."""
        options.check_move(player, move)


SYSTEM = Keizer()
