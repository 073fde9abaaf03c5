"""How does a page follow what happens, at the least cost?

A live page polls every few seconds. The answer is nothing (204), nothing and stop polling (286), or
only the rows that changed. Every row has a `mark`, a short digest of what it shows, and the page
sends the marks back. `clubcomp.record.kept_pages` gives the first two answers, before any view.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property

from django.http import HttpRequest
from django.utils import timezone

from clubcomp.doors.requests import CompetitionRequest, SiteRequest
from clubcomp.models import Competition

STOP_ASKING = 286


class Live:
    """What a page shows now, and what the page that polls shows already.

    `version` is the competition's, `marks` are the digests of the rows, and `shape` is the digest
    of everything else: when that differs, the whole page is sent. `marks` are computed when needed.
    """

    def __init__(
        self, request: CompetitionRequest, *, shape: str, marks: Iterable[str], is_on: bool
    ):
        self.version = request.competition.version
        self.shape = shape
        self._marks = marks
        self.is_on = is_on
        self.is_poll = is_poll(request)
        self.is_whole = not self.is_poll or request.GET.get("shape") != shape
        self._seen = frozenset(request.GET.get("seen", "").split("."))

    def is_new(self, row_mark: str) -> bool:
        """Whether the page that polls does not show the row like this yet."""
        return row_mark not in self._seen

    @cached_property
    def query(self) -> str:
        """The query string with which the page polls: what it shows already."""
        return f"version={self.version}&shape={self.shape}&seen={'.'.join(self._marks)}"

    @property
    def status(self) -> int:
        """The status of the response: go on polling, or stop."""
        return STOP_ASKING if self.is_poll and not self.is_on else 200


def is_poll(request: HttpRequest) -> bool:
    """Whether a page polls for what changed."""
    return request.META.get("HTTP_HX_REQUEST") == "true" and "version" in request.GET


def shows_current(request: HttpRequest, competition: Competition) -> bool:
    """Whether a screen that follows pages for fewer readers shows the current version already; of
    pages for everybody `kept_pages` says so."""
    if request.method != "GET" or not is_poll(request):
        return False
    stamp, today = str(competition.version), timezone.localdate().isoformat()
    return request.GET["version"] in (stamp, f"{today}-{stamp}")


def minute_shown(request: SiteRequest) -> datetime:
    """The present moment, for a page that shows it: the page is out of date the next minute."""
    request.says_minute = True
    return timezone.now()
