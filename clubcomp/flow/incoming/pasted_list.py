"""A pasted list as it was understood: its lines, and its columns by their headings.

Only certain headings are understood; it is often unclear which federation gave a number ("Lidnr",
"Bondsnr"). The page shows other columns, and the user chooses.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext_lazy as _

from clubcomp.doors.names import parse_name, search_key
from clubcomp.flow.people.identities import Number
from clubcomp.flow.people.who_is import Person
from clubcomp.models import Identity, Player
from pairing.formats.programs.list_words import (
    BORN,
    EMAIL,
    GIVEN,
    GRADE,
    HEADS,
    NAME,
    NUMBER,
    PREFIX,
    RATING,
    SURNAME,
    TITLE,
)

UNUSED = ""
#: The kinds of columns with a number, and the federation that gives it.
ISSUERS = {
    NUMBER: Identity.Issuer.UNKNOWN,
    "knsb": Identity.Issuer.KNSB,
    "fide": Identity.Issuer.FIDE,
    "kndb": Identity.Issuer.KNDB,
    "tsf": Identity.Issuer.TSF,
    "dsb": Identity.Issuer.DSB,
    "egd": Identity.Issuer.EGD,
    "own": Identity.Issuer.OWN,
}
#: What a column may be, for the user to choose from.
KINDS = {
    UNUSED: _("not used"),
    NAME: _("name"),
    GIVEN: _("given name"),
    PREFIX: _("prefix of the surname"),
    SURNAME: _("surname"),
    RATING: _("rating"),
    GRADE: _("grade"),
    NUMBER: _("number, federation not known"),
    "knsb": _("KNSB number"),
    "fide": _("FIDE number"),
    "kndb": _("KNDB number"),
    "tsf": _("TSF number"),
    "dsb": _("DSB (PKZ)"),
    "egd": _("EGD number"),
    "own": _("number of the club’s own"),
    BORN: _("year or date of birth"),
    EMAIL: _("e-mail address"),
    TITLE: _("title"),
}
_COLUMN = {word: kind for kind, words in HEADS.items() for word in words.split("|")}
#: "Rating nov-26", "KNSB rating 2026": a rating with the date of its list.
_MONTH = (
    "jan|feb|mrt|maart|mar|apr|mei|may|mai|jun|jul|aug|sep|okt|oct|nov|dec|dez|oca|sub|nis|haz|tem"
)
_DATED = re.compile(rf"(.+?)((?: (?:{_MONTH})[a-z]*)? \d{{1,4}}| (?:{_MONTH})[a-z]*)( \d{{1,4}})*")
#: Kinds of headings that do not look like a name: one of them makes a line a line of headings.
_PLAIN = (RATING, GRADE, *ISSUERS, BORN, EMAIL)


@dataclass(frozen=True, slots=True)
class PastedColumn:
    """A column: its heading, and what it is, one of KINDS."""

    title: str
    kind: str = UNUSED


def columns_in(cells: Sequence[str]) -> list[PastedColumn] | None:
    """The columns whose headings are the cells of a line; None for a player's line."""
    kinds = [_kind(cell) for cell in cells]
    if len(cells) == 1 and not kinds[0]:
        words = cells[0].split()
        known = [_kind(word) for word in words]
        is_head = NAME in known and UNUSED not in known
        return [PastedColumn(cells[0], NAME)] if is_head else None
    has_digits = any(letter.isdigit() for cell in cells for letter in cell if not _kind(cell))
    is_plain = any(kind in _PLAIN for kind in kinds) and not has_digits
    if not (NAME in kinds or SURNAME in kinds or is_plain):
        return None
    return _first_of_each_kind(cells, kinds)


def chosen_columns(columns: Sequence[PastedColumn], kinds: Sequence[str]) -> list[PastedColumn]:
    """The columns as the user has chosen them."""
    if len(kinds) != len(columns) or not set(kinds) <= set(KINDS):
        return [*columns]
    return _first_of_each_kind([column.title for column in columns], kinds)


def _first_of_each_kind(titles: Sequence[str], kinds: Sequence[str]) -> list[PastedColumn]:
    """The columns; of several of the same kind only the first is used."""
    return [
        PastedColumn(title, kind if kind not in kinds[:index] else UNUSED)
        for index, (title, kind) in enumerate(zip(titles, kinds, strict=True))
    ]


def _kind(heading: str) -> str:
    """What a heading means; UNUSED where it is not certain."""
    words = search_key(heading.replace(".", "").replace("_", " ").replace("/", " "))
    if words in _COLUMN:
        return _COLUMN[words]
    dated = _DATED.fullmatch(words)
    return RATING if dated and _COLUMN.get(dated[1]) == RATING else UNUSED


#: The facts that a line may have about a player besides the name: fields of `PastedLine`.
FACTS = ("rating", "title", "grade", "birth_year", "birth_date", "email")


@dataclass(frozen=True, slots=True)
class PastedLine:
    """One line as it was understood. `number` counts lines of the text from 1.

    `unused` are the cells of a line without headings that nothing uses. `problem` says why it
    cannot be added, `doubt` is the question to answer first; "" for none. `known` are the players
    of the club that it may be (`doubt`), or is by its number (`problem`), and `likely` the one to
    offer first.
    """

    number: int
    text: str
    name: str = ""
    rating: int | None = None
    identities: tuple[Number, ...] = ()
    title: str = ""
    grade: str = ""
    birth_year: int | None = None
    birth_date: date | None = None
    email: str = ""
    unused: str = ""
    problem: str = ""
    doubt: str = ""
    known: tuple[Player, ...] = ()
    likely: Player | None = None

    def __str__(self) -> str:
        return str(parse_name(self.name))

    @property
    def person(self) -> Person:
        """The person on it, to be looked up among those known."""
        return Person(self.name, self.identities, self.birth_year, self.rating)

    @property
    def is_certain(self) -> bool:
        """Whether the line can be added without a question."""
        return not self.problem and not self.doubt


@dataclass(frozen=True, slots=True)
class PastedList:
    """The lines of a pasted list, without the empty ones and the one that names the columns.

    `columns` are those that it names; none when it names none. `titles` are the lines above it.
    """

    lines: list[PastedLine]
    columns: tuple[PastedColumn, ...] = ()
    titles: Sequence[str] = ()

    @property
    def unused(self) -> list[str]:
        """What stands above the headings, and the headings of the columns that are not used."""
        headings = (column.title for column in self.columns if column.kind == UNUSED)
        return [*self.titles, *filter(None, headings)]

    @property
    def has_open_numbers(self) -> bool:
        """Whether there are numbers whose federation the columns do not say."""
        return any(issuer == "" for line in self.lines for issuer, _number in line.identities)

    @property
    def has_no_rating(self) -> bool:
        """Whether nobody of several players has a rating."""
        good = [line for line in self.lines if not line.problem]
        return len(good) > 1 and all(line.rating is None for line in good)

    @property
    def broken(self) -> list[PastedLine]:
        """The lines that cannot be added as they are."""
        return [line for line in self.lines if line.problem]
