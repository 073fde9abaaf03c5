"""What does a pasted list say: who, which rating, which numbers, born when?

From a spreadsheet the cells come with tabs, from a file with semicolons or commas, from a mail
as "Jan de Vries 1500", and in one list each line may do it differently. A first line that names
the columns is obeyed. Without one the first number is the rating, a long one the federation
number, a year after that one or after its empty cell the year of birth, "3 kyu" a grade, and what
stands before it the name: "Vries, Jan de, 1500" is one name with a comma, "Jan de Vries, 1500" one
without. Nothing is stored here; the page asks where a line is not certain, and shows what is not
used.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from clubcomp.doors.names import search_key
from clubcomp.flow.checks import check_email, check_readable
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.pasted_list import (
    ISSUERS,
    PastedColumn,
    PastedLine,
    PastedList,
    chosen_columns,
    columns_in,
)
from clubcomp.flow.people.identities import Number, check_number
from clubcomp.flow.people.who_is import People, Source, players_known
from clubcomp.models import Club, Identity
from pairing.core.titles import official
from pairing.formats.pasted_text import (
    MOST_LETTERS,
    cells_in,
    date_in,
    delimiter_of,
    lines_in,
    short,
)
from pairing.formats.programs.list_words import (
    BORN,
    EMAIL,
    GIVEN,
    GRADE,
    NAME,
    PREFIX,
    RATING,
    SURNAME,
    TITLE,
)

MOST_LINES = 500
LONGEST_NAME = 200
#: Lines above the headings: the name of the club, the season, the day.
MOST_TITLES = 3
Issuer = Identity.Issuer

_NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?")
#: A whole rating as a spreadsheet shows it in a column with decimals.
_WHOLE = re.compile(r"(\d{3,4})[.,]00?", re.ASCII)
#: The same with the thousands apart, as a spreadsheet writes numbers.
_THOUSANDS = re.compile(r"([1-4])[.,'’](\d{3})", re.ASCII)
#: A name with its address behind it, as a mail program copies them.
_MAILBOX = re.compile(r'"?([^"<>]*?)"?\s*<([^<>@\s]+@[^<>@\s]+)>')
_NOTHING = frozenset({"", "-", "–", "—", "?", "n.v.t.", "geen", "none", "yok"})
_YEAR = re.compile(r"(18[5-9]|19\d|20\d|21[0-4])\d", re.ASCII)
_KYU = re.compile(r"[1-9]?\d ?[-.]? ?(kyu|dan|[kdp])", re.ASCII | re.IGNORECASE)
_ITEM = re.compile(r"^\s*(\d+\s*[.)]|[-*•])\s+")


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells of a line as they were written: those of the name in `words`, others by kind."""

    number: int
    text: str
    words: list[str]
    by_kind: Mapping[str, str]
    numbers: tuple[Number, ...] = ()
    has_rating_cell: bool = False
    unused: str = ""

    def __getitem__(self, kind: str) -> str:
        """The cell of a kind; "" where it is missing or says that there is nothing."""
        cell = self.by_kind.get(kind, "")
        return "" if cell in _NOTHING else cell


def read_pasted(club: Club, text: str, kinds: Sequence[str] = ()) -> PastedList:
    """What a pasted text says, line by line. StepError for more than 500 lines.

    `kinds` are what the user has chosen for the columns that the first line names.
    """
    if len(text) > MOST_LETTERS:
        raise StepError(_("That is more text than a list of members. Paste it in parts."))
    rows = lines_in(text)
    titles = _titles(rows)
    rows = rows[len(titles) :]
    columns = columns_in(cells_in(rows[0][1])) if rows else None
    if len(rows) - bool(columns) > MOST_LINES:
        raise StepError(
            _("The list has %(count)s lines; at most %(limit)s go in at once. Paste it in parts."),
            count=len(rows) - bool(columns),
            limit=MOST_LINES,
        )
    if columns:
        columns = chosen_columns(columns, kinds)
        in_commas = delimiter_of(rows[0][1]) == ","
        read = [_by_columns(number, line, columns, in_commas) for number, line in rows[1:]]
    else:
        read = _with_stray_words_as_rating([_by_kind(number, line) for number, line in rows])
    lines = _with_doubts(club, [_checked(cells) for cells in read])
    return PastedList(lines, tuple(columns or ()), titles)


def _titles(rows: list[tuple[int, str]]) -> list[str]:
    """The lines above the one with headings for several columns: words, as a title has them."""
    for index, (_number, line) in enumerate(rows[: MOST_TITLES + 1]):
        cells = cells_in(line)
        if len(cells) > 1 and columns_in(cells):
            return [text.strip() for _n, text in rows[:index]]
        if delimiter_of(line) != "," or any(map(_NUMBER.fullmatch, cells)):
            return []
    return []


