"""To be written."""

from django.http import HttpRequest, HttpResponse

from clubcomp.views.access import Action, club_page


@club_page(Action.OWN)
def everyone(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.OWN)
def person(request: HttpRequest, *, person: int) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)
