"""How is a screen that follows told that there is nothing new, before Django hears of it?

Phones ask every few seconds, each time in vain but for a few. What the answer depends on is little:
the address, the version that the screen shows, and the one that is current, which is read in the
request, so no answer is older than the question. Whatever is not plainly "nothing new" is Django's
to answer (`kept_pages`), and so is everything where polls are counted, or a cache is in front.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

import psycopg
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.http.request import split_domain_port, validate_host
from psycopg.pq import ExecStatus

from clubcomp.record.kept_pages import PATIENCE, VARIES, place_of
from clubcomp.record.versions import OF_CLUB_NOW, Place, Version

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from psycopg.pq.abc import PGconn, PGresult

#: What a page that follows asks, and nothing before it (`views.live`).
SEEN = re.compile(r"version=([0-9-]+)(?:&(?!version=)[^&]*)*")
#: Under which name each connection of the pool knows the query.
PREPARED = b"clubcomp_version"
QUERY = OF_CLUB_NOW.replace("%s", "$1", 1).replace("%s", "$2", 1).encode()


class Polls:
    """The entrance of the site, which sends home at once who comes in vain."""

    def __init__(self, application: "WSGIApplication") -> None:
        self.application = application

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        if is_poll(environ) and is_nothing_new(environ):
            start_response("204 No Content", [("Vary", VARIES)])
            return []
        return self.application(environ, start_response)


def is_poll(environ: "WSGIEnvironment") -> bool:
    """Whether a screen asks what is new, and nobody but the screen wants to know."""
    is_asked = environ.get("HTTP_HX_REQUEST") == "true" and environ["REQUEST_METHOD"] == "GET"
    return is_asked and not (settings.METRICS_TOKEN or settings.FRONT_CACHE)


def is_nothing_new(environ: "WSGIEnvironment") -> bool:
    """Whether the page is one for everybody, and current as the screen shows it."""
    seen = SEEN.fullmatch(environ.get("QUERY_STRING", ""))
    place = seen and place_of(environ["PATH_INFO"], settings.ROOT_URLCONF)
    if not (seen and place and place.club and is_ours(environ.get("HTTP_HOST", ""))):
        return False
    version = version_of(place)
    is_there = version and (version.competition or not place.competition)
    return bool(version and is_there and version.is_open and version.is_shown_by(seen[1]))


def is_ours(host: str) -> bool:
    """Whether the site is known by this name."""
    return validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)


def version_of(place: Place) -> Version | None:
    """What is current there, by a prepared statement; None where that cannot be said so."""
    pool = connections[DEFAULT_DB_ALIAS].pool  # type: ignore[attr-defined]  # PostgreSQL's
    if pool is None:  # a pooler's connections know no statements
        return None
    with suppress(psycopg.Error, DatabaseError), pool.connection(PATIENCE) as connection:
        return version_in(asked(connection.pgconn, [part.encode() for part in place]))
    return None


def asked(link: "PGconn", place: list[bytes]) -> "PGresult":
    """The row; a connection that is asked for the first time learns the query."""
    result = link.exec_prepared(PREPARED, place)
    if result.status != ExecStatus.TUPLES_OK:
        link.prepare(PREPARED, QUERY)
        result = link.exec_prepared(PREPARED, place)
    return result


def version_in(result: "PGresult") -> Version | None:
    """The row as a value; of a club that there is not it is empty."""
    if result.status != ExecStatus.TUPLES_OK or result.get_value(0, 0) is None:
        return None
    club, version, of_competitions, competition, zone, is_open = (
        (result.get_value(0, column) or b"").decode() for column in range(result.nfields)
    )
    numbers = int(club), int(version), int(of_competitions), int(competition or 0)
    return Version(*numbers, zone, is_open=is_open == "t")
