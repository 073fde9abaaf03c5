"""How often may a password be tried, or a link be asked for? After ever longer waits.

Wrong attempts are counted from one network for one account, from one network for any account, and
for one account from anywhere. No account is ever locked: a device that has signed in to it before
is counted separately, and strangers can cost another device half a minute at most. Anyone who was
told to wait gets a number (`NUMBER`), so that people who try other accounts do not keep going
first. Secrets that nobody can guess, like a code from paper, are compared at once (`is_long`).
These pages are also answered one at a time (`middleware.TurnMiddleware`).
"""

import ipaddress
import math
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import get_random_string

from clubcomp.doors.limits import network
from clubcomp.doors.readers import SignedCookie
from clubcomp.flow.accounts.attempts import FORGOTTEN, Counter, count_attempt, key_of
from clubcomp.flow.accounts.security_events import note_wrong_secret
from clubcomp.models import AttemptCount, User

Found = TypeVar("Found")

#: Which device has signed in to an account; for a year.
COOKIE = SignedCookie(f"{settings.HOST_COOKIE}device", max_age=60 * 60 * 24 * 365)
#: When a device was told to wait for an account; from then on it counts its own wait.
NUMBER = SignedCookie(f"{settings.HOST_COOKIE}number", max_age=60 * 10)
#: The longest wait, in seconds, that strangers can cause, and that the device itself can cause.
BY_OTHERS, BY_ONESELF = 30, 15 * 60
#: If strangers made a device wait that long, one with a number goes first: for this many seconds
#: a device without a number has no turn. It gets a number, and a turn a second later.
FIRST = 10


class PacedBackend(ModelBackend):
    """Django's accounts, with a wait after wrong passwords; no other backend comes after it.

    During a wait the password is not checked, and `request.must_wait` has the seconds.
    """

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **credentials: Any,
    ) -> Any:
        """The account with this e-mail address and password. PermissionDenied if they are wrong."""
        if request is None:
            return super().authenticate(request, username, password, **credentials)
        email = (username or "").strip().lower()
        ask = super().authenticate
        return paced(request, email, lambda: ask(request, email, password, **credentials))


def paced(
    request: HttpRequest,
    email: str,
    compare: Callable[[], Found | None],
    *,
    is_second: bool = False,
    is_long: bool = False,
) -> Found:
    """The result of `compare`, which checks a secret of this account, if that is correct.

    PermissionDenied: it is wrong, or it is too soon. During a wait `compare` is not called, and
    `request.must_wait` has the seconds. Second factors (`is_second`) are counted separately, so
    that a right password does not reset their count. A secret that is too long to be guessed
    (`is_long`) is compared during a wait as well: the wait is only for wrong ones, of the account.
    """
    if is_long:
        counters: tuple[Counter, ...] = (Counter(key_of("long", email), free=20, most=BY_OTHERS),)
    else:
        counters = tuple((_second_counters if is_second else _counters)(request, email))
    wait = _seconds_left(counters, _waited(request, email))
    if wait and not is_long:
        _let_wait(request, _seconds_left(counters, _waited(request, email) or 0.0) or 1, email)
        raise PermissionDenied
    # Counted before comparing, so that parallel attempts gain nothing.
    if not wait:
        counts = count_attempt(counters)
    result = compare()
    if not result and wait:
        _let_wait(request, wait, email)
        raise PermissionDenied
    if not result:
        note_wrong_secret(email, counts[-1], prefix_of(request))
        raise PermissionDenied
    _forget(counters)
    return result


def _counters(request: HttpRequest, email: str) -> Iterator[Counter]:
    """The counters of a wrong password of this request, the most specific first."""
    if device := known_device(request, email):
        yield Counter(key_of("device", device), free=10, most=BY_ONESELF)
        return
    # Everybody in a hall is on one network, and strangers everywhere can try one account.
    network = network_of(request)
    yield Counter(key_of("pair", network, email), free=5, most=BY_OTHERS)
    yield Counter(key_of("network", network), free=30, most=BY_OTHERS, is_crowd=True)
    yield Counter(key_of("account", email), free=100, most=BY_OTHERS)


def _second_counters(request: HttpRequest, email: str) -> Iterator[Counter]:
    """The counters of a wrong code after a correct password; strangers do not get that far."""
    if device := known_device(request, email):
        yield Counter(key_of("second device", device), free=10, most=BY_ONESELF)
        return
    yield Counter(key_of("second pair", network_of(request), email), free=5, most=BY_ONESELF)
    yield Counter(key_of("second", email), free=20, most=BY_ONESELF)


def _let_wait(request: HttpRequest, wait: int, who: str) -> None:
    """Note on the request how long the visitor has to wait, and for which account (`who`)."""
    request.must_wait = wait  # type: ignore[attr-defined]
    request.waits_for = who  # type: ignore[attr-defined]


