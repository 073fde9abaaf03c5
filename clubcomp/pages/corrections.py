"""What does the page of a correction show: what is put right, who is touched, what stands?"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from clubcomp.flow.corrections import (
    CorrectionPreview,
    ScopeChanges,
    StandingChange,
    preview_correction,
)
from clubcomp.models import Competition, Game
from clubcomp.pages.boards import Board, Side, board_of
from clubcomp.pages.scopes import scopes_of
from pairing.core.types import Colour, Result
from pairing.sentences.game_words import points_text

#: So many players are named when nobody changes place.
MOST_UNMOVED = 4


class CorrectedSide(NamedTuple):
    """One of the two players as they are, and the colour and score that they get."""

    side: Side
    colour: Colour
    score: str


@dataclass(frozen=True)
class ChangeLine:
    """What happens to one player in the standing; `rise` is more than 0 when he goes up."""

    change: StandingChange

    @property
    def rise(self) -> int | None:
        """How many places he wins."""
        now, then = self.change.rank_now, self.change.rank_then
        return None if now is None or then is None else now - then


@dataclass(frozen=True)
class ScopeTable:
    """One standing: its name, what changes in it, and who of them is shown."""

    name: str
    all: ScopeChanges
    lines: list[ChangeLine]

    @property
    def more_count(self) -> int:
        """How many are not shown."""
        return len(self.all.changes) - len(self.lines)


def sides_of(board: Board, result: Result, *, swaps_colours: bool) -> list[CorrectedSide]:
    """Both players of a board as they are and as the correction makes them."""
    sides = []
    for side in board.sides:
        colour = side.colour.opposite if swaps_colours else side.colour
        points = result.score(colour)
        score = "" if points is None else points_text(points, board.kind)
        sides.append(CorrectedSide(side, colour, score))
    return sides


def lines_of(changes: ScopeChanges, *, everybody: bool) -> list[ChangeLine]:
    """Who is shown: those who change place; without any a few; or `everybody` who changes."""
    shown = changes.changes
    if not everybody:
        shown = changes.moved or shown[:MOST_UNMOVED]
    return [ChangeLine(change) for change in shown]


def shown_preview(
    competition: Competition, preview: CorrectionPreview, *, everybody: bool
) -> dict[str, Any]:
    """What a page shows of what a correction would do."""
    names = {scope.key: scope.name for scope in scopes_of(competition)}
    tables = [
        ScopeTable(names.get(one.scope, ""), one, lines_of(one, everybody=everybody))
        for one in preview.scopes
        if one.changes
    ]
    return {"preview": preview, "tables": tables, "later": preview.later}


def consequences_of(
    game: Game, *, result: Result, swap_colours: bool, everybody: bool
) -> dict[str, Any]:
    """What the page shows of a correction before it is made."""
    preview = preview_correction(game, result=result, swap_colours=swap_colours)
    competition = game.round.evening.competition
    shown = shown_preview(competition, preview, everybody=everybody)
    board = board_of(game, competition.game)
    return shown | {"sides": sides_of(board, result, swaps_colours=swap_colours)}
