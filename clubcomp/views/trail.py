"""What was changed, by whom and when? For the club's own people."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubcomp.models import TrailEntry
from clubcomp.views.access import Action, club_page

LINES_A_PAGE = 50


@club_page(Action.SEE_INSIDE)
def lines(request: HttpRequest) -> HttpResponse:
    """The trail of the club, newest first; `?competition=` narrows it."""
    trail = TrailEntry.objects.filter(club=request.club).select_related("competition", "evening")
    competition = request.GET.get("competition", "")
    if competition:
        trail = trail.filter(competition__slug=competition[:60])
    page = Paginator(trail, LINES_A_PAGE).get_page(request.GET.get("page"))
    return render(
        request, "trail/lines.html", {"page": page, "chosen": competition, "section": "trail"}
    )
