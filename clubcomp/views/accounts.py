"""To be written."""

from django.http import HttpRequest, HttpResponse

from clubcomp.views.access import signed_in_page, site_page


@site_page
def sign_in(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@site_page
def sign_out(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@signed_in_page
def password(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@site_page
def forgotten(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


@site_page
def welcome(request: HttpRequest, *, person: str, token: str) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=501)


def locked_out(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    """To be written: too many wrong passwords."""
    return HttpResponse(status=429)
