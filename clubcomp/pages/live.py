"""How does a page follow changes, at the least cost?

A live page polls every few seconds. The answer is nothing (204), nothing and stop polling (286), or
only the rows that changed. Every row has a short digest of what it shows, and the page sends the
digests back. `clubcomp.record.kept_pages` gives the first two answers, before any view.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from zlib import crc32

from clubcomp.doors.requests import STOP_POLLING


def digest(*facts: object) -> str:
    """A short digest of plain values."""
    return f"{crc32(repr(facts).encode()):07x}"


class Live:
    """What a page shows now, and what the page that polls shows already (None: it is opened).

    `version` is the competition's, `digests` are those of the rows, computed when needed, and
    `shape` is the digest of everything else: when that differs, the whole page is sent.
    """

    def __init__(
        self,
        version: int,
        shown: Mapping[str, str] | None,
        *,
        shape: str,
        digests: Iterable[str],
        is_on: bool,
    ):
        self.version = version
        self.shape = shape
        self._digests = digests
        self.is_on = is_on
        self.is_poll = shown is not None
        shown = shown or {}
        self.is_whole = shown.get("shape") != shape
        self._seen = frozenset(shown.get("seen", "").split("."))

    def is_new(self, row_digest: str) -> bool:
        """Whether the page that polls does not show the row like this yet."""
        return row_digest not in self._seen

    @cached_property
    def query(self) -> str:
        """The query string with which the page polls: what it shows already."""
        return f"version={self.version}&shape={self.shape}&seen={'.'.join(self._digests)}"

    @property
    def status(self) -> int:
        """The status of the response: go on polling, or stop."""
        return STOP_POLLING if self.is_poll and not self.is_on else 200
