"""What may a player do with the result of their own game, and what was entered of it so far?"""

from dataclasses import dataclass

from clubcomp.flow.claims import may_enter
from clubcomp.models import Claim, Competition, Game, Player, Round
from clubcomp.pages.boards import Board, Choice
from clubcomp.pages.digest import digest
from clubcomp.pages.rounds import RoundOnRecord


@dataclass(frozen=True)
class OwnResult:
    """The visitor's own board while its result can be entered; `mine` and `theirs` say what was."""

    board: Board
    round: Round
    game: Game
    mine: Claim | None
    theirs: Claim | None

    @classmethod
    def of(
        cls, competition: Competition, shown: RoundOnRecord | None, player: Player | None
    ) -> "OwnResult | None":
        """None for who is nobody's link, has no game, or where results are entered otherwise.

        One query, none where players enter nothing.
        """
        board = shown.my_board if shown else None
        if not (board and board.game and board.visitor and player and may_enter(competition)):
            return None
        if board.visitor.player_id != player.pk or board.game.put_off:
            return None
        if not (shown and shown.evening.is_open):
            return None
        of_game = Claim.objects.seated().filter(game=board.game)
        claims = {claim.entry_id: claim for claim in of_game}
        mine = claims.pop(board.visitor.pk, None)
        return cls(board, shown.round, board.game, mine, next(iter(claims.values()), None))

    @property
    def is_agreed(self) -> bool:
        """Whether both entered the same."""
        return bool(self.mine and self.theirs and self.mine.result == self.theirs.result)

    @property
    def may_choose(self) -> bool:
        """Whether this player can enter something now."""
        if not self.game.is_decided:
            return True
        claims = [claim for claim in (self.mine, self.theirs) if claim]
        return self.game.entered_by_id is None and [c.result for c in claims] == [self.game.result]

    @property
    def may_take_back(self) -> bool:
        """Whether what this player entered can still be taken back."""
        return self.mine is not None and self.may_choose

    @property
    def choices(self) -> list[tuple[Choice, bool]]:
        """The three results, and whether it is the one that this player entered."""
        chosen = self.mine.result if self.mine else ""
        return [(choice, choice.result.value == chosen) for choice in self.board.choices]

    @property
    def offered(self) -> Choice | None:
        """What the opponent entered, as a choice; None before they did."""
        theirs = self.theirs.result if self.theirs else ""
        return next((one for one in self.board.choices if one.result.value == theirs), None)

    @property
    def digest(self) -> str:
        """Differs when what is shown of it differs."""
        claims = [(claim.entry_id, claim.result) for claim in (self.mine, self.theirs) if claim]
        return digest(self.game.seating, self.game.result, claims)