def _by_columns(number: int, line: str, columns: list[PastedColumn], in_commas: bool) -> _Cells:
    """A line of a list with named columns, perhaps with commas between them.

    A line with commas only, under headings with something else between them, does not follow those:
    "Vries, Jan de" is a name there.
    """
    kinds = [column.kind for column in columns]
    is_in_commas = delimiter_of(line) == ","
    if kinds == [NAME] or (is_in_commas and not in_commas):
        return _by_kind(number, line)
    cells = cells_in(line)
    surplus = len(cells) - len(columns)
    if surplus > 0 and is_in_commas and NAME in kinds:
        # "Vries, Jan de, 1500" under "name, rating": the comma inside the name belongs to it.
        at = kinds.index(NAME)
        cells[at : at + surplus + 1] = [", ".join(cells[at : at + surplus + 1])]
    by_kind = {kind: cell for kind, cell in zip(kinds, cells, strict=False) if kind}
    name, left_over = _name_of({k: "" if c in _NOTHING else c for k, c in by_kind.items()})
    return _Cells(
        number,
        line,
        [name],
        by_kind,
        tuple((ISSUERS[kind], cell) for kind, cell in by_kind.items() if kind in ISSUERS),
        unused=", ".join(filter(None, (left_over, *cells[len(columns) :]))),
    )


def _name_of(by_kind: Mapping[str, str]) -> tuple[str, str]:
    """A name from its columns, and the parts of them that are not used.

    "Naam" beside "Voornaam" is a surname, unless the whole name stands there.
    """
    whole, surname, given = (by_kind.get(kind, "") for kind in (NAME, SURNAME, GIVEN))
    prefix = by_kind.get(PREFIX, "")
    whole_words = set(search_key(whole).split())
    if whole and surname and set(search_key(surname).split()) <= whole_words:
        surname = ""  # the same once more
    if whole and not surname and given and set(search_key(given).split()) <= whole_words:
        given = ""
    if prefix and set(search_key(prefix).split()) <= whole_words:
        prefix = ""
    if whole and surname and not given and "," not in whole:
        whole, given = "", whole  # "Naam" is the given name beside "Achternaam"
    if whole and (surname or ("," in whole and given)):
        return whole, ", ".join(filter(None, (prefix, surname, given)))
    if "," in whole:
        return " ".join(filter(None, (whole, prefix))), ""
    if whole and prefix and not given:
        # "Daan Boer" and "de": the prefix belongs before the last word.
        first, _space, last = whole.rpartition(" ")
        return ", ".join(filter(None, (f"{prefix} {last}", first))), ""
    family = " ".join(filter(None, (prefix, whole or surname)))
    return ", ".join(filter(None, (family, given))), ""


def _by_kind(number: int, line: str) -> _Cells:
    """A line of a list without headings: every cell is what it looks like."""
    cells = cells_in(_ITEM.sub("", line))
    if len(cells) > 1 and cells[0].isdigit() and len(cells[0]) <= 3:
        cells = cells[1:]  # the number of the row
    words: list[str] = []
    numbers: list[str] = []
    email = grade = ""
    unused: list[str] = []
    is_name_over = False
    years: list[str] = []
    for index, cell in enumerate(cells):
        if _NUMBER.fullmatch(cell) or _THOUSANDS.fullmatch(cell):
            # "1380; ; 2014": the cell of the federation number is there, and empty.
            years += [cell] if numbers and not cells[index - 1] else []
            numbers.append(cell)
            is_name_over = bool(words)
        elif "@" in cell and not email:
            named = _MAILBOX.fullmatch(cell)
            email = named[2] if named else cell
            if named and named[1] and not words:
                words.append(named[1])
        elif _KYU.fullmatch(cell) and not grade:
            grade = cell
        elif cell not in _NOTHING:
            (unused if is_name_over else words).append(cell)
    has_own_cell = any(not _is_federation_id(number) for number in numbers)
    while words and (parts := words[-1].rsplit(" ", 1))[1:] and _NUMBER.fullmatch(parts[1]):
        words[-1], last = parts[0].rstrip(" ,"), parts[1]
        numbers.insert(0, last)
    federation = next(filter(_is_federation_id, numbers), "")
    rating = next((number for number in numbers if not _is_federation_id(number)), "")
    after = numbers[numbers.index(federation) + 1 :] if federation else years
    born = next((number for number in after if number != rating and _YEAR.fullmatch(number)), "")
    known = (federation, rating, born)
    unused += [number for number in dict.fromkeys(numbers) if number not in known]
    identities = ((Issuer.UNKNOWN, federation),) if federation else ()
    by_kind = {RATING: rating, GRADE: grade, BORN: born, EMAIL: email}
    return _Cells(number, line, words, by_kind, identities, has_own_cell, ", ".join(unused))


