"""When does the club play, for the calendar program of whoever wants it there?"""

from collections.abc import Sequence

from django.http import HttpResponse
from django.urls import reverse

from clubcomp.models import Competition
from clubcomp.pages.calendar_file import calendar_file
from clubcomp.pages.spreadsheets import attachment
from clubcomp.requests import ClubRequest, CompetitionRequest, competitions_of
from clubcomp.views.access import Action, club_page

CALENDAR = "text/calendar; charset=utf-8"


@club_page(Action.SEE)
def of_competition(request: CompetitionRequest) -> HttpResponse:
    """The evenings of a competition."""
    competition = request.competition
    return _file(request, [competition], f"{request.club}: {competition}", competition.slug)


@club_page(Action.SEE)
def of_club(request: ClubRequest) -> HttpResponse:
    """The evenings of all competitions of the club that are for this reader."""
    return _file(request, competitions_of(request), str(request.club), request.club.slug)


def _file(
    request: ClubRequest, competitions: Sequence[Competition], name: str, slug: str
) -> HttpResponse:
    def page(competition: Competition, serial: int | None) -> str:
        place = [request.club.slug, competition.slug]
        address = (
            reverse("evening", args=[*place, serial]) if serial else reverse("calendar", args=place)
        )
        return request.build_absolute_uri(address)

    data = calendar_file(request.club, competitions, page, name=name)
    return attachment(data, f"{slug}.ics", CALENDAR)
