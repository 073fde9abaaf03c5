"""How does a page follow what happens, at the least cost?

A live page asks every few seconds whether the version that it shows is still current; the
answer is nothing (204), nothing and stop asking (286), or only the rows that look different
from the ones it shows. Every row has a `mark`, a short digest of what it shows; the page
sends them back. A reader who comes again gets "not modified" (304).
"""

from collections.abc import Iterable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.templatetags.static import static
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import condition

from clubcomp.models import Competition
from clubcomp.pages.digest import digest
from clubcomp.requests import CompetitionRequest, SiteRequest, competitions_of
from clubcomp.views.access import Page, View
from clubcomp.views.visitor import chosen_before

STOP_ASKING = 286
#: What a page looks like depends on; a page that a browser kept would name old ones.
STYLESHEETS = sorted(f"css/{file.name}" for file in (settings.ROOT / "static/css").glob("*.css"))


class Live:
    """What a page shows, and what the screen that asks shows already.

    `version` is the competition's; `marks` those of the rows, `shape` that of the rest: when
    the shape differs, the page is drawn as a whole.
    """

    def __init__(
        self, request: CompetitionRequest, *, shape: str, marks: Iterable[str], is_on: bool
    ):
        self.version = request.competition.version
        self.shape = shape
        self.marks = ".".join(marks)
        self.is_on = is_on
        self.is_poll = is_poll(request)
        self.is_whole = not self.is_poll or request.GET.get("shape") != shape
        self._seen = frozenset(request.GET.get("seen", "").split("."))

    def is_new(self, row_mark: str) -> bool:
        """Whether the screen that asks does not show a row so yet."""
        return row_mark not in self._seen

    @property
    def query(self) -> str:
        """What a screen that asks sends along: what it shows already."""
        return f"version={self.version}&shape={self.shape}&seen={self.marks}"

    @property
    def status(self) -> int:
        """The status of an answer: go on asking, or stop."""
        return STOP_ASKING if self.is_poll and not self.is_on else 200


def is_poll(request: SiteRequest) -> bool:
    """Whether a page on a screen asks what is new."""
    return bool(request.htmx) and "version" in request.GET


def followed(view: Page) -> Page:
    """A public page of a competition that is asked again and again.

    A screen that shows the current version gets an empty answer, which costs one query: it asks
    only while something may happen, and what ends that raises the version.
    """

    @wraps(view)
    def page(
        request: SiteRequest, *, club: str, competition: str, **kwargs: Any
    ) -> HttpResponseBase:
        if is_poll(request):
            current = Competition.objects.filter(club__slug=club, slug=competition)
            versions = map(str, current.values_list("version", flat=True))
            if request.GET["version"] in versions:
                return HttpResponse(status=204)
        return view(request, club=club, competition=competition, **kwargs)

    return Page(page, view.access)


def not_modified_by_version(view: View) -> View:
    """A page of a competition that a browser need not fetch again: same version, same reader."""

    @wraps(view)
    def page(request: SiteRequest, **kwargs: Any) -> HttpResponse:
        if is_poll(request) or request.GET.get("player") is not None:
            return view(request, **kwargs)
        return tagged(request, **kwargs)

    @wraps(view)
    def kept(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        response = view(request, **kwargs)
        patch_cache_control(response, private=True, no_cache=True)
        return response

    tagged = condition(etag_func=_etag)(kept)
    return page


def _etag(request: CompetitionRequest, **_kwargs: Any) -> str | None:
    """What a page looks like depends on; None while a message waits to be shown once."""
    if len(get_messages(request)):
        return None
    reader = (request.user.pk, request.role, chosen_before(request), get_language())
    page = (request.get_full_path(), request.competition.pk, request.competition.version)
    # A form that was kept would no longer be accepted after signing in or out.
    form = request.META.get("CSRF_COOKIE", "")
    others = [(row.slug, row.name, row.is_on) for row in competitions_of(request)]
    look = (*map(static, STYLESHEETS), timezone.localdate().isoformat(), request.club.name, others)
    return f'"{digest(reader, page, form)}{digest(look, page)}"'
