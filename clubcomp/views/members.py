"""To be written."""

from django.http import HttpRequest, HttpResponse

from clubcomp.views.access import Action, club_page


@club_page(Action.SEE_INSIDE)
def everyone(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def add(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def paste(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def edit(request: HttpRequest, *, player: int) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def remove(request: HttpRequest, *, player: int) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)
