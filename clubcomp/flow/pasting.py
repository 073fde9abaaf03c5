"""What does a list that somebody pasted say: who, which rating, which federation number?

From a spreadsheet the cells come with tabs, from a file with semicolons or commas, from a mail
as "Jan de Vries 1500", and in one list each line may do it differently. A first line that names
the columns is obeyed. Without one the first number is the rating, a long one the federation
number, and what stands before it the name: "Vries, Jan de, 1500" is one name with a comma,
"Jan de Vries, 1500" one without. Nothing is stored here; what is not certain is asked.
"""

import csv
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.identities import Number, owners, taken
from clubcomp.models import Club, Player
from clubcomp.names import may_be_same, parse_name, search_key

MOST_LINES = 500
LONGEST_NAME = 200
MOST_LETTERS = 200_000
_SHOWN = 120

NAME, GIVEN, PREFIX, SURNAME, RATING, FEDERATION, OTHER = (
    "name",
    "given",
    "prefix",
    "surname",
    "rating",
    "federation",
    "",
)
#: What columns are called, in the languages of the site, as `search_key` writes it.
_HEADS = {
    NAME: "naam|name|speler|player|spelers|lid|leden|member|members|isim|ad soyad|adi soyadi"
    "|oyuncu|uye|volledige naam|full name",
    GIVEN: "voornaam|first name|firstname|given name|roepnaam|ad|adi",
    PREFIX: "tussenvoegsel|tussenvoegsels|voorvoegsel|prefix|tv|tussenv",
    SURNAME: "achternaam|last name|lastname|surname|family name|soyad|soyadi|soyisim",
    RATING: "rating|elo|knsb rating|knsbrating|fide rating|nationale rating|puan|sterkte|ukd"
    "|rating knsb|rating fide",
    FEDERATION: "knsb|knsb nummer|knsbnummer|bondsnummer|relatienummer|relatienr|fide id|fideid"
    "|fide nummer|fide|lidnummer|federation number|federation id|lisans no|lisans",
}
_COLUMN = {word: column for column, words in _HEADS.items() for word in words.split("|")}

_NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?")
_NOTHING = frozenset({"", "-", "–", "—", "?", "n.v.t.", "geen", "none", "yok"})
_SEMICOLON = re.compile(r"\s*;\s*")
_ITEM = re.compile(r"^\s*(\d+\s*[.)]|[-*•])\s+")


@dataclass(frozen=True, slots=True)
class PastedLine:
    """One line as it was understood. `number` counts lines of the text from 1.

    `problem` says why it cannot be added, `doubt` what has to be answered first; "" for none.
    """

    number: int
    text: str
    name: str = ""
    rating: int | None = None
    identities: tuple[Number, ...] = ()
    problem: str = ""
    doubt: str = ""

    @property
    def is_certain(self) -> bool:
        """Whether the line can be added without a question."""
        return not self.problem and not self.doubt


@dataclass(frozen=True, slots=True)
class PastedList:
    """The lines of a pasted list, without the empty ones and the one that names the columns."""

    lines: list[PastedLine]

    @property
    def broken(self) -> list[PastedLine]:
        """The lines that cannot be added as they are."""
        return [line for line in self.lines if line.problem]


@dataclass(frozen=True, slots=True)
class _Cells:
    """A line in cells: numbers as they were written, the name's cells in `words`."""

    number: int
    text: str
    words: list[str]
    rating: str = ""
    federation_id: str = ""
    has_rating_cell: bool = False


def read_pasted(club: Club, text: str) -> PastedList:
    """What a pasted text says, line by line. StepError for more than 500 lines."""
    if len(text) > MOST_LETTERS:
        raise StepError(_("That is more text than a list of members. Paste it in parts."))
    rows = [
        (number, clean)
        for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1)
        if (clean := _clean(line)).strip(" \t;,")
    ]
    columns = _columns(rows[0][1]) if rows else None
    if len(rows) - bool(columns) > MOST_LINES:
        raise StepError(
            _("The list has %(count)s lines; at most %(limit)s go in at once. Paste it in parts.")
            % {"count": len(rows) - bool(columns), "limit": MOST_LINES}
        )
    if columns:
        in_commas = _delimiter(rows[0][1]) == ","
        read = [_by_columns(number, line, columns, in_commas) for number, line in rows[1:]]
    else:
        read = _with_stray_words_as_rating([_by_kind(number, line) for number, line in rows])
    return PastedList(_with_doubts(club, [_checked(cells) for cells in read]))


def _clean(line: str) -> str:
    """Hard spaces become spaces; what cannot be seen goes, but not the tab."""
    kinds = ((letter, unicodedata.category(letter)) for letter in line)
    return "".join(
        " " if kind.startswith("Z") else letter
        for letter, kind in kinds
        if letter == "\t" or not kind.startswith("C")
    )


def _delimiter(line: str) -> str:
    """What stands between the cells of a line: a tab, else a semicolon, else a comma."""
    inside = line.strip(" \t;")
    return next((delimiter for delimiter in "\t;" if delimiter in inside), ",")


def _split(line: str) -> list[str]:
    """The cells of a line; a spreadsheet's quotes are taken off.

    A semicolon that is left inside a cell is read as a comma: no name has one.
    """
    [cells] = csv.reader([line], delimiter=_delimiter(line), skipinitialspace=True)
    return [" ".join(_SEMICOLON.sub(", ", cell).split()).strip(" ,") for cell in cells]


def _columns(line: str) -> list[str] | None:
    """What the columns are when this line names them; None when it is a player's."""
    cells = [search_key(cell.replace(".", "").replace("_", " ")) for cell in _split(line)]
    if len(cells) == 1 and cells[0] not in _COLUMN:
        cells = cells[0].split()
        known = [_COLUMN.get(cell) for cell in cells]
        return [NAME] if NAME in known and None not in known else None
    columns = [_COLUMN.get(cell, OTHER) for cell in cells]
    return columns if NAME in columns or SURNAME in columns else None


