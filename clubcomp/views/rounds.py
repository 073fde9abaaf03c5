"""To be written."""

from django.http import HttpRequest, HttpResponse

from clubcomp.views.access import Action, club_page


@club_page(Action.SEE)
def tonight(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.SEE)
def evening_record(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.SEE)
def pairings(request: HttpRequest, *, number: int) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)
