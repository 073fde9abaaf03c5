"""To be written."""

from django.http import HttpRequest, HttpResponse

from clubcomp.views.access import Action, club_page, site_page, staff_page


@club_page(Action.SEE)
def page(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.OWN)
def change(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@site_page
def home(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@staff_page
def found(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)
