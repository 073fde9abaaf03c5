"""What applies to every request or submitted form, whatever its view?

Passwords are checked one at a time; a form may not be too large, it is carried out only once, and a
refused step becomes a message.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from threading import BoundedSemaphore, Lock
from time import sleep

from django.contrib import messages
from django.contrib.messages.storage.base import BaseStorage
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.doors.limits import MOST, TURN_SECONDS
from clubcomp.doors.names import NOBODY, named_by
from clubcomp.doors.requests import SiteRequest
from clubcomp.flow.errors import StepError
from clubcomp.flow.order_of_play import in_full
from clubcomp.flow.pairings.turns import PairingBusy
from clubcomp.flow.step import AlreadyDone, Press, pressed, was_done
from clubcomp.views import errors
from clubcomp.views.access import Page
from clubcomp.views.answers import window_to

GetResponse = Callable[[HttpRequest], HttpResponse]
#: Where passwords are checked, and links or codes are asked for that replace them.
ASK_FOR_PASSWORD = ("/sign-in/", "/password/", "/account/prove/", "/admin/login/", "/sign-up/")
#: So many requests of a process may wait for their turn or have it (the servers have more threads),
#: and so many seconds the turn lasts after an attempt that came too soon.
IN_LINE, REST = 16, 0.1
#: The form field with the key of the form, and the session key of the answers.
FORM_KEY = "form_key"
ANSWERS = "answers"
#: At most so many for each session: a form that is sent twice is sent twice within minutes.
MOST_ANSWERS = 20


class Middleware:
    """The base of the site's own middlewares."""

    def __init__(self, get_response: GetResponse):
        self.get_response = get_response


class TurnMiddleware(Middleware):
    """Answers the pages that ask for a password one at a time, however many are asked for.

    A flood of them takes one thread of a process that works and some that wait: the rest is for
    other pages. Attempts that come too often are answered after a rest, so that loops are slow and
    cheap. The body is read before: the request that has the turn waits for no client.
    """

    def __init__(self, get_response: GetResponse):
        super().__init__(get_response)
        self.turn, self.line = Lock(), BoundedSemaphore(IN_LINE)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(ASK_FOR_PASSWORD):
            return self.get_response(request)
        with suppress(OSError, SuspiciousOperation):  # the view notices who has gone
            if 0 < size_of(request) <= MOST:
                _ = request.body
        if not self.line.acquire(blocking=False):
            return errors.too_many_in_line(request)
        try:
            if not self.turn.acquire(timeout=TURN_SECONDS):
                return errors.too_many_in_line(request)
            try:
                response = self.get_response(request)
                if response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
                    sleep(REST)
                return response
            finally:
                self.turn.release()
        finally:
            self.line.release()


class SizeMiddleware(Middleware):
    """Refuses too large requests before reading them, also those that do not give their size.

    And TRACE, which sends the request back, and is for people who probe a server.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "TRACE":
            return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
        if "chunked" in request.headers.get("Transfer-Encoding", "").lower():
            return errors.too_large(request, is_size_known=False)
        size = size_of(request)
        if size > MOST and size > most_for(request.path_info):
            return errors.too_large(request)
        return self.get_response(request)


def size_of(request: HttpRequest) -> int:
    """How many bytes the request announces."""
    try:
        return int(request.headers.get("Content-Length") or 0)
    except ValueError:
        return 0


def most_for(path: str) -> int:
    """How many bytes may be sent to an address."""
    try:
        view = resolve(path).func
    except (Resolver404, ValueError):
        return MOST
    return view.most if isinstance(view, Page) else MOST


class PressMiddleware(Middleware):
    """Notes for every request whether it carried out a step, so that none is carried out twice."""

    def __call__(self, request: SiteRequest) -> HttpResponse:
        request.press, request.refused_to = Press(key=lambda: key_of(request)), None
        token = pressed.set(request.press)
        try:
            # Until the view knows the reader, and the club's time zone.
            with named_by(NOBODY), timezone.override(None):
                return self.get_response(request)
        finally:
            pressed.reset(token)


class FoundMiddleware(Middleware):
    """Tells search engines not to list an answer, unless its view says that they may."""

    def __call__(self, request: SiteRequest) -> HttpResponse:
        request.is_findable = request.is_for_strangers = False
        response = self.get_response(request)
        if not request.is_findable:
            response.setdefault("X-Robots-Tag", "noindex")
        return response


def key_of(request: SiteRequest) -> str:
    """A digest of user, address, form and contents, to recognise a repeat; "" without a form."""
    if request.method != "POST" or not request.POST.get(FORM_KEY):
        return ""
    posted = request.POST.lists()
    sent = sorted((name, values) for name, values in posted if name != "csrfmiddlewaretoken")
    uploads = request.FILES.lists()
    files = [(name, file.name, file.size) for name, group in uploads for file in group]
    identity = repr((request.user.pk, request.path, sent, files))
    return hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()


class StepMiddleware(Middleware):
    """Turns a `StepError` that a view does not catch into a message on the page it came from.

    A form that is sent again redirects to where its first answer led, with a message that it was
    carried out already.
    """

    def __call__(self, request: SiteRequest) -> HttpResponse:
        response = self.get_response(request)
        if not (key := request.press.key()):
            return response
        if not request.press.is_made:
            # A first press may have changed what made the view refuse this one.
            is_first = request.press.is_refused or not was_done(key)
            return response if is_first else self._done_before(request, key)
        leads_to = response.get("HX-Redirect") or response.get("Location")
        if leads_to and (request.session.modified or has_new_message(request)):
            # The session is saved anyhow, so this costs no query.
            answers = request.session.get(ANSWERS, [])[1 - MOST_ANSWERS :]
            request.session[ANSWERS] = [*answers, [key, leads_to]]
        return response

    def process_exception(self, request: SiteRequest, error: Exception) -> HttpResponse | None:
        """A message and a redirect to the page that the step belongs to."""
        key, request.press.is_refused = request.press.key(), True
        is_refusal = isinstance(error, (StepError, Http404))
        if isinstance(error, AlreadyDone) or (is_refusal and key and was_done(key)):
            return self._done_before(request, key)
        if isinstance(error, PermissionDenied):
            return errors.forbidden(request, error)  # Django's own answer logs it as an accident
        if not isinstance(error, StepError):
            return None
        if isinstance(error, PairingBusy) and request.method in ("GET", "HEAD"):
            # Nothing was submitted: a script asks again by itself, and a person reads why.
            return errors.busy(request, error)
        refusal = _("Not done: %(why)s") % {"why": error}
        evening = getattr(request, "evening", None)
        messages.error(request, f"{in_full(evening)}. {refusal}" if evening else refusal)
        return lead_to(request, request.refused_to)

    def _done_before(self, request: SiteRequest, key: str) -> HttpResponse:
        message = _("This had been done already, and was not done a second time.")
        messages.info(request, message)
        led_to = dict(request.session.get(ANSWERS, [])).get(key)
        return lead_to(request, led_to or request.refused_to)


def has_new_message(request: HttpRequest) -> bool:
    """Whether a message was added that the next page shows."""
    storage = messages.get_messages(request)
    return isinstance(storage, BaseStorage) and storage.added_new


def lead_to(request: SiteRequest, page: str | None) -> HttpResponse:
    """A redirect to a page, by default the current one."""
    if request.htmx:
        current = request.htmx.current_url_abs_path
        return window_to(request, page or current or request.path)
    return redirect(page or request.path)
