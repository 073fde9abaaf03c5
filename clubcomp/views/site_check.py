"""Is this site set up well? What those who keep it can see from here, and what to do."""

import os
import shutil
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.doors.requests import SignedInRequest
from clubcomp.flow.checks import is_clock_of
from clubcomp.models import Channel, Club, Message
from clubcomp.running.backups.safety import safety_now
from clubcomp.views.access import site_keeper_page

#: Seconds that the clocks of the program and of the database may be apart, and room on a disk in
#: bytes: a backup and its trial take a part of it.
APART, ROOM = 5, 1 << 30


class Checked(NamedTuple):
    """What was checked, whether it is well, its state in words, and what to do if it is not."""

    name: str
    is_well: bool
    state: str
    to_do: str = ""


@site_keeper_page
def site_check(request: SignedInRequest) -> HttpResponse:
    """All checks, one a row. They ask nothing outside the site, and show nothing secret."""
    checks = [
        *(_address(request), _site_url(request), _proxy(request), _cookies(request)),
        *(_mail(), _clock(), _club_clocks(), *_backups(), *_disks()),
    ]
    wrong = sum(not check.is_well for check in checks)
    return render(request, "site_check/page.html", {"checks": checks, "wrong": wrong})


def _address(request: SignedInRequest) -> Checked:
    """The address in the browser against the one in SITE_URL."""
    asked = f"{request.scheme}://{request.get_host()}"
    name = _("Address")
    if not (settings.IS_PUBLIC or request.is_secure()):
        words = _("%(address)s, on this computer or the club’s own network, without https.")
        return Checked(name, True, words % {"address": asked})
    facts = {"address": asked, "told": settings.SITE_URL}
    if asked == settings.SITE_URL:
        return Checked(name, True, _("%(address)s, as SITE_URL says.") % facts)
    state = _("The site was asked as %(address)s, and SITE_URL says %(told)s.") % facts
    to_do = _("Set SITE_URL to the address that people use, or let the proxy pass on Host.")
    return Checked(name, False, state, to_do)


def _site_url(request: SignedInRequest) -> Checked:
    """SITE_URL as written and as taken: a slash at its end changes nothing, a path does."""
    name, taken = "SITE_URL", f"{settings.SITE_URL}{settings.SITE_PATH}"
    facts = {"written": settings.SITE_URL_WRITTEN, "taken": taken}
    cut = request.headers.get("X-Forwarded-Prefix", "").rstrip("/")
    if cut != settings.SITE_PATH and cut:
        state = _("A proxy cuts %(path)s off what is asked, and SITE_URL has no such path.")
        to_do = _("Write SITE_URL with that path, and let the proxy pass it on.")
        return Checked(name, False, state % {"path": cut}, to_do)
    if not settings.SITE_URL_WRITTEN:
        return Checked(name, True, _("It is not set, and taken as %(taken)s.") % facts)
    if taken == settings.SITE_URL_WRITTEN:
        return Checked(name, True, _("It is taken as it is written: %(taken)s.") % facts)
    state = _("It is written “%(written)s”, and taken as %(taken)s.") % facts
    return Checked(name, True, state)


def _proxy(request: SignedInRequest) -> Checked:
    """The proxies that this request came through against BEHIND_PROXY."""
    name, expected = _("Proxy"), settings.PROXIES
    came_through = len(list(filter(None, request.headers.get("X-Forwarded-For", "").split(","))))
    if expected:
        words = ngettext(
            "BEHIND_PROXY says that there is %(count)s proxy.",
            "BEHIND_PROXY says that there are %(count)s proxies.",
            expected,
        )
        state = words % {"count": expected}
        if came_through >= expected:  # more if a browser, or a proxy outside, added some
            return Checked(name, True, state)
        to_do = _("This request came through fewer. Set the number, or let each name itself.")
        return Checked(name, False, state, to_do)
    if came_through or "X-Forwarded-Proto" in request.headers:
        state = _("A proxy is in front, and the site was not told so.")
        return Checked(name, False, state, _("Set BEHIND_PROXY to the number of proxies."))
    return Checked(name, True, _("None is in front."))


