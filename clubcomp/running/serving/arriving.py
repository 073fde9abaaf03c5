"""A request on its way: what of it is here, what is missing, and until when it may come.

It only decides which bytes make one request. The server's own parser reads them once they are all
here; a request that is not plain (no length, two lengths) goes to it at once, and is refused.
"""

import re
import time
from collections.abc import Callable
from tempfile import SpooledTemporaryFile
from urllib.parse import unquote

from clubcomp.doors.limits import HEAD_SECONDS, LONGEST_HEAD, MOST, seconds_for

END = b"\r\n\r\n"
#: Bytes in one read; and how much of a body is kept in memory.
CHUNK = 1 << 16
LENGTH = re.compile(rb"^content-length[ \t]*:[ \t]*([0-9]{1,12})[ \t]*\r$", re.I | re.M)
ABOUT_THE_BODY = re.compile(rb"^[ \t]*(content-length|transfer-encoding)", re.I | re.M)
EXPECTS = re.compile(rb"^expect[ \t]*:[ \t]*100-continue[ \t]*\r$", re.I | re.M)


class Arriving:
    """One request. `most_for` says how many bytes may be sent to an address."""

    def __init__(self, most_for: Callable[[str], int], begun: bytes = b"") -> None:
        self.most_for = most_for
        self.head, self.rest = bytearray(), b""
        self.body: SpooledTemporaryFile[bytes] | None = None
        #: How many bytes of the body are missing; None before the head is here.
        self.missing: int | None = None
        #: Whether its parser can tell where it ends; if not, no other request follows.
        self.is_plain = True
        self.deadline = time.monotonic() + HEAD_SECONDS
        if begun:
            self.take(begun)

    @property
    def is_ready(self) -> bool:
        """Whether all of it is here, or enough to refuse it."""
        return self.missing == 0

    @property
    def is_begun(self) -> bool:
        """Whether any of it is here."""
        return bool(self.head)

    @property
    def is_large(self) -> bool:
        """Whether its body takes much room."""
        return self.body is not None and (self.missing or 0) + self.body.tell() > MOST

    @property
    def wants_word(self) -> bool:
        """Whether the client waits until it is told to send the body."""
        return bool(self.missing and EXPECTS.search(self.head))

    @property
    def wanted(self) -> int:
        """How many bytes to read next: none of the next request's."""
        return min(CHUNK, self.missing) if self.missing else CHUNK

    def take(self, data: bytes) -> None:
        """Take more bytes of it."""
        if self.missing is None:
            searched = max(0, len(self.head) - len(END) + 1)
            self.head += data
            end = self.head.find(END, searched)
            if end < 0:
                if len(self.head) > LONGEST_HEAD:
                    self._hand_on()
                return
            data = bytes(self.head[end + len(END) :])
            del self.head[end + len(END) :]
            self._begin_body()
        missing = self.missing or 0
        if missing and self.body:
            self.body.write(data[:missing])
        self.missing = max(0, missing - len(data))
        self.rest = data[missing:]

    def _begin_body(self) -> None:
        """The head is here: see how many bytes come after it."""
        headers, lengths = ABOUT_THE_BODY.findall(self.head), LENGTH.findall(self.head)
        if not headers:
            self.missing = 0
            return
        if len(headers) != 1 or len(lengths) != 1:
            self._hand_on()
            return
        size = int(lengths[0])
        if size > MOST and size > self.most_for(self._path()):
            self._hand_on()
            return
        self.missing, self.deadline = size, time.monotonic() + seconds_for(size)
        self.body = SpooledTemporaryFile(max_size=CHUNK)  # noqa: SIM115 -- it outlives this

    def _hand_on(self) -> None:
        """Read no more of it: it will be refused."""
        self.missing, self.is_plain = 0, False

    def _path(self) -> str:
        words = bytes(self.head).split(b" ", 2)
        return unquote((words[1] if len(words) > 1 else b"").split(b"?")[0].decode("latin-1"))

    def begin_reading(self) -> None:
        """Let `read` begin at the beginning."""
        if self.body:
            self.body.seek(0)

    def read(self, size: int) -> bytes:
        """The next bytes, the head first."""
        if self.head:
            data = bytes(self.head[:size])
            del self.head[:size]
            return data
        return self.body.read(size) if self.body else b""

    def close(self) -> None:
        """Drop the body, which was read, or which nobody will read."""
        if self.body:
            self.body.close()
