"""The files of an archive, unpacked and parsed one at a time, each within limits.

A few bytes can stand for very many rows, so what a file holds is counted before it is parsed.
"""

import io
import json
import re
import zipfile
import zlib
from typing import Any

from django.utils.translation import gettext as _

from clubcomp.doors.names import has_surrogates
from clubcomp.flow.archives.values import texts_in
from clubcomp.flow.archives.writing import FORMAT, HEAD, VERSION
from clubcomp.flow.errors import StepError

#: How many bytes an archive may have when it is unpacked, and how many rows and values in all.
MOST, MOST_ROWS, MOST_VALUES = 50_000_000, 400_000, 4_000_000
#: The mark at the end of a zip file, and where after it the number of files is.
END, COUNT = b"PK\x05\x06", slice(10, 12)
_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)


class BadArchive(StepError):
    """The file is no archive that can be imported; the message says what is wrong, and where."""


class Files:
    """The files of an archive by name. Each is parsed when it is asked for, and taken out."""

    def __init__(self, data: bytes) -> None:
        self._rows = self._values = 0
        self._parsed: dict[str, Any] = {}
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            entries = self._zip.infolist()
            # If its list of files is damaged, zipfile silently reads only what comes before.
            if len(entries) != int.from_bytes(data[data.rfind(END) :][COUNT], "little"):
                raise zipfile.BadZipFile
        except (zipfile.BadZipFile, NotImplementedError) as error:
            raise _damaged() from error
        if sum(entry.file_size for entry in entries) > MOST:
            raise BadArchive(_("The archive is too large."))
        self._left = {entry.filename for entry in entries}
        for name in sorted(self._left):  # a damaged one is refused before anything is done
            self._text(name)
        head = self.pop(HEAD, None)
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise _damaged()
        if head.get("version") != VERSION:
            words = _("The archive is of version %(theirs)s; this Clubcomp reads version %(ours)s.")
            raise BadArchive(words, theirs=head.get("version"), ours=VERSION)
        if unknown := sorted(head.keys() - {"format", "version"}):
            raise _wrong_head(unknown[0])

    def __contains__(self, name: str) -> bool:
        return name in self._left or name in self._parsed

    def __setitem__(self, name: str, rows: list[dict[str, Any]]) -> None:
        self._parsed[name] = rows

    def names(self) -> set[str]:
        """The files that nobody has asked for yet."""
        return self._left | self._parsed.keys()

    def columns_of(self, name: str) -> set[str]:
        """The columns that a file may have: every word of it that stands before a colon."""
        if name not in self._left:
            return {column for row in self._parsed.get(name, []) for column in row}
        words = re.findall(rb'"(\w+)"\s*:', self._text(name))
        return {word.decode() for word in set(words)}

    def get(self, name: str, default: Any) -> Any:
        """The rows of a file, which may be changed in place."""
        if name in self._left:
            self._left.remove(name)
            self._parsed[name] = self._read(name)
        return self._parsed.get(name, default)

    def pop(self, name: str, default: Any) -> Any:
        """The rows of a file, which the archive then forgets."""
        rows = self.get(name, default)
        self._parsed.pop(name, None)
        return rows

    def _text(self, name: str) -> bytes:
        # Unknown compression, a password, a truncated file: zipfile raises different exceptions.
        try:
            return self._zip.read(name)
        except (
            *(zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError),
        ) as error:
            raise _damaged() from error

    def _read(self, name: str) -> Any:
        text = self._text(name)
        self._count(text)
        try:
            content = json.loads(text)
        except (ValueError, RecursionError) as error:
            words = _("The file %(file)s is no JSON: %(what)s.")
            raise BadArchive(words, file=name, what=error) from error
        if name != HEAD and not (
            isinstance(content, list) and all(isinstance(row, dict) for row in content)
        ):
            raise BadArchive(_("The file %(file)s is no list of rows."), file=name)
        # Half a sign can be written as an escape, and then neither stored nor shown.
        if b"\\u" in text and any(map(has_surrogates, texts_in(content))):
            words = _("The file %(file)s has half a sign in a text, which nothing can store.")
            raise BadArchive(words, file=name)
        return content

    def _count(self, text: bytes) -> None:
        """Count what stands outside texts; BadArchive if that is more than a club has."""
        rows, values = _marks_in(text)
        if rows > MOST_ROWS - self._rows or values > MOST_VALUES - self._values:
            for match in _TEXT.finditer(text):
                in_text = _marks_in(match[0])
                rows, values = rows - in_text[0], values - in_text[1]
        self._rows, self._values = self._rows + rows, self._values + values
        if self._rows > MOST_ROWS or self._values > MOST_VALUES:
            raise BadArchive(_("The archive is too large."))


def _marks_in(text: bytes) -> tuple[int, int]:
    """How many rows and values begin in a piece of JSON, those within texts included."""
    rows = text.count(b"{")
    return rows, rows + text.count(b"[") + text.count(b",")


def _wrong_head(name: str) -> BadArchive:
    words = _("%(file)s has “%(column)s”, which this version does not know. A newer one does.")
    return BadArchive(words, file=HEAD, column=name[:60].encode("utf-8", "replace").decode())


def _damaged() -> BadArchive:
    return BadArchive(_("This is no archive of a club, or it is damaged."))
