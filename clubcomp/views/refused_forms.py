"""Why is a form refused that does not seem to come from a page of this site?

Anyone who sets a proxy wrong meets this page at the first sign-in, where pressing again never
helps. So the page and the log say how the site was asked, and which variable to set.
"""

import logging
from enum import StrEnum
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import validate_host
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from clubcomp.views.access import keeps_site
from clubcomp.views.errors import json_for_programs

LOG = logging.getLogger(__name__)
#: More of what a browser says is not repeated.
LONGEST = 100


class Cause(StrEnum):
    """The cause; its value is what the log says, where only those who run the site can help."""

    TOO_OLD = "the form is old"
    NO_COOKIE = "the browser has no cookie"
    UNNAMED = "no proxy may send Referrer-Policy: no-referrer with the site's pages"
    SCHEME = "set BEHIND_PROXY to the number of proxies, and let them set X-Forwarded-Proto"
    HOST = "let the proxy pass on the header Host as it came"
    ELSEWHERE = "the form is another site's"


HEADINGS = {
    Cause.TOO_OLD: gettext_lazy("This form is too old"),
    Cause.NO_COOKIE: gettext_lazy("Your browser sent no cookie"),
    Cause.UNNAMED: gettext_lazy("Your browser did not say where the form stands"),
    Cause.SCHEME: gettext_lazy("The site was reached by another address than it knows"),
    Cause.HOST: gettext_lazy("The site was reached by another address than it knows"),
    Cause.ELSEWHERE: gettext_lazy("This form stands on another site"),
}


@json_for_programs
def refused_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: the form was not sent from a current page of this site, or nothing shows that it was."""
    cause = cause_of(request, reason)
    sent_from, asked = origin_of(request), f"{request.scheme}://{request.get_host()}"
    if cause in (Cause.UNNAMED, Cause.SCHEME, Cause.HOST):
        words = "A form was refused: the browser is at %s, the site was asked as %s; %s."
        LOG.warning(words, ascii(sent_from), asked, cause.value)
    context = {
        "cause": cause.name,
        "heading": HEADINGS[cause],
        "sent_from": sent_from,
        "asked": asked,
        "is_keeper": keeps_site(request.user),
    }
    return render(request, "errors/refused_form.html", context, status=403)


def cause_of(request: HttpRequest, reason: str) -> Cause:
    """The cause, by the `reason` of Django ("": the browser named another site) and the headers of
    the browser.
    """
    if reason == REASON_NO_CSRF_COOKIE:
        return Cause.NO_COOKIE
    if reason and not reason.startswith(("Origin", "Referer")):
        return Cause.TOO_OLD
    sent_from = urlsplit(origin_of(request))
    if not sent_from.netloc:
        return Cause.UNNAMED
    if sent_from.netloc == request.get_host():
        return Cause.SCHEME
    is_ours = validate_host(sent_from.hostname or "", settings.ALLOWED_HOSTS)
    return Cause.HOST if is_ours else Cause.ELSEWHERE


def origin_of(request: HttpRequest) -> str:
    """Where the browser says that the form stands: scheme and host; "null" for nowhere."""
    address = request.headers.get("Origin") or request.headers.get("Referer", "")
    try:
        parts = urlsplit(address)
    except ValueError:
        return "null"
    return f"{parts.scheme}://{parts.netloc}"[:LONGEST] if parts.netloc else "null"
