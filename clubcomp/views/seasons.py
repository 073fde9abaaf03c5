"""Which competitions were and are there, season by season, and what is a season called?"""

from django.forms.models import model_to_dict
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubcomp.flow import seasons as flow
from clubcomp.forms.competitions import SeasonForm
from clubcomp.pages.front import by_season
from clubcomp.requests import ClubRequest, SignedInClubRequest, competitions_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, show


@club_page(Action.SEE)
def competitions(request: ClubRequest) -> HttpResponse:
    """All competitions of the club that the reader may see; past seasons fold out."""
    seasons = by_season(competitions_of(request))
    return show(request, "seasons/competitions.html", "club", seasons=seasons)


@club_page(Action.LEAD)
def season(request: SignedInClubRequest, *, season: int) -> HttpResponse:
    """The name and the days of a season."""
    changed = get_object_or_404(request.club.seasons, pk=season)
    changed.club = request.club
    form = SeasonForm(request.POST or None, initial=model_to_dict(changed))
    if carried_out(request, form, flow.change_season, changed):
        return done(request, _("The season is changed."), "competitions")
    return show(request, "seasons/season.html", "club", form=form, season=changed)
