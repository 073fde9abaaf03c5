"""Which database is read, the primary or a replica, and which version of a club does it have?

PostgreSQL streams every change to a replica (`REPLICA_URL`), a moment later. A reader never sees an
older version again: the primary says which version is the latest, and a page is made from the
replica only if it has that one. Steps, and people who are signed in, use the primary. If that takes
no changes, as a standby does, pages are still shown, and forms say that nothing can be changed.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.utils import timezone

Answer = TypeVar("Answer")

REPLICA = "replica"
#: PostgreSQL's code for a change in a database that is read only.
READ_ONLY_TRANSACTION = "25006"
#: For how many seconds a database that failed is not asked, if the other one can answer.
REST = 5.0
OF_CLUB_NOW = """
    SELECT id, club, of_competitions, competition, zone, is_open FROM clubcomp_version(%s, %s)
"""
#: The first page says whether clubs may sign up; each change of that adds a row.
OF_SITE_NOW = """
    SELECT max(id), count(*), sum(version)::bigint + (SELECT count(*) FROM clubcomp_signup),
        NULL, NULL, true
    FROM clubcomp_club
"""

_reads: ContextVar[str] = ContextVar("reads", default=DEFAULT_DB_ALIAS)
_failed_at: dict[str, float] = {}


def alias() -> str:
    """The name of the database that is read now."""
    return _reads.get()


@contextmanager
def read_from(alias: str) -> Iterator[None]:
    """Reads within go to this database; writes go to the primary."""
    token = _reads.set(alias)
    try:
        yield
    finally:
        _reads.reset(token)


def is_failing(alias: str) -> bool:
    """Whether this database failed a moment ago."""
    return time.monotonic() - _failed_at.get(alias, -REST) < REST


def mark_failed(alias: str) -> None:
    """Remember that it failed, so that other requests need not wait to find that out."""
    _failed_at[alias] = time.monotonic()


def has_replica() -> bool:
    """Whether there is one to ask, even one that failed just now if the primary did as well."""
    is_there = REPLICA in settings.DATABASES
    return is_there and (is_failing(DEFAULT_DB_ALIAS) or not is_failing(REPLICA))


def asked_of_replica(ask: Callable[[], Answer]) -> Answer | None:
    """The replica's answer; None if there is no replica, or it fails."""
    if not has_replica():
        return None
    try:
        with read_from(REPLICA):
            return ask()
    except DatabaseError:
        mark_failed(REPLICA)
        return None


def is_only_read(error: BaseException | None) -> bool:
    """Whether this went wrong only because the database is read only."""
    cause = getattr(error, "__cause__", None)
    return getattr(cause, "sqlstate", "") == READ_ONLY_TRANSACTION


@contextmanager
def skipped_if_read_only() -> Iterator[None]:
    """Skip a write that only saves work later, if the database is read only."""
    try:
        yield
    except DatabaseError as error:
        if not is_only_read(error):
            raise


class PageSubject(NamedTuple):
    """The slugs of the club and the competition that a page is about; "" without one."""

    club: str
    competition: str


class PageVersion(NamedTuple):
    """The version of what a page shows: no two states of the club have the same numbers.

    `club` and `of_competitions` never fall, and each change raises one of them. `is_open`:
    everybody may read it; where fewer may, nobody learns whether there is something new before
    `views.access` knows the reader.
    """

    id: int
    club: int
    of_competitions: int
    competition: int | None
    zone: str | None = None
    is_open: bool = True

    @property
    def today(self) -> str:
        """Today's date in the club's time zone."""
        zone = ZoneInfo(self.zone) if self.zone else timezone.get_default_timezone()
        return timezone.localdate(None, zone).isoformat()

    def has(self, other: "PageVersion") -> bool:
        """Whether this version is at least as new as another one of the same page."""
        return self.club >= other.club and self.of_competitions >= other.of_competitions

    @property
    def stamp(self) -> str:
        """What an open page sends along to ask whether it is still current."""
        return str(self.competition or f"{self.club}-{self.of_competitions}")

    def is_shown_by(self, seen: str) -> bool:
        """Whether a screen that sends this, perhaps with the day, shows the current version."""
        return seen == self.stamp or seen == f"{self.today}-{self.stamp}"


def version_of(subject: PageSubject) -> PageVersion | None:
    """The current version of a page's subject; None without such a club. One query."""
    with connections[alias()].cursor() as cursor:
        if subject.club:
            cursor.execute(OF_CLUB_NOW, [subject.club, subject.competition])
        else:
            cursor.execute(OF_SITE_NOW)
        row = cursor.fetchone()
    return PageVersion(*row) if row and row[0] else None


class Router:
    """Tells Django to which database each query goes."""

    def db_for_read(self, _model: type, **_hints: Any) -> str:
        return alias()

    def db_for_write(self, _model: type, **_hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, _one: object, _other: object, **_hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, _app: str, **_hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS
