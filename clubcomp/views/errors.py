"""To be written: 400, 403, 404, 500 and the stale form."""

from django.http import HttpRequest, HttpResponse


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """To be written."""
    return HttpResponse(status=500)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """To be written."""
    return HttpResponse(status=403)
