"""Which players are in a list under headings, as chess-results and spreadsheets have it?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pairing.formats.pasted_text import date_in, plain
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

_COLUMN = {word: kind for kind, words in HEADS.items() for word in words.split("|")}
_FEDERATION = "federation"
_COLUMN |= dict.fromkeys(("fed", "land", "federatie", "federation", "country"), _FEDERATION)
#: The issuer by the kind of a column with a number; "" if it is unknown.
_ISSUERS = {NUMBER: "", "knsb": "KNSB", "fide": "FIDE", "kndb": "KNDB", "tsf": "TSF"}
_ISSUERS |= {"egd": "EGD", "own": "own"}
#: Cells without a value.
_NOTHING = ("", "-", "–", "0")


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player of a list."""

    name: str
    rating: int | None = None
    title: str = ""
    grade: str = ""
    federation: str = ""
    birth_year: int | None = None
    numbers: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class PlayerLines:
    """The players; `lines` are the numbers of their lines, headings included."""

    players: list[PlayerLine] = field(default_factory=list)
    lines: set[int] = field(default_factory=set)
    columns: list[str] = field(default_factory=list)
    unused: list[tuple[int, str]] = field(default_factory=list)


def read_player_lines(rows: Sequence[tuple[int, list[str]]]) -> PlayerLines:
    """The players in lines under headings; a list ends where other headings begin."""
    read = PlayerLines()
    kinds: list[str] = []
    titles: list[str] = []
    is_cross = False
    for number, cells in rows:
        heads = _heads(cells)
        if heads is not None:
            kinds, titles, is_cross = heads, cells, _has_rounds(cells)
            if kinds and not is_cross:
                read.lines.add(number)
                names = zip(kinds, cells, strict=True)
                read.columns += [c for k, c in names if not k and c and c not in read.columns]
        elif kinds and len(cells) > 1:
            if is_cross:  # its rows are games too, whose reader names the unused cells
                _take(PlayerLines(read.players), number, cells, kinds, titles)
                continue
            read.lines.add(number)
            _take(read, number, cells, kinds, titles)
        else:
            kinds = []
    return read


def _heads(cells: Sequence[str]) -> list[str] | None:
    """The columns of a list of players, if these are its headings; empty if they are something
    else's."""
    words = [plain(cell.replace(".", "")) for cell in cells]
    kinds = [_COLUMN.get(word, "") for word in words]
    count = sum(kind in (NAME, SURNAME) for kind in kinds)
    known = {kind for kind in kinds if kind} - {NAME, SURNAME}
    if count == 1 and (known or _has_rounds(cells)):
        name_at = next(n for n, kind in enumerate(kinds) if kind in (NAME, SURNAME))
        # Before the name chess-results has the title in a column without a heading.
        if TITLE not in kinds and name_at and not cells[name_at - 1]:
            kinds[name_at - 1] = TITLE
        kinds = ["" if kind == EMAIL else kind for kind in kinds]  # no competition holds any
        return [kind if kind not in kinds[:n] else "" for n, kind in enumerate(kinds)]
    is_heading = not any(any(letter.isdigit() for letter in cell) for cell in cells)
    return [] if is_heading and count else None


def _has_rounds(cells: Sequence[str]) -> bool:
    """Whether there are columns of rounds."""
    return any(
        re.fullmatch(r"\d{1,2}( ?(rd|ronde|tur))?", plain(c.replace(".", " "))) for c in cells
    )


def is_of_players(heading: str) -> bool:
    """Whether a heading belongs to a column of the players that is kept."""
    return _COLUMN.get(plain(heading.replace(".", "")), EMAIL) != EMAIL


def _take(
    read: PlayerLines, number: int, cells: list[str], kinds: list[str], titles: list[str]
) -> None:
    by_kind = {
        kind: cell
        for kind, cell in zip(kinds, cells, strict=False)
        if kind and cell not in _NOTHING
    }
    surname = " ".join(filter(None, (by_kind.get(PREFIX), by_kind.get(SURNAME))))
    name = by_kind.get(NAME) or surname
    if given := by_kind.get(GIVEN):
        name = f"{name}, {given}"
    if not any(letter.isalpha() for letter in name):
        read.unused.append((number, " ".join(filter(None, cells))))
        return
    rating, born = by_kind.get(RATING, ""), by_kind.get(BORN, "")
    is_rating = rating.isascii() and rating.isdigit() and int(rating[:6]) <= 4000
    day = date_in(born)
    year = int(born) if re.fullmatch(r"(18|19|20|21)\d\d", born) else day.year if day else None
    federation = by_kind.get(_FEDERATION, "").upper()
    is_federation = len(federation) == 3 and federation.isascii() and federation.isalpha()
    left_over = [
        *([] if is_rating or not rating else [rating]),
        *([] if year or not born else [born]),
        *([] if is_federation or not federation else [federation]),
        *(cell for cell in cells[len(titles) :] if cell),
    ]
    # The kind of a column without a heading.
    blank = zip(kinds, titles, cells, strict=False)
    left_over += [cell for kind, title, cell in blank if not (kind or title) and cell]
    read.unused += [(number, text) for text in left_over]
    read.players.append(
        PlayerLine(
            name,
            int(rating) if is_rating else None,
            by_kind.get(TITLE, "")[:10],
            by_kind.get(GRADE, "")[:10],
            federation if is_federation else "",
            year,
            tuple((_ISSUERS[k], cell[:40]) for k, cell in by_kind.items() if k in _ISSUERS),
        )
    )
