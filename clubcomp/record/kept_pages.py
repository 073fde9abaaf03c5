"""How is a page for everybody answered without making it again?

A page for somebody who is not signed in depends on the address, the language, the name that they
chose, which links of the club they have opened, the day, and the version of what it shows: two
numbers of the club, which rise with every change. So the finished bytes are kept, by all of these.
They are looked up before sessions, forms and templates; the version is read in each request, so no
page is older than its request. Pages of signed-in people are never kept, nor answered from here.
"""

import gzip
import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache as once
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Event, Lock
from typing import Any, cast

import brotli  # type: ignore[import-untyped]
import django
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.exception import convert_exception_to_response
from django.db import DEFAULT_DB_ALIAS, DatabaseError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware
from django.middleware.security import SecurityMiddleware
from django.urls import Resolver404, resolve
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control

from clubcomp.doors.readers import CLUB_LINK, holder_in
from clubcomp.doors.requests import (
    STOP_POLLING,
    SiteRequest,
    is_embedded,
    is_poll,
)
from clubcomp.record.replica import (
    REPLICA,
    PageSubject,
    PageVersion,
    asked_of_replica,
    has_replica,
    is_failing,
    mark_failed,
    read_from,
    version_of,
)
from clubcomp.views import errors
from clubcomp.views.access import Action, says_how_long
from clubcomp.views.visitor import chosen_before
from pairing.installed import CODE, FILES

#: The pages outside any club that are kept.
OF_SITE = frozenset(
    {"home", "regulations", "regulation", "api-start", "api-clubs", "api-description"}
)
#: The parameters of kept pages; with any other (a name to look for) a page is made again.
QUESTIONS = frozenset(
    "after category columns embed format instead lang page player"
    " scope seen shape show steps version".split()
)
#: What the program is made of.
PARTS = (
    *((CODE, part) for part in ("clubcomp/**/*.py", "pairing/**/*.py", "pairing/**/*.toml")),
    *((FILES, part) for part in ("templates/**/*.html", "locale/**/*.mo", "static/**/*.*")),
    (Path(settings.STATIC_ROOT), "staticfiles.json"),
)
#: So many seconds a reader waits while the page is made for somebody else.
PATIENCE = 1
#: Pages of more bytes are made again for everybody.
LARGEST = 1 << 20
#: How many bytes back brotli looks for repetitions, as a power of two: most of a page.
WINDOW = 18
#: The status of a page when the database does not answer.
UNAVAILABLE = 503
#: Each process keeps its own (settings.CACHES).
PAGES = caches["pages"]
#: The headers of a page that "not modified" has as well.
OF_NOT_MODIFIED = "ETag", "Vary", "Cache-Control"
VARIES = "Accept-Encoding, Accept-Language, Cookie, HX-Request"
ENCODINGS = "HTTP_ACCEPT_ENCODING"


@dataclass(frozen=True)
class KeptPage:
    """A page as it is sent, good until the second `until`."""

    until: float
    status: int
    headers: dict[str, str]
    br: bytes

    @cached_property
    def gzip(self) -> bytes:
        """The same for clients that read only this: browsers without https, programs."""
        return gzip.compress(brotli.decompress(self.br), 6, mtime=0)

    def answer(self, request: HttpRequest, more: dict[str, str]) -> HttpResponse:
        """The page in an encoding that the client reads, or 304 if the client has it already."""
        if self.headers["ETag"] in request.META.get("HTTP_IF_NONE_MATCH", ""):
            return HttpResponse(
                status=304, headers={name: self.headers[name] for name in OF_NOT_MODIFIED}
            )
        accepted, headers = request.META.get(ENCODINGS, ""), self.headers | more
        encoding = next((name for name in ("br", "gzip") if name in accepted), "")
        if encoding:
            headers["Content-Encoding"] = encoding
        body = getattr(self, encoding) if encoding else brotli.decompress(self.br)
        headers["Content-Length"] = str(len(body))
        return HttpResponse(body, status=self.status, headers=headers)


