"""What does the page of a correction show: what is put right, who is touched, what stands?"""

from dataclasses import dataclass
from typing import Any

from clubcomp.flow.corrections import (
    CorrectionPreview,
    ScopeChanges,
    StandingChange,
    preview_correction,
)
from clubcomp.models import Competition, Game
from clubcomp.views.scopes import scopes_of
from clubcomp.views.shown_rounds import Board, Side
from pairing.core.types import Colour, Result
from pairing.sentences.game_words import points_text

#: So many players are named when nobody changes place.
MOST_UNMOVED = 4


@dataclass(frozen=True)
class CorrectedSide(Side):
    """One of the two players: colour and score as they are and as they become."""

    becomes_colour: Colour
    becomes_score: str


@dataclass(frozen=True)
class ChangeLine:
    """What happens to one player in the standing; `rise` is more than 0 when he goes up."""

    change: StandingChange

    @property
    def rise(self) -> int | None:
        """How many places he wins."""
        now, then = self.change.place_now, self.change.place_then
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


def sides_of(game: Game, kind: str, result: Result, swap_colours: bool) -> list[CorrectedSide]:
    """Both players of a board as they are and as the correction makes them."""
    sides = []
    for side in Board(game, kind=kind).sides:
        colour = side.colour.opposite if swap_colours else side.colour
        points = result.score(colour)
        score = "" if points is None else points_text(points, kind)
        sides.append(CorrectedSide(**vars(side), becomes_colour=colour, becomes_score=score))
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
    return shown | {"sides": sides_of(game, competition.game, result, swap_colours)}
