"""Fill an empty database with clubs that play tonight: `python -m tests.bench.many_clubs 1000`.

One club is made by the steps of its leader: 24 members, two evenings played and one on, of which
the first game is published. The others are its rows once more, with numbers of their own. Prints,
as JSON, of each: its page of tonight, and of the first `LED`, of a session of its owner.
"""

import json
import sys

import django

django.setup()

from django.conf import settings  # noqa: E402 - Django first
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402

from clubcomp.flow.archives.graph import tables, ways_to_club  # noqa: E402
from clubcomp.flow.pairings.publishing import publish_next  # noqa: E402
from clubcomp.models import Club, Game, Role, User  # noqa: E402
from tests.make import make_evening, make_membership, make_user  # noqa: E402
from tests.views.public import TUESDAYS, season  # noqa: E402

#: Further apart than the rows of one club.
APART, LED = 100_000, 20


def copied(club: Club, count: int) -> None:
    """So many clubs more, each row as of this one."""
    with connection.cursor() as cursor:
        for model in tables():
            table, columns = model._meta.db_table, []
            for field in model._meta.concrete_fields:
                moved = field.primary_key or field.related_model in ways_to_club()
                name = f'"{field.column}"'
                value = f"{name} + n * {APART}" if moved else name
                if model is Club and field.name in ("slug", "name"):
                    value = f"{name} || n"
                columns.append((name, value))
            names, values = zip(*columns, strict=True)
            cursor.execute(
                f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)}"  # noqa: S608
                f" FROM {table}, generate_series(1, {count}) n"
            )
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}"  # noqa: S608
            )
        cursor.execute("ANALYZE")


def main(count: int) -> None:
    """Make them."""
    competition = season(24)
    evening = make_evening(competition, date=TUESDAYS[2])
    publish_next(evening, after=0, by=None)
    club = competition.club
    copied(club, count - 1)
    page = f"{competition.slug}/evenings/{evening.serial}"
    clubs = []
    for one in Club.objects.order_by("pk"):
        known = {"tonight": f"/{one.slug}/{competition.slug}/tonight/"}
        if len(clubs) < LED:
            owner = make_user(f"Owner {one.pk}", email=f"owner{one.pk}@example.org")
            make_membership(one, owner, Role.OWNER)
            games = Game.objects.filter(round__evening__competition__club=one, result="*")
            known |= {
                "club": one.slug,
                "cookie": session_of(owner),
                "sheet": f"/{one.slug}/{page}/lead/results/1/",
                "games": {game.board: game.seating for game in games.order_by("board")},
            }
        clubs.append(known)
    sys.stdout.write(json.dumps(clubs))


def session_of(user: User) -> str:
    """The cookie of somebody who is signed in."""
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}"


if __name__ == "__main__":
    main(int(sys.argv[1]))
