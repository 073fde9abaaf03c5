"""What does a page cost? `python -m tests.bench.bench_web`, on a database of its own.

The demo club: 74 members, 451 games, a blitz evening that is on. First in process, through the
whole Django stack; then the web server of `make run` as processes of its own, with phones that
follow it. `SECONDS=60` for a long run.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from datetime import date
from functools import cache, partial
from http.client import HTTPConnection
from itertools import count, product
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.db import connections  # noqa: E402 - Django first
from django.http import HttpResponse  # noqa: E402
from django.test import Client, override_settings  # noqa: E402
from django.test.utils import setup_databases, teardown_databases  # noqa: E402
from django.urls import include, path  # noqa: E402

from clubcomp.demo import blitz, club, season  # noqa: E402
from clubcomp.models import Competition, Game, User  # noqa: E402
from clubcomp.running.serving.by_gunicorn import GunicornSite  # noqa: E402
from clubcomp.views.access import site_page  # noqa: E402
from tests.bench.clock import calibration_ms, cpu_ms  # noqa: E402
from tests.make import finish_round, make_competition, make_evening  # noqa: E402
from tests.views.leader import Leader  # noqa: E402

VIEWERS, MANY, EVERY, SECONDS = 500, 5000, 4, int(os.environ.get("SECONDS", "12"))
#: Of 20 boards each, in the competition in which a next game is paired.
GAMES = 15
#: How often a page is asked, in turn with the others.
ROUNDS, ASKED = 10, 100
#: The site with a page that does nothing: what a request costs at least.
urlpatterns = [
    path("empty/", site_page(lambda _request: HttpResponse("empty"))),
    path("", include("clubcomp.urls")),
]


def main(write=sys.stdout.write):
    """Print the figures.

    Without Django's test environment, which copies the context of every template for its tests.
    """
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
    standings = f"/{club.SLUG}/{season.SLUG}/standings/"
    tonight = f"/{club.SLUG}/{blitz.SLUG}/tonight/"
    client = Client()
    asked = {"hx-request": "true"}
    poll = f"{tonight}?version={Competition.objects.get(slug=blitz.SLUG).version}"

    def changed(page):
        slug = page.split("/")[2] or season.SLUG
        Competition.objects.filter(slug=slug).update(version=time.monotonic_ns())
        client.get(page)

    def line(what, call, *asked):
        call(*asked)
        write(f"{what:42}{cpu_ms(partial(call, *asked), 20):8.2f} ms CPU\n")

    line("an empty view", client.get, "/empty/")
    line("standings of 74, kept rows", client.get, standings)
    known = {"if-none-match": client.get(standings).headers["ETag"]}
    line("standings, not modified (304)", lambda: client.get(standings, headers=known))
    line("boards of tonight", client.get, tonight)
    line("a poll, nothing new (204)", lambda: client.get(poll, headers=asked))
    pages = {
        "standings of 74": standings,
        "tonight": tonight,
        "the club's front page": f"/{club.SLUG}/",
        "a player": f"/{club.SLUG}/{season.SLUG}/players/p5/long/",
        "places of a season": f"/{club.SLUG}/{season.SLUG}/places/",
        "cross table": f"/{club.SLUG}/{season.SLUG}/cross-table/",
    }
    for what, page in pages.items():
        line(f"{what}, after a change", changed, page)
    line("a result entered", entering())
    leader = Leader(make_evening(make_competition(40), "blitz", games=GAMES))
    spent = [next_game(leader, after) for after in range(GAMES)]
    write(f"{'the next game, of 40 players after 250':42}{min(spent[-6:]):8.2f} ms CPU\n")
    line("a tap on the attendance list", tapping(leader))


def next_game(leader, after):
    """Milliseconds of the press that pairs and publishes a game; then its results are entered."""
    address, data = leader.address("next-game"), {"after": after}

    def press():
        answer = leader.client.post(address, data, headers={"hx-request": "true"})
        assert answer.headers["HX-Redirect"], answer.status_code

    spent = cpu_ms(press, tries=1)
    finish_round(leader.evening.rounds.get(number=after + 1))
    return spent


def tapping(leader):
    """A press that marks a player, or takes it back."""
    address, taps = leader.address("mark-attendance", "adema"), count()

    def press():
        data = {"present": next(taps) % 2}
        answer = leader.client.post(address, data, headers={"hx-request": "true"})
        assert answer.status_code == 200, answer.status_code

    return press


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
    """The same through gunicorn over HTTP, PostgreSQL included; then phones that follow."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    leave_the_database()
    server = os.fork()
    if not server:
        os.setpgid(0, 0)
        try:
            GunicornSite(f"127.0.0.1:{port}").run()
        finally:
            os._exit(0)
    try:
        connection = answering(port)
        version = Competition.objects.get(slug=blitz.SLUG).version
        tonight = f"/{club.SLUG}/{blitz.SLUG}/tonight/"
        standings = f"/{club.SLUG}/{season.SLUG}/standings/"
        known = {"If-None-Match": ask(connection, standings).headers["ETag"]}
        pages = {
            "empty": ("an empty view", "/empty/", {}),
            "static": ("a static file", "/static/css/clubcomp.css", {}),
            "kept": ("standings of 74, kept", standings, {}),
            "304": ("standings, not modified (304)", standings, known),
            "204": ("a poll (204)", f"{tonight}?version={version}", {"HX-Request": "true"}),
        }
        spent = dict.fromkeys(pages, 0.0)
        for _, (name, (_what, address, headers)) in product(range(ROUNDS), pages.items()):
            before = cpu_of(server)
            for _ in range(ASKED):
                ask(connection, address, headers)
            spent[name] += cpu_of(server) - before
        for name, (what, _address, _headers) in pages.items():
            each, ratio = 1000 * spent[name] / ROUNDS / ASKED, spent[name] / spent["empty"]
            write(f"server: {what:34}{each:8.2f} ms CPU{ratio:8.2f} x\n")
        for viewers in (VIEWERS, MANY):
            follow(port, tonight, viewers, server, write)
    finally:
        os.killpg(server, signal.SIGTERM)
        os.waitpid(server, 0)


def follow(port, page, viewers, server, write):
    """So many phones follow a page on which a result is entered every two seconds."""
    press, before = entering(), cpu_of(server)
    command = [sys.executable, "-m", "tests.bench.phones", f"127.0.0.1:{port}", page]
    asked = [f"--rate={viewers // EVERY}", f"--seconds={SECONDS}"]
    with subprocess.Popen([*command, *asked], stdout=subprocess.PIPE, text=True) as phones:
        while phones.poll() is None:
            press()
            time.sleep(2)
        share = (cpu_of(server) - before) / SECONDS
        write(f"{viewers} viewers: {100 * share:.1f} % of a core; {phones.stdout.read()}")
    leave_the_database()


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
            ask(connection, "/empty/")
        except ConnectionRefusedError:
            time.sleep(0.1)
        else:
            return connection
    raise TimeoutError


def ask(connection, address, headers=None):
    """One request on a connection that is kept open, as a browser asks."""
    connection.request("GET", address, headers={"Accept-Encoding": "gzip, br"} | (headers or {}))
    answer = connection.getresponse()
    answer.read()
    return answer


def cpu_of(leader):
    """Seconds of CPU that the server, its workers and PostgreSQL's have used (Linux)."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[2]) == leader or int(fields[1]) == postmaster():
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@cache
def postmaster():
    """The process that the database's other processes are children of."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        stat = Path(f"/proc/{cursor.fetchone()[0]}/stat").read_text()
    return int(stat.rsplit(")", 1)[1].split()[1])


if __name__ == "__main__":
    main()
