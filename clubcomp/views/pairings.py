"""To be written."""

from django.http import HttpRequest, HttpResponse

from clubcomp.views.access import Action, club_page


@club_page(Action.LEAD)
def proposal(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def swap(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def fix(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def release(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def forbid(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def name_bye(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def discard(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def publish(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def withdraw(request: HttpRequest, *, number: int) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@club_page(Action.LEAD)
def swap_published(request: HttpRequest, *, number: int) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)
