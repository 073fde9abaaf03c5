"""What do all Swiss systems answer alike, from their position and their boards?"""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pairing.core.boards import Boards
from pairing.core.position import Position, State
from pairing.core.system import PairingSystem
from pairing.core.types import Pair, PlayerId, Proposal, Snapshot

if TYPE_CHECKING:
    from pairing.core.standing import StandingRow, Statement


class SwissSystem(PairingSystem):
    """A Swiss system. `unfinished`: what a game is worth to both in the standing while it is not
    finished, in half points."""

    games = frozenset({"chess", "draughts", "go"})
    unfinished = 0

    @abstractmethod
    def position(self, snapshot: Snapshot, options: Any) -> Position[Any]:
        """The position before the next round; an unfinished game counts as for the pairing."""

    @abstractmethod
    def boards(self, snapshot: Snapshot, options: Any) -> Boards[Any]:
        """The next round paired. CannotPair: no_round_left, no_pairing, too_hard and who is too
        few."""

    def pair(self, snapshot: Snapshot, options: Any) -> Proposal:
        """The boards in order."""
        return self.boards(snapshot, options).proposal()

    def bye(self, snapshot: Snapshot, options: Any) -> PlayerId | None:
        """This pairs the round, since the bye falls to whoever is left at the end."""
        return self.boards(snapshot, options).proposed_bye()

    def order(self, snapshot: Snapshot, options: Any) -> list[PlayerId]:
        """The regulation's order for the next round."""
        return [player.id for player in self.position(snapshot, options).players]

    @abstractmethod
    def white_of(self, position: Any, options: Any, higher: Any, lower: Any) -> State:
        """Who of two has white, if they are paired before the next round."""

    def colours(self, snapshot: Snapshot, options: Any, a: PlayerId, b: PlayerId) -> Pair:
        """By their states, the higher ranked first."""
        position = self.position(snapshot, options)
        white = self.white_of(position, options, *position.in_order(a, b))
        return Pair(a, b) if white.id == a else Pair(b, a)

    def pairing_points(self, snapshot: Snapshot, options: Any) -> dict[PlayerId, Fraction]:
        """Everybody's score."""
        players = self.position(snapshot, options).players
        return {player.id: Fraction(player.score, 2) for player in players}

    def standings(self, snapshot: Snapshot, options: Any, scope: str) -> list[StandingRow]:
        """Points, then the tie-breaks chosen; KeyError: no such tempo."""
        from pairing.core.swiss_standings import standing_rows

        return standing_rows(
            snapshot,
            options,
            scope,
            self.unfinished,
            self.no_game,
            exact_averages=self.exact_averages,
            round_count=options.rounds,
        )

    def statement(
        self, snapshot: Snapshot, options: Any, player: PlayerId, scope: str
    ) -> Statement:
        """Every round of the player and what it earned."""
        from pairing.core.swiss_standings import statement_of

        return statement_of(snapshot, options, player, scope, self.unfinished)
