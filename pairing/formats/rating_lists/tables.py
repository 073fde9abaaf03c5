"""Lists that are tables: cells with a separator, the names of the columns in the first line."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from pairing.core.titles import WOMAN, official
from pairing.formats.nodes import YEARS
from pairing.formats.rating_lists.kinds import ListKind, kind_of_heads
from pairing.formats.rating_lists.listed import Cells, ListedPlayer, ListRead, ListRefused

LONGEST_NAME = 200
RATINGS = ("rating", "rapid", "blitz")
MOST_RATING = 4000
#: The most cells without a heading that are named.
MOST_UNUSED = 100
_YEAR = re.compile(r"(?:^|\D)((?:19|20)\d\d)(?!\d)")
_SEPARATORS = ";,\t|"


def read_table(
    lines: Iterable[str], read: ListRead, as_kind: Callable[[ListKind], None]
) -> Iterator[ListedPlayer]:
    """The players of a table; rows that cannot be used go to the problems of `read`.

    `as_kind` gets the kind that the headings name. ListRefused if there is no known table.
    """
    kind: ListKind | None = None
    heads: list[str] = []
    for line, cells in _rows(lines):
        if kind is None:
            heads = [" ".join(cell.casefold().split()) for cell in cells]
            kind = kind_of_heads(heads)
            if kind is None:
                raise ListRefused("no_heads", line)
            as_kind(kind)
            read.unused += _unused(kind, heads, cells)
            continue
        if len(read.unused) < MOST_UNUSED:
            surplus = filter(None, cells[len(heads) :])
            read.unused += [f"{line}: {cell[:LONGEST_NAME]}" for cell in surplus]
        try:
            yield player_of(kind, line, _fields(kind, heads, cells))
        except ListRefused as refused:
            read.problems.append(refused)


def _rows(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty, each with the line on which it begins."""
    source = iter(lines)
    passed, first = 0, ""
    for first in source:
        passed += 1
        if first.strip(f"{_SEPARATORS}\ufeff \r\n"):
            break
    else:
        raise ListRefused("empty")
    separator = max(_SEPARATORS, key=first.count)

    def all_lines() -> Iterator[str]:
        yield first.removeprefix("\ufeff")
        yield from source

    reader = csv.reader(all_lines(), delimiter=separator, strict=True)
    line = passed
    try:
        for cells in reader:
            start, line = line, passed + reader.line_num
            clean = [" ".join(cell.split()) for cell in cells]
            if any(clean):
                yield start, clean
    except csv.Error as error:
        raise ListRefused("quotes", line, why=str(error)) from error


def _unused(kind: ListKind, heads: Sequence[str], cells: Sequence[str]) -> list[str]:
    known = {head for names in kind.heads.values() for head in names} | {*kind.ignores}
    return [cell for head, cell in zip(heads, cells, strict=False) if head and head not in known]


def _fields(kind: ListKind, heads: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """The cells by field: of several headings for a field, the first with a value in this row.

    Of two columns with one heading the first counts.
    """
    by_head: dict[str, str] = {}
    for head, cell in zip(heads, cells, strict=False):
        by_head.setdefault(head, cell)
    return {
        name: next((by_head[head] for head in names if by_head.get(head)), "")
        for name, names in kind.heads.items()
    }


def player_of(kind: ListKind, line: int, cells: Cells) -> ListedPlayer:
    """The player in a row; ListRefused if it cannot be one."""
    fide = cells.get("fide", "").strip("0") and cells.get("fide", "")
    number = cells.get("number", "") or (fide if kind.key == "named" else "")
    name = cells.get("name", "") or ", ".join(
        filter(None, (cells.get("surname", ""), cells.get("given", "")))
    )
    if not (number.isascii() and re.fullmatch(kind.number, number)):
        raise ListRefused("not_a_number", line, text=number[:40])
    if kind.key == "dsb":
        name = ", ".join(filter(None, (part.strip() for part in name.split(",")[:2])))
    if not name or len(name) > LONGEST_NAME:
        raise ListRefused("name_length", line, most=LONGEST_NAME)
    title = official(cells.get("title", ""))
    if len(title) > 3:
        raise ListRefused("not_a_title", line, text=title[:40])
    federation = cells.get("federation", "")
    player = ListedPlayer(
        line,
        number,
        name,
        title,
        birth_year=year_in(cells.get("birth", ""), line),
        federation=federation if re.fullmatch("[A-Z]{3}", federation) else "",
        sex=sex_of(cells.get("sex", "")),
        fide=fide if fide.isascii() and fide.isdecimal() else "",
        remark="passive" if cells.get("status", "") in ("P", "0") else "",
    )
    rating, rapid, blitz = (rating_in(cells.get(name, ""), line) for name in RATINGS)
    return replace(player, rating=rating, rapid=rapid, blitz=blitz)


def rating_in(text: str, line: int) -> int | None:
    """A rating; None for an empty cell, for 0 and below. ListRefused if it is no number."""
    digits = text.removeprefix("-")
    if not text:
        return None
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 5):
        raise ListRefused("not_a_rating", line, text=text[:40])
    if int(text) > MOST_RATING:
        raise ListRefused("not_a_rating", line, text=text[:40])
    return int(text) if int(text) > 0 else None


def year_in(text: str, line: int) -> int | None:
    """The year of a date of birth, however it is written; None for an empty cell and for zeros."""
    if not text.strip("0-./ "):
        return None
    match = _YEAR.search(text)
    if not match or int(match[1]) not in YEARS:
        raise ListRefused("not_a_year", line, text=text[:40])
    return int(match[1])


def sex_of(text: str) -> str:
    """ "w" for a woman; "" for a man and for no answer, which lists do not tell apart."""
    return "w" if text[:1].lower() in WOMAN else ""