def _is_federation_id(number: str) -> bool:
    """A federation number is longer than any rating."""
    return number.isdigit() and len(number) >= 6


def _with_stray_words_as_rating(read: list[_Cells]) -> list[_Cells]:
    """A second cell of a line is a rating if lines with a rating have their name in one cell."""
    rated = [cells for cells in read if cells.has_rating_cell]
    if not rated or any("," in ", ".join(cells.words) for cells in rated):
        return read
    return [
        replace(
            cells,
            words=cells.words[:1],
            by_kind={**cells.by_kind, RATING: ", ".join(cells.words[1:])},
        )
        if len(cells.words) > 1
        else cells
        for cells in read
    ]


def _checked(cells: _Cells) -> PastedLine:
    """The line as it would be added, or what is wrong with it."""
    name = ", ".join(cells.words)
    compact = ((issuer, "".join(number.split())) for issuer, number in cells.numbers)
    line = PastedLine(
        cells.number,
        short(cells.text),
        short(name, LONGEST_NAME),
        identities=tuple((issuer, number) for issuer, number in compact if number not in _NOTHING),
        unused=short(cells.unused),
    )
    try:
        _check_name(name)
        for number in line.identities:
            check_number(*number)
        line = replace(line, **_personal_facts(cells))
        return replace(line, rating=_rating(cells[RATING]))
    except StepError as wrong:
        return replace(line, problem=str(wrong))


def _check_name(name: str) -> None:
    if not any(letter.isalpha() for letter in name):
        raise StepError(_("There is no name on this line."))
    if len(name) > LONGEST_NAME:
        raise StepError(_("A name has at most %(limit)s letters."), limit=LONGEST_NAME)
    check_readable(name)
    if any(letter.isdigit() for letter in name):
        words = _("“%(name)s” has a number in it; put a tab or comma before the rating.")
        raise StepError(words, name=short(name))


def _rating(text: str) -> int | None:
    if not text:
        return None
    if whole := _WHOLE.fullmatch(text):
        text = whole[1]
    elif thousands := _THOUSANDS.fullmatch(text):
        text = thousands[1] + thousands[2]
    if not (text.isascii() and text.isdigit()) or int(text[:9]) > 4000:
        words = _("“%(text)s” is not a rating: that is a whole number from 0 to 4000, or nothing.")
        raise StepError(words, text=short(text))
    return int(text)


def _personal_facts(cells: _Cells) -> dict[str, Any]:
    """Title, grade, birth and e-mail address of a line; StepError for an invalid one."""
    about: dict[str, Any] = {kind: cells[kind] for kind in (GRADE, EMAIL)}
    about[TITLE] = official(cells[TITLE])
    if named := _MAILBOX.fullmatch(about[EMAIL]):
        about[EMAIL] = named[2]
    if len(cells[TITLE]) > 10:
        raise StepError(_("“%(text)s” is not a title."), text=short(cells[TITLE]))
    if len(cells[GRADE]) > 10:
        raise StepError(_("“%(text)s” is not a grade."), text=short(cells[GRADE]))
    if about[EMAIL]:
        check_email(about[EMAIL], shown=short(cells[EMAIL]))
    return about | (_birth(cells[BORN]) if cells[BORN] else {})


def _birth(text: str) -> dict[str, Any]:
    """A year of birth, or a whole date."""
    if _YEAR.fullmatch(text):
        return {"birth_year": int(text)}
    born = date_in(text)
    if born is None:
        raise StepError(_("“%(text)s” is not a year of birth or a date."), text=short(text))
    return {"birth_year": born.year, "birth_date": born}


def _with_doubts(club: Club, lines: list[PastedLine]) -> list[PastedLine]:
    """The lines, with questions about people whom the club may have already."""
    known, earlier = players_known(club), People[PastedLine]()
    has_first_names = sum(" " in line.name for line in lines if not line.problem) > 1
    result = []
    for line in lines:
        if not line.problem:
            answer, twice = known.who_is(line.person, Source.OWN_LIST), earlier.who_is(line.person)
            taken = (known_as for known_as in (answer, twice) if known_as.is_taken)
            problem = next((known_as.objection for known_as in taken), "")
            doubt = answer.objection
            if twice.people and not doubt:
                words = _("%(name)s stands on line %(number)s as well: two persons?")
                doubt = words % {"name": line, "number": twice.people[0].number}
            if has_first_names and " " not in line.name.strip():
                words = _("“%(name)s” is one word: is this the whole name?")
                doubt = doubt or words % {"name": line.name}
            line = replace(
                line,
                problem=problem,
                doubt="" if problem else doubt,
                known=tuple(answer.people),
                likely=answer.sure or (None if twice.people else answer.likely),
            )
            earlier.add(line, line.person)
        result.append(line)
    return result
