"""Which competitions does the club hold, by which rules and with whom?"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubcomp.views.access import Action, club_page
from clubcomp.views.front import AGENDA, coming_evenings, front_of
from pairing.registry import get_system


@club_page(Action.SEE)
def overview(request: HttpRequest) -> HttpResponse:
    """What this competition is, where it stands, and the way to everything in it."""
    competition = request.competition
    coming = coming_evenings(competition)
    context = {"section": "competition", "system": get_system(competition.system)}
    context |= {"agenda": coming[:AGENDA], **front_of(competition, coming)}
    return render(request, "competitions/overview.html", context)


@club_page(Action.LEAD)
def options(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def tempos(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def tempo(request: HttpRequest, *, tempo: str) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def entries(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def entry(request: HttpRequest, *, player: str) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def forbidden_pairs(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.OWN)
def remove(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def start(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)
