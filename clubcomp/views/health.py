"""Is the site up? For programs that monitor it."""

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare

from clubcomp import __version__
from clubcomp.running.measures import all_measures
from clubcomp.views.access import keeps_site, site_page


@site_page
def health(request: HttpRequest) -> HttpResponse:
    """Whether the database answers; 503 if not.

    Those who run the site, signed in or with the token of `/metrics`, get both versions too.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('server_version')")
            database, status = f"PostgreSQL {cursor.fetchone()[0]}", 200
    except DatabaseError:
        database, status = "away", 503
    state = {"database": database if status != 200 else "up"}
    if status == 200 and (has_token(request) or keeps_site(request.user)):
        state = {"version": __version__, "database": database}
    return JsonResponse(state, status=status, headers={"Cache-Control": "no-store"})


@site_page
def metrics(request: HttpRequest) -> HttpResponse:
    """Measurements for Prometheus, to a program with the token; 404 if no token is set."""
    if not settings.METRICS_TOKEN:
        raise Http404
    if not has_token(request):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    kind = "text/plain; version=0.0.4; charset=utf-8"
    return HttpResponse(all_measures(), content_type=kind, headers={"Cache-Control": "no-store"})


def has_token(request: HttpRequest) -> bool:
    """Whether the request comes from a program that has the token of `/metrics`."""
    credentials = request.headers.get("Authorization", "")
    token = settings.METRICS_TOKEN
    return bool(token) and constant_time_compare(credentials, f"Bearer {token}")
