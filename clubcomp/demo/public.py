"""What may a stranger do in the public demo? A middleware in front of every page decides.

A person who presses the button on the first page leads a copy of the demo club (`copies`), in that
browser and nowhere else. To anybody else its addresses do not exist. Pages that could harm others,
or lead out of the copy, are switched off, and so is every address that is not named here.
"""

from collections.abc import Callable
from http import HTTPStatus
from math import ceil
from typing import Any

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control

from clubcomp.demo import season
from clubcomp.demo.copies import LIFE, Copy, Full, copy_of, make_copy, may_press
from clubcomp.doors.requests import SiteRequest
from clubcomp.doors.sign_in import network_of
from clubcomp.middleware import Middleware, size_of
from clubcomp.views.access import Action
from clubcomp.views.second_step import MODEL_BACKEND

#: Open are the pages with this access, in the person's own copy, and by their names a few others.
OPEN_ACCESS = {Action.SEE, Action.SEE_INSIDE, Action.ENTER_RESULTS, Action.LEAD_EVENING}
OPEN = frozenset(
    """
    favicon.ico health help help-task home metrics regulation regulations robots set_language
    sign-out
    add-member change-evening dashboard entries entry forbid-pair make-member member options
    plan-evening remove-evening reopen
    me my-away my-evening own-result privacy
    """.split()
)
#: Pages with that access that are closed: they are for other programs and for messages.
CLOSED = frozenset(
    """
    ask-reserves calendar-file club-calendar-file club-feed club-preview feed preview
    api-club api-competition api-cross-table api-evening api-evenings api-player api-players
    api-round api-standings api-standings-of
    """.split()
)
#: The longest form, in bytes; an evening needs less.
MOST_BYTES = 20_000
ROBOTS = "User-agent: *\nDisallow: /\n"


class DemoRequest(SiteRequest):
    """A request with the copy that its sender leads, if any."""

    copy: Copy | None


class PublicDemo(Middleware):
    """Refuses whatever the public demo is not for, and keeps search engines out."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if size_of(request) > MOST_BYTES:
            return off(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        response = self.get_response(request)
        request.is_findable = False  # type: ignore[attr-defined]
        patch_cache_control(response, private=True, no_store=True)
        return response

    def process_view(
        self, request: DemoRequest, view: Callable[..., Any], _args: Any, named: dict[str, Any]
    ) -> HttpResponse | None:
        """The first page, a refusal, or None: the page itself."""
        match = request.resolver_match
        name = (match and match.url_name) or ""
        user = request.user
        request.copy = copy_of(user) if user.is_authenticated else None
        if name == "home":
            return first_page(request)
        if name == "robots":
            return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
        if "club" in named and not (request.copy and request.copy.slug == named["club"]):
            raise Http404
        if not is_open(name or "favicon.ico", getattr(view, "access", None)):
            return off(request, HTTPStatus.FORBIDDEN)
        if request.method == "POST" and request.copy and not may_press(request.copy):
            return off(request, HTTPStatus.TOO_MANY_REQUESTS)
        return None


def is_open(name: str, access: object) -> bool:
    """Whether the public demo has an address, by its name and its access."""
    return name in OPEN or (access in OPEN_ACCESS and name not in CLOSED)


def off(request: HttpRequest, status: HTTPStatus) -> HttpResponse:
    """The page that says that something is switched off here."""
    return render(request, "demo/off.html", {"is_over": status == 429}, status=status)


def first_page(request: DemoRequest) -> HttpResponse:
    """What the demo is, and the button; a press makes a copy, or leads to the existing one."""
    full, status, wait = None, HTTPStatus.OK, 0
    if request.method == "POST":
        if request.copy:
            return redirect("dashboard", request.copy.slug, season.SLUG)
        try:
            leader = make_copy(network_of(request))
        except Full as refusal:
            full = refusal
            status = HTTPStatus.SERVICE_UNAVAILABLE
            if full.of_network:
                status = HTTPStatus.TOO_MANY_REQUESTS
            wait = max(1, ceil((full.until - timezone.now()).total_seconds()))
        else:
            login(request, leader, backend=MODEL_BACKEND)
            request.session.set_expiry(LIFE)
            made = copy_of(leader)
            return redirect("dashboard", made.slug if made else "", season.SLUG)
    context = {"full": full, "season": season.SLUG}
    response = render(request, "demo/first.html", context, status=status)
    if full:
        response["Retry-After"] = str(wait)
    return response
