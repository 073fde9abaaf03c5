"""A cup: a beaten player is out, until one player is left.

Follow the regulation by file: `bracket` (1.2, 4), `position` (1.3-1.5, 3.5), `ties` (3.1-3.3),
`pairing` (1.5, 2, 3.4, 3.6), `standings` (5), `options`; `explained` says why, and looks at
what was made by hand.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pairing.core.scheduled_system import ScheduledSystem
from pairing.core.system import Abilities, ScheduledRound
from pairing.core.types import Pair, PlayerId, Problem, Proposal, Snapshot
from pairing.knockout.options import Options
from pairing.knockout.pairing import Colours, Decision, decide
from pairing.knockout.position import read_position

if TYPE_CHECKING:  # pairing alone loads neither
    from pairing.core.standing import StandingRow, Statement
    from pairing.core.tie import Tie
    from pairing.knockout.explained import KnockoutExplained


class Knockout(ScheduledSystem):
    """The system `knockout`."""

    key = "knockout"
    label = "Cup (knock-out)"
    source = "What the cup regulations of clubs have in common; our own articles"
    options = Options
    abilities = Abilities(
        repeats="always", start_numbers="lot", schedule_is_fixed=True, knocks_out=True
    )
    trf_code = "OTHER_KNOCKOUT"
    trf_type = "Individual: Knockout"

    def restricted_lot(
        self, snapshot: Snapshot, options: Options, drawn: Sequence[PlayerId]
    ) -> Sequence[PlayerId]:
        """1.1: the seeded players come first, by rating; the others as they were drawn."""
        by_rating = sorted(snapshot.players, key=lambda player: (-(player.rating or 0), player.id))
        seeded = [player.id for player in by_rating[: options.seeds]]
        return [*seeded, *(player for player in drawn if player not in seeded)]

    def schedule(self, snapshot: Snapshot, options: Options) -> Sequence[ScheduledRound]:
        """The rounds on record, and the one that comes next as far as it is known."""
        position = read_position(snapshot, options)
        rounds = [
            tuple(Pair(game.white, game.black) for game in recorded.round.games)
            for recorded in snapshot.record()
        ]
        colours = Colours(position)
        due = (players for tie in position.due if all(players := tie.players))
        coming = tuple(colours.of(str(upper), str(lower)).pair for upper, lower in due)
        rounds += [coming] if coming else []
        return [ScheduledRound(number, pairs) for number, pairs in enumerate(rounds, start=1)]

    def ties(self, snapshot: Snapshot, options: Options) -> Sequence[Tie]:
        """The whole bracket. CannotPair: too_many."""
        from pairing.knockout.standings import further_game, stage_of
        from pairing.knockout.ties import last_of

        ties = read_position(snapshot, options).ties.values()
        return [
            replace(
                tie,
                stage=stage_of(tie),
                further=further_game(tie),
                last=last_of([played.game for played in tie.games], options),
            )
            for tie in ties
        ]

    def idle(self, snapshot: Snapshot, options: Options) -> Collection[PlayerId]:
        """1.5: the players without a tie to play now."""
        position = read_position(snapshot, options)
        playing = {player for tie in position.due for player in tie.players}
        return frozenset(position.ids) - playing

    def out(self, snapshot: Snapshot, options: Options) -> Collection[PlayerId]:
        """1.4: the players with nothing left to play."""
        position = read_position(snapshot, options)
        return frozenset(position.ids) - position.still_in

    def round_count(self, options: Options, players: int) -> None:
        """None: nobody knows beforehand how many games are played again."""

    def decide(self, snapshot: Snapshot, options: Options) -> Decision:
        """The ties that are due. CannotPair: too_many, no_cup, still_open, no_round_left, too_few,
        not_due, no_bye_named."""
        return decide(snapshot, options)

    def explain(self, snapshot: Snapshot, options: Options) -> KnockoutExplained:
        """The same decision, to be asked why."""
        from pairing.knockout.explained import KnockoutExplained

        return KnockoutExplained(decide(snapshot, options))

    def colours(self, snapshot: Snapshot, options: Options, a: PlayerId, b: PlayerId) -> Pair:
        """2: as in the next game of their tie, or the first one."""
        return Colours(read_position(snapshot, options)).of(a, b).pair

    def standings(self, snapshot: Snapshot, options: Options, scope: str) -> list[StandingRow]:
        """5. CannotPair: too_many; KeyError: no such tempo."""
        from pairing.knockout.standings import rows_of

        return rows_of(snapshot, options, scope)

    def statement(
        self, snapshot: Snapshot, options: Options, player: PlayerId, scope: str
    ) -> Statement:
        """Every game of the player and what it earned."""
        from pairing.core.swiss_standings import statement_of

        return statement_of(snapshot, options, player, scope)

    def legality(self, snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
        """An error: two players who have no tie to play now (1.5). Warnings: other colours (2), a
        game not played since a player is away (3.4)."""
        from pairing.knockout.explained import problems_of

        return problems_of(snapshot, options, proposal)


SYSTEM = Knockout()
