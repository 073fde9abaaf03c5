"""How does a decision become a proposal? Boards by the place of the higher player, colours by 6."""

from collections.abc import Iterator

from pairing.core.boards import Board, Boards
from pairing.matching.perfect import bits
from pairing.resistance.colours import white_of
from pairing.resistance.pairing import Decision
from pairing.resistance.position import PlayerState


class ResistanceBoards(Boards[PlayerState, Decision]):
    """The boards of a decision."""

    def paired(self) -> Iterator[Board[PlayerState]]:
        """The pairs of all groups."""
        players = self.decision.roster.players
        for paired in self.decision.groups:
            for choice in paired.choices:
                higher, lower = players[choice.player], players[choice.opponent]
                yield Board(higher, lower, white_of(higher, lower, self.options.first_named))

    def order(self, board: Board[PlayerState]) -> tuple[int, ...]:
        """By the place of the higher player."""
        return (self.rank[board.higher.id],)

    @property
    def bye(self) -> PlayerState | None:
        """Who is left of the last group."""
        groups = self.decision.groups
        for seat in bits(groups[-1].group.waiting_room) if groups else ():
            return self.decision.roster.players[seat]
        return None
