"""To be written."""

from django.http import HttpRequest, HttpResponse

from clubcomp.views.access import Action, club_page


@club_page(Action.SEE)
def overview(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


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
