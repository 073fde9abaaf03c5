"""To be written."""

from django.http import HttpRequest, HttpResponse

from clubcomp.views.access import Action, club_page


@club_page(Action.SEE)
def this_pairing(request: HttpRequest, *, number: int, board: int) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.SEE)
def this_bye(request: HttpRequest, *, number: int) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)
