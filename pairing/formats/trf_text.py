"""How are the lines and columns of a TRF file read?

Columns are counted in characters from 1, as the definition of the format does.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, NoReturn

from pairing.core.types import Fact
from pairing.formats.errors import TrfError
from pairing.formats.nodes import SIZE_LIMIT, YEARS, bad_characters, clipped

# UTF-8 first, then what Western programs on Windows call Latin-1, then Latin-1 itself.
LATIN_1 = "latin-1"
ENCODINGS = ("utf-8", "cp1252", LATIN_1)
_LINE_END = re.compile(r"\r\n|\r|\n")
_WORD = re.compile(r"\S+")
_INTEGER = re.compile(r"\d{1,9}", re.ASCII)
#: A file has few different numbers of points.
_fraction = lru_cache(Fraction)
_POINTS = re.compile(r"-?(\d{1,4}(\.\d{0,2})?|\.\d{1,2})", re.ASCII)


def decoded(data: bytes) -> tuple[str, str]:
    """A file's text and its encoding: UTF-8, or else Latin-1. TrfError: too large."""
    if len(data) > SIZE_LIMIT:
        raise TrfError(0, 0, "too_large", {"limit": SIZE_LIMIT // 1_000_000})
    has_bom = data.startswith(BOM_UTF8)
    for encoding in (*(["utf-8-sig"] if has_bom else []), *ENCODINGS[:-1]):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return data.decode(ENCODINGS[-1]), ENCODINGS[-1]


def is_of_a_code_page(data: bytes) -> bool:
    """Whether a file is not in UTF-8, so that only a person can tell which letters it has."""
    return not decoded(data)[1].startswith("utf-8")


def in_utf8(data: bytes, code_page: str) -> bytes:
    """A file in a code page as UTF-8; one that is UTF-8 stays as it is.

    UnicodeDecodeError if it has bytes that the code page lacks.
    """
    return data.decode(code_page).encode() if is_of_a_code_page(data) else data


def encoded(text: str, encoding: str) -> bytes:
    """The bytes of a text that `decoded` reads back: in that encoding, or in UTF-8 if that lacks a
    letter."""
    for kind in (encoding, "utf-8"):
        try:
            data = text.encode(kind)
        except UnicodeEncodeError:
            continue
        if decoded(data)[0] == text:
            return data
    return text.encode("utf-8-sig")


def split_lines(text: str) -> list[tuple[str, str]]:
    """The lines of a text, each with its end: LF, CR or CRLF, or nothing for the last."""
    ends = [*_LINE_END.findall(text), ""]
    return [*zip(_LINE_END.split(text), ends, strict=True)]


def read_lines(text: str) -> "list[Line]":
    """The lines of a file's text, whatever ends them."""
    return [
        Line(number, written.rstrip(" "))
        for number, (written, _) in enumerate(split_lines(text), start=1)
    ]


class Line(NamedTuple):
    """One line, without the blanks at its end."""

    number: int
    text: str

    @property
    def tag(self) -> str:
        """The first three characters, which say what the line is about."""
        return self.text[:3]

    def refuse(self, column: int, code: str, **facts: Fact) -> NoReturn:
        """Raise the TrfError `code` for this place."""
        raise TrfError(self.number, column, code, facts)

    def at(self, first: int, last: int) -> str:
        """The characters from column `first` to `last`, both included; blanks past the end."""
        return self.text[first - 1 : last].ljust(last - first + 1)

    def words(self, after: int = 3) -> "list[Word]":
        """The words from column `after` + 1 on."""
        return [
            Word(self, match.start() + 1, match.group())
            for match in _WORD.finditer(self.text, after)
        ]

    def with_texts(self, columns: Iterable[tuple[int, str]]) -> "Line":
        """The line with each text from its column on, in place of the old text."""
        new = self.text
        for column, text in columns:
            old = new.ljust(column - 1)
            new = old[: column - 1] + text + old[column - 1 + len(text) :]
        return Line(self.number, new.rstrip(" "))

    def word(self, first: int, last: int) -> "Word | None":
        """The text in these columns, without blanks around it; None when there is none."""
        text = self.at(first, last)
        inner = text.strip(" ")
        return Word(self, first + text.index(inner), inner) if inner else None

    def sentence(self, first: int, last: int) -> str:
        """The text in these columns; TrfError for a control character in it."""
        text = self.at(first, last)
        for index, character in bad_characters(text):
            self.refuse(first + index, "bad_character", character=f"U+{ord(character):04X}")
        return text.strip()

    def check_blank(self, columns: Sequence[int]) -> None:
        """Check that the columns between the fields are blank: else the line has shifted."""
        for column in columns:
            text = self.text[column - 1 : column]
            if text not in ("", " "):
                self.refuse(column, "not_blank", text=clipped(text))


class Word(NamedTuple):
    """A piece of a line without blanks, and the column where it starts."""

    line: Line
    column: int
    text: str

    def refuse(self, code: str, **facts: Fact) -> NoReturn:
        """Raise the TrfError `code` for this place."""
        self.line.refuse(self.column, code, **facts)

    def integer(self, low: int, high: int) -> int:
        """A whole number in decimal digits."""
        if not _INTEGER.fullmatch(self.text):
            self.refuse("not_a_number", text=clipped(self.text))
        value = int(self.text)
        if not low <= value <= high:
            self.refuse("out_of_range", low=low, high=high, value=value)
        return value

    def points(self) -> Fraction:
        """A number of points: 1, 0.5, .5."""
        if not _POINTS.fullmatch(self.text):
            self.refuse("not_points", text=clipped(self.text))
        return _fraction(self.text)

    def choice(self, *choices: str) -> str:
        """One of some words; capitals do not matter."""
        if self.text.upper() not in choices:
            self.refuse("not_a_choice", value=clipped(self.text), choices=[*choices])
        return self.text.upper()


def iso_date(text: str, *patterns: re.Pattern[str]) -> str:
    """A day in ISO 8601, written as one of these with groups y, m and d; "" for none.

    A year in two digits is in the nearer century.
    """
    match = next(filter(None, (pattern.fullmatch(text) for pattern in patterns)), None)
    if match is None:
        return ""
    year = int(match["y"])
    if len(match["y"]) == 2:
        year += 1900 if year > 69 else 2000
    try:
        return date(year, int(match["m"]), int(match["d"])).isoformat() if year in YEARS else ""
    except ValueError:
        return ""


def numbers(words: Sequence[Word]) -> Iterator[tuple[Word, int]]:
    """The pairing numbers in a list of words."""
    for word in words:
        yield word, word.integer(1, NUMBER_LIMIT)


#: Four columns hold no more.
NUMBER_LIMIT = 9999
