"""What does a monitor (Prometheus) read? Requests, pairings, waiting messages, connections.

They are counted only if METRICS_TOKEN is set. The counts of a site's processes are added up through
files in a folder, which the settings name before the first count.
"""

import os
import time
from collections.abc import Callable

from django.db import connection
from django.db.models import Count, Min
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from clubcomp.models import Message

REQUESTS = Histogram(
    "clubcomp_request_seconds",
    "How long an answer took; a page that was kept has no name.",
    ["method", "page", "status"],
    buckets=(0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
PAIRINGS = Histogram(
    "clubcomp_pairing_seconds",
    "How long the engine took.",
    buckets=(0.005, 0.02, 0.05, 0.1, 0.5, 1, 5, 30),
)
CONNECTIONS = Gauge(
    "clubcomp_pool",
    "Connections to the database: all, those that are free, and requests that wait for one.",
    ["what"],
    multiprocess_mode="livesum",
)
POOL = {"size": "pool_size", "available": "pool_available", "waiting": "requests_waiting"}


class MeasuringMiddleware:
    """Counts every answer and how long it took; the settings add it if there is a token."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        page = request.resolver_match.url_name if request.resolver_match else ""
        labels = request.method or "", page or "", str(response.status_code)
        REQUESTS.labels(*labels).observe(time.perf_counter() - began)
        count_connections()
        return response


def count_connections() -> None:
    """Set the present number of connections of this process."""
    if connection.settings_dict["OPTIONS"].get("pool"):
        stats = connection.pool.get_stats()  # type: ignore[attr-defined]  # PostgreSQL's
        for what, name in POOL.items():
            CONNECTIONS.labels(what).set(stats.get(name, 0))


def all_measures() -> bytes:
    """Everything that was counted, of all processes, as Prometheus reads it."""
    registry = CollectorRegistry()
    folder = os.environ["PROMETHEUS_MULTIPROC_DIR"]
    MultiProcessCollector(registry, path=folder)  # type: ignore[no-untyped-call]
    waits = Message.objects.waiting().aggregate(count=Count("pk"), first=Min("made_at"))
    age = (timezone.now() - waits["first"]).total_seconds() if waits["first"] else 0
    lines = [
        "# TYPE clubcomp_messages_waiting gauge",
        f"clubcomp_messages_waiting {waits['count']}",
        "# TYPE clubcomp_messages_oldest_seconds gauge",
        f"clubcomp_messages_oldest_seconds {age:.0f}",
    ]
    counted: bytes = generate_latest(registry)
    return counted + "\n".join([*lines, ""]).encode()
