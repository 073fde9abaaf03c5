"""How does a decision become a proposal? Boards by F1, colours by E."""

from collections.abc import Iterator

from pairing.core.boards import Board, Boards
from pairing.core.colours import white_of
from pairing.swiss.colours import lot_of
from pairing.swiss.pairing import Decision
from pairing.swiss.position import PlayerState


class SwissBoards(Boards[PlayerState, Decision]):
    """The boards of a decision."""

    def paired(self) -> Iterator[Board[PlayerState]]:
        """The pairs of all brackets, each in the order of S1."""
        players = self.decision.roster.players
        for settled in self.decision.settled:
            seats = settled.bracket.seats
            for index, pair in enumerate(settled.candidate.pairs if settled.candidate else ()):
                higher, lower = (players[seats[player]] for player in sorted(pair))
                lot = lot_of(self.decision.position, self.options, higher, index + 1)
                yield Board(higher, lower, white_of(higher, lower, lot))

    def order(self, board: Board[PlayerState]) -> tuple[int, ...]:
        """F1."""
        score = board.higher.score
        return -score, -score - board.lower.score, self.rank[board.higher.id]

    @property
    def bye(self) -> PlayerState | None:
        """Who stays unpaired in the last bracket."""
        paired = [settled for settled in self.decision.settled if settled.candidate is not None]
        for seat in paired[-1].unpaired if paired else ():
            return self.decision.roster.players[seat]
        return None
