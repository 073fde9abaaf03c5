"""Which games are in a text: a table, a copied page of another program, PGN?

A line is a game: the date or the number of the round, white, black, the result. The columns may
come in any order under headings; without them they stand in this one (in go with black first). A
date or number that is not repeated is valid for the lines below it, even if it stands alone above a
table. A cross table ("2w1") and the headers of a PGN file are read as such lines.
Nothing here knows who the players are; what is not used is named, line by line.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pairing.formats.pasted_text import cells_in, date_in, lines_in, plain
from pairing.formats.programs.game_words import (
    BLACK,
    BLACK_SCORE,
    DATE,
    FORFEIT,
    NAME,
    RESULT,
    ROUND,
    WHITE,
    WHITE_SCORE,
    heading,
    kind_in,
    result_in,
    with_worth,
)

#: "Ronde 3 op 2026/10/12 om 19:30", "Runde 2", "3. Tur, 5-10-2026": the line above a table.
_ROUND = re.compile(
    r"(?:(?:ronde|round|runde|tur|avond|evening|akşam)\s+(?P<after>\d{1,3})"
    r"|(?P<before>\d{1,3})\.?\s*(?:ronde|round|runde|tur|akşam|avond))"
    r"(?:\s*[,:;–-]?\s*(?:op|on|am|le|van)?\s+(?P<date>\S.*?))?"
    r"(?:\s*,?\s*(?:om|at|um|à|saat)\s+(?P<time>\d{1,2}[.:]\d\d)(?:\s*uu?r?|\s*h)?)?\s*:?",
    re.IGNORECASE,
)
_ALONE = re.compile(r"(?P<words>[^:;\t\d]{2,40}):\s*(?P<names>\S.*)")
_RESULT_AT_END = re.compile(
    r"(?P<names>.+?)\s+(?P<result>(?:[01]|½|0?[.,]5|1/2)\s*[-–:]\s*(?:[01]|½|0?[.,]5|1/2)\S{0,6}"
    r"|\*|½|\+\s*-\s*-|-\s*-\s*\+)"
)
_BETWEEN = re.compile(r"\s+[-–—]\s+")
#: "Inanna (1668)", "Helena 1816": a rating behind a name, or points.
_RATED = re.compile(r"(?P<name>.*[^\W\d].*?)\s+(?P<number>\(\s*\d[\d.,½]*\s*\)|\d{3,4})")
_EMPTY = ("", "-", "–", "—")
#: No line with a game is longer; matching the above takes the square of a line's length.
_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class GameLine:
    """A line of the text as it was written: a game, or a player without one (`kind`).

    `kind` is an `Unplayed`, `LEFT` or `NOT_YET`; `result` is then that of a game elsewhere.
    `is_list`: `white` may be several names. `unused` is the part of the line that is not used.
    """

    number: int
    text: str
    date: str = ""
    round: str = ""
    white: str = ""
    black: str = ""
    result: str = ""
    forfeit: str = ""
    kind: str = ""
    is_list: bool = False
    black_first: bool = False
    unused: str = ""


@dataclass(slots=True)
class GameLines:
    """The lines with games; `unused` are others, with their number; `columns` the headings of
    columns that are not used. `title` is that of the text, `points` are those in a cross table, by
    name."""

    title: str = ""
    points: dict[str, Fraction] = field(default_factory=dict)
    lines: list[GameLine] = field(default_factory=list)
    unused: list[tuple[int, str]] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)


def read_game_lines(text: str, game: str = "chess", *, black_first: bool = False) -> GameLines:
    """The games in a text. In a `game` with `black_first`, Black's name comes first."""
    from pairing.formats.programs.cross_table import read_cross_table
    from pairing.formats.programs.pgn_heads import is_pgn, read_pgn_heads

    if is_pgn(text):
        return read_pgn_heads(text)
    lines = lines_in(text)
    rows = [(number, line, cells_in(line)) for number, line in lines if len(line) <= _LONGEST]
    game_lines = read_cross_table(rows) or _Table(game, black_first).read(rows)
    game_lines.unused += [
        (number, f"{line[:80]}…") for number, line in lines if len(line) > _LONGEST
    ]
    return game_lines