def _by_columns(number: int, line: str, columns: list[str], in_commas: bool) -> _Cells:
    """A line of a list whose columns are named, perhaps with commas between them.

    A line with commas only, under heads with something else between them, does not follow the
    heads: "Vries, Jan de" is a name there.
    """
    is_in_commas = _delimiter(line) == ","
    if columns == [NAME] or (is_in_commas and not in_commas):
        return _by_kind(number, line)
    cells = _split(line)
    surplus = len(cells) - len(columns)
    if surplus > 0 and is_in_commas and NAME in columns:
        # "Vries, Jan de, 1500" under "name, rating": the comma inside the name is the name's.
        place = columns.index(NAME)
        cells[place : place + surplus + 1] = [", ".join(cells[place : place + surplus + 1])]
    found = dict.fromkeys(_HEADS, "") | {
        column: cell for column, cell in zip(columns, cells, strict=False) if column
    }
    name = found[NAME]
    if not name:
        family = " ".join(filter(None, (found[PREFIX], found[SURNAME])))
        name = ", ".join(filter(None, (family, found[GIVEN])))
    return _Cells(number, line, [name], found[RATING], found[FEDERATION])


def _by_kind(number: int, line: str) -> _Cells:
    """A line of a list without heads: every cell is what it looks like."""
    cells = _split(_ITEM.sub("", line))
    if len(cells) > 1 and cells[0].isdigit() and len(cells[0]) <= 3:
        cells = cells[1:]  # the number of the row
    words: list[str] = []
    numbers: list[str] = []
    is_name_over = False
    for cell in cells:
        if _NUMBER.fullmatch(cell):
            numbers.append(cell)
            is_name_over = bool(words)
        elif cell not in _NOTHING and not is_name_over:
            words.append(cell)
    has_own_cell = any(not _is_federation_id(number) for number in numbers)
    while words and (parts := words[-1].rsplit(" ", 1))[1:] and _NUMBER.fullmatch(parts[1]):
        words[-1], last = parts[0].rstrip(" ,"), parts[1]
        numbers.insert(0, last)
    federation = next(filter(_is_federation_id, numbers), "")
    rating = next((number for number in numbers if not _is_federation_id(number)), "")
    return _Cells(number, line, words, rating, federation, has_own_cell)


def _is_federation_id(number: str) -> bool:
    """A federation number is longer than any rating."""
    return number.isdigit() and len(number) >= 6


def _with_stray_words_as_rating(read: list[_Cells]) -> list[_Cells]:
    """Where ratings have a cell and no name has two, a second word stands in their place."""
    rated = [cells for cells in read if cells.has_rating_cell]
    if not rated or any("," in ", ".join(cells.words) for cells in rated):
        return read
    return [
        replace(cells, words=cells.words[:1], rating=", ".join(cells.words[1:]))
        if len(cells.words) > 1
        else cells
        for cells in read
    ]


def _checked(cells: _Cells) -> PastedLine:
    """The line as it would be added, or what is wrong with it."""
    name = ", ".join(cells.words)
    line = PastedLine(cells.number, _short(cells.text), _short(name, LONGEST_NAME))
    if cells.federation_id not in _NOTHING:
        line = replace(line, identities=(("", cells.federation_id[:40]),))
    if not any(letter.isalpha() for letter in name):
        return replace(line, problem=_("There is no name on this line."))
    if len(name) > LONGEST_NAME:
        return replace(
            line, problem=_("A name has at most %(limit)s letters.") % {"limit": LONGEST_NAME}
        )
    if any(letter.isdigit() for letter in name):
        return replace(
            line,
            problem=_("“%(name)s” has a number in it; put a tab or comma before the rating.")
            % {"name": _short(name)},
        )
    rating = cells.rating
    if rating in _NOTHING:
        return line
    if not (rating.isascii() and rating.isdigit()) or int(rating[:9]) > 4000:
        return replace(
            line,
            problem=_(
                "“%(text)s” is not a rating: that is a whole number from 0 to 4000, or nothing."
            )
            % {"text": _short(rating)},
        )
    return replace(line, rating=int(rating))


def _with_doubts(club: Club, lines: list[PastedLine]) -> list[PastedLine]:
    """The lines with what has to be asked about those that may be there already."""
    known = list(club.players.all())
    numbered = owners(club)
    earlier: list[PastedLine] = []
    result = []
    for line in lines:
        if not line.problem:
            given = next((number for number in line.identities if number in numbered), None)
            if given:
                line = replace(line, problem=taken(given[1], numbered[given]))
            else:
                doubt = doubt_about(line.name, known) or _twice(line, earlier)
                line = replace(line, doubt=doubt)
            earlier.append(line)
            for number in line.identities:
                numbered.setdefault(number, parse_name(line.name))
        result.append(line)
    return result


def doubt_about(name: str, players: Iterable[Player]) -> str:
    """The question when a name may be one of the club's players; "" for none."""
    parts = parse_name(name)
    for player in players:
        if may_be_same(parts, player.parts):
            return _("%(player)s is a player of the club already: is this another person?") % {
                "player": player
            }
    return ""


def _twice(line: PastedLine, earlier: Iterable[PastedLine]) -> str:
    """The question when a name stands in the list twice."""
    parts = parse_name(line.name)
    for other in earlier:
        if may_be_same(parts, parse_name(other.name)):
            return _("%(name)s stands on line %(number)s as well: two persons?") % {
                "name": parts,
                "number": other.number,
            }
    return ""


def _short(text: str, limit: int = _SHOWN) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
