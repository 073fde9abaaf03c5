"""The help: the manual's tasks, each on a page, and a list of them that one searches."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from clubcomp.doors.requests import SiteRequest
from clubcomp.views.access import keeps_site, site_page
from clubcomp.words.manual import tasks, tasks_with


@site_page
def contents(request: SiteRequest) -> HttpResponse:
    """The tasks; those of who keeps the machine only for them."""
    query = request.GET.get("q", "")[:100].strip()
    is_keeper = keeps_site(request.user)
    found = list(tasks_with(get_language() or "en", query, is_keeper=is_keeper))
    return render(request, "help/contents.html", {"query": query, "found": found})


@site_page
def task(request: SiteRequest, *, task: str) -> HttpResponse:
    """One task; whoever has the address may read it."""
    shown = tasks(get_language() or "en").get(task)
    if shown is None:
        raise Http404
    return render(request, "help/task.html", {"task": shown})
