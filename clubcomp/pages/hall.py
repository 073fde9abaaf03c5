"""The screens in the playing hall: boards, names and results in large letters.

Up to ten boards fit on one screen, together with the names. More boards take turns, and so do the
standings between games.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import time
from itertools import groupby
from typing import Any, NamedTuple

from django.utils import timezone

from clubcomp.flow.pairings.proposal import proposal_boards
from clubcomp.flow.standings import StandingLine, cached_rows, rounds_of, standings_of
from clubcomp.models import Competition, Entry, Evening, Round
from clubcomp.pages.boards import Board, by_group
from clubcomp.pages.bracket import BracketPart, last_brackets_of
from clubcomp.pages.pictures import picture_of
from clubcomp.pages.rounds import RoundOnRecord, current_evening, last_round
from clubcomp.pages.scopes import last_round_key
from clubcomp.words.standings import PictureKind, first_picture
from pairing.core.types import OVERALL, Colour

BOARDS, NAMES, COLUMNS, LINES, LEADERS = 10, 20, 3, 12, 3


@dataclass(frozen=True)
class HallSeat:
    """The seat of a player; `board` None is the bye."""

    entry: Entry
    board: int | None = None
    colour: Colour | None = None
    opponent: Entry | None = None

    @property
    def rest(self) -> str:
        """The rest of the name after the surname: first name and prefix."""
        parts = self.entry.player.shown
        return " ".join(part for part in (parts.first_name, parts.prefix) if part)


class Beside(NamedTuple):
    """Below the boards, if they leave room: the leading players, and the next evening."""

    leaders: Sequence[StandingLine]
    next: Evening | None


@dataclass(frozen=True)
class Sheet:
    """One screen: boards, names, both, a standing in columns or a bracket; `page` of `pages`.

    `drawn` is the picture of a standing (see `clubcomp.pages.pictures`).
    """

    competition: Competition
    evening: Evening | None
    shown: RoundOnRecord | None = None
    boards: Sequence[Board] = ()
    names: Sequence[Sequence[HallSeat]] = ()
    lines: Sequence[Sequence[StandingLine]] = ()
    bracket: BracketPart | None = None
    drawn: Mapping[str, Any] | None = None
    beside: Beside | None = None
    page: int = 1
    pages: int = 1

    @property
    def is_standing(self) -> bool:
        """Whether the screen shows a standing in any form."""
        return bool(self.lines or self.bracket or self.drawn)

    @property
    def starts_at(self) -> time | None:
        """When play starts, as long as nobody has finished the first game."""
        if self.evening is None or self.is_standing or self.evening.is_closed:
            return None
        is_first = self.shown is None or self.shown.round.number == 1
        has_begun = self.shown is not None and self.shown.has_results
        return self.evening.starts_at if is_first and not has_begun else None

    @property
    def has_bye(self) -> bool:
        """Whether the bye is on this screen, below the last boards."""
        return bool(self.boards and self.shown and self.boards[-1] is self.shown.boards[-1])


def sheets_of(competition: Competition) -> Iterator[Sheet]:
    """The screens of a competition in the order in which they are shown; none is empty.

    After an evening is closed the standings come first, since everybody waits for them.
    """
    evening = current_evening(competition)
    last = last_round(competition, evening) if evening else None
    if last is None:
        played = rounds_of(competition, OVERALL)
        is_now = evening and (evening.is_open or evening.date == timezone.localdate())
        if is_now or not played:
            yield Sheet(competition, evening)
        if played:
            evening = cached_rows(competition).evening(competition, played[-1].evening)
            last = last_round(competition, evening)
    is_final = bool(evening and evening.is_closed)
    if is_final:
        yield from _of_standing(competition, evening)
    if last:
        yield from _of_round(competition, last)
    if not is_final and (last is None or last.is_over):
        yield from _of_standing(competition, evening)


def sheets_of_proposal(round_: Round) -> list[Sheet]:
    """The screens of a proposal, as they will be once it is published; [] if it has no pairing."""
    competition, proposal = round_.evening.competition, proposal_boards(round_)
    if proposal.cannot:
        return []
    boards = [Board(row.board, row.white, row.black, competition.game) for row in proposal.boards]
    byes = [Board(None, row.entry, None, competition.game) for row in proposal.byes]
    shown = RoundOnRecord(round_, by_group(boards, round_.evening.number), byes)
    return [*_of_round(competition, shown)]


def _of_round(competition: Competition, round_: RoundOnRecord) -> Iterator[Sheet]:
    """Boards and names beside each other, or in turn if they do not fit."""
    evening = round_.evening
    seats = sorted(seats_of(round_), key=lambda seat: (seat.entry.player.order, seat.entry.pk))
    if len(round_.boards) <= BOARDS:
        more = _beside(competition, evening)
        yield Sheet(competition, evening, round_, round_.boards, [seats], beside=more)
        return
    boards = _parts(round_.boards, BOARDS)
    names = _parts(seats, NAMES * COLUMNS)
    pages = len(boards) + len(names)
    for page, part in enumerate(boards, start=1):
        yield Sheet(competition, evening, round_, part, page=page, pages=pages)
    for page, group in enumerate(names, start=len(boards) + 1):
        columns = _parts(group, max(1, -(-len(group) // COLUMNS)))
        yield Sheet(competition, evening, round_, names=columns, page=page, pages=pages)


def _of_standing(competition: Competition, evening: Evening | None) -> Iterator[Sheet]:
    """The standings of the evening's tempo: the picture, if they have one, then columns.

    A screen has two columns, and each group begins a column.
    """
    rounds = rounds_of(competition, evening.tempo.key) if evening else []
    if evening is None or not rounds:
        return
    if first_picture(competition) is PictureKind.CUP:
        for bracket in last_brackets_of(competition):
            page, pages = bracket.piece, bracket.pieces
            yield Sheet(competition, evening, bracket=bracket, page=page, pages=pages)
        return
    scope = evening.tempo.key
    lines = [line for line in standings_of(competition, scope) if line.place]
    drawn = picture_of(competition, scope, lines, last_round_key(rounds), "")
    if any(drawn.get(picture) for picture in ("parts", "chart", "score_groups")):
        yield Sheet(competition, evening, drawn=drawn)
    groups = [[*of_group] for _group, of_group in groupby(lines, lambda line: line.row.group)]
    if len(groups) == 1:
        screens = [_parts(part, max(1, -(-len(part) // 2))) for part in _parts(lines, 2 * LINES)]
    else:
        parts = [part for group in groups for part in _parts(group, LINES)]
        screens = [parts[at : at + 2] for at in range(0, len(parts), 2)]
    for page, columns in enumerate(screens, start=1):
        yield Sheet(competition, evening, lines=columns, page=page, pages=len(screens))


def _beside(competition: Competition, evening: Evening) -> Beside:
    """What stands below the boards when there are few."""
    scope = evening.tempo.key
    has_places = first_picture(competition) not in (PictureKind.CUP, PictureKind.GROUPS)
    lines = standings_of(competition, scope) if has_places and rounds_of(competition, scope) else []
    evenings = cached_rows(competition).evenings(competition)
    coming = (row for row in evenings if row.is_planned and row.number > evening.number)
    has_games = any(line.row.games for line in lines)
    leaders = [line for line in lines if line.place and has_games]
    return Beside(leaders[:LEADERS], next(coming, None))


def seats_of(round_: RoundOnRecord) -> Iterator[HallSeat]:
    """The seats of all players at the boards of a round or with the bye, in board order."""
    for board in round_.boards:
        yield HallSeat(board.white, board.number, Colour.WHITE, board.black)
        if board.black:
            yield HallSeat(board.black, board.number, Colour.BLACK, board.white)
    for bye in round_.byes:
        yield HallSeat(bye.white)


def _parts(rows: Iterable[Any], most: int) -> list[list[Any]]:
    """Rows in as few parts as possible of at most `most` rows, of nearly equal size."""
    rows = list(rows)
    count = max(1, -(-len(rows) // most))
    size, longer = divmod(len(rows), count)
    ends = [size * n + min(n, longer) for n in range(count + 1)]
    return [rows[start:end] for start, end in itertools.pairwise(ends)]
