"""What do systems that pair bracket by bracket answer alike? Boards, the bye, colours, and why."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from pairing.core.boards import Board, Boards
from pairing.core.colours import white_of
from pairing.core.position import BracketPosition, BracketState
from pairing.core.swiss_system import SwissSystem
from pairing.core.types import Snapshot


class BracketBoards(Boards[BracketState]):
    """The boards of a decision with `settled` brackets, whose players have seats in a `roster`."""

    def paired(self) -> Iterator[Board[BracketState]]:
        """The pairs of all brackets, each in the order of S1."""
        players, position = self.decision.roster.players, self.decision.position
        for settled in self.decision.settled:
            seats = settled.bracket.seats
            for index, pair in enumerate(settled.pairs, start=1):
                higher, lower = (players[seats[player]] for player in sorted(pair))
                white = white_of(higher, lower, position.lot(higher, index))
                yield Board(higher, lower, white)

    def order(self, board: Board[BracketState]) -> tuple[int, ...]:
        """The higher player's score, then both scores, then the higher player's rank."""
        score = board.higher.score
        return -score, -score - board.lower.score, self.rank[board.higher.id]

    @property
    def bye(self) -> BracketState | None:
        """The only one who is in no pair, where the number is odd."""
        players: Sequence[BracketState] = self.decision.roster.players
        if len(players) % 2 == 0:
            return None
        paired = {
            settled.bracket.seats[player]
            for settled in self.decision.settled
            for pair in settled.pairs
            for player in pair
        }
        return next(player for seat, player in enumerate(players) if seat not in paired)


class BracketSystem(SwissSystem):
    """A Swiss system whose `decide` settles bracket after bracket."""

    @abstractmethod
    def decide(self, snapshot: Snapshot, options: Any) -> Any:
        """The next round's decision; CannotPair as `boards`."""

    def boards(self, snapshot: Snapshot, options: Any) -> BracketBoards:
        """The next round paired. CannotPair: no_round_left, too_few, no_pairing, too_hard."""
        return BracketBoards(self.decide(snapshot, options), options)

    def white_of(
        self, position: BracketPosition[Any], options: Any, higher: Any, lower: Any
    ) -> BracketState:
        """By the regulation; for their place in S1 stands the rank of the higher player."""
        white: BracketState = white_of(
            higher, lower, position.lot(higher, position.rank[higher.id])
        )
        return white
