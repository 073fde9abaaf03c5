"""The picture that messengers show beside a link to a club or a competition."""

from django.http import HttpResponse

from clubcomp.doors.requests import ClubRequest, CompetitionRequest, daily_competitions
from clubcomp.pages.front import coming_evenings, main_of
from clubcomp.pages.preview import Preview, club_preview_of, png_of, preview_of
from clubcomp.views.access import Action, club_page


@club_page(Action.SEE)
def of_competition(request: CompetitionRequest) -> HttpResponse:
    """The picture of a competition and its pages."""
    return _picture(preview_of(request.competition))


@club_page(Action.SEE)
def of_club(request: ClubRequest) -> HttpResponse:
    """The picture of a club."""
    competitions = daily_competitions(request)
    main = main_of(competitions, coming_evenings(competitions))
    return _picture(club_preview_of(request.club, main))


def _picture(preview: Preview) -> HttpResponse:
    return HttpResponse(png_of(preview), content_type="image/png")
