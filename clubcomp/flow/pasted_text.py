"""The text that somebody pasted: its lines, their cells, and a date as people write it.

From a spreadsheet the cells come with tabs, from a file with semicolons or commas.
"""

import csv
import re
import unicodedata
from datetime import date

MOST_LETTERS = 200_000
_SHOWN = 120
_SEMICOLON = re.compile(r"\s*;\s*")
_DAY_FIRST = re.compile(
    r"(?P<day>\d{1,2})[-./ ](?P<month>\d{1,2})[-./ ](?P<year>(18[5-9]|19\d|20\d|21[0-4])\d)",
    re.ASCII,
)
_YEAR_FIRST = re.compile(
    r"(?P<year>(18[5-9]|19\d|20\d|21[0-4])\d)[-./](?P<month>\d{1,2})[-./](?P<day>\d{1,2})", re.ASCII
)


def lines_in(text: str) -> list[tuple[int, str]]:
    """The lines of a pasted text that are not empty, and their numbers from 1."""
    return [
        (number, clean)
        for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1)
        if (clean := _clean(line)).strip(" \t;,")
    ]


def _clean(line: str) -> str:
    """Hard spaces become spaces; what cannot be seen goes, but not the tab."""
    kinds = ((letter, unicodedata.category(letter)) for letter in line)
    return "".join(
        " " if kind.startswith("Z") else letter
        for letter, kind in kinds
        if letter == "\t" or not kind.startswith("C")
    )


def delimiter_of(line: str) -> str:
    """What stands between the cells of a line: a tab, else a semicolon, else a comma."""
    inside = line.strip(" \t;")
    return next((delimiter for delimiter in "\t;" if delimiter in inside), ",")


def cells_in(line: str) -> list[str]:
    """The cells of a line; a spreadsheet's quotes are taken off.

    A semicolon that is left inside a cell is read as a comma: no name has one.
    """
    [cells] = csv.reader([line], delimiter=delimiter_of(line), skipinitialspace=True)
    return [" ".join(_SEMICOLON.sub(", ", cell).split()).strip(" ,") for cell in cells]


def date_in(text: str) -> date | None:
    """A date as people write it: 12-3-1987, 12.03.1987, 1987-03-12; None for anything else."""
    match = _DAY_FIRST.fullmatch(text) or _YEAR_FIRST.fullmatch(text)
    try:
        return date(
            **{name: int(part) for name, part in match.groupdict().items()} if match else {}
        )
    except (TypeError, ValueError):
        return None


def short(text: str, limit: int = _SHOWN) -> str:
    """As much of a text as a page has room for."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
