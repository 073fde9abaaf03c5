"""What holds for every press of a button, whatever view it calls?

It is not too large, it is carried out once, and a step that was refused is said in words.
"""

import hashlib
from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from clubcomp.flow.errors import StepError
from clubcomp.flow.order_of_play import in_full
from clubcomp.flow.outside import PairingBusy
from clubcomp.flow.press import AlreadyDone, Press, pressed, was_done
from clubcomp.views import errors

GetResponse = Callable[[HttpRequest], HttpResponse]
MEGABYTE = 1 << 20
#: So much may be sent: a file, with what is around it, and any other form.
MOST_WITH_FILE, MOST = 21 * MEGABYTE, MEGABYTE
#: The name of the field with the key of a form, and where its answers are kept.
FORM_KEY = "form_key"
ANSWERS = "answers"
MOST_ANSWERS = 20


class SizeMiddleware:
    """Refuses what is too large before any of it is read, also when it does not say its size."""

    def __init__(self, get_response: GetResponse):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "chunked" in request.headers.get("Transfer-Encoding", "").lower():
            return errors.without_size(request)
        try:
            size = int(request.headers.get("Content-Length") or 0)
        except ValueError:
            size = 0
        if size > MOST and size > most_for(request.path_info):
            return errors.too_large(request)
        return self.get_response(request)


def most_for(path: str) -> int:
    """How many bytes may be sent to an address."""
    try:
        view = resolve(path).func
    except (Resolver404, ValueError):
        return MOST
    return MOST_WITH_FILE if getattr(view, "takes_file", False) else MOST


class PressMiddleware:
    """Knows of every request whether a step was carried out in it, and carries out none twice."""

    def __init__(self, get_response: GetResponse):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.press = Press(key=lambda: key_of(request))
        token = pressed.set(request.press)
        try:
            return self.get_response(request)
        finally:
            pressed.reset(token)


def key_of(request: HttpRequest) -> str:
    """What tells this press from any other: who, where, the form, what was in it; "" without."""
    if request.method != "POST" or not request.POST.get(FORM_KEY):
        return ""
    sent = sorted((name, values) for name, values in request.POST.lists() if name not in _TOKENS)
    files = [(name, file.name, file.size) for name, file in request.FILES.items()]
    what = repr((request.user.pk, request.path, sent, files))
    return hashlib.sha256(what.encode("utf-8", "surrogatepass")).hexdigest()


_TOKENS = frozenset({"csrfmiddlewaretoken"})


class StepMiddleware:
    """Turns a `StepError` that a view let pass into a message on the page it came from.

    Views that can say more (a conflict in a row) catch it themselves. What is sent once more
    leads to where its first answer led, and says that it was done already.
    """

    def __init__(self, get_response: GetResponse):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not (key := request.press.key()):
            return response
        if not request.press.is_made:
            # What the view looked for may be no longer so, because of the first time.
            is_first = request.press.is_refused or not was_done(key)
            return response if is_first else self._done_before(request, key)
        leads_to = response.get("HX-Redirect") or response.get("Location")
        if leads_to and (request.session.modified or messages.get_messages(request).added_new):
            # The session is stored anyhow: no query of its own.
            answers = request.session.get(ANSWERS, [])[1 - MOST_ANSWERS :]
            request.session[ANSWERS] = [*answers, [key, leads_to]]
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A message and a redirect to the page that the step belongs to."""
        key, request.press.is_refused = request.press.key(), True
        if isinstance(error, AlreadyDone) or (_is_refusal(error) and key and was_done(key)):
            return self._done_before(request, key)
        if not isinstance(error, StepError):
            return None
        if isinstance(error, PairingBusy) and request.method in ("GET", "HEAD"):
            # Nothing was pressed: what asks by itself asks again, and a person reads why.
            return errors.busy(request, error)
        refusal = _("Not done: %(why)s") % {"why": error}
        evening = getattr(request, "evening", None)
        messages.error(request, f"{in_full(evening)}. {refusal}" if evening else refusal)
        return lead_to(request, getattr(request, "step_page", None))

    def _done_before(self, request: HttpRequest, key: str) -> HttpResponse:
        said = _("This had been done already, and was not done a second time.")
        messages.info(request, said)
        led_to = dict(request.session.get(ANSWERS, [])).get(key)
        return lead_to(request, led_to or getattr(request, "step_page", None))


def _is_refusal(error: Exception) -> bool:
    return isinstance(error, (StepError, Http404))


def lead_to(request: HttpRequest, page: str | None) -> HttpResponse:
    """To a page, else to the one that is shown."""
    if request.htmx:
        shown = request.htmx.current_url_abs_path
        return HttpResponseClientRedirect(page or shown or request.path)
    return redirect(page or request.path)
