"""The site works through PgBouncer in transaction mode, which keeps nothing of a connection."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from threading import Barrier
from urllib.parse import quote

import pytest
from django.db import connection, connections
from django.test import Client

from clubcomp.flow.evenings import close_evening
from clubcomp.flow.messages import send_test
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import record_result
from clubcomp.inside_django.postgresql.base import DatabaseWrapper
from clubcomp.models import Game, Message, Role
from clubcomp.running.sending.sender import Sender
from pairing.core.types import Result
from tests import make
from tests.flow.test_races import outcome_of, told
from tests.postgres.conftest import CHECKOUT, until
from tests.postgres.machines import PGBOUNCER, Pooler
from tests.views.leader import Leader
from tests.views.public import TUESDAYS, address, reader, season
from tests.views.test_queries_public import PAGES

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not PGBOUNCER, reason="there is no pgbouncer here"),
]


@pytest.fixture
def pooler(transactional_db, settings, monkeypatch):
    """Every connection of the site goes through it; the settings know where PostgreSQL is."""
    connection.ensure_connection()
    reach = connection.get_connection_params()
    pooler = Pooler(reach, size=2)
    secret = f":{quote(reach['password'])}" if reach.get("password") else ""
    where = f"{quote(str(reach['host']), safe='')}:{reach.get('port', 5432)}"
    who = f"{reach.get('user', 'postgres')}"
    name = reach["dbname"]
    pooler.direct = f"postgres://{who}{secret}@{where}/{name}"
    pooler.url = f"postgres://{who}@{pooler.place}/{name}"
    said = deepcopy(connection.settings_dict) | {
        "ENGINE": "clubcomp.inside_django.postgresql",
        "HOST": str(pooler.folder),
        "PORT": str(pooler.port),
        "OPTIONS": {},
        "DISABLE_SERVER_SIDE_CURSORS": True,
    }
    own, pooled = connections["default"], DatabaseWrapper(said, "default")
    settings.DIRECT_DATABASE_URL = pooler.direct
    monkeypatch.setitem(settings.DATABASES, "default", said)  # for other threads
    connections["default"] = pooled
    pooler.start()
    try:
        yield pooler
    finally:
        pooled.close()
        connections["default"] = own
        pooler.end()


def at_once(*steps):
    start = Barrier(len(steps))
    with ThreadPoolExecutor(len(steps)) as threads:
        runs = [threads.submit(outcome_of, step, start) for step in steps]
        return [run.result(60) for run in runs]


def test_an_evening_pages_messages_and_presses_and_a_restart_in_the_middle(pooler, mail):
    competition = season(10)
    evening = make.make_evening(competition, date=TUESDAYS[2], present=9)
    sender = Sender()
    sender.start()
    try:
        publish_next(evening, after=0, by=None)
        leader = Leader(evening)
        make.make_membership(competition.club, make.make_user("Anna"), Role.OWNER)
        send_test(competition.club, leader.user)
        assert until(lambda: len(mail) == 1)
        pages = [page for page in PAGES if "games/1/boards" not in page]
        for _made, _kept in ((1, 0), (0, 1)):
            found = {page: reader().get(address(competition, page)).status_code for page in pages}
            assert set(found.values()) == {200}, found

        assert leader.tap("record-result", 1, 1, result="1-0", seen="*").status_code == 200
        game = Game.objects.get(round__evening=evening, board=2)
        told(
            at_once(
                lambda: record_result(game, result=Result.WHITE_WINS, seen="*", by=None),
                lambda: record_result(game, result=Result.DRAW, seen="*", by=None),
            )
        )

        pooler.stop()
        connection.close()  # as at the end of every request
        stranger = Client(raise_request_exception=False, headers={"accept-language": "en"})
        assert stranger.get(address(competition, "standings/")).status_code == 503
        pooler.start()
        connection.close()
        assert leader.tap("record-result", 1, 3, result="0-1", seen="*").status_code == 200
        assert leader.tap("record-result", 1, 4, result="1-0", seen="*").status_code == 200
        games = Game.objects.filter(round__evening=evening).order_by("board")
        assert [game.result for game in games[2:]] == ["0-1", "1-0"]
        assert games[0].result == "1-0"
        close_evening(evening, by=None)
        send_test(competition.club, leader.user)
        assert until(lambda: len(mail) == 2)
        assert until(lambda: not Message.objects.filter(sent_at=None).exists())
    finally:
        sender.stop(60)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements")
        assert cursor.fetchone() == (0,)


def run_with(program, **environment):
    """With the settings of a site and this environment."""
    known = {"DJANGO_SETTINGS_MODULE": "clubcomp.settings", "SECRET_KEY": "x" * 60}
    return subprocess.run(
        [sys.executable, *program],
        cwd=CHECKOUT,
        env=known | environment,
        capture_output=True,
        text=True,
    )


MIGRATE = ("manage.py", "migrate", "--no-backup")


def test_the_tables_are_changed_past_the_pooler_or_not_at_all(pooler):
    refused = run_with(MIGRATE, DATABASE_URL=pooler.url)
    assert refused.returncode == 1
    assert "leads to a pooler" in refused.stderr
    assert "Set DIRECT_DATABASE_URL" in refused.stderr
    done = run_with(MIGRATE, DATABASE_URL=pooler.url, DIRECT_DATABASE_URL=pooler.direct)
    assert done.returncode == 0, done.stderr
    pooler.stop()  # it takes no part in it
    done = run_with(MIGRATE, DATABASE_URL=pooler.url, DIRECT_DATABASE_URL=pooler.direct)
    pooler.start()
    assert done.returncode == 0, done.stderr


def test_one_variable_switches_the_pool_off_and_needs_the_other():
    tell = (
        "from django.conf import settings; one = settings.DATABASES['default'];"
        "print('pool' in one['OPTIONS'], one.get('DISABLE_SERVER_SIDE_CURSORS', False))"
    )
    site, direct = {"DATABASE_URL": "postgres://a@b/c"}, {"DIRECT_DATABASE_URL": "postgres://a@d/c"}
    assert run_with(("-c", tell), **site).stdout.split() == ["True", "False"]
    assert run_with(("-c", tell), **site, **direct).stdout.split() == ["False", "True"]
    assert "needs DATABASE_URL" in run_with(("-c", tell), **direct).stderr
