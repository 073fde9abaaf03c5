"""FIDE's list as XML, some 800 MB: read piece by piece, one player's element at a time.

No parser builds a tree, so there are no entities to expand, and memory holds one piece.
"""

import re
from collections.abc import Iterator
from html import unescape

from pairing.core.titles import official
from pairing.formats.rating_lists.listed import ListedPlayer, ListRead, ListRefused, Source, Wanted
from pairing.formats.rating_lists.tables import rating_in, sex_of, year_in

PIECE = 1 << 20
#: No player's element is longer.
LONGEST = 20_000
_FIELD = re.compile(r"<(\w+)>([^<]*)</\1>")
_NUMBER, _NAME = re.compile(rb"<fideid>\s*(\d+)\s*<"), re.compile(rb"<name>([^<]*)<")
_ENCODING = re.compile(rb"""<\?xml[^>]*encoding=["']([\w-]+)""")
_ENCODINGS = {"utf-8", "iso-8859-1", "windows-1252", "latin-1", "us-ascii"}


def read_fide_xml(file: Source, read: ListRead, wanted: Wanted | None) -> Iterator[ListedPlayer]:
    """The players; those without a number are left out."""
    encoding = "utf-8"
    for count, element in enumerate(_elements(file), start=0):
        if count == 0:  # the text before the first player
            if b"<!" in element:
                raise ListRefused("entities", 1)
            declared = _ENCODING.search(element)
            encoding = declared[1].decode().lower() if declared else encoding
            if encoding not in _ENCODINGS:
                raise ListRefused("encoding", 1, text=encoding)
            continue
        number, name = _NUMBER.search(element), _NAME.search(element)
        if not number or not name:
            continue
        words = unescape(name[1].decode(encoding, "replace"))
        if wanted and not wanted.has(number[1].decode(), "", words):
            read.rows += 1
            continue
        text = element.decode(encoding, "replace")
        cells = {key: unescape(value).strip() for key, value in _FIELD.findall(text)}
        try:
            yield _player(count, cells)
        except ListRefused as refused:
            read.problems.append(refused)


def _elements(file: Source) -> Iterator[bytes]:
    """First the text before the players, then the content of each player's element."""
    rest, is_head = b"", True
    while piece := file.read(PIECE):
        rest += piece
        *parts, rest = rest.split(b"</player>")
        for part in parts:
            head, tag, inside = part.partition(b"<player>")
            if not tag:
                raise ListRefused("not_xml", 1)
            if is_head:
                yield head
                is_head = False
            yield inside
        if len(rest) > LONGEST + PIECE:
            raise ListRefused("not_xml", 1)


def _player(line: int, cells: dict[str, str]) -> ListedPlayer:
    flag = cells.get("flag", "").lower()
    title = official(cells.get("title", "")) or official(cells.get("w_title", ""))
    return ListedPlayer(
        line,
        cells["fideid"],
        cells["name"],
        title if len(title) <= 3 else "",
        rating_in(cells.get("rating", ""), line),
        year_in(cells.get("birthday", ""), line),
        cells.get("country", "")[:3],
        sex_of(cells.get("sex", "")) or ("w" if "w" in flag else ""),
        rating_in(cells.get("rapid_rating", ""), line),
        rating_in(cells.get("blitz_rating", ""), line),
        remark="inactive" if "i" in flag else "",
    )
