"""To be written."""

from django.http import HttpRequest, HttpResponse

from clubcomp.views.access import Action, club_page


@club_page(Action.LEAD)
def sheet(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def next_game(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def sheet_of(request: HttpRequest, *, number: int) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def record(request: HttpRequest, *, number: int, board: int) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def more(request: HttpRequest, *, number: int, board: int) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def correct(request: HttpRequest, *, number: int, board: int) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)
