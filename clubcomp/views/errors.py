"""The error pages: always a sentence, and a way to go on."""

import secrets
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import quote

from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubcomp.doors.requests import SiteRequest
from clubcomp.flow.pairings.turns import PairingBusy
from clubcomp.flow.step import Press, press_now
from clubcomp.forms.accounts import too_many
from clubcomp.record.replica import is_only_read
from clubcomp.views.access import ClubSuspended, EveningGone, NotForReader
from clubcomp.views.answers import window_to

#: After how many seconds a program may ask again while the database is away.
SECONDS_TO_WAIT = "10"
#: After how many seconds another person may try to sign in when too many are waiting.
SECONDS_IN_LINE = 2


#: Addresses that begin with this are for programs.
API = "/api/"
#: The headers that an answer to programs has as well.
FOR_PROGRAMS = "Retry-After", "Allow", "Cache-Control"
SUSPENDED = gettext_lazy("This club’s pages are closed by who keeps the site.")


def json_for_programs(handler: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A handler that answers programs in JSON: the status, and one sentence."""

    @wraps(handler)
    def answer(request: Any, *args: object, **kwargs: object) -> HttpResponse:
        response = handler(request, *args, **kwargs)
        if request is None or not request.path_info.startswith(API):
            return response
        status = response.status_code
        headers = {name: response[name] for name in FOR_PROGRAMS if name in response}
        sentence = getattr(response, "sentence", API_SENTENCES[status])
        problem = {"status": status, "error": str(sentence)}
        return JsonResponse(problem, status=status, headers=headers)

    return answer


API_SENTENCES = {
    400: gettext_lazy("This cannot be answered: something in the question is not as it has to be."),
    403: gettext_lazy("The club keeps this for fewer readers."),
    404: gettext_lazy("There is nothing at this address."),
    405: gettext_lazy("Nothing is changed here: ask with GET or HEAD."),
    410: gettext_lazy("This evening was taken out of the calendar."),
    500: gettext_lazy("Something went wrong on our side."),
    503: gettext_lazy("The site has no time at the moment. Ask again in a few seconds."),
}


@json_for_programs
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: no form of this site sends this; or the request has a host that is not the site's.

    Django's log says which name, and which variable to set.
    """
    template = "unknown_host" if isinstance(exception, DisallowedHost) else "400"
    return render(request, f"errors/{template}.html", status=400)


@json_for_programs
def only_reads(request: HttpRequest) -> HttpResponse:
    """405: an address that can only be read."""
    return HttpResponseNotAllowed(["GET", "HEAD"])


@json_for_programs
def forbidden(request: SiteRequest, exception: Exception) -> HttpResponse:
    """403: the visitor lacks the role for this page, is not one of its readers, or the club is
    suspended."""
    if isinstance(exception, ClubSuspended):
        context = {"club": exception.of_reader}
        response = render(request, "errors/suspended.html", context, status=403)
        response["Cache-Control"] = "no-store"
        response.sentence = SUSPENDED  # type: ignore[attr-defined]
        return response
    template = "for_fewer" if isinstance(exception, NotForReader) else "403"
    return render(request, f"errors/{template}.html", status=403)


@json_for_programs
def not_found(request: SiteRequest, exception: Exception) -> HttpResponse:
    """404: there is nothing at this address; 410: an evening that was removed."""
    if isinstance(exception, EveningGone):
        if request.htmx:
            current = request.htmx.current_url_abs_path
            return window_to(request, current or request.path)
        return render(request, "errors/evening_gone.html", status=410)
    return render(request, "errors/404.html", status=404)


@json_for_programs
def broken(request: HttpRequest | None) -> HttpResponse:
    """500: our fault; 503 when the database does not answer, or takes no changes.

    It is rendered without the request, so that nothing else can break, and says whether the step
    that was pressed has been stored.
    """
    error = sys.exc_info()[1]
    is_away = isinstance(error, (OperationalError, InterfaceError))
    sentence = _outcome(getattr(request, "press", None) or press_now(), is_away)
    reference = secrets.token_hex(4)
    if request is not None:  # `logs` adds it to the line about this error
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


def _outcome(press: Press, is_away: bool) -> str:
    """What went wrong, and whether the step that was pressed has been carried out."""
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
    """503: the page needs a pairing, but another one is being made and enough others wait."""
    response = render(request, "errors/busy.html", {"why": str(why)}, status=503)
    response["Retry-After"] = str(why.retry_after)
    return response


@json_for_programs
def crowded(_request: HttpRequest, language: str) -> HttpResponse:
    """503: the page is being made for somebody else, and that takes longer than a reader waits."""
    with translation.override(language):
        sentence = _("Many ask for this page, and it is just being made. Load it again.")
        response = _plain_page(_("In a moment"), sentence, status=503)
    response["Retry-After"] = "1"
    return response


def too_many_in_line(request: HttpRequest) -> HttpResponse:
    """429: somebody wants to sign in while enough others are waiting for their turn."""
    request.must_wait = SECONDS_IN_LINE  # type: ignore[attr-defined]
    with translation.override(translation.get_language_from_request(request)):
        response = _plain_page(_("In a moment"), too_many(request), status=429)
    response["Retry-After"] = str(SECONDS_IN_LINE)
    return response


def too_large(request: HttpRequest, *, is_size_known: bool = True) -> HttpResponse:
    """413: the request is larger than the address accepts; 411: it does not say how large it is.

    Nothing of it has been read.
    """
    with translation.override(translation.get_language_from_request(request)):
        if is_size_known:
            sentence = _(
                "This was not read, and nothing was changed. A file that comes in has at most 20"
                " MB, any other form at most 1 MB."
            )
        else:
            sentence = _(
                "What was sent does not say how large it is. It was not read, nothing was changed."
            )
        return _plain_page(_("Too large"), sentence, status=413 if is_size_known else 411)


def _plain_page(heading: str, sentence: str, *, status: int, reference: str = "") -> HttpResponse:
    """A page made without request or database; our script reads its sentence in `Said`."""
    try:
        style = static("css/clubcomp.css")
    except ValueError:  # static files were not collected: the page goes without style
        style = ""
    context = {"heading": heading, "said": sentence, "reference": reference, "style": style}
    response = render(None, "errors/500.html", context, status=status)
    response["Said"] = quote(sentence)
    return response
