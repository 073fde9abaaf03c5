"""A pasted text: its lines, their cells, and dates as people write them.

A spreadsheet separates cells by tabs, a file by semicolons or commas.
"""

import csv
import re
import unicodedata
from collections.abc import Mapping
from datetime import date
from functools import lru_cache

MOST_LETTERS = 200_000
_SHOWN = 120
_SEMICOLON = re.compile(r"\s*;\s*")
_YEAR = r"(?P<year>(18[5-9]|19\d|20\d|21[0-4])\d)"
_DAY_FIRST = re.compile(rf"(?P<day>\d{{1,2}})[-./ ](?P<month>\d{{1,2}})[-./ ]{_YEAR}", re.ASCII)
_YEAR_FIRST = re.compile(rf"{_YEAR}[-./](?P<month>\d{{1,2}})[-./](?P<day>\d{{1,2}})", re.ASCII)
_SHORT_YEAR = re.compile(
    r"(?P<day>\d{1,2})[-./ ](?P<month>\d{1,2})[-./ ]'?(?P<short>\d\d)", re.ASCII
)
#: A day with its month in words; a year in two digits is of this century.
_IN_WORDS = re.compile(
    rf"(?P<day>\d{{1,2}})\.?[- ](?P<word>[a-z]+)\.?,?[- ](?:{_YEAR}|'?(?P<short>\d\d))", re.ASCII
)
_WEEKDAY = re.compile(
    r"^(?:ma|di|wo|do|vr|za|zo|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag"
    r"|mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|mo|mi|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
    r"|pzt|sal|car|per|cum|cmt|paz|pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar)"
    r"[.,]* +"
)
#: How the names of months begin in Dutch, English, German, French and Turkish.
_MONTHS: Mapping[str, int] = {
    start: number
    for number, starts in enumerate(
        (
            *("jan|oca", "feb|fev|sub", "maa|mrt|mar|mae", "apr|avr|nis", "mei|may|mai"),
            *("jun|juin|haz", "jul|juil|tem", "aug|aou|agu", "sep|eyl", "okt|oct|eki"),
            *("nov|kas", "dec|dez|ara"),
        ),
        start=1,
    )
    for start in starts.split("|")
}
_PLAIN = str.maketrans({"ß": "ss", "ı": "i", "ø": "o", "æ": "ae"})


def lines_in(text: str) -> list[tuple[int, str]]:
    """The lines of a pasted text that are not empty, and their numbers from 1."""
    return [
        (number, clean)
        for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1)
        if (clean := _clean(line)).strip(" \t;,")
    ]


def _clean(line: str) -> str:
    """Make hard spaces plain, and drop invisible characters except the tab."""
    if line.isascii() and line.replace("\t", "").isprintable():
        return line
    kinds = ((letter, unicodedata.category(letter)) for letter in line)
    return "".join(
        " " if kind.startswith("Z") else letter
        for letter, kind in kinds
        if letter == "\t" or not kind.startswith("C")
    )


#: Longer than any row of a list; the standard library reads no cell of over 131,072 letters.
_LONGEST_LINE = 100_000


def delimiter_of(line: str) -> str:
    """The separator of the cells of a line: a tab, else a semicolon, else a comma."""
    inside = line.strip(" \t;")
    return next((delimiter for delimiter in "\t;" if delimiter in inside), ",")


def cells_in(line: str) -> list[str]:
    """The cells of a line; a spreadsheet's quotes are taken off.

    A semicolon that is left inside a cell is read as a comma: no name has one. A line that is
    longer than any list's is one cell.
    """
    if len(line) > _LONGEST_LINE:
        return [line]
    [cells] = csv.reader([line], delimiter=delimiter_of(line), skipinitialspace=True)
    return [" ".join(_SEMICOLON.sub(", ", cell).split()).strip(" ,") for cell in cells]


def date_in(text: str, *, as_played: bool = False) -> date | None:
    """A date as people write it: 12-3-1987, 12.03.1987, 1987-03-12; None for anything else.

    With `as_played`, for the day of a game, the year may have two digits, the month may be a word
    and a weekday may come first: 5-10-26, "ma 12 oktober 2026".
    """
    match = _DAY_FIRST.fullmatch(text) or _YEAR_FIRST.fullmatch(text)
    if not match and as_played:
        written = _WEEKDAY.sub("", plain(text, keep="-./'"), count=1)
        if plain(text, keep="-./'") != written:
            return date_in(written, as_played=True)
        match = _SHORT_YEAR.fullmatch(written) or _IN_WORDS.fullmatch(written)
    if not match:
        return None
    parts = match.groupdict()
    month = _month(parts["word"]) if parts.get("word") else int(parts["month"])
    try:
        return date(int(parts.get("year") or f"20{parts['short']}"), month, int(parts["day"]))
    except ValueError:
        return None


def _month(word: str) -> int:
    """The number of a month; 0 for another word."""
    return _MONTHS.get(word[:4]) or _MONTHS.get(word[:3], 0)


@lru_cache(maxsize=8192)  # a season has the same names and words over and over
def plain(text: str, keep: str = "") -> str:
    """Lower case without accents, and without signs except those to `keep`: to compare
    headings."""
    decomposed = unicodedata.normalize("NFKD", text.replace("İ", "i").lower().translate(_PLAIN))
    letters = (
        letter if letter.isalnum() or letter in keep else " " * (letter in " -,/_")
        for letter in decomposed
        if not unicodedata.combining(letter)
    )
    return " ".join("".join(letters).split())


def short(text: str, limit: int = _SHOWN) -> str:
    """The beginning of a text, of at most `limit` characters."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
