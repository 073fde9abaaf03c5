"""How does a page follow what happens, at the least cost?

A live page asks every few seconds whether the version that it shows is still current; the
answer is nothing (204), nothing and stop asking (286), or only the rows that look different
from the ones it shows. Every row has a `mark`, a short digest of what it shows; the page
sends them back. The first two answers come from `clubcomp.kept_pages`, before any view.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property

from django.http import HttpRequest
from django.utils import timezone

from clubcomp.requests import CompetitionRequest, SiteRequest

STOP_ASKING = 286


class Live:
    """What a page shows, and what the screen that asks shows already.

    `version` is the competition's; `marks` those of the rows, `shape` that of the rest: when
    the shape differs, the page is drawn as a whole. The marks are made where they are asked for.
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
        """Whether the screen that asks does not show a row so yet."""
        return row_mark not in self._seen

    @cached_property
    def query(self) -> str:
        """What a screen that asks sends along: what it shows already."""
        return f"version={self.version}&shape={self.shape}&seen={'.'.join(self._marks)}"

    @property
    def status(self) -> int:
        """The status of an answer: go on asking, or stop."""
        return STOP_ASKING if self.is_poll and not self.is_on else 200


def is_poll(request: HttpRequest) -> bool:
    """Whether a page on a screen asks what is new."""
    return request.META.get("HTTP_HX_REQUEST") == "true" and "version" in request.GET


def minute_said(request: SiteRequest) -> datetime:
    """The moment that a page says it is of; in the next minute it would say another one."""
    request.says_minute = True
    return timezone.now()