def different_headings(rows: Sequence[Sequence[str]]) -> int:
    """How many kinds of headings over games a text has, including a cross table's; columns that are
    not used make no difference."""
    from pairing.formats.programs.cross_table import heads_cross_table

    table = _Table("chess", black_first=False)
    kinds = {
        tuple(sorted(plain(cell) for kind, cell in zip(heads, cells, strict=True) if kind))
        for cells in rows
        if (heads := table.heads(cells))
    }
    return len(kinds) + any(map(heads_cross_table, rows))


class _Table:
    """Reads lines one after another."""

    def __init__(self, game: str, black_first: bool):
        self.game, self.black_first = game, black_first
        first = (BLACK, WHITE) if black_first else (WHITE, BLACK)
        self.columns: list[str] = [DATE, *first, RESULT]
        self.titles: list[str] = []
        self.game_lines = GameLines()
        self.date = self.round = ""
        self.is_date_of_round = False

    def read(self, rows: Sequence[tuple[int, str, list[str]]]) -> GameLines:
        """All lines."""
        heads = {number: kinds for number, _line, cells in rows if (kinds := self.heads(cells))}
        first = min(heads, default=0)
        for number, line, cells in rows:
            if kinds := heads.get(number):
                self._take_heads(kinds, cells)
            elif self._says_when(line, cells):
                continue
            elif number < first and not self._is_alone(line):
                self.game_lines.unused.append((number, line.strip()))
            else:
                self.game_lines.lines += self._lines(number, line, cells)
        return self.game_lines

    def heads(self, cells: Sequence[str]) -> list[str] | None:
        """The kind of each column, if this line has headings; unlike a game of Mr Wit and Mr Zwart
        it has no result."""
        kinds = [heading(cell) for cell in cells]
        if kinds.count(NAME) == 2 and WHITE not in kinds and RESULT in kinds:
            first, second = (index for index, kind in enumerate(kinds) if kind == NAME)
            kinds[first], kinds[second] = WHITE, BLACK
        if not (WHITE in kinds and BLACK in kinds):
            return None
        if any(result_in(cell, self.game) for cell in cells):
            return None
        in_two = WHITE_SCORE in kinds and BLACK_SCORE in kinds and RESULT not in kinds
        unused = (NAME,) if in_two else (NAME, WHITE_SCORE, BLACK_SCORE)
        known: list[str] = []
        for kind in kinds:  # the first of two columns of one kind counts
            known.append("" if kind in unused or kind in known else kind)
        return known

    def _take_heads(self, kinds: list[str], cells: Sequence[str]) -> None:
        self.columns, self.titles = kinds, [*cells]
        for kind, title in zip(kinds, cells, strict=True):
            if not kind and title and title not in self.game_lines.columns:
                self.game_lines.columns.append(title)

    def _says_when(self, line: str, cells: Sequence[str]) -> bool:
        """Take a line above the games of a round, "Ronde 2" or its date, for those games."""
        whole = " ".join(line.strip(" \t;,").split())
        if date_in(whole, as_played=True):
            self.date, self.is_date_of_round = whole, False
            return True
        match = _ROUND.fullmatch(whole)
        if not match or (match["date"] and not date_in(match["date"], as_played=True)):
            return self._holds_below(cells)
        self.round = match["after"] or match["before"]
        if match["date"] or self.is_date_of_round:
            # "Ronde 3, 5-10-2026": the next round is not of that day.
            self.date, self.is_date_of_round = match["date"] or "", bool(match["date"])
        return True

    def _holds_below(self, cells: Sequence[str]) -> bool:
        """Take a row under the headings that has nothing except a date or a number."""
        by_kind = self._by_kind(cells)
        filled = {kind for kind, cell in by_kind.items() if cell}
        if not filled or not filled <= {DATE, ROUND} or any(self._surplus(cells)):
            return False
        day, round_ = by_kind.get(DATE, ""), by_kind.get(ROUND, "")
        is_when = (not day or date_in(day, as_played=True)) and (not round_ or round_.isdigit())
        if is_when:
            self.date, self.round = day or self.date, round_ or self.round
        return bool(is_when)

    def _is_alone(self, line: str) -> bool:
        match = _ALONE.fullmatch(line.strip(" \t;,"))
        return bool(match and kind_in(match["words"]))

    def _lines(self, number: int, line: str, cells: list[str]) -> Iterator[GameLine]:
        """The games of a line."""
        plain_line = line.strip(" \t;,")
        whole = GameLine(number, line, self.date, self.round, black_first=self._names_black_first())
        if (match := _ALONE.fullmatch(plain_line)) and (kind := kind_in(match["words"])):
            # Such as "Zonder bericht: Jan".
            yield replace(whole, white=match["names"], kind=kind, is_list=True)
            return
        if not set("\t;") & set(plain_line) and (match := _RESULT_AT_END.fullmatch(plain_line)):
            names = _BETWEEN.split(match["names"])
            if len(names) == 2:
                yield self._game(whole, names[0], names[1], match["result"])
                return
        by_kind = self._by_kind(cells)
        self.date = by_kind.get(DATE) or self.date
        self.round = by_kind.get(ROUND) or self.round
        whole = replace(whole, date=self.date, round=self.round)
        if not any(by_kind.get(kind) for kind in (WHITE, BLACK, RESULT)):
            yield replace(whole, unused=plain_line)  # no game can be read from it
            return
        written = by_kind.get(RESULT, "")
        if WHITE_SCORE in by_kind and (by_kind[WHITE_SCORE] or by_kind[BLACK_SCORE]):
            parts = [by_kind[WHITE_SCORE], by_kind[BLACK_SCORE]]
            written = "-".join(reversed(parts) if whole.black_first else parts)
        white, black = by_kind.get(WHITE, ""), by_kind.get(BLACK, "")
        if self.titles and RESULT in by_kind and white and black and not written:
            written = "*"  # under headings this is a game still to be played
        read = self._game(whole, white, black, written)
        surplus = [*filter(None, (read.unused, *self._surplus(cells)))]
        yield replace(read, forfeit=by_kind.get(FORFEIT, ""), unused=", ".join(surplus))

    def _game(self, line: GameLine, white: str, black: str, result: str) -> GameLine:
        names, numbers = [], []
        for name in (white, black):
            match = None if kind_in(name) else _RATED.fullmatch(name)
            names.append(match["name"] if match else name)
            numbers += [match["number"].strip("() ")] if match else []
        kinds = [kind_in(name) for name in names]
        unused = ", ".join(numbers)
        if kind := next(filter(None, kinds), ""):
            alone = names[kinds.index("")] if "" in kinds else ""
            kind, left_over = with_worth(kind, result)
            unused = ", ".join(filter(None, (unused, left_over)))
            return replace(line, white=alone, kind=kind, result=left_over, unused=unused)
        return replace(line, white=names[0], black=names[1], result=result, unused=unused)

    def _names_black_first(self) -> bool:
        return self.columns.index(BLACK) < self.columns.index(WHITE)

    def _by_kind(self, cells: Sequence[str]) -> Mapping[str, str]:
        """The cells by the kind of their columns."""
        if self.titles:
            pairs = zip(self.columns, cells, strict=False)
            return dict.fromkeys(self.columns, "") | {k: cell for k, cell in pairs if k}
        columns = self.columns
        is_short = len(cells) < len(columns) and not cells[0][:1].isdigit() and bool(cells[0])
        columns = columns[1:] if is_short else columns
        filled = [*cells, *[""] * len(columns)]
        surplus = max(0, len(cells) - len(columns))
        if surplus and self._is_result(cells[-1 - self._empty_at_end(cells)]):
            # There are cells before White, such as the number of the board.
            filled = [cells[0], *cells[1 + surplus :]]
        return dict(zip(columns, filled, strict=False))

    def _surplus(self, cells: Sequence[str]) -> list[str]:
        """The cells without a column."""
        if self.titles:
            return [cell for cell in cells[len(self.titles) :] if cell not in _EMPTY] + [
                cell
                for kind, title, cell in zip(self.columns, self.titles, cells, strict=False)
                if not kind and not title and cell not in _EMPTY
            ]
        surplus = len(cells) - len(self.columns)
        if surplus <= 0:
            return []
        is_before = self._is_result(cells[-1 - self._empty_at_end(cells)])
        cut = cells[1 : 1 + surplus] if is_before else cells[len(self.columns) :]
        return [cell for cell in cut if cell not in _EMPTY]

    def _is_result(self, cell: str) -> bool:
        return result_in(cell, self.game) is not None

    def _empty_at_end(self, cells: Sequence[str]) -> int:
        return next((n for n, cell in enumerate(reversed(cells)) if cell), 0)


def in_order(lines: Iterable[GameLine]) -> list[GameLine]:
    """Lines in the order of their round's number, if they have one."""
    return sorted(lines, key=lambda line: int(line.round) if line.round.isdigit() else 0)
