"""To be written."""

from django.http import HttpRequest, HttpResponse

from clubcomp.views.access import Action, club_page


@club_page(Action.LEAD)
def evening_standings(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.SEE)
def table(request: HttpRequest, *, scope: str = "") -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)