class KeptPages:
    """The middleware that answers from what is kept, and keeps what was made.

    A screen that shows the current version already gets a 204: from here, no matter who asks, where
    everybody may read; elsewhere from `views.access`, which knows the reader.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response
        self._guard, self._makers = Lock(), dict[str, Event]()

    def __call__(self, request: SiteRequest, *, is_again: bool = False) -> HttpResponse:
        is_get = request.method == "GET"
        subject = is_get and subject_of(request.path_info, settings.ROOT_URLCONF)
        if not (subject and is_proper(request)):
            return self.get_response(request)
        if is_embedded(request):  # in a frame on another site nobody is known
            request.COOKIES.clear()
        is_anonymous = settings.SESSION_COOKIE_NAME not in request.COOKIES
        if not (is_anonymous or is_poll(request)):
            return self._made_anew(request)
        asked_at = time.time()
        try:
            version = version_now(subject, request)
        except DatabaseError:
            with translation.override(translation.get_language_from_request(request)):
                return with_security_headers(convert_exception_to_response(raise_again), request)
        if version is None or (subject.competition and version.competition is None):
            return self.get_response(request)
        if is_poll(request) and version.is_open and version.is_shown_by(request.GET["version"]):
            return HttpResponse(status=204, headers={"Vary": VARIES} | for_nginx(request, asked_at))
        language = translation.get_language_from_request(request)
        name = is_anonymous and name_of(request, version, language, version.today)
        if not name:
            return self._made_anew(request)
        page: KeptPage | HttpResponse | None = PAGES.get(name)
        page = page or self._one_at_a_time(request, name, language, subject, version)
        if isinstance(page, KeptPage):
            return page.answer(request, for_nginx(request, asked_at))
        is_away = page.status_code == UNAVAILABLE and is_failing(DEFAULT_DB_ALIAS)
        if is_away and has_replica() and not is_again:
            return self(request, is_again=True)  # the primary failed after it gave its version
        return page

    def _made_anew(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 200 and not says_how_long(response):
            patch_cache_control(response, private=True, no_cache=True)
        return response

    def _from_replica(
        self, request: SiteRequest, subject: PageSubject, version: PageVersion
    ) -> HttpResponse:
        """The page from a replica that has this version, or else from the primary."""
        replicated = asked_of_replica(lambda: version_of(subject))
        if replicated and replicated.id == version.id and replicated.has(version):
            with read_from(REPLICA):
                response = self._made_anew(request)
            if response.status_code < 500:
                return response
            mark_failed(REPLICA)
        response = self._made_anew(request)
        if response.status_code == UNAVAILABLE and hasattr(request, "reference"):
            mark_failed(DEFAULT_DB_ALIAS)  # `errors.broken` answered: it is not merely busy
        return response

    def _one_at_a_time(
        self,
        request: SiteRequest,
        name: str,
        language: str,
        subject: PageSubject,
        version: PageVersion,
    ) -> KeptPage | HttpResponse:
        """The first request makes the page; others wait for it, but not for long."""
        done = Event()
        with self._guard:
            maker = self._makers.setdefault(name, done)
        if maker is not done:
            if not maker.wait(PATIENCE):
                return with_security_headers(
                    lambda _request: errors.crowded(request, language), request
                )
            page: KeptPage | None = PAGES.get(name)
            return page or self._made_anew(request)
        try:
            page = PAGES.get(name)
            if page is None:
                began, accepted = timezone.localtime(), request.META.pop(ENCODINGS, "")
                response = self._from_replica(request, subject, version)
                request.META[ENCODINGS] = accepted
                page = page_of(response, expires_at(request, began), offline_for(request))
                if page is None:
                    return cast(HttpResponse, GZipMiddleware(lambda _request: response)(request))
            PAGES.set(name, page, timeout=page.until - timezone.now().timestamp())
            return page
        finally:
            with self._guard:
                del self._makers[name]
            done.set()


def with_security_headers(view: Any, request: HttpRequest) -> HttpResponse:
    """An answer from before the other middleware, with the headers that every page has."""
    return cast(HttpResponse, SecurityMiddleware(CSPMiddleware(view))(request))


def raise_again(_request: HttpRequest) -> HttpResponse:
    """A view that raises the error being handled."""
    raise


# Which page ----------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def subject_of(path: str, _urlconf: str) -> PageSubject | None:
    """The subject of the page at an address; None for a page that is not kept."""
    try:
        match = resolve(path)
    except (Resolver404, ValueError):
        return None
    if match.url_name in OF_SITE:
        return PageSubject("", "")
    if getattr(match.func, "access", None) is not Action.SEE:
        return None
    return PageSubject(match.kwargs["club"], match.kwargs.get("competition", ""))


def is_proper(request: HttpRequest) -> bool:
    """Whether it names this site, and not too many parameters; else Django will refuse it."""
    try:
        return bool(request.get_host()) and request.GET.keys() is not None
    except SuspiciousOperation:
        return False


def version_now(subject: PageSubject, request: HttpRequest) -> PageVersion | None:
    """The version that the primary has; while that is away, the one of the replica."""
    if not (is_failing(DEFAULT_DB_ALIAS) and has_replica()):
        try:
            return version_of(subject)
        except DatabaseError:
            mark_failed(DEFAULT_DB_ALIAS)
            if not has_replica():
                raise
    try:
        with read_from(REPLICA):
            version = version_of(subject)
    except DatabaseError:  # the primary may be back
        mark_failed(REPLICA)
        return version_of(subject)
    if version and is_poll(request):
        parts = request.GET["version"].split("-")
        if any(map(is_newer, reversed(parts), reversed(version.stamp.split("-")))):
            raise OperationalError("The replica has less than was shown already.")
    return version


def is_newer(seen: str, current: str) -> bool:
    """Whether a number that a client sent is above one of ours."""
    return seen.isdecimal() and (len(seen), seen) > (len(current), current)


def name_of(request: SiteRequest, version: PageVersion, language: str, today: str) -> str:
    """A short name for the page as this reader sees it; "" where it is made for them alone."""
    if settings.DEBUG or not request.GET.keys() <= QUESTIONS:
        return ""
    address = request.scheme, request.get_host(), request.get_full_path()
    # A browser that claims to have opened a link gets its own pages; the page checks the claim.
    links = CLUB_LINK.read(request, version.id), holder_in(request, version.id)
    reader = *links, chosen_before(request, version.id)
    if "HTTP_HX_REQUEST" in request.META and not is_poll(request):
        return ""
    made_by = program_digest(), settings.IS_DEMO, settings.SITE_URL, settings.SENDS_EMAIL
    depends = (reader, language, *address, is_poll(request), version, today, *made_by)
    return hashlib.blake2b(repr(depends).encode(), digest_size=32).hexdigest()


@once
def program_digest() -> str:
    """A digest of the program itself: another program may make another page of the same data."""
    made = hashlib.blake2b(repr(django.VERSION).encode())
    for path in sorted(path for folder, part in PARTS for path in folder.glob(part)):
        made.update(str(path).encode() + path.read_bytes())
    return made.hexdigest()


# What is kept --------------------------------------------------------------------------------


def expires_at(request: SiteRequest, began: datetime) -> float:
    """Until when a page is good: for a day, or for the minute if it says which minute it is."""
    if getattr(request, "says_minute", False):
        return (began.replace(second=0, microsecond=0) + timedelta(minutes=1)).timestamp()
    return (began + timedelta(days=1)).timestamp()


def for_nginx(request: HttpRequest, asked_at: float) -> dict[str, str]:
    """The header that lets nginx give the same answer to others without a cookie (`FRONT_CACHE`).

    It may do so until the end of the second of the request. nginx does not pass the header on, so
    for everybody else a page stays private.
    """
    if request.COOKIES or not settings.FRONT_CACHE:
        return {}
    return {"X-Accel-Expires": f"@{int(asked_at)}"}


def offline_for(request: SiteRequest) -> dict[str, str]:
    """The header that lets a device keep a page to show offline, where no reader is known."""
    is_nobody = request.COOKIES.keys() <= {settings.LANGUAGE_COOKIE_NAME}
    return {"Offline": "keep"} if is_nobody else {}


def page_of(response: HttpResponse, until: float, kept_offline: dict[str, str]) -> KeptPage | None:
    """A response as it is kept; None for one that is for one reader or moment, or an error."""
    is_page = response.status_code in (200, STOP_POLLING) and not response.streaming
    if not is_page or response.cookies or len(response.content) > LARGEST:
        return None
    if "no-store" in response.get("Cache-Control", ""):
        return None
    if not says_how_long(response):
        patch_cache_control(response, private=True, no_cache=True)
    body = response.content
    tag = hashlib.blake2b(body, digest_size=16).hexdigest()
    headers = dict(response.items()) | {"ETag": f'W/"{tag}"', "Vary": VARIES} | kept_offline
    packed = brotli.compress(body, quality=5, lgwin=WINDOW)
    return KeptPage(until, response.status_code, headers, packed)
