"""Which points, and values, does a pasted table give to whom?

Under headings (name, points, value) the columns are those; without any a line is a place, a name
and points. Cells have tabs, semicolons or several spaces between them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NoReturn

from pairing.core.types import Fact, Player, PlayerId
from pairing.formats.errors import DocumentError
from pairing.formats.nodes import clipped
from pairing.formats.pasted_text import MOST_LETTERS, cells_in, lines_in, plain
from pairing.formats.programs.list_words import HEADS, NAME, SURNAME
from pairing.old_table.earned import OldRow, OldTable

_POINTS = (
    "punten|points|score|pnt|pnt|ptn|pkt|pts|punkte|puan|totaal|total|keizerpunten|keizer points"
    "|keizer|som|sum|summe|toplam"
)
_VALUE = (
    "waarde|waardecijfer|value|value number|wert|rangwert|waardegetal|waardenummer|deger"
    "|deger sayisi|wrd|val|kw|eigen waarde|huidige waarde"
)
_COLUMN = {
    **{word: NAME for kind in (NAME, SURNAME) for word in HEADS[kind].split("|")},
    **dict.fromkeys(_POINTS.split("|"), "points"),
    **dict.fromkeys(_VALUE.split("|"), "value"),
}
_NUMBER = re.compile(r"(-?\d{1,5})(?:[.,](\d{1,6}))?\s*(½?)", re.ASCII)
_NOTHING = ("", "-", "–", "—", "*")
_MOST_DECIMALS = 4


def read_old_table(text: str, players: Iterable[Player]) -> OldTable:
    """The table in a text. DocumentError: no table, no points, or somebody who is not there."""
    if len(text) > MOST_LETTERS:
        raise DocumentError("", "too_large", {"limit": 1})
    lines = [(number, _cells(line)) for number, line in lines_in(text)]
    by_name = _ByName(players)
    heads: dict[str, int] = {}
    rows: dict[PlayerId, OldRow] = {}
    decimals, unknown = 0, []
    for number, cells in lines:
        named = _heads(cells)
        if named:
            heads = named
            continue
        picked = _picked(cells, heads)
        if picked is None:
            if heads and len(cells) > max(heads.values()):
                _refuse(number, "table_no_points", text=clipped(" ".join(cells)))
            continue  # a title, or what stands above or below the table
        name, points, value = picked
        read = _read(points)
        if read is None:
            _refuse(number, "table_bad_points", player=clipped(name), text=clipped(points))
        found = by_name.find(name)
        if not found:
            unknown.append(clipped(name))
            continue
        if len(found) > 1:
            _refuse(number, "table_name_unclear", player=clipped(name))
        if found[0] in rows:
            _refuse(number, "table_twice", player=clipped(name))
        worth = _read(value) if value not in _NOTHING else None
        rows[found[0]] = OldRow(read[0], worth[0] if worth else None)
        decimals = max(decimals, read[1])
    if unknown:
        names: list[Fact] = [*unknown[:20]]
        raise DocumentError("", "table_unknown_names", {"names": names, "count": len(unknown)})
    if len(rows) < 2:
        raise DocumentError("", "table_empty")
    return OldTable(rows, decimals)


def _refuse(line: int, code: str, **facts: Fact) -> NoReturn:
    raise DocumentError(f"line {line}", code, facts)


def _cells(line: str) -> list[str]:
    if "\t" in line or ";" in line:
        return cells_in(line)
    if re.search(r"\S\s{2,}\S", line):
        return re.split(r"\s{2,}", line.strip())
    if line.count(",") > 1 and '"' not in line and re.search(r",\s*[^\W\d]", line):
        return cells_in(line)
    match = re.fullmatch(r"\s*(?:(\d+)[.)]?\s+)?(\D*?[^\W\d]\D*?)\s+([-\d.,½ ]+)", line)
    return [match[1] or "", match[2], *match[3].split()] if match else [line.strip()]


def _heads(cells: Sequence[str]) -> dict[str, int]:
    """The columns under these headings; none: they are none."""
    found: dict[str, int] = {}
    for place, cell in enumerate(cells):
        kind = _COLUMN.get(plain(cell.replace(".", "")))
        if kind and kind not in found:
            found[kind] = place
    return found if NAME in found and "points" in found else {}


def _picked(cells: Sequence[str], heads: Mapping[str, int]) -> tuple[str, str, str] | None:
    """Name, points and value of a line; None: it is none of a table."""
    if heads:

        def at(kind: str) -> str:
            place = heads.get(kind, len(cells))
            return cells[place].strip() if place < len(cells) else ""

        name = at(NAME)
        return (name, at("points"), at("value")) if _has_letters(name) else None
    places = [place for place, cell in enumerate(cells) if _has_letters(cell)]
    if len(places) != 1:
        return None
    after = [cell for cell in cells[places[0] + 1 :] if cell.strip()]
    return (cells[places[0]], after[0], "") if len(after) == 1 else None


def _has_letters(text: str) -> bool:
    return any(letter.isalpha() for letter in text)


def _read(text: str) -> tuple[Fraction, int] | None:
    """A number of points, and how many decimals it shows; None: it is none."""
    if text in _NOTHING:
        return Fraction(0), 0
    match = _NUMBER.fullmatch(text.strip().removesuffix("½") + ("½" if "½" in text else ""))
    if not match and text.strip() == "½":
        return Fraction(1, 2), 1
    if not match or (match[3] and match[2]):
        return None
    decimals = (match[2] or "")[:_MOST_DECIMALS]
    whole = Fraction(f"{match[1]}.{decimals or 0}")
    if match[3]:
        return whole + (Fraction(-1, 2) if match[1].startswith("-") else Fraction(1, 2)), 1
    return whole, len(decimals)


class _ByName:
    """The players by their names, whatever stands first; initials will do for one who is alone."""

    def __init__(self, players: Iterable[Player]):
        self.words = [(player.id, sorted(_words(player.name))) for player in players]
        self.exact: dict[tuple[str, ...], list[PlayerId]] = {}
        for player, words in self.words:
            self.exact.setdefault(tuple(words), []).append(player)

    def find(self, name: str) -> list[PlayerId]:
        """Who it is, or may be."""
        words = sorted(_words(name))
        if tuple(words) in self.exact:
            return self.exact[tuple(words)]
        if not any(len(word) > 1 for word in words):
            return []
        return [one for one, known in self.words if _may_be(words, known) or _may_be(known, words)]


def _words(name: str) -> list[str]:
    return plain(name.replace(".", " ").replace("’", "'"), keep="'").split()


def _may_be(words: Sequence[str], known: Sequence[str]) -> bool:
    """Whether each word of a name is one of another's, or the first letter of one."""
    left = [*known]
    for word in sorted(words, key=len, reverse=True):
        match = next((k for k in left if k == word or (len(word) == 1 and k[0] == word)), None)
        if match is None:
            return False
        left.remove(match)
    return True
