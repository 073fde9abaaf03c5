"""What hangs in the playing hall: boards, names and results, large, a screen at a time.

Up to ten boards fit on one screen, by board and by name. More are turned through, and so are
the standings between games.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import time
from typing import Any

from django.utils import timezone

from clubcomp.flow.standings import StandingLine, cached_rows, rounds_of, standings_of
from clubcomp.models import Competition, Entry, Evening
from clubcomp.pages.boards import Board
from clubcomp.pages.rounds import RoundOnRecord, current_evening, last_round
from pairing.core.types import OVERALL, Colour

BOARDS, NAMES, COLUMNS, LINES = 10, 20, 3, 12


@dataclass(frozen=True)
class Seat:
    """Where somebody sits: `board` None is without an opponent."""

    entry: Entry
    board: int | None = None
    colour: Colour | None = None
    opponent: Entry | None = None

    @property
    def rest(self) -> str:
        """What stands behind the surname: given name and prefix."""
        parts = self.entry.player.shown
        return " ".join(part for part in (parts.first_name, parts.prefix) if part)


@dataclass(frozen=True)
class Sheet:
    """One screen: boards, names, both of them, or columns of a standing; `page` of `pages`."""

    competition: Competition
    evening: Evening | None
    shown: RoundOnRecord | None = None
    boards: Sequence[Board] = ()
    names: Sequence[Sequence[Seat]] = ()
    lines: Sequence[Sequence[StandingLine]] = ()
    page: int = 1
    pages: int = 1

    @property
    def starts_at(self) -> time | None:
        """When the clocks go on, as long as nobody has finished the first game."""
        if self.evening is None or self.lines or self.evening.is_closed:
            return None
        is_first = self.shown is None or self.shown.round.number == 1
        has_begun = self.shown is not None and self.shown.has_results
        return self.evening.starts_at if is_first and not has_begun else None

    @property
    def has_bye(self) -> bool:
        """Whether who is free stands on it: below the last boards."""
        return bool(self.boards and self.shown and self.boards[-1] is self.shown.boards[-1])


def sheets_of(competition: Competition) -> Iterator[Sheet]:
    """The screens of a competition in the order in which they are shown; none is empty.

    After closing it is the table that everybody waits for, and not the evening that comes.
    """
    evening = current_evening(competition)
    shown = last_round(competition, evening) if evening else None
    if shown is None:
        played = rounds_of(competition, OVERALL)
        is_now = evening and (evening.is_open or evening.date == timezone.localdate())
        if is_now or not played:
            yield Sheet(competition, evening)
        if played:
            evening = cached_rows(competition).evening(competition, played[-1].evening)
            shown = last_round(competition, evening)
    is_final = bool(evening and evening.is_closed)
    if is_final:
        yield from _of_standing(competition, evening)
    if shown:
        yield from _of_round(competition, shown)
    if not is_final and (shown is None or shown.is_over):
        yield from _of_standing(competition, evening)


def _of_round(competition: Competition, shown: RoundOnRecord) -> Iterator[Sheet]:
    """Boards and names beside each other, or in turn where they do not fit."""
    seats = sorted(seats_of(shown), key=lambda seat: (seat.entry.player.order, seat.entry.pk))
    if len(shown.boards) <= BOARDS:
        yield Sheet(competition, shown.evening, shown, shown.boards, [seats])
        return
    boards = _parts(shown.boards, BOARDS)
    names = _parts(seats, NAMES * COLUMNS)
    pages = len(boards) + len(names)
    for page, part in enumerate(boards, start=1):
        yield Sheet(competition, shown.evening, shown, part, page=page, pages=pages)
    for page, group in enumerate(names, start=len(boards) + 1):
        columns = _parts(group, max(1, -(-len(group) // COLUMNS)))
        yield Sheet(competition, shown.evening, shown, names=columns, page=page, pages=pages)


def _of_standing(competition: Competition, evening: Evening | None) -> Iterator[Sheet]:
    """The standing of the evening's tempo in two columns a screen."""
    if evening is None or not rounds_of(competition, evening.tempo.key):
        return
    lines = [line for line in standings_of(competition, evening.tempo.key) if line.place]
    groups = _parts(lines, 2 * LINES)
    for page, group in enumerate(groups, start=1):
        columns = _parts(group, max(1, -(-len(group) // 2)))
        yield Sheet(competition, evening, lines=columns, page=page, pages=len(groups))


def seats_of(shown: RoundOnRecord) -> Iterator[Seat]:
    """Everybody who sits at a board of a round or is free, in board order."""
    for board in shown.boards:
        yield Seat(board.white, board.number, Colour.WHITE, board.black)
        if board.black:
            yield Seat(board.black, board.number, Colour.BLACK, board.white)
    for bye in shown.byes:
        yield Seat(bye.white)


def _parts(rows: Iterable[Any], most: int) -> list[list[Any]]:
    """Rows in as few parts as `most` a part allows, as even as can be."""
    rows = list(rows)
    count = max(1, -(-len(rows) // most))
    size, longer = divmod(len(rows), count)
    ends = [size * n + min(n, longer) for n in range(count + 1)]
    return [rows[start:end] for start, end in itertools.pairwise(ends)]
