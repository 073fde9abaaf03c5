"""What does a page say when it cannot be shown? Always in words, with a way on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRedirect

from clubcomp.views.access import EveningGone


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: what was sent is not what a form of this site sends (too large, broken)."""
    return render(request, "errors/400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: signed in, but without the role that this page asks for."""
    return render(request, "errors/403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: nothing has this address, or it is gone; 410: an evening that was removed."""
    if isinstance(exception, EveningGone):
        if request.htmx:
            shown = request.htmx.current_url_abs_path
            return HttpResponseClientRedirect(shown or request.path)
        return render(request, "errors/evening_gone.html", status=410)
    return render(request, "errors/404.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """500: our fault. Rendered without the request, so that nothing else can break."""
    return render(None, "errors/500.html", status=500)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 of the CSRF check: the form is older than the sign-in it was made with."""
    return render(request, "errors/stale_form.html", status=403)
