"""What does a page cost? `python -m tests.bench.bench_web`, on a database of its own.

The demo club: 74 members, 451 games, a blitz evening that is on. First in process, through the
whole Django stack; then the web server of `make run` as processes of its own, with 500 viewers.
"""

import os
import signal
import socket
import sys
import time
from datetime import date
from http.client import HTTPConnection
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.db import connections  # noqa: E402 - Django first
from django.http import HttpResponse  # noqa: E402
from django.test import Client, override_settings  # noqa: E402
from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: E402
from django.urls import include, path  # noqa: E402

from clubcomp.demo import blitz, club, season  # noqa: E402
from clubcomp.management.commands.serve import Site  # noqa: E402
from clubcomp.models import Competition, Game, User  # noqa: E402
from clubcomp.views.access import site_page  # noqa: E402
from tests.bench.clock import calibration_ms, cpu_ms  # noqa: E402

VIEWERS, EVERY, SECONDS = 500, 4, 12
#: The site with a page that does nothing: what a request costs at least.
urlpatterns = [
    path("empty/", site_page(lambda _request: HttpResponse("empty"))),
    path("", include("clubcomp.urls")),
]


def main(write=sys.stdout.write):
    """Print the figures."""
    setup_test_environment()
    write(f"calibration loop                          {calibration_ms():8.1f} ms CPU\n")
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        with override_settings(ROOT_URLCONF=__name__):
            club.load(today=date.today(), say=lambda _line: None)
            in_process(write)
            through_the_server(write)
    finally:
        leave_the_database()
        teardown_databases(databases, verbosity=0)


def in_process(write):
    """Pages of the demo, one request after the other."""
    competition = Competition.objects.get(slug=season.SLUG)
    standings = f"/{club.SLUG}/{season.SLUG}/standings/"
    tonight = f"/{club.SLUG}/{blitz.SLUG}/tonight/"
    client = Client()
    asked = {"hx-request": "true"}
    poll = f"{tonight}?version={Competition.objects.get(slug=blitz.SLUG).version}"

    def changed_standings():
        Competition.objects.filter(pk=competition.pk).update(version=time.monotonic_ns())
        client.get(standings)

    def line(what, call):
        call()
        write(f"{what:42}{cpu_ms(call, 20):8.2f} ms CPU\n")

    line("an empty view", lambda: client.get("/empty/"))
    line("standings of 74, kept rows", lambda: client.get(standings))
    line("standings of 74, after a change", changed_standings)
    known = {"if-none-match": client.get(standings).headers["ETag"]}
    line("standings, not modified (304)", lambda: client.get(standings, headers=known))
    line("boards of tonight", lambda: client.get(tonight))
    line("a poll, nothing new (204)", lambda: client.get(poll, headers=asked))
    line("a result entered", entering())


def entering():
    """A press of the leader's that enters another result on a board, as htmx sends it."""
    client = Client()
    client.force_login(
        User.objects.get(email=club.LEADER.email),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    game = Game.objects.filter(round__evening__competition__slug=blitz.SLUG).last()
    evening = game.round.evening.serial
    sheet = f"/{club.SLUG}/{blitz.SLUG}/evenings/{evening}/lead/results/{game.round.number}/"

    def press():
        seen = Game.objects.values_list("result", flat=True).get(pk=game.pk)
        wanted = "0-1" if seen == "1-0" else "1-0"
        answer = client.post(
            f"{sheet}{game.board}/",
            {"result": wanted, "seen": seen, "game": game.seating},
            headers={"hx-request": "true"},
        )
        assert answer.status_code == 200, answer.status_code

    return press


def through_the_server(write):
    """The same through gunicorn over HTTP, and 500 viewers of the boards of tonight."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    leave_the_database()
    server = os.fork()
    if not server:
        os.setpgid(0, 0)
        try:
            Site(f"127.0.0.1:{port}").run()
        finally:
            os._exit(0)
    try:
        connection = answering(port)
        version = Competition.objects.get(slug=blitz.SLUG).version
        tonight = f"/{club.SLUG}/{blitz.SLUG}/tonight/"
        pages = [
            ("server: an empty view", "/empty/", {}),
            ("server: standings of 74", f"/{club.SLUG}/{season.SLUG}/standings/", {}),
            (
                "server: a poll, nothing new (204)",
                f"{tonight}?version={version}",
                {"HX-Request": "true"},
            ),
        ]
        for what, address, headers in pages:
            ask(connection, address, headers)
            before = cpu_of_group(server)
            for _ in range(200):
                ask(connection, address, headers)
            write(f"{what:42}{1000 * (cpu_of_group(server) - before) / 200:8.2f} ms CPU\n")
        before, began, sent = cpu_of_group(server), time.monotonic(), 0
        while (late := time.monotonic() - began) < SECONDS:
            if sent > late * VIEWERS / EVERY:
                time.sleep(0.001)
                continue
            ask(connection, *pages[-1][1:])
            sent += 1
        share = (cpu_of_group(server) - before) / SECONDS
        what = f"{VIEWERS} viewers, {sent / SECONDS:.0f} polls a second"
        write(f"{what:42}{100 * share:8.1f} % of a core\n")
    finally:
        os.killpg(server, signal.SIGTERM)
        os.waitpid(server, 0)


def leave_the_database():
    """Close every connection of this process."""
    for connection in connections.all(initialized_only=True):
        connection.close()
        connection.close_pool()


def answering(port):
    """A connection to the server once it answers."""
    for _ in range(100):
        connection = HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            ask(connection, "/empty/", {})
        except ConnectionRefusedError:
            time.sleep(0.1)
        else:
            return connection
    raise TimeoutError


def ask(connection, address, headers):
    """One request on a connection that is kept open."""
    connection.request("GET", address, headers=headers)
    connection.getresponse().read()


def cpu_of_group(leader):
    """Seconds of CPU that the server and its workers have used (Linux)."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except FileNotFoundError:
            continue
        if int(fields[2]) == leader:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
