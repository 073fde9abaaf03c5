"""What a player may do with the result of their own game, and the claims so far."""

from dataclasses import dataclass

from clubcomp.models import Claim, Competition, Game, Player, Round
from clubcomp.pages.boards import Board, ResultButton
from clubcomp.pages.live import digest
from clubcomp.pages.rounds import RoundOnRecord


@dataclass(frozen=True)
class OwnResult:
    """The visitor's own board while its result may be entered.

    `mine` and `theirs` are the results that the visitor and the opponent entered.
    """

    board: Board
    round: Round
    game: Game
    mine: Claim | None
    theirs: Claim | None

    @classmethod
    def of(
        cls, competition: Competition, round_: RoundOnRecord | None, player: Player | None
    ) -> "OwnResult | None":
        """The player's board in a round; None if they have no game, or may not enter its result.

        One query; none in competitions where players do not enter results.
        """
        board = round_.my_board if round_ else None
        if not (board and board.game and board.visitor and player):
            return None
        if not competition.results_by_players:
            return None
        if board.visitor.player_id != player.pk or board.game.put_off:
            return None
        if not (round_ and round_.evening.is_open):
            return None
        of_game = Claim.objects.seated().filter(game=board.game)
        claims = {claim.entry_id: claim for claim in of_game}
        mine = claims.pop(board.visitor.pk, None)
        return cls(board, round_.round, board.game, mine, next(iter(claims.values()), None))

    @property
    def is_agreed(self) -> bool:
        """Whether both players entered the same result."""
        return bool(self.mine and self.theirs and self.mine.result == self.theirs.result)

    @property
    def may_choose(self) -> bool:
        """Whether this player can enter a result now."""
        if not self.game.is_decided:
            return True
        claims = [claim for claim in (self.mine, self.theirs) if claim]
        return self.game.entered_by_id is None and [c.result for c in claims] == [self.game.result]

    @property
    def may_take_back(self) -> bool:
        """Whether this player can still take back the result that they entered."""
        return self.mine is not None and self.may_choose

    @property
    def choices(self) -> list[tuple[ResultButton, bool]]:
        """The three results, each with whether this player entered it."""
        chosen = self.mine.result if self.mine else ""
        return [(choice, choice.result.value == chosen) for choice in self.board.choices]

    @property
    def offered(self) -> ResultButton | None:
        """The result that the opponent entered, as a choice; None before they did."""
        theirs = self.theirs.result if self.theirs else ""
        choices = self.board.choices
        return next((choice for choice in choices if choice.result.value == theirs), None)

    @property
    def digest(self) -> str:
        """A digest of what the page shows of the result and the claims."""
        claims = [(claim.entry_id, claim.result) for claim in (self.mine, self.theirs) if claim]
        return digest(self.game.seating, self.game.result, claims)
