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
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.doors.requests import SignedInRequest
from clubcomp.models import Channel, Message
from clubcomp.running.backups.safety import safety_now
from clubcomp.views.access import site_keeper_page

#: Seconds that the clocks of the program and of the database may be apart, and room on a disk in
#: bytes: a backup and its trial take a part of it.
APART, ROOM = 5, 1 << 30


class Checked(NamedTuple):
    """What was looked at, whether it is well, what was found, and what to do where it is not."""

    name: str
    is_well: bool
    found: str
    to_do: str = ""


@site_keeper_page
def site_check(request: SignedInRequest) -> HttpResponse:
    """Each of them in a row. Nothing outside is asked, and nothing secret is shown."""
    checks = [
        *(_address(request), _proxy(request), _cookies()),
        *(_mail(), _clock(), _backup(), *_disks()),
    ]
    wrong = sum(not one.is_well for one in checks)
    return render(request, "site_check/page.html", {"checks": checks, "wrong": wrong})


def _address(request: SignedInRequest) -> Checked:
    """What the browser was given against what the program was told."""
    asked = f"{request.scheme}://{request.get_host()}"
    name = _("Address")
    if not settings.IS_PUBLIC:
        words = _("%(address)s, on this computer or the club’s own network, without https.")
        return Checked(name, True, words % {"address": asked})
    facts = {"address": asked, "told": settings.SITE_URL}
    if asked == settings.SITE_URL.rstrip("/"):
        return Checked(name, True, _("%(address)s, as SITE_URL says.") % facts)
    found = _("The site was asked as %(address)s, and SITE_URL says %(told)s.") % facts
    to_do = _("Set SITE_URL to the address that people use, or let the proxy pass on Host.")
    return Checked(name, False, found, to_do)


def _proxy(request: SignedInRequest) -> Checked:
    """The proxies that this request came through against BEHIND_PROXY."""
    name, told = _("Proxy"), settings.PROXIES
    came_through = len(
        [one for one in request.headers.get("X-Forwarded-For", "").split(",") if one]
    )
    if told:
        words = ngettext(
            "BEHIND_PROXY says that there is %(count)s proxy.",
            "BEHIND_PROXY says that there are %(count)s proxies.",
            told,
        )
        found = words % {"count": told}
        if came_through >= told:  # more where a browser, or one outside, wrote some itself
            return Checked(name, True, found)
        to_do = _("This request came through fewer. Set the number, or let each name itself.")
        return Checked(name, False, found, to_do)
    if came_through or "X-Forwarded-Proto" in request.headers:
        found = _("A proxy is in front, and the site was not told so.")
        return Checked(name, False, found, _("Set BEHIND_PROXY to the number of proxies."))
    return Checked(name, True, _("None is in front."))


def _cookies() -> Checked:
    name = _("Cookies")
    if settings.SESSION_COOKIE_SECURE:
        return Checked(name, True, _("They go over https only."))
    found = _("They go without https too, as on a club’s own network.")
    return Checked(name, not settings.IS_PUBLIC, found)


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
    """Of the program and of the database, which may be two machines."""
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
    found = words % {"seconds": round(apart)}
    return Checked(_("Clock"), False, found, _("Let both machines take the time from the network."))


def _backup() -> Checked:
    safety, name = safety_now(), _("Backups")
    if safety.is_bad:
        to_do = _("The page of backups says what is wrong.")
        return Checked(name, False, _("They are not made as they should be."), to_do)
    if safety.second_place is None or safety.shares_disk:
        found = _("They are made, all on one disk.")
        return Checked(name, False, found, _("Name a folder on another disk, or carry one away."))
    return Checked(name, True, _("They are made, and copied to another disk."))


def _disks() -> Iterator[Checked]:
    """Room where the data and the backups are, once for each disk."""
    seen = set()
    for place in (settings.HOME, settings.BACKUP_DIR, settings.SECOND_BACKUP_DIR):
        if place is None or not os.path.isdir(place) or os.stat(place).st_dev in seen:
            continue
        seen.add(os.stat(place).st_dev)
        free = shutil.disk_usage(place).free
        facts = {"gigabytes": f"{free / (1 << 30):.1f}"}
        found = _("%(gigabytes)s GB is free.") % facts
        to_do = _("Make room: a backup needs some, and so does the database.")
        yield Checked(_("Disk"), free >= ROOM, found, to_do)
