"""Reads a rating list of any kind that is known, from a file on disk or in memory, zipped or not.

Rows come one by one, so that of a million only the wanted ones are kept.
"""

import os
import re
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date as Date
from io import BytesIO
from typing import IO

from pairing.formats.programs.recognised import SQLITE
from pairing.formats.rating_lists import columns
from pairing.formats.rating_lists.fide_xml import read_fide_xml
from pairing.formats.rating_lists.kbsb import table_of
from pairing.formats.rating_lists.kinds import (
    BY_KEY,
    COLUMNS,
    DATABASE,
    XML,
    ListKind,
    recognised,
    tempo_in,
)
from pairing.formats.rating_lists.listed import (
    ListedPlayer,
    ListRead,
    ListRefused,
    Wanted,
)
from pairing.formats.rating_lists.tables import read_table

#: The most bytes of a file as it comes, and unpacked; the most files of a zip.
MOST_BYTES, MOST_UNPACKED, MOST_FILES = 64 << 20, 1_500_000_000, 50
#: Longer than any line; and more players than are kept of any list.
LONGEST_LINE, MOST_PLAYERS = 1 << 20, 200_000
#: A file with more wrong rows than this is no rating list.
MOST_PROBLEMS = 100
_HEAD = 4096


def read_list(
    source: IO[bytes], name: str = "", wanted: Wanted | None = None, tempo: str | None = None
) -> ListRead:
    """The `wanted` players of a list, or all of them. ListRefused if it is no list.

    `name` is the file's. `tempo` is the list's, if it is of one tempo and does not say which; None
    takes it from the name.
    """
    source.seek(0, os.SEEK_END)
    if source.tell() > MOST_BYTES:
        raise ListRefused("too_large", most=MOST_BYTES >> 20)
    source.seek(0)
    start = source.read(4)
    source.seek(0)
    whole: ListRead | None = None
    opened = _unzipped(source) if start == b"PK\x03\x04" else iter([(source, name, "")])
    for file, file_name, date in opened:
        of_file = tempo if tempo is not None else tempo_in(file_name or name)
        try:
            read = _read(_Counted(file), of_file, wanted, file_name)
        except ListRefused as refused:
            if start == b"PK\x03\x04" and refused.code in ("no_heads", "not_a_text", "empty"):
                continue
            raise
        read.date = read.date or date
        whole = _joined(whole, read)
    if whole is None:
        raise ListRefused("none_in_zip")
    if not whole.players and not whole.rows:
        raise ListRefused("empty")
    return whole


class _Counted:
    """A file of which no more bytes are read than it may unpack to."""

    def __init__(self, file: IO[bytes]):
        self.file, self.left = file, MOST_UNPACKED

    def read(self, size: int) -> bytes:
        return self._counted(self.file.read(size))

    def readline(self) -> bytes:
        line = self._counted(self.file.readline(LONGEST_LINE))
        if len(line) == LONGEST_LINE:
            raise ListRefused("quotes", why="line")
        return line

    def lines(self) -> Iterator[bytes]:
        """The lines, one by one."""
        return iter(self.readline, b"")

    def _counted(self, data: bytes) -> bytes:
        self.left -= len(data)
        if self.left < 0:
            raise ListRefused("too_large", most=MOST_UNPACKED >> 20)
        return data


def _unzipped(source: IO[bytes]) -> Iterator[tuple[IO[bytes], str, str]]:
    """The files in a zip with their name and day; nothing is unpacked to a path of the zip."""
    try:
        with zipfile.ZipFile(source) as packed:
            entries = [entry for entry in packed.infolist() if not entry.is_dir()]
            if (
                len(entries) > MOST_FILES
                or sum(entry.file_size for entry in entries) > MOST_UNPACKED
            ):
                raise ListRefused("too_large", most=MOST_UNPACKED >> 20)
            for entry in entries:
                with packed.open(entry) as file:
                    peeked = file.read(_HEAD)
                with packed.open(entry) as file:
                    if b"\0" in peeked and not peeked.startswith(SQLITE):
                        continue
                    yield file, os.path.basename(entry.filename), _day_of(entry)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise ListRefused("bad_zip") from error


def _day_of(entry: zipfile.ZipInfo) -> str:
    """The day on which a file was packed; "" if the zip does not say."""
    with suppress(ValueError):
        day = Date(*entry.date_time[:3])
        return day.isoformat() if day.year > 1980 else ""
    return ""


