"""A decision as a proposal: boards in order, colours by 6; codes and facts: `reasons`."""

from collections.abc import Iterator, Sequence

from pairing.core.boards import Articles, Board, Boards
from pairing.core.types import Fact, Pair, PlayerId, Reason
from pairing.resistance import reasons
from pairing.resistance.options import Options
from pairing.resistance.pairing import Decision
from pairing.resistance.pools_told import PoolTold
from pairing.resistance.position import PlayerState, Position

ResistanceBoard = Board[PlayerState, PoolTold]


class ResistanceBoards(Boards[PlayerState, PoolTold]):
    """The boards of a decision, with their reasons."""

    articles = Articles(order="2.1", fixed="4", floated="3.3", bye="7.1", board="2.1")

    def __init__(self, decision: Decision, options: Options):
        super().__init__(decision.left, decision.position.rank)
        self.decision = decision
        self.position = decision.position
        self.options = options
        self.roster = decision.roster
        self.groups = [PoolTold(paired) for paired in decision.groups]
        self.seat = {state.id: seat for seat, state in enumerate(self.roster.players)}
        by_lot = sorted(self.roster.players, key=lambda state: state.lot)
        self.number = {state.id: number for number, state in enumerate(by_lot, start=1)}

    def paired(self) -> Iterator[ResistanceBoard]:
        """The pairs of all groups."""
        for group in self.groups:
            for index, choice in enumerate(group.paired.choices):
                higher, lower = group.state(choice.player), group.state(choice.opponent)
                white, _, reason = reasons.colours(higher, lower, self.options.first_named)
                yield Board(higher, lower, white, reason, group=group, index=index)

    def order(self, board: ResistanceBoard) -> tuple[int, ...]:
        """By the place of the higher player."""
        return (self.rank[board.higher.id],)

    @property
    def bye(self) -> PlayerState | None:
        """Who is left of the last group."""
        for seat in self.groups[-1].waiting_seats() if self.groups else ():
            return self.roster.players[seat]
        return None

    def worth(self, state: PlayerState) -> dict[str, Fact]:
        """Points and WP."""
        return {"score": state.points_text, "wp": state.wp_text}

    def board_facts(self, board: ResistanceBoard) -> dict[str, Fact]:
        """2.1."""
        return {"place": self.rank[board.higher.id]}

    def group_reasons(self, board: ResistanceBoard, group: PoolTold) -> Sequence[Reason]:
        """4.5, and in round 1 the numbers of 5.1 or 5.2 where nobody had to be passed over."""
        if self.position.round > 1:
            return [group.opponent(board.index)]
        facts: dict[str, Fact] = {
            "number": self.number[board.higher.id],
            "opponent_number": self.number[board.lower.id],
            "players": len(self.number),
        }
        return [Reason(self.options.first_round, "first_round", facts)]

    def colour_reasons(self, board: ResistanceBoard, colours: Reason) -> Sequence[Reason]:
        """6."""
        return [colours]

    def downfloats(self, state: PlayerState, group: PoolTold) -> Sequence[Reason]:
        """Every group above this one in which the player waited, the highest first, and why."""
        waited: list[Reason] = []
        seat = self.seat[state.id]
        for higher in self.groups[: self.groups.index(group)]:
            if higher.group.waiting_room >> seat & 1:
                waited += [higher.waited(seat), *higher.room()]
        return waited

    def bye_reasons(self, state: PlayerState) -> Sequence[Reason]:
        """5.1, 5.2 in round 1, then 7.1."""
        if self.position.round == 1:
            numbers: dict[str, Fact] = {
                "number": self.number[state.id],
                "players": len(self.number),
            }
            return [Reason(self.options.first_round, "odd", numbers)]
        last = self.groups[-1]
        return [last.stays_over(self.seat[state.id]), *self.downfloats(state, last)]


def coloured(position: Position, options: Options, one: PlayerId, two: PlayerId) -> Pair:
    """Two players as 6 colours them."""
    higher, lower = sorted((one, two), key=position.rank.__getitem__)
    states = position.state(higher), position.state(lower)
    white, black, reason = reasons.colours(*states, options.first_named)
    return Pair(white.id, black.id, (reason,))
