"""Searching a club: names, days and competitions, as far as the reader may read them."""

from django.http import HttpResponse

from clubcomp.doors.requests import ClubRequest, competitions_of
from clubcomp.pages.search import search_in
from clubcomp.views.access import Action, club_page, read_as
from clubcomp.views.answers import show


@club_page(Action.SEE)
def search(request: ClubRequest) -> HttpResponse:
    """A search box, and what matches `?q=`; it is stored nowhere, and no search engine lists it."""
    request.is_findable = False
    asked = request.GET.get("q", "").strip()[:100]
    context: dict[str, object] = {"asked": asked}
    if asked:
        is_inside = request.membership is not None or request.me is not None
        competitions = competitions_of(request)
        read_as(request, competitions)  # a name shows as little as the strictest of them allows
        context["found"] = search_in(request.club, competitions, asked, is_inside=is_inside)
    return show(request, "search/page.html", "search", **context)
