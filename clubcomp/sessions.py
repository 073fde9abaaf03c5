"""Who is signed in on which device, since when, and when was it used last?

Django's sessions in the database, in a table that knows the account; the rest is in their data.
When one was used is written with whatever is written, and else at most once an hour, so that a
page that is only read costs nothing more.
"""

import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from clubcomp.models import Session, User
from clubcomp.only_read import is_only_read, where_it_can_be_kept

#: In the data of a session: the browser's own description, and seconds since 1970.
BROWSER, SINCE, USED = "browser", "since", "used"
#: When the password was given once more.
PROVED = "proved"
#: What is asked for after the password was given too.
SECOND = "second"
AN_HOUR = 60 * 60
HALF_AN_HOUR = 30 * 60

#: Within a request: the accounts that were read with its session, by primary key.
accounts_read: ContextVar[dict[int, User] | None] = ContextVar("accounts_read", default=None)


class SessionStore(db.SessionStore):
    """A session with its account. Its name is Django's: what is stored was signed with that."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def load(self) -> dict[str, Any]:
        """What is kept for the browser; who is signed in comes with it."""
        known = Session.objects.filter(expire_date__gt=timezone.now()).select_related("user")
        row = known.filter(session_key=self.session_key).first()
        if row is None:
            self._session_key = None
            return {}
        accounts = accounts_read.get()
        if row.user and accounts is not None:
            accounts[row.user.pk] = row.user
        data: dict[str, Any] = self.decode(row.session_data)
        return data

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row as it is stored, used just now."""
        if SESSION_KEY in data:
            data[USED] = int(time.time())
            data.setdefault(SINCE, data[USED])
        row = super().create_model_instance(data)
        row.user_id = data.get(SESSION_KEY)  # type: ignore[attr-defined]
        return row  # type: ignore[return-value]

    def save(self, must_create: bool = False) -> None:
        """Store it; where nothing can be changed, Django would say that it was ended meanwhile."""
        try:
            super().save(must_create)
        except UpdateError as error:
            if (why := error.__context__) and is_only_read(why):
                raise why from why.__cause__
            raise


class Sessions(SessionMiddleware):
    """Django's; a page that is only looked at is shown also where the session cannot be kept."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = accounts_read.set({})
        try:
            response: HttpResponse = super().__call__(request)  # type: ignore[assignment]
            return response
        finally:
            accounts_read.reset(token)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return super().process_response(request, response)
        with where_it_can_be_kept():
            super().process_response(request, response)
        return response


class InUse:
    """Notes which browser it is that somebody is signed in with, and that it is still used."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        if session.accessed and SESSION_KEY in session:
            was_used = session.get(USED, 0)
            if session.modified or time.time() - was_used > AN_HOUR:
                session[BROWSER] = request.headers.get("User-Agent", "")[:300]
        return response


def is_proved(request: HttpRequest) -> bool:
    """Whether who sits there gave the password not long ago, when signing in or since."""
    last: int = max(request.session.get(name, 0) for name in (SINCE, PROVED))
    return time.time() - last < HALF_AN_HOUR


def prove(request: HttpRequest) -> None:
    """The password was given just now."""
    request.session[PROVED] = int(time.time())


def end_others(user: User, this: str | None, *, only: str | None = None) -> int:
    """Sign a person out everywhere but in the session `this`; `only` is the mark of the one meant.

    How many sessions that were.
    """
    others = Session.objects.filter(user=user).exclude(session_key=this)
    if only is not None:
        others = others.filter(pk__in=[other.pk for other in others if other.mark == only])
    return others.delete()[0]
