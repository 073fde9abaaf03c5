"""The preview of a correction: the change, and the players whose rows change by it."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from clubcomp.flow.attendance.sheet import OnRecord, belonging, is_asked
from clubcomp.flow.corrections import (
    CorrectionPreview,
    ScopeChanges,
    StandingChange,
    preview_correction,
)
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Competition, Entry, Evening, Game, Round
from clubcomp.models.plans import Plan, plans_of
from clubcomp.pages.boards import Board, BoardSide, board_of
from clubcomp.pages.scopes import scopes_of
from clubcomp.words.unplayed import CORRECTED, named
from clubcomp.words.values import few
from pairing.core.types import Colour, Result
from pairing.core.unplayed import Unplayed
from pairing.sentences.words import points_text

#: How many players are listed when nobody changes place.
MOST_UNMOVED = 4


class CorrectedSide(NamedTuple):
    """A player as they sit now, and the colour and score that they get."""

    side: BoardSide
    colour: Colour
    score: str


@dataclass(frozen=True)
class ScopeTable:
    """The standings of a scope: their name, all changes, and the changes that are listed."""

    name: str
    all: ScopeChanges
    lines: list[StandingChange]

    @property
    def more_count(self) -> int:
        """How many changes are not listed."""
        return len(self.all.changes) - len(self.lines)


def sides_of(board: Board, result: Result, *, swaps_colours: bool) -> list[CorrectedSide]:
    """Both players of a board, before and after the correction."""
    sides = []
    for side in board.sides:
        colour = side.colour.opposite if swaps_colours else side.colour
        points = result.score(colour)
        score = "" if points is None else points_text(points, board.kind)
        sides.append(CorrectedSide(side, colour, score))
    return sides


@dataclass(frozen=True)
class AbsentIn:
    """The players without a board in a round on record, by the words for why."""

    round: Round
    by_kind: dict[str, list[Entry]]


def who_was_absent(evening: Evening) -> list[AbsentIn]:
    """Round by round, the players without a board, and how they were away.

    Occasional players are listed only for rounds that have an absence of theirs on record. Two
    queries, and a third if a player plays on another day.
    """
    competition = evening.competition
    rows, plans = Rows(competition), plans_of(evening)
    record, members = OnRecord.of(evening, rows), belonging(evening, rows.by_name, plans)
    rounds = []
    for round_ in record.rounds:
        booked = {row.entry_id: row.kind for row in rows.unpaired_of(round_)}
        by_kind: dict[str, list[Entry]] = {}
        for entry in members:
            is_missing = entry.pk not in record.boards[round_.number]
            is_asked_now = is_asked(competition, entry, plans.get(entry.pk, Plan()))
            if is_missing and (entry.pk in booked or not is_asked_now):
                kind = booked.get(entry.pk, Unplayed.ABSENT.value)
                by_kind.setdefault(named(competition, kind, CORRECTED), []).append(entry)
        rounds.append(AbsentIn(round_, by_kind))
    return rounds


def lines_of(changes: ScopeChanges, *, everybody: bool) -> list[StandingChange]:
    """The changes to list: of all players who change place, else of a few; or of `everybody`."""
    return changes.changes if everybody else changes.moved or few(changes.changes, MOST_UNMOVED)


def shown_preview(
    competition: Competition, preview: CorrectionPreview, *, everybody: bool
) -> dict[str, Any]:
    """The template context of the effect of a correction."""
    names = {scope.key: scope.name for scope in scopes_of(competition)}
    tables = [
        ScopeTable(names.get(scope.scope, ""), scope, lines_of(scope, everybody=everybody))
        for scope in preview.scopes
        if scope.changes
    ]
    return {"preview": preview, "tables": tables, "later": preview.later}


def consequences_of(
    game: Game, *, result: Result, swap_colours: bool, everybody: bool
) -> dict[str, Any]:
    """What the page shows of a corrected result before it is stored."""
    preview = preview_correction(game, result=result, swap_colours=swap_colours)
    competition = game.round.evening.competition
    sides = sides_of(board_of(game, competition.game), result, swaps_colours=swap_colours)
    return shown_preview(competition, preview, everybody=everybody) | {"sides": sides}
