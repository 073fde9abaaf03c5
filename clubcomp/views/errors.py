"""What does a page say when it cannot be shown? Always in words, with a way on."""

import secrets
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import quote

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_htmx.http import HttpResponseClientRedirect

from clubcomp.flow.outside import PairingBusy
from clubcomp.flow.press import Press, press_now
from clubcomp.forms.accounts import too_many
from clubcomp.only_read import is_only_read
from clubcomp.requests import SiteRequest
from clubcomp.views.access import EveningGone, NotForReader

#: After so many seconds a program that asks may ask again.
SECONDS_TO_WAIT = "10"
#: After so many there is a place again among those who want to sign in.
SECONDS_IN_LINE = 2


#: Below it are answers for programs.
FOR_PROGRAMS = "/api/"


def told_to_programs(handler: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Where programs ask, what went wrong is JSON: the status, and one sentence."""

    @wraps(handler)
    def answer(request: Any, *args: object, **kwargs: object) -> HttpResponse:
        response = handler(request, *args, **kwargs)
        if request is None or not request.path.startswith(FOR_PROGRAMS):
            return response
        status = response.status_code
        told = {"status": status, "error": str(FOR_PROGRAM[status])}
        again = {name: response[name] for name in ("Retry-After", "Allow") if name in response}
        return JsonResponse(told, status=status, headers=again)

    return answer


FOR_PROGRAM = {
    400: gettext_lazy("This cannot be answered: something in the question is not as it has to be."),
    403: gettext_lazy("The club keeps this for fewer readers."),
    404: gettext_lazy("There is nothing at this address."),
    405: gettext_lazy("Nothing is changed here: ask with GET or HEAD."),
    410: gettext_lazy("This evening was taken out of the calendar."),
    500: gettext_lazy("Something went wrong on our side."),
    503: gettext_lazy("The site has no time at the moment. Ask again in a few seconds."),
}


def _page(template: str, status: int) -> Callable[..., HttpResponse]:
    """A handler that shows one page, whatever went wrong."""

    @told_to_programs
    def handler(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        return render(request, template, status=status)

    return handler


#: What was sent is not what a form of this site sends (too large, broken).
bad_request = _page("errors/400.html", 400)
#: The CSRF check: the form is older than the sign-in it was made with.
stale_form = _page("errors/stale_form.html", 403)


@told_to_programs
def only_reads(request: HttpRequest) -> HttpResponse:
    """405: where nothing is sent to."""
    return HttpResponseNotAllowed(["GET", "HEAD"])


@told_to_programs
def forbidden(request: SiteRequest, exception: Exception) -> HttpResponse:
    """403: without the role that this page asks for, or not one of its readers."""
    is_for_fewer = isinstance(exception, NotForReader)
    return render(request, f"errors/{'for_fewer' if is_for_fewer else '403'}.html", status=403)


@told_to_programs
def not_found(request: SiteRequest, exception: Exception) -> HttpResponse:
    """404: nothing has this address, or it is gone; 410: an evening that was removed."""
    if isinstance(exception, EveningGone):
        if request.htmx:
            current = request.htmx.current_url_abs_path
            return HttpResponseClientRedirect(current or request.path)
        return render(request, "errors/evening_gone.html", status=410)
    return render(request, "errors/404.html", status=404)


@told_to_programs
def broken(request: HttpRequest | None) -> HttpResponse:
    """500: our fault; 503 when the database does not answer, or takes no changes.

    Rendered without the request, so that nothing else can break, and says whether what was
    pressed had been stored before.
    """
    error = sys.exc_info()[1]
    is_away = isinstance(error, (OperationalError, InterfaceError))
    sentence = _what_became_of(getattr(request, "press", None) or press_now(), is_away)
    reference = secrets.token_hex(4)
    if request is not None:  # where `logs` finds it for the line about this error
        request.reference = reference  # type: ignore[attr-defined]
    heading = _("The site is away for a moment") if is_away else _("Our fault")
    if is_only_read(error):
        heading = _("Just now everything can only be read")
        sentence = _(
            "The database takes no changes for the moment. What you pressed was not done: go back"
            " later and press it again."
        )
    is_passing = is_away or is_only_read(error)
    status = 503 if is_passing else 500
    response = _plain_page(heading, sentence, status=status, reference=reference)
    if is_passing:
        response["Retry-After"] = SECONDS_TO_WAIT
    return response


def _what_became_of(press: Press, is_away: bool) -> str:
    """What went wrong, and whether the press that it answers was carried out."""
    if press.is_made:
        return _(
            "What you pressed was stored; only the answer failed. Go back, load the page again"
            " and go on."
        )
    if press.is_in_doubt:
        return _(
            "Whether what you pressed was stored is not certain. Go back, load the page again and"
            " look."
        )
    if is_away:
        return _(
            "The database does not answer. What was stored is not lost. If you pressed a button,"
            " that was not done: go back in a moment and press it again."
        )
    return _(
        "Something went wrong on our side, not on yours. The step was not made: nothing is half"
        " done. Go back and try once more; if it stays, tell who keeps the site what you pressed"
        " and when."
    )


def busy(request: HttpRequest, why: PairingBusy) -> HttpResponse:
    """503: a page that needs a pairing, while another is made and enough others wait."""
    response = render(request, "errors/busy.html", {"why": str(why)}, status=503)
    response["Retry-After"] = str(why.retry_after)
    return response


@told_to_programs
def crowded(_request: HttpRequest, language: str) -> HttpResponse:
    """503: a page that is being made for somebody else, for longer than a reader waits."""
    with translation.override(language):
        sentence = _("Many ask for this page, and it is just being made. Load it again.")
        response = _plain_page(_("In a moment"), sentence, status=503)
    response["Retry-After"] = "1"
    return response


def too_many_in_line(request: HttpRequest) -> HttpResponse:
    """429: one more who wants to sign in, while enough others wait for their turn."""
    request.must_wait = SECONDS_IN_LINE  # type: ignore[attr-defined]
    with translation.override(translation.get_language_from_request(request)):
        response = _plain_page(_("In a moment"), too_many(request), status=429)
    response["Retry-After"] = str(SECONDS_IN_LINE)
    return response


def too_large(request: HttpRequest) -> HttpResponse:
    """413: more than the address takes; nothing of it was read."""
    with translation.override(translation.get_language_from_request(request)):
        sentence = _(
            "This was not read, and nothing was changed. A file that comes in has at most 20 MB,"
            " any other form at most 1 MB."
        )
        return _plain_page(_("Too large"), sentence, status=413)


def without_size(request: HttpRequest) -> HttpResponse:
    """411: sent in pieces, without saying how much it will be; nothing of it was read."""
    with translation.override(translation.get_language_from_request(request)):
        sentence = _(
            "What was sent does not say how large it is. It was not read, nothing was changed."
        )
        return _plain_page(_("Too large"), sentence, status=411)


def _plain_page(heading: str, sentence: str, *, status: int, reference: str = "") -> HttpResponse:
    """A page that needs neither request nor database; `Said` has its sentence for our script."""
    try:
        style = static("css/clubcomp.css")
    except ValueError:  # files were not gathered: the words are read without it
        style = ""
    context = {"heading": heading, "said": sentence, "reference": reference, "style": style}
    response = render(None, "errors/500.html", context, status=status)
    response["Said"] = quote(sentence)
    return response
