"""Does a club of ten years grow with what happened in it? `python -m tests.bench.bench_years`.

One competition that never ends, of 24 members: an evening a week with seven boards, 400 of them,
on a database of its own. Tells the size of what a round adds, and what pages and files take.
"""

import os
import sys
from datetime import date, timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.db import connection  # noqa: E402 - Django first
from django.db.models import F  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: E402

from clubcomp.flow.attendance import mark_present  # noqa: E402
from clubcomp.flow.corrections import preview_correction  # noqa: E402
from clubcomp.flow.documents import export_document  # noqa: E402
from clubcomp.flow.evenings import close_evening, open_evening, plan_evening  # noqa: E402
from clubcomp.flow.pairings.publishing import publish_next  # noqa: E402
from clubcomp.models import Attendance, Competition, Game, Round  # noqa: E402
from pairing.core.types import Result  # noqa: E402
from tests.bench.bench_web import leave_the_database  # noqa: E402
from tests.bench.clock import calibration_ms, cpu_ms, growth  # noqa: E402
from tests.make import make_club, make_competition  # noqa: E402

FIRST, MEMBERS, PRESENT, EVENINGS, SEASON = date(2016, 9, 6), 24, 14, 400, 40
TABLES = "attendance evening game recordpart round trailentry unpaired".split()
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
    last = Round.objects.order_by("-evening__number").first().evening.serial

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
    game = Game.objects.order_by("round__evening__number").first()
    times["preview of a correction of the first game"] = cpu_ms(
        lambda: preview_correction(game, result=Result.DRAW), 3
    )
    return times


def main(evenings: int = EVENINGS, write=sys.stdout.write) -> None:
    """Print the figures."""
    setup_test_environment()
    write(f"calibration loop {calibration_ms():.1f} ms CPU\n")
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        competition = make_competition(MEMBERS, club=make_club())
        before, sizes = size(), {}
        for number in range(evenings):
            play(competition, number)
            if (number + 1) % (evenings // 4) == 0:
                sizes[number + 1] = size() - before
                kept = sum(
                    map(len, Round.objects.filter(evening__number=number + 1).documents().values())
                )
                write(
                    f"{number + 1} rounds: {sizes[number + 1] / 1024:,.0f} KiB,"
                    f" {sizes[number + 1] / (number + 1):,.0f} bytes a round;"
                    f" the last was paired from a text of {kept:,}\n"
                )
            if (number + 1) in (evenings // 2, evenings):
                for what, ms in pages(competition).items():
                    write(f"  {what:42}{ms:8.1f} ms CPU\n")
        write(
            f"size grows with the rounds to the power {growth([*sizes], [*sizes.values()]):.2f}\n"
        )
    finally:
        leave_the_database()
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
