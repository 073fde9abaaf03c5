"""The cross table: its columns, in parts where paper is too narrow, and its rows."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from clubcomp.doors.names import Name
from clubcomp.flow.standings import After, RoundLine
from clubcomp.flow.tables.cross_table import player_by_player, round_by_round
from clubcomp.models import Competition, Entry
from clubcomp.pages.glyphs import square


@dataclass(frozen=True)
class TablePart:
    """Some columns of the table: their headings (rounds or rows), and each row with its cells."""

    heads: Sequence[Any]
    rows: list[tuple[Any, Sequence[Any]]]


def is_by_player(competition: Competition) -> bool:
    """Whether the table lists opponents rather than rounds: where pairing runs per tempo players
    meet several times, and in a round robin everybody meets everybody.
    """
    abilities = competition.abilities
    return abilities.uses_tempos or abilities.schedule_is_fixed


def parts_of(
    competition: Competition, scope: str, after: After | None, rounds: list[RoundLine], across: int
) -> list[TablePart]:
    """The table after the last of `rounds`, in parts of `across` columns (0: all in one part)."""
    by_player = is_by_player(competition)
    read = player_by_player if by_player else round_by_round
    rows: Sequence[Any] = read(competition, scope, after) if after else []
    heads: Sequence[Any] = rows if by_player else rounds
    across = across or max(1, len(heads))
    return [
        TablePart(heads[at : at + across], [(row, row.cells[at : at + across]) for row in rows])
        for at in range(0, len(heads), across)
    ]


# Who met whom -------------------------------------------------------------------------------

#: This many names fit beside and above a grid on a phone.
NAMES = 12
_SIGNS = {"won": "■", "drawn": "◧", "lost": "□"}


class MetCell(NamedTuple):
    """The combined outcome of the games of two players, as a sign and a word.

    `serial` and `number` are the round of their last game.
    """

    sign: str
    word: str
    serial: int
    number: int


class Grid(NamedTuple):
    """Some players against each other, from place `first` to `last` of `total`.

    A row has its player, a short name, whether they are the reader, and a cell for each player:
    None on the diagonal, no sign where two did not meet. `before`, `after` and `mine` are the first
    rows of the grids before and after and of the one with the reader; 0 for none.
    """

    rows: list[tuple[Any, str, bool, list[MetCell | None]]]
    first: int
    last: int
    total: int
    before: int
    after: int
    mine: int


def grid_of(rows: Sequence[Any], rounds: Sequence[RoundLine], first: int, me: str) -> Grid | None:
    """The grid of the players from row `first` on; `me` is the key of the reader."""
    if not rows:
        return None
    start = max(0, min(first, len(rows)) - 1)
    shown = rows[start : start + NAMES]
    serials = {line.round_key: line.serial for line in rounds}
    names = _short_names([row.line.entry for row in shown])
    words = {"won": _("won"), "drawn": _("drawn"), "lost": _("lost")}

    def met(cell: Any) -> MetCell | None:
        if cell is None or not cell.games:
            return cell and MetCell("", "", 0, 0)
        code = _outcome(cell)
        return MetCell(_SIGNS[code], words[code], serials[cell.last], cell.last[1])

    at = next((at for at, row in enumerate(rows) if row.line.entry.key == me), None)
    mine = 0 if at is None else max(1, min(at - NAMES // 2, len(rows) - NAMES) + 1)
    return Grid(
        [
            (row, name, row.line.entry.key == me, [*map(met, row.cells[start : start + NAMES])])
            for row, name in zip(shown, names, strict=True)
        ],
        start + 1,
        start + len(shown),
        len(rows),
        max(1, start + 1 - NAMES) if start else 0,
        start + NAMES + 1 if start + NAMES < len(rows) else 0,
        mine,
    )


def _short_names(entries: Sequence[Entry]) -> list[str]:
    """Short names: the surname; for players of one surname with an initial; and if that is the same
    too, with what tells them from their namesakes, or else the first name."""
    forms = [_forms(entry.player.shown, entry.player.shown_suffix) for entry in entries]
    names = [form[0] for form in forms]
    for longer in (1, 2):
        count = Counter(names)
        pairs = zip(names, forms, strict=True)
        names = [form[longer] if count[name] > 1 else name for name, form in pairs]
    return names


def _forms(name: Name, suffix: str) -> tuple[str, str, str]:
    """The forms of a name for a grid, the shortest first."""
    first = name.first_name
    surname = " ".join(filter(None, name[1:]))
    if not surname or not first:
        alone = surname or first
        return alone, alone, f"{alone} {suffix}".rstrip()
    initial = f"{surname} {first[:1]}."
    return surname, initial, f"{initial} {suffix}" if suffix else f"{surname} {first}"


def _outcome(cell: Any) -> str:
    """How a player did in all games against one opponent."""
    share = 2 * cell.score - cell.games
    return "won" if share > 0 else "lost" if share < 0 else "drawn"


#: The picture in its own units: its greatest width, its largest cell, the smallest cell that leaves
#: room for names, and the width of numbers and of a letter.
WIDTH, WIDEST, NAMED, NUMBERS, LETTER = 740, 25, 20, 34, 10
#: Without room for names, every fifth row has a number.
EVERY = 5


@dataclass(frozen=True)
class HeatMap:
    """Who met whom, as squares in a grid: a full square is won by the player at the left.

    `paths` are the squares by the combined outcome of the games. `labels` are (y, row) of each row
    with a label, and `heads` (x, number) of each column with a number. `me` is where the reader's
    column and row begin, or None.
    """

    paths: dict[str, str]
    labels: list[tuple[int, Any]]
    heads: list[tuple[int, int]]
    left: int
    cell: int
    width: int
    height: int
    has_names: bool
    me: tuple[int, int] | None


def heat_map(rows: Sequence[Any], me: str) -> HeatMap | None:
    """The picture of a table that lists opponents; `me` is the key of the reader."""
    if not rows:
        return None
    cell = max(8, min(WIDEST, WIDTH // len(rows)))
    has_names = cell >= NAMED
    longest = max(len(str(row.line.entry)) for row in rows)
    left = LETTER * (longest + 3) if has_names else NUMBERS
    squares: dict[str, list[str]] = {"won": [], "drawn": [], "lost": []}
    size = cell - 2
    for down, row in enumerate(rows):
        for across, meetings in enumerate(row.cells):
            if meetings and meetings.games:
                code = _outcome(meetings)
                corner = f"M{left + cell * across + 1} {NUMBERS + cell * down + 1}"
                squares[code].append(corner + square(code, size))
    every = 1 if has_names else EVERY
    named = [row for row in rows if row.number % every == 0 or row.number == 1]
    mine = next((at for at, row in enumerate(rows) if row.line.entry.key == me), None)
    return HeatMap(
        paths={code: "".join(paths) for code, paths in squares.items()},
        labels=[(NUMBERS + cell * row.number - cell // 2 + 6, row) for row in named],
        heads=[(left + cell * row.number - cell // 2, row.number) for row in named],
        left=left,
        cell=cell,
        width=left + cell * len(rows) + 1,
        height=NUMBERS + cell * len(rows) + 1,
        has_names=has_names,
        me=None if mine is None else (left + cell * mine, NUMBERS + cell * mine),
    )
