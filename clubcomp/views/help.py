"""The help: the manual's tasks, each on a page, and a list of them with a search."""

from collections.abc import Iterator
from typing import cast

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import resolve, reverse
from django.utils.translation import get_language, gettext, override

from clubcomp.doors.requests import SignedInRequest, SiteRequest
from clubcomp.models import Membership
from clubcomp.views.access import SIGNED_IN, Action, keeps_site, may, site_page
from clubcomp.words.manual import PAGE_NAMED, tasks, tasks_with

#: Of the pages that the manual names, those of the site.
OF_SITE = {"backups", "site-check"}


@site_page
def contents(request: SiteRequest) -> HttpResponse:
    """The tasks; those about the machine only for people who run the site."""
    query = request.GET.get("q", "")[:100].strip()
    is_keeper = keeps_site(request.user)
    matching = list(tasks_with(get_language() or "en", query, is_keeper=is_keeper))
    return render(request, "help/contents.html", {"query": query, "found": matching})


@site_page
def task(request: SiteRequest, *, task: str) -> HttpResponse:
    """One task; anyone who has the address may read it."""
    shown = tasks(get_language() or "en").get(task)
    if shown is None:
        raise Http404
    context = {"task": shown, "pages": dict(_pages(request, shown.language))}
    return render(request, "help/task.html", context)


def _pages(request: SiteRequest, language: str) -> Iterator[tuple[str, str]]:
    """Words of the manual that name a page which the reader may open, in their first club, each
    with its address.
    """
    user = request.user
    if not user.is_authenticated:
        return
    roles = user.memberships.in_force().select_related("club").order_by("club")
    if (role := roles.first()) is None:
        return
    with override(language):
        for words, name in PAGE_NAMED.items():
            to = reverse(name, args=[] if name in OF_SITE else [role.club.slug])
            if _may_open(cast(SignedInRequest, request), role, to):
                yield gettext(words), to


def _may_open(request: SignedInRequest, role: Membership, to: str) -> bool:
    access = resolve(to.removeprefix(settings.SITE_PATH)).func.access  # type: ignore[attr-defined]
    if access is Action.TAKE_PART:
        return role.player_id is not None
    return may(role.role, access) if isinstance(access, Action) else SIGNED_IN[access](request)