def give_number(request: HttpRequest, response: HttpResponse) -> None:
    """Let a device that has to wait remember when its wait began."""
    who = getattr(request, "waits_for", "")
    if who and _waited(request, who) is None:
        NUMBER.set(request, response, _numbered(request, who), str(time.time()))


def _waited(request: HttpRequest, who: str) -> float | None:
    """How many seconds the device has waited for this account; None if it was not told to."""
    try:
        since = float(NUMBER.read(request, _numbered(request, who)))
    except ValueError:
        return None
    return time.time() - since


def _numbered(request: HttpRequest, who: str) -> str:
    return f"{network_of(request)} {who}"


def _seconds_left(counters: tuple[Counter, ...], waited: float | None = None) -> int:
    """How many seconds until all counters allow the next attempt; 0: now.

    On a crowded network it is what the device has not waited yet, if its wait began before the
    last attempt of another device; two attempts at the same account are still a whole wait apart,
    and a device that was told to wait goes `FIRST`.
    """
    rows = AttemptCount.objects.in_bulk([counter.key for counter in counters])
    now, left = timezone.now(), 0.0
    # The last attempt at this very account from here.
    latest = None if counters[0].is_crowd else rows.get(counters[0].key)
    for counter in counters:
        row = rows.get(counter.key)
        if row is None or now - row.last >= FORGOTTEN:
            continue
        wait, gone = counter.wait(row.count), (now - row.last).total_seconds()
        if counter.is_crowd and waited is not None:
            own = (now - latest.last).total_seconds() if latest else waited
            gone = max(gone, min(own, waited))
        elif waited is None and wait == counter.most == BY_OTHERS:
            wait += FIRST
        left = max(left, wait - gone)
    return math.ceil(left)


def _forget(counters: tuple[Counter, ...]) -> None:
    """After a success, reset the most specific counter and take the attempt off all others."""
    specific, *general = (counter.key for counter in counters)
    AttemptCount.objects.filter(pk=specific).delete()
    AttemptCount.objects.filter(pk__in=general, count__gt=0).update(count=F("count") - 1)


class Attempts(NamedTuple):
    """The attempts so far. `wait`: seconds until this one may be made; 0: now.

    `to_log` is how many there were if that should be logged, and otherwise 0.
    """

    wait: int
    to_log: int = 0


def count_codes(request: HttpRequest, who: str, *, free: int) -> Attempts:
    """Count a code that was tried for an account or a player, unless it has to wait."""
    return _counted(request, Counter(key_of("code", who), free=free, most=BY_ONESELF), "")


def count_links(request: HttpRequest, subject: str, address: str, *, free: int) -> Attempts:
    """Count a link that a network asks to be sent to an address, unless it has to wait."""
    key = key_of(subject, network_of(request))
    return _counted(request, Counter(key, free, BY_OTHERS, is_crowd=True), f"{subject} {address}")


def count_storm(many: int) -> int:
    """Count a link that anybody asks for; returns how many there were, every `many` times."""
    return _counted(None, Counter(key_of("storm"), free=many, most=0), "").to_log


def _counted(request: HttpRequest | None, counter: Counter, who: str) -> Attempts:
    if request and (wait := _seconds_left((counter,), _waited(request, who))):
        _let_wait(request, wait, who)
        return Attempts(wait)
    [count] = count_attempt([counter])
    return Attempts(0, 0 if count % counter.free else count)


# Networks and devices --------------------------------------------------------------------


def network_of(request: HttpRequest) -> str:
    """The network that a request comes from: an IPv4 address, or the 64 bits of one IPv6 network.

    Behind proxies it is the address that our outermost proxy saw; anybody can forge the others.
    """
    seen: str = request.META.get("REMOTE_ADDR", "")
    if settings.PROXIES:
        forwarded = request.headers.get("X-Forwarded-For", "").split(",")
        seen = forwarded[-settings.PROXIES :][0].strip() or seen
    return network(seen)


def prefix_of(request: HttpRequest) -> str:
    """The part of the network that logs keep, enough for providers: 192.0.2.0/24, 2001:db8::/48."""
    network = network_of(request)
    try:
        address = ipaddress.ip_network(network, strict=False)
    except ValueError:
        return "–"
    return str(address.supernet(new_prefix=24 if address.version == 4 else 48))


def known_device(request: HttpRequest, email: str) -> str:
    """The id of a device that has signed in to this account before; "" for any other."""
    return COOKIE.read(request, email)


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Let the browser remember that it has signed in to the account."""
    device = known_device(request, user.email) or get_random_string(22)
    COOKIE.set(request, response, user.email, device)