def _cookies(request: SignedInRequest) -> Checked:
    """The cookies that this request brought. One that the browser did not take cannot be seen
    here: the page of a refused form says so at the sign-in.
    """
    name = _("Cookies")
    came = [part.partition("=")[0].strip() for part in request.headers.get("Cookie", "").split(";")]
    ours = (
        settings.SESSION_COOKIE_NAME,
        settings.CSRF_COOKIE_NAME,
        settings.LANGUAGE_COOKIE_NAME,
    )
    if twice := [cookie for cookie in ours if came.count(cookie) > 1]:
        state = _("Of these the browser has two: %(names)s.") % {"names": ", ".join(twice)}
        to_do = _(
            "Another site on this host, or this one at an earlier address, set one. Remove it."
        )
        return Checked(name, False, state, to_do)
    if settings.SESSION_COOKIE_SECURE:
        return Checked(name, True, _("They go over https only."))
    if request.is_secure() or request.headers.get("X-Forwarded-Proto") == "https":
        state = _("They would go without https too, though people come by https.")
        return Checked(name, False, state, _("Write SITE_URL with https://."))
    state = _("They go without https too, as on a club’s own network.")
    return Checked(name, True, state)


def _mail() -> Checked:
    name = _("E-mail")
    if not settings.SENDS_EMAIL:
        to_do = _("Without it nobody gets a link or a message by e-mail: see EMAIL_HOST.")
        return Checked(name, not settings.IS_PUBLIC, _("The site sends none."), to_do)
    letters = Message.objects.filter(channel=Channel.EMAIL)
    last = letters.exclude(sent_at=None, given_up_at=None).order_by("-pk").first()
    if last and last.given_up_at:
        to_do = _("The page of messages of the club says which, and what was answered.")
        return Checked(name, False, _("The last message was given up."), to_do)
    return Checked(name, True, _("The site sends e-mail, and the last one went."))


def _clock() -> Checked:
    """The clocks of the program and of the database, which may be two machines."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (of_database,) = cursor.fetchone()
    here = datetime.now(of_database.tzinfo)
    apart = abs((here - of_database).total_seconds())
    zone = timezone.get_current_timezone_name()
    facts = {"time": timezone.localtime().strftime("%H:%M"), "zone": zone}
    if apart <= APART:
        return Checked(_("Clock"), True, _("It is %(time)s (%(zone)s).") % facts)
    words = _("The clocks of the program and of the database are %(seconds)s seconds apart.")
    state = words % {"seconds": round(apart)}
    return Checked(_("Clock"), False, state, _("Let both machines take the time from the network."))


def _club_clocks() -> Checked:
    """Each club's time zone against its country's: evenings and messages go by it."""
    clubs = Club.objects.order_by("name").only("name", "country", "time_zone")
    odd = [
        f"{club.name} ({club.time_zone})"
        for club in clubs
        if not is_clock_of(club.time_zone, club.country)
    ]
    name = _("Clocks of the clubs")
    if not odd:
        return Checked(name, True, _("Each is one of its country."))
    state = _("Not known, or of no place in their country: %(clubs)s.") % {"clubs": ", ".join(odd)}
    return Checked(name, False, state, _("An owner chooses the time zone on the page “The club”."))


def _backups() -> Iterator[Checked]:
    """How old the last backup is, and whether backups are made and kept as they should be."""
    safety, name = safety_now(), _("Last backup")
    if safety.last is None:
        to_do = _("Press “Back up now” on the page of backups.")
        yield Checked(name, False, _("There is none yet."), to_do)
    else:
        state = _("It was made %(age)s ago.") % {"age": timesince(safety.last.made_at, depth=1)}
        to_do = _("What was changed since should have been in one: press “Back up now”.")
        yield Checked(name, not safety.is_late, state, to_do)
    name = _("Backups")
    if safety.trouble:
        to_do = _("The page of backups says what is wrong.")
        yield Checked(name, False, _("They are not made as they should be."), to_do)
    elif safety.second_place is None or safety.shares_disk:
        state = _("They are made, all on one disk.")
        yield Checked(name, False, state, _("Name a folder on another disk, or carry one away."))
    else:
        yield Checked(name, True, _("They are made, and copied to another disk."))


def _disks() -> Iterator[Checked]:
    """Room where the data and the backups are, once for each disk."""
    seen = set()
    for folder in (settings.HOME, settings.BACKUP_DIR, settings.SECOND_BACKUP_DIR):
        if folder is None or not os.path.isdir(folder) or os.stat(folder).st_dev in seen:
            continue
        seen.add(os.stat(folder).st_dev)
        free = shutil.disk_usage(folder).free
        facts = {"gigabytes": f"{free / (1 << 30):.1f}"}
        state = _("%(gigabytes)s GB is free.") % facts
        to_do = _("Make room: a backup needs some, and so does the database.")
        yield Checked(_("Disk"), free >= ROOM, state, to_do)
