"""Which games are in a cross table, with a line for each player and a cell "2w1" for each round?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pairing.core.unplayed import Unplayed
from pairing.formats.pasted_text import plain
from pairing.formats.programs.game_words import NAME, heading, kind_in
from pairing.formats.programs.player_lines import is_of_players

if TYPE_CHECKING:
    from pairing.formats.programs.game_lines import GameLines

#: "2w1", "12b½", "+3z", "4 s 0", "10w+": the opponent's number, the colour, the result.
_CELL = re.compile(
    r"(?P<number>\d{1,4})\s*(?P<colour>[wbzs])\s*(?P<result>[01½=+-]|0?[.,]5|1/2)?",
    re.IGNORECASE,
)
#: A player without an opponent: "-1" is the bye, "-½" half a point.
_FREE = {
    "-1": Unplayed.BYE,
    "+": Unplayed.BYE,
    "-½": Unplayed.HALF_POINT_BYE,
    "-0": Unplayed.ABSENT,
}
_POINTS = re.compile(r"(\d{1,3})?(½|[.,]5)?(?:[.,]0)?", re.ASCII)
_ROUND = re.compile(r"(?:(?:r|rd|ronde|round|runde|tur)\s*)?(\d{1,2})(?:\s*(?:rd|ronde|tur))?")
_SCORES = {"½": "½", "=": "½", "0.5": "½", ".5": "½", "1/2": "½"}


def read_cross_table(rows: Sequence[tuple[int, str, list[str]]]) -> GameLines | None:
    """The games of a cross table; None if there is none."""
    for index, (_number, _line, cells) in enumerate(rows):
        if heads := _heads(cells):
            name_at, rounds = heads
            below = rows[index + 1 :]
            if any(
                _CELL.fullmatch(row[column])
                for _n, _l, row in below
                for column in rounds
                if column < len(row)
            ):
                game_lines = _read(below, cells, name_at, rounds)
                game_lines.unused = [
                    (n, line.strip()) for n, line, _c in rows[:index]
                ] + game_lines.unused
                return game_lines
    return None


def heads_cross_table(cells: Sequence[str]) -> bool:
    """Whether a row is the headings of a cross table."""
    return _heads(cells) is not None


def _heads(cells: Sequence[str]) -> tuple[int, dict[int, int]] | None:
    """The column of the names, and the round of each column of rounds; None for other headings."""
    rounds = {
        column: int(match[1])
        for column, cell in enumerate(cells)
        if (match := _ROUND.fullmatch(plain(cell.replace(".", " "))))
    }
    names = [column for column, cell in enumerate(cells) if heading(cell) == NAME]
    in_order = [*rounds.values()] == [*range(1, len(rounds) + 1)]
    return (names[0], rounds) if len(names) == 1 and rounds and in_order else None


def _read(
    rows: Sequence[tuple[int, str, list[str]]],
    heads: Sequence[str],
    name_at: int,
    rounds: dict[int, int],
) -> GameLines:
    from pairing.formats.programs.game_lines import GameLine, GameLines, in_order

    game_lines = GameLines()
    numbered = [
        column for column in range(name_at) if all(c[column : column + 1] for _n, _l, c in rows)
    ]
    number_at = numbered[0] if numbered else None
    points_at = next((n for n, head in enumerate(heads) if _is_points(head)), None)
    known = {name_at, number_at, points_at, *rounds}
    game_lines.columns = [
        head
        for column, head in enumerate(heads)
        if head and column not in known and not is_of_players(head)
    ]
    names: dict[int, str] = {}
    players: list[tuple[int, str, int, list[str]]] = []
    for number, line, cells in rows:
        name = cells[name_at] if name_at < len(cells) else ""
        written = cells[number_at].rstrip(".") if number_at is not None else ""
        own = int(written) if written.isdigit() else len(players) + 1
        has_games = any(column < len(cells) and cells[column] for column in rounds)
        if not name or own in names or not (has_games or written.isdigit()):
            game_lines.unused.append((number, line.strip()))
            continue
        names[own] = name
        players.append((number, line, own, cells))
        if points_at is not None and (match := _POINTS.fullmatch(cells[points_at])):
            half = Fraction(1, 2) if match[2] else Fraction(0)
            game_lines.points[name] = int(match[1] or 0) + half
        game_lines.unused += [(number, cell) for cell in cells[len(heads) :] if cell]
    lines = []
    scores: dict[tuple[int, int, int], str] = {}
    for number, line, own, cells in players:
        for column, round_ in rounds.items():
            cell = cells[column] if column < len(cells) else ""
            match = _CELL.fullmatch(cell)
            if not match:
                kind = _FREE.get(cell.replace("0,5", "½").replace(" ", "")) or kind_in(cell)
                if kind:
                    lines.append(GameLine(number, line, "", str(round_), names[own], kind=kind))
                elif cell.strip("-– "):
                    game_lines.unused.append((number, cell))
                continue
            opponent = int(match["number"])
            if opponent not in names:
                game_lines.unused.append((number, cell))
                continue
            score = (match["result"] or "").replace(",", ".")
            score = _SCORES.get(score, score)
            game = round_, min(own, opponent), max(own, opponent)
            if game in scores:
                if scores[game] != _mirrored(score):
                    game_lines.unused.append((number, cell))
                continue
            scores[game] = score
            is_white = match["colour"].lower() == "w"
            result = _result(score, is_white=is_white)
            white, black = (own, opponent) if is_white else (opponent, own)
            lines.append(
                GameLine(number, line, "", str(round_), names[white], names[black], result)
            )
    game_lines.lines = in_order(lines)
    return game_lines


def _is_points(head: str) -> bool:
    return plain(head.replace(".", "")) in (
        "pts",
        "pkt",
        "ptn",
        "punten",
        "points",
        "puan",
        "punkte",
    )


def _mirrored(score: str) -> str:
    """The score in the opponent's cell."""
    return {"1": "0", "0": "1", "+": "-", "-": "+"}.get(score, score)


def _result(score: str, *, is_white: bool) -> str:
    """The result of a game in which a player with this colour got that score."""
    if score in ("+", "-"):
        return "+ - -" if (score == "+") is is_white else "- - +"
    if score in ("1", "0"):
        return "1-0" if (score == "1") is is_white else "0-1"
    return "½-½" if score else "*"
