"""What does the rating list of the Dutch federation (KNSB) say, row by row?

CSV in UTF-8 with semicolons, some 20,000 rows: member number, name, title, federation, rating,
games, year of birth, sex. Rows do occur twice, and names repeat: the number decides.
"""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from operator import attrgetter

from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from pairing.core.titles import official
from pairing.formats.nodes import YEARS

MOST_BYTES = 5_000_000
MOST_ROWS = 100_000
#: With more wrong rows than this it is another file.
MOST_PROBLEMS = 100
LONGEST_NAME = 200
NUMBER, NAME, TITLE, RATING, BORN = "Relatienummer", "Naam", "Titel", "Rating", "Geboren"
FEDERATION, SEX = "FED", "S"
HEADS = (NUMBER, NAME, TITLE, FEDERATION, RATING, "Nv", BORN, SEX)
#: Those that are read; how many games a rating rests on is not.
USED = tuple(head for head in HEADS if head != "Nv")


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A row of the list; `line` counts lines of the file from 1. None and "": not known."""

    line: int
    number: str
    name: str
    title: str = ""
    rating: int | None = None
    birth_year: int | None = None
    federation: str = ""
    sex: str = ""


@dataclass(frozen=True, slots=True)
class RatingList:
    """The players of a list by number, and the rows that were passed over, as sentences.

    `unused` are the headings of columns that are not used, and cells that stand under no heading.
    """

    players: dict[str, ListedPlayer] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)


def read_rating_list(data: bytes) -> RatingList:
    """The list in a file; StepError, with the line, if it is not a rating list."""
    read = RatingList()
    contradicted = set()
    for line, cells in _rows(_decoded(data), read.unused):
        try:
            player = _player(line, cells)
            first = read.players.setdefault(player.number, player)
            if replace(first, line=line) != player:
                contradicted.add(player.number)
                facts = {"number": player.number, "first": first.line}
                raise StepError(_("%(number)s stands on line %(first)s with other data."), **facts)
        except StepError as wrong:
            read.problems.append(_at(line, str(wrong)))
        if len(read.problems) > MOST_PROBLEMS:
            words = _("This is not the KNSB’s list: more than %(count)s rows are wrong. %(first)s")
            raise StepError(words, count=MOST_PROBLEMS, first=read.problems[0])
        if len(read.players) > MOST_ROWS:
            raise StepError(_("A rating list has at most %(most)s players."), most=MOST_ROWS)
    for number in contradicted:
        del read.players[number]
    if not read.players:
        raise StepError(_("There is no player in this list."))
    return read


def written_list(players: list[ListedPlayer]) -> str:
    """Some rows as a list of their own, for a form to send back."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    writer.writerow([NUMBER, NAME, TITLE, FEDERATION, RATING, BORN, SEX])
    fields = attrgetter("number", "name", "title", "federation", "rating", "birth_year", "sex")
    writer.writerows(map(fields, players))
    return text.getvalue()


def _decoded(data: bytes) -> str:
    if len(data) > MOST_BYTES:
        words = _("The file is larger than %(most)s MB; the KNSB’s list is smaller.")
        raise StepError(words, most=MOST_BYTES // 1_000_000)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        words = _("the file is not UTF-8. Take it as the KNSB publishes it.")
        raise StepError(_at(line, words)) from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise StepError(_at(line, _("the file is not a text (CSV), but something else.")))
    return text


def _rows(text: str, unused: list[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows with their lines, cells by head; empty lines are passed over.

    What is not used goes to `unused`.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=";", strict=True)
    heads: list[str] | None = None
    line = 1
    try:
        for cells in reader:
            first, line = line, reader.line_num + 1
            clean = [" ".join(cell.split()) for cell in cells]
            if not any(clean):
                continue
            if heads is None:
                heads = _checked_heads(first, clean)
                unused += [head for head in heads if head and head not in USED]
            else:
                if len(unused) < MOST_PROBLEMS:
                    surplus = filter(None, clean[len(heads) :])
                    unused += [_at(first, cell[:LONGEST_NAME]) for cell in surplus]
                yield first, dict(zip(heads, clean, strict=False))
    except csv.Error as error:
        wrong = _("the quotes or the length of a cell are wrong (%(why)s)") % {"why": error}
        raise StepError(_at(line, wrong)) from error


def _checked_heads(line: int, heads: list[str]) -> list[str]:
    """The headings as the federation writes them; StepError when one of three is missing."""
    usual = {head.lower(): head for head in HEADS}
    columns = [usual.get(head.lower(), head) for head in heads]
    missing = [head for head in (NUMBER, NAME, RATING) if head not in columns]
    if missing:
        words = _(
            "here the names of the columns must stand, with semicolons between them;"
            " missing: %(missing)s"
        )
        raise StepError(_at(line, words % {"missing": ", ".join(missing)}))
    return columns


def _player(line: int, cells: dict[str, str]) -> ListedPlayer:
    number, name, title = cells.get(NUMBER, ""), cells.get(NAME, ""), cells.get(TITLE, "")
    if not (number.isascii() and number.isdigit() and 5 <= len(number) <= 9):
        raise StepError(_("“%(text)s” is not a member number."), text=number[:40])
    if not name or len(name) > LONGEST_NAME:
        raise StepError(_("a name has 1 to %(most)s letters."), most=LONGEST_NAME)
    if len(title) > 3:
        raise StepError(_("“%(text)s” is not a title."), text=title[:40])
    federation = cells.get(FEDERATION, "")
    return ListedPlayer(
        line,
        number,
        name,
        official(title),
        _number(cells.get(RATING, ""), 0, 4000, _("“%(text)s” is not a rating.")),
        _number(cells.get(BORN, ""), YEARS[0], YEARS[-1], _("“%(text)s” is not a year of birth.")),
        federation if re.fullmatch("[A-Z]{3}", federation) else "",
        "w" if cells.get(SEX, "").lower() in ("w", "v", "f") else "",
    )


def _number(text: str, low: int, high: int, wrong: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 4 and low <= int(text) <= high):
        raise StepError(wrong, text=text[:40])
    return int(text)


def _at(line: int, problem: str) -> str:
    return _("Line %(number)s: %(problem)s") % {"number": line, "problem": problem}
