"""Is the site well? Two answers for programs that watch it: a word, and numbers."""

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare

from clubcomp import __version__
from clubcomp.measures import all_measures
from clubcomp.views.access import site_page


@site_page
def health(request: HttpRequest) -> HttpResponse:
    """Whether the database answers, and which versions these are; 503 when it does not."""
    said, status = {"version": __version__}, 503
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('server_version')")
            said["database"], status = f"PostgreSQL {cursor.fetchone()[0]}", 200
    except DatabaseError:
        said["database"] = "away"
    return JsonResponse(said, status=status, headers={"Cache-Control": "no-store"})


@site_page
def metrics(request: HttpRequest) -> HttpResponse:
    """What was counted, for who has the token; nothing is here where none is set."""
    if not settings.METRICS_TOKEN:
        raise Http404
    given = request.headers.get("Authorization", "")
    if not constant_time_compare(given, f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    kind = "text/plain; version=0.0.4; charset=utf-8"
    return HttpResponse(all_measures(), content_type=kind, headers={"Cache-Control": "no-store"})
