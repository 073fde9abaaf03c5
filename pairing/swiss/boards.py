"""How does a decision become a proposal? Boards by F1, colours by E; codes and facts: `reasons`."""

from collections.abc import Iterable, Iterator, Sequence

from pairing.core.boards import Articles, Board, Boards, points
from pairing.core.types import Colour, Fact, Reason
from pairing.swiss.bracket_reasons import BracketReasons
from pairing.swiss.bracket_reasons_1996 import BracketReasons1996
from pairing.swiss.bracket_reasons_2012 import BracketReasons2012
from pairing.swiss.colours import colours, denied, is_denied, lot_of
from pairing.swiss.options import Options
from pairing.swiss.pairing import Decision
from pairing.swiss.position import PlayerState

SwissBoard = Board[PlayerState, BracketReasons]

_REASONS: dict[int, type[BracketReasons]] = {1996: BracketReasons1996, 2012: BracketReasons2012}


class SwissBoards(Boards[PlayerState, BracketReasons]):
    """The boards of a decision, with their reasons."""

    articles = Articles(order="A2", fixed="F6", floated="A4", bye="A5", board="F1")

    def __init__(self, decision: Decision, options: Options):
        super().__init__(decision.left, decision.position.rank)
        self.position = decision.position
        self.options = options
        self.roster = decision.roster
        self.settled = decision.settled
        reasons = _REASONS[self.position.edition.procedure]
        paired = [settled for settled in self.settled if settled.candidate is not None]
        self.brackets = [
            reasons(self.position, self.roster, number, settled)
            for number, settled in enumerate(paired, start=1)
        ]

    def paired(self) -> Iterator[SwissBoard]:
        """The pairs of all brackets."""
        for bracket in self.brackets:
            for index, pair in enumerate(bracket.pairs):
                higher, lower = self.ranked(*pair)
                lot = lot_of(self.position, self.options, higher, index + 1)
                white, _, reason = colours(higher, lower, lot, self.position.history)
                yield Board(higher, lower, white, reason, group=bracket, index=index)

    def order(self, board: SwissBoard) -> tuple[int, ...]:
        """F1."""
        score = board.higher.score
        return -score, -score - board.lower.score, self.rank[board.higher.id]

    @property
    def bye(self) -> PlayerState | None:
        """Who stays unpaired in the last bracket."""
        for seat in self.brackets[-1].settled.unpaired if self.brackets else ():
            return self.roster.players[seat]
        return None

    def worth(self, state: PlayerState) -> dict[str, Fact]:
        """A2."""
        return {"score": points(state.score)}

    def board_facts(self, board: SwissBoard) -> dict[str, Fact]:
        """F1."""
        score = board.higher.score
        return {"score": points(score), "sum": points(score + board.lower.score)}

    def group_reasons(self, board: SwissBoard, group: BracketReasons) -> Iterable[Reason]:
        """C, D: the pair in its bracket."""
        return [
            *group.pair_reasons(board.index, board.white, board.black),
            *group.not_nearer(board.index),
        ]

    def colour_reasons(self, board: SwissBoard, colours: Reason) -> Iterator[Reason]:
        """E, and whose preference is denied."""
        yield colours
        if is_denied(board.white, Colour.WHITE):
            yield denied(board.white, board.black)
        if is_denied(board.black, Colour.BLACK):
            yield denied(board.black, board.white)

    def downfloats(self, state: PlayerState, group: BracketReasons) -> Sequence[Reason]:
        """The brackets above this one that the player left, the highest first, and why."""
        score, seat = group.settled.score, self.roster.seat[state.id]
        brackets = []
        for settled in self.settled if state.score > score else ():
            if settled.score <= score:
                continue
            if seat in settled.removed:
                brackets.append((settled.score, "no_opponent"))
            elif seat in settled.unpaired:
                why = "whole_bracket" if settled.candidate is None else "left_over"
                brackets.append((settled.score, why))
        path: list[Fact] = [
            {"score": points(score), "why": why} for score, why in sorted(brackets, reverse=True)
        ]
        if not path:
            return []
        return [Reason("C6", "moved_down", {"player": state.id, "path": path})]

    def bye_reasons(self, state: PlayerState) -> Iterator[Reason]:
        """F4, C6: the lowest of round 1, or who stays unpaired in the last bracket."""
        last = self.brackets[-1]
        if self.position.round == 1 and state is self.roster.players[-1]:
            yield Reason("F4", "lowest")
        else:
            yield last.stays_over(state)
        yield from last.bracket_reasons(())
        yield from self.downfloats(state, last)
