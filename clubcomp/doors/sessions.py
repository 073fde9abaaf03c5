"""Who is signed in on which device, since when, and when was it last used?

These are Django's database sessions, in a table that also has the account. The time of last use is
stored whenever the session is stored, and otherwise at most once an hour, so that reading a page
costs nothing more.
"""

import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.middleware import SessionMiddleware
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from clubcomp.inside_django.kept import row_written_once
from clubcomp.models import Session, User
from clubcomp.record.replica import is_only_read, skipped_if_read_only

#: In the data of a session: the browser's own description, and when it was signed in and last
#: used, in seconds since 1970.
BROWSER, SINCE, USED = "browser", "since", "used"
#: When the password was last given again, in seconds.
PROVED = "proved"
#: Whether the second factor was given as well.
SECOND = "second"
AN_HOUR = 60 * 60
HALF_AN_HOUR = 30 * 60


@row_written_once
def _session(key: str | None, now: datetime) -> QuerySet[Session]:
    """A session that has not expired, with its account."""
    return Session.objects.filter(session_key=key, expire_date__gt=now).select_related("user")


class SessionStore(db.SessionStore):
    """A session with its account. It has the name of Django's class, which is in the signature.

    `account`: whose it is, once its data have been read.
    """

    account: User | None = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def load(self) -> dict[str, Any]:
        """The session's data; the account comes with the same query."""
        row = _session(self.session_key, timezone.now())
        if row is None:
            self._session_key = None
            return {}
        self.account = row.user
        data: dict[str, Any] = self.decode(row.session_data)
        return data

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row to store, with this moment as the time of last use."""
        if SESSION_KEY in data:
            data[USED] = int(time.time())
            data.setdefault(SINCE, data[USED])
        row = super().create_model_instance(data)
        row.user_id = data.get(SESSION_KEY)  # type: ignore[attr-defined]
        return row  # type: ignore[return-value]

    def save(self, must_create: bool = False) -> None:
        """Store it. On a read-only database Django would say that the session was deleted."""
        try:
            super().save(must_create)
        except UpdateError as error:
            if (why := error.__context__) and is_only_read(why):
                raise why from why.__cause__
            raise


class Sessions(SessionMiddleware):
    """Django's; a page is also shown when the session cannot be stored."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return super().process_response(request, response)
        with skipped_if_read_only():
            super().process_response(request, response)
        return response


class Accounts(AuthenticationMiddleware):
    """Django's backend; an account that was read with its session is not read again."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: account_of(request))  # type: ignore[assignment]


def account_of(request: HttpRequest) -> User | AnonymousUser:
    """The account that is signed in; a session that no longer holds is left to Django."""
    session: SessionStore = request.session  # type: ignore[assignment]
    signed: str = session.get(HASH_SESSION_KEY, "")
    account = session.account
    if (
        account is not None
        and account.is_active
        and session.get(SESSION_KEY) == str(account.pk)
        and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(signed, account.get_session_auth_hash())
    ):
        return account
    return get_user(request)


class InUse:
    """Notes which browser a session belongs to, and that it is still used."""

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
    """Whether the password was given within the last half hour, when signing in or since."""
    last: int = max(request.session.get(name, 0) for name in (SINCE, PROVED))
    return time.time() - last < HALF_AN_HOUR


def end_sessions(user: User, this: str | None, *, only: str | None = None) -> int:
    """Sign a person out of all sessions except `this`, or of the one with the digest `only`.

    Returns how many sessions ended.
    """
    ended = Session.objects.filter(user=user).exclude(session_key=this)
    if only is not None:
        ended = ended.filter(pk__in=[row.pk for row in ended if row.digest == only])
    return ended.delete()[0]