def _read(file: _Counted, tempo: str, wanted: Wanted | None, name: str) -> ListRead:
    """The list in one file of a zip, or in the file itself."""
    head = file.read(_HEAD)
    kind = recognised(head)
    rest = _Rewound(head, file)
    read = ListRead(kind.key, kind.issuer) if kind else ListRead("", "")
    if kind is not None and kind.shape == XML:
        rows = read_fide_xml(rest, read, wanted)
    elif kind is not None and kind.shape == COLUMNS:
        rows = columns.READERS[kind.key](_lines_of(rest), read, wanted)
    elif kind is not None and kind.shape == DATABASE:
        rows = _of_database(rest, read)
    else:
        if b"\0" in head:
            raise ListRefused("not_a_text", head.count(b"\n", 0, head.index(b"\0")) + 1)
        rows = read_table(map(_decoded, _lines_of(rest)), read, _as_kind(read))
    _collect(read, rows, tempo, wanted)
    return read


def _as_kind(read: ListRead) -> Callable[[ListKind], None]:
    def set_kind(kind: ListKind) -> None:
        read.kind, read.issuer = kind.key, kind.issuer

    return set_kind


def _collect(
    read: ListRead, rows: Iterator[ListedPlayer], tempo: str, wanted: Wanted | None
) -> None:
    """Keep the players by number; if rows contradict each other, none of them counts."""
    contradicted = set()
    for row in rows:
        read.rows += 1
        player = _of_tempo(row, tempo) if BY_KEY[read.kind].shape != XML else row
        if not read.sample and not row.name.isascii():
            read.sample = row.name
        if wanted and not wanted.has(row.number, row.fide, row.name):
            continue
        first = read.players.setdefault(player.number, player)
        if first is not player:
            merged = first.joined(player)
            if merged is None:
                contradicted.add(player.number)
                facts = {"number": player.number, "first": first.line}
                read.problems.append(ListRefused("other_data", row.line, **facts))
            else:
                read.players[player.number] = merged
        if len(read.problems) > MOST_PROBLEMS:
            raise ListRefused("too_many_problems", count=MOST_PROBLEMS, first=read.problems[0])
        if len(read.players) > MOST_PLAYERS:
            raise ListRefused("too_many", most=MOST_PLAYERS)
    if len(read.problems) > MOST_PROBLEMS:
        raise ListRefused("too_many_problems", count=MOST_PROBLEMS, first=read.problems[0])
    for number in contradicted:
        del read.players[number]


def _of_tempo(row: ListedPlayer, tempo: str) -> ListedPlayer:
    """The row of a list with one rating, which becomes that of the tempo."""
    if not tempo or row.rapid is not None or row.blitz is not None:
        return row
    if tempo == "rapid":
        return replace(row, rating=None, rapid=row.rating)
    return replace(row, rating=None, blitz=row.rating)


def _joined(whole: ListRead | None, read: ListRead) -> ListRead:
    """The files of a zip as one list: a federation may have one for each tempo."""
    if whole is None:
        return read
    if whole.issuer != read.issuer:
        raise ListRefused("several")
    for number, player in read.players.items():
        known = whole.players.get(number)
        merged = known.joined(player) if known else player
        whole.players[number] = merged or player
    whole.problems += read.problems
    whole.rows = max(whole.rows, read.rows)
    whole.date = max(whole.date, read.date)
    return whole


class _Rewound:
    """A file whose beginning was read, and is read again."""

    def __init__(self, head: bytes, file: _Counted):
        self._head, self._file = BytesIO(head), file

    def read(self, size: int) -> bytes:
        return self._head.read(size) or self._file.read(size)

    def readline(self) -> bytes:
        line = self._head.readline()
        return line if line.endswith(b"\n") else line + self._file.readline()


def _lines_of(file: _Rewound) -> Iterator[bytes]:
    """The lines of a text, whatever ends them, even a lone CR."""
    for line in iter(file.readline, b""):
        if b"\r" in line.rstrip(b"\r\n"):
            yield from (part + b"\n" for part in re.split(rb"\r\n?|\n", line.rstrip(b"\r\n")))
        else:
            yield line


def _decoded(line: bytes) -> str:
    """A line in UTF-8, or else in the code page of Windows in the west, whose texts are hardly ever
    valid UTF-8."""
    with suppress(UnicodeDecodeError):
        return line.decode("utf-8")
    return line.decode("cp1252", "replace")


def _of_database(file: _Rewound, read: ListRead) -> Iterator[ListedPlayer]:
    """The players of a database, copied to a file for SQLite that is deleted at once."""
    with tempfile.NamedTemporaryFile(suffix=".sqlite") as copy:
        while piece := file.read(1 << 16):
            copy.write(piece)
        copy.flush()
        yield from read_table(table_of(copy.name), read, lambda _kind: None)
