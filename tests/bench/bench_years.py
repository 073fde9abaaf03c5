"""Does a club of years grow with what happened in it? `python -m tests.bench.bench_years [400]`.

On a database of its own. First a competition that never ends, of 24 members: an evening a week
with seven boards, 200 of them or as many as asked; the size of what a round adds, and what pages
and files take. Then a large club: 200 members, 200 evenings of 30 boards that came in at once.
"""

import os
import sys
from datetime import date, timedelta
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.db import connection  # noqa: E402 - Django first
from django.db.models import F  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: E402

from clubcomp.flow.attendance.marks import mark_present  # noqa: E402
from clubcomp.flow.corrections import preview_correction  # noqa: E402
from clubcomp.flow.documents.documents import export_document  # noqa: E402
from clubcomp.flow.evenings import close_evening, open_evening, plan_evening  # noqa: E402
from clubcomp.flow.pairings.publishing import publish_next  # noqa: E402
from clubcomp.models import Attendance, Club, Competition, Game, Round  # noqa: E402
from pairing.core import types  # noqa: E402
from pairing.core.types import Result  # noqa: E402
from pairing.formats.document import write_document  # noqa: E402
from tests.bench.bench_web import leave_the_database  # noqa: E402
from tests.bench.clock import calibration_ms, cpu_ms, growth  # noqa: E402
from tests.make import import_file, make_club, make_competition  # noqa: E402

FIRST, MEMBERS, PRESENT, EVENINGS = date(2016, 9, 6), 24, 14, 200
LARGE_MEMBERS, LARGE_PRESENT = 200, 60
TABLES = "attendance evening game round trailentry unpaired".split()
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def play(competition: Competition, number: int) -> None:
    """An evening by the steps of a leader; attendance and results come in at once."""
    tempo = competition.tempos.get(key="long")
    day = FIRST + timedelta(weeks=number)
    evening = open_evening(plan_evening(competition, tempo=tempo, date=day, by=None), by=None)
    entries = list(competition.entries.order_by("start"))
    there = [entries[(number * 5 + place * 7) % MEMBERS] for place in range(PRESENT)]
    Attendance.objects.bulk_create(
        Attendance(evening=evening, entry=entry, status=Attendance.Status.PRESENT)
        for entry in there[1:]
    )
    mark_present(evening, there[0], present=True, by=None)
    round_ = publish_next(evening, after=0, by=None)
    games = list(round_.games.order_by("board"))
    for game in games:
        game.result = str(RESULTS[(number * number + game.board * number) % len(RESULTS)])
    Game.objects.bulk_update(games, ["result"])
    close_evening(evening, by=None)


def large(club: Club) -> Competition:
    """A large club's evenings, as a document brings them in; the stronger one wins more often."""
    chance = Random(1)

    def result(white: str, black: str) -> Result:
        ahead = int(black[1:]) - int(white[1:])
        return RESULTS[(chance.gauss(ahead, 80) < 25) + (chance.gauss(ahead, 80) < -25)]

    players = tuple(
        types.Player(f"p{number}", number, f"Speler{number}, Voornaam{number}", 2300 - 5 * number)
        for number in range(1, LARGE_MEMBERS + 1)
    )
    evenings = []
    for number in range(EVENINGS):
        there = [
            players[(number * 37 + place * 7) % LARGE_MEMBERS].id for place in range(LARGE_PRESENT)
        ]
        games = tuple(
            types.Game(board, white, black, result(white, black))
            for board, (white, black) in enumerate(
                zip(there[::2], there[1::2], strict=True), start=1
            )
        )
        day = (FIRST + timedelta(weeks=number)).isoformat()
        evenings.append(types.Evening("long", (types.Round(games),), day))
    snapshot = types.Snapshot(
        name="Large",
        system="attacalc",
        tempos=(types.Tempo("long", "Long", 1, 4, 3),),
        players=players,
        evenings=tuple(evenings),
    )
    return import_file(club, write_document(snapshot), slug="large")


def size() -> int:
    """Bytes that the rows of a competition take with their indexes, tidied first."""
    with connection.cursor() as cursor:
        total = 0
        for table in TABLES:
            cursor.execute(f"VACUUM FULL clubcomp_{table}")
            cursor.execute("SELECT pg_total_relation_size(%s)", [f"clubcomp_{table}"])
            total += cursor.fetchone()[0]
    return total


def pages(competition: Competition) -> dict[str, float]:
    """What the longest pages and files take when nothing of them is kept."""
    client, times = Client(), {}
    address = f"/{competition.club.slug}/{competition.slug}/"
    rounds = Round.objects.filter(evening__competition=competition)
    last = rounds.order_by("-evening__number").first().evening.serial

    def fresh(what, rest):
        def call():
            Competition.objects.filter(pk=competition.pk).update(version=F("version") + 1)
            assert client.get(address + rest).status_code == 200, rest

        times[what] = cpu_ms(call, 3)

    fresh("standings", "standings/")
    fresh("places", "places/")
    fresh("cross table", "cross-table/")
    fresh("calendar", "calendar/")
    fresh("last evening", f"evenings/{last}/")
    for kind in ("csv", "xlsx"):
        fresh(f"standings, {kind}", f"downloads/standings/?format={kind}")
        fresh(f"games, {kind}", f"downloads/games/?format={kind}")
    times["document"] = cpu_ms(lambda: export_document(competition), 3)
    games = Game.objects.filter(round__evening__competition=competition)
    game = games.order_by("round__evening__number").first()
    times["preview of a correction of the first game"] = cpu_ms(
        lambda: preview_correction(game, result=Result.DRAW), 3
    )
    return times


def tell(name: str, competition: Competition, write) -> None:
    """Print what its pages take."""
    for what, ms in pages(competition).items():
        write(f"{name}, {what}  {ms:.1f} ms CPU\n")


def years(competition: Competition, evenings: int, write) -> None:
    """Play them, and print how the competition grows."""
    before, sizes = size(), {}
    for number in range(1, evenings + 1):
        play(competition, number)
        if number % (evenings // 4) == 0:
            sizes[number] = size() - before
            text = len(Round.objects.latest("pk").paired_from)
            write(
                f"{number} rounds: {sizes[number] / 1024:,.0f} KiB,"
                f" {sizes[number] / number:,.0f} bytes a round;"
                f" the last was paired from a text of {text:,}\n"
            )
    write(f"size grows with the rounds to the power {growth([*sizes], [*sizes.values()]):.2f}\n")
    tell(f"{evenings} evenings of {PRESENT // 2} boards", competition, write)


def main(evenings: int = EVENINGS, write=sys.stdout.write) -> None:
    """Print the figures."""
    setup_test_environment()
    write(f"calibration loop {calibration_ms():.1f} ms CPU\n")
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        club = make_club()
        years(make_competition(MEMBERS, club=club), evenings, write)
        tell(f"{EVENINGS} evenings of {LARGE_PRESENT // 2} boards", large(club), write)
    finally:
        leave_the_database()
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
