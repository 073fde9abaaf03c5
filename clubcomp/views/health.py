"""Is the site up? For programs that monitor it."""

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare

from clubcomp import __version__
from clubcomp.measures import all_measures
from clubcomp.views.access import site_page


@site_page
def health(request: HttpRequest) -> HttpResponse:
    """The versions of the program and the database; 503 if the database does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('server_version')")
            database, status = f"PostgreSQL {cursor.fetchone()[0]}", 200
    except DatabaseError:
        database, status = "away", 503
    state = {"version": __version__, "database": database}
    return JsonResponse(state, status=status, headers={"Cache-Control": "no-store"})


@site_page
def metrics(request: HttpRequest) -> HttpResponse:
    """Measurements for Prometheus, to whoever has the token; 404 if no token is set."""
    if not settings.METRICS_TOKEN:
        raise Http404
    credentials = request.headers.get("Authorization", "")
    if not constant_time_compare(credentials, f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    kind = "text/plain; version=0.0.4; charset=utf-8"
    return HttpResponse(all_measures(), content_type=kind, headers={"Cache-Control": "no-store"})
