"""To be written."""

from django.http import HttpRequest, HttpResponse

from clubcomp.views.access import Action, club_page


@club_page(Action.SEE)
def everyone(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.SEE)
def season(request: HttpRequest, *, player: str = "", scope: str = "") -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)
