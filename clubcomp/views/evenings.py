"""To be written."""

from django.http import HttpRequest, HttpResponse

from clubcomp.views.access import Action, club_page


@club_page(Action.LEAD)
def lead(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def open_evening(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def close(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.OWN)
def reopen(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.SEE)
def calendar(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def dashboard(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def plan(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def change(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def remove(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)
