"""The cross table: its columns, in parts where paper is too narrow, and its rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clubcomp.flow.standings import After, RoundLine
from clubcomp.flow.tables.cross_table import player_by_player, round_by_round
from clubcomp.models import Competition
from clubcomp.pages.marks import square


@dataclass(frozen=True)
class Part:
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
) -> list[Part]:
    """The table after the last of `rounds`, in parts of `across` columns; 0 is all in one."""
    by_player = is_by_player(competition)
    read = player_by_player if by_player else round_by_round
    rows: Sequence[Any] = read(competition, scope, after) if after else []
    heads: Sequence[Any] = rows if by_player else rounds
    across = across or max(1, len(heads))
    return [
        Part(heads[at : at + across], [(row, row.cells[at : at + across]) for row in rows])
        for at in range(0, len(heads), across)
    ]


# Who met whom -------------------------------------------------------------------------------

#: The picture in its own units: its greatest width, the greatest cell, the smallest cell that
#: leaves room for names, and the width of numbers and of a letter.
WIDTH, WIDEST, NAMED, NUMBERS, LETTER = 740, 25, 20, 34, 10
#: Without room for names, every fifth row has a number.
EVERY = 5


@dataclass(frozen=True)
class HeatMap:
    """Who met whom, as squares in a grid: a full square is won by the player at the left.

    `paths` are the squares by the combined outcome of the games. `labels` are (y, row) and `heads`
    (x, number) of those that have one. `me` is where the reader's row and column begin, or None.
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
        for across, met in enumerate(row.cells):
            if met and met.games:
                share = 2 * met.score - met.games
                code = "won" if share > 0 else "lost" if share < 0 else "drawn"
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
