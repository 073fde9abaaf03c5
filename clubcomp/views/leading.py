"""What the leader's pages of an evening share: addresses, redirects and messages."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from clubcomp.doors.requests import EveningRequest, SiteRequest
from clubcomp.pages.progress import Progress
from clubcomp.views.access import Action, Page, club_page, deputy_in, deputy_may
from clubcomp.views.answers import show, window_to
from clubcomp.words.evenings import evening_name
from pairing.sentences.words import capitalised


class SeeOther(HttpResponseRedirect):
    """The response to a form that was accepted: GET another page."""

    status_code = 303


def address(request: EveningRequest, name: str, *args: Any) -> str:
    """The address of a page of this request's evening."""
    parts = (request.club.slug, request.competition.slug, request.evening.serial)
    return reverse(name, args=[*parts, *args])


def see_other(request: EveningRequest, name: str, *args: Any, part: str = "") -> HttpResponse:
    """Redirect to a page of the evening, scrolled to its `part`; with and without htmx."""
    return redirect_to(request, address(request, name, *args) + (f"#{part}" if part else ""))


def redirect_to(request: SiteRequest, target: str) -> HttpResponse:
    """Redirect to an address, with and without htmx."""
    return window_to(request, target) if request.htmx else SeeOther(target)


def flash(request: EveningRequest, words: str, *, undo: str = "") -> None:
    """Show a message with the name of the evening in front; `undo` is where it is undone."""
    named = f"{capitalised(evening_name(request.evening))}: {words}"
    messages.success(request, named, extra_tags=undo)


def refused_to(request: EveningRequest, name: str, *args: Any) -> None:
    """Set the page of the evening that explains why a step was refused."""
    request.refused_to = address(request, name, *args)


def pressed_on(name: str, action: Action) -> Callable[[Callable[..., HttpResponse | None]], Page]:
    """A `club_page` that a button on the page `name` calls; that page also explains a refusal, and
    is shown after a view that returns None.

    A GET, for instance after signing in again, is redirected to that page.
    """

    def decorate(view: Callable[..., HttpResponse | None]) -> Page:
        @club_page(action)
        @wraps(view)
        def pressed(request: EveningRequest, **kwargs: Any) -> HttpResponse:
            refused_to(request, name)
            answer = view(request, **kwargs) if request.method == "POST" else None
            return answer or see_other(request, name)

        return pressed

    return decorate


def may_lead_it(request: EveningRequest) -> bool:
    """Whether the visitor of a public page leads its evening, for the club or as a deputy."""
    deputy = deputy_in(request, request.evening)
    if deputy_may(deputy, Action.LEAD_EVENING):
        request.deputy = deputy
    return request.may_lead or request.deputy is not None


def page_of_evening(
    request: EveningRequest, template: str, section: str, *, step: int, **context: Any
) -> HttpResponse:
    """A public page; leaders of the evening see it below the five steps, as part of `step`."""
    if may_lead_it(request):
        return lead_page(request, template, step=step, **context)
    return show(request, template, section, evening=request.evening, **context)


def lead_page(
    request: EveningRequest,
    template: str,
    *,
    step: int,
    progress: Progress | None = None,
    **context: Any,
) -> HttpResponse:
    """A page of the evening with the five steps above it; `step` is the one it belongs to."""
    progress = progress or Progress(request.evening)
    shared = {"step": step, "done_steps": progress.done_steps, "progress": progress}
    return render(request, template, {"evening": request.evening, **shared, **context})
