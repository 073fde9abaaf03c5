"""Pages for everybody are read from a streaming replica, and no reader goes back in time.

The replica is a real one, of the server that the tests use.
"""

import time
from contextlib import contextmanager
from copy import deepcopy

import pytest
from django.core.cache import caches
from django.db import OperationalError, connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubcomp.flow.hosting.suspending import resume_club, suspend_club
from clubcomp.flow.step import raise_version
from clubcomp.record import replica
from clubcomp.running.postgres.programs import installed, within_reach
from tests import make
from tests.make import PASSWORD
from tests.postgres.machines import ACCOUNT, Postgres
from tests.views.public import address, reader, season
from tests.views.test_queries_public import PAGES
from tests.views.visitor import Visitor

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("replica"),
    pytest.mark.usefixtures("nothing_rests"),
]
CALENDAR = "calendar/"


@pytest.fixture(scope="module")
def standby(django_db_setup, django_db_blocker):
    """A streaming replica: where it is, and how it is stopped."""
    with django_db_blocker.unblock():
        connection.ensure_connection()
        major, reach = str(connection.pg_version // 10000), connection.get_connection_params()
        connection.close()
    fitting = [one for one in installed() if one.major == major]
    if not fitting or not (fitting[0].folder / "pg_basebackup").exists():
        pytest.skip(f"no pg_basebackup of PostgreSQL {major} is here")
    programs = within_reach(fitting[0], ACCOUNT).folder
    replica = Postgres.replica(reach, programs, "-c fsync=off")
    replica.start()
    yield replica.folder
    replica.end()


@pytest.fixture
def nothing_rests():
    replica._failed_at.clear()
    for kept in caches.all():
        kept.clear()
    yield
    replica._failed_at.clear()


@pytest.fixture
def behind(standby, settings):
    """The site with `REPLICA_URL`; gives the connection to the replica."""
    said = deepcopy(connection.settings_dict)
    said |= {"ENGINE": "clubcomp.inside_django.postgresql", "HOST": str(standby), "PORT": "5433"}
    said["OPTIONS"].pop("pool", None)
    settings.DATABASES["replica"] = said
    connections["replica"].connect()  # Django's tests make none to a database they do not know
    try:
        yield connections["replica"]
    finally:
        connections["replica"].close()
        del connections["replica"]
        del settings.DATABASES["replica"]


def value(database, query):
    with database.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchone()[0]


def until(condition):
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it never came so far")


def follow(database):
    """Wait until the replica has all that was committed."""
    here = value(connection, "SELECT pg_current_wal_insert_lsn()")
    query = f"SELECT pg_last_wal_replay_lsn() >= '{here}'"
    until(lambda: value(database, query))


@contextmanager
def held_up(database):
    """The replica gets everything, and shows nothing of it yet."""
    value(database, "SELECT pg_wal_replay_pause()::text")
    until(lambda: value(database, "SELECT pg_get_wal_replay_pause_state()") == "paused")
    try:
        yield
    finally:
        value(database, "SELECT pg_wal_replay_resume()::text")


@contextmanager
def away(database=connection):
    """The primary does not answer, or another one."""

    def refuse(*_args):
        raise OperationalError("it is away")

    with database.execute_wrapper(refuse):
        yield


def forget():
    """Nothing is kept of pages that were made."""
    for kept in caches.all():
        kept.clear()


def look(competition, page):
    """A page as a stranger gets it."""
    response = reader().get(address(competition, page))
    return response.status_code, b"".join(response) if response.streaming else response.content


def asked(database, competition, page, client=None):
    forget()
    with CaptureQueriesContext(database) as queries:
        (client or reader()).get(address(competition, page))
    return [query["sql"] for query in queries if query["sql"] not in ("BEGIN", "COMMIT")]


def test_every_public_page_is_the_same_from_the_replica(behind, monkeypatch):
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)  # pages say the minute
    competition = season(10)
    make.make_evening(competition, date=None, is_open=False)
    replica.mark_failed("replica")
    wanted = {page: look(competition, page) for page in PAGES if "games/1/" not in page}
    replica._failed_at.clear()
    follow(behind)
    forget()
    with CaptureQueriesContext(behind) as queries:
        found = {page: look(competition, page) for page in wanted}
    assert found == wanted
    assert len(queries) > 3 * len(wanted)


def test_the_primary_is_only_asked_for_the_version_and_what_is_kept(behind):
    competition = season(10)
    follow(behind)
    primary = asked(connection, competition, CALENDAR)
    assert primary
    assert all("clubcomp_version" in sql or "clubcomp_keptpage" in sql for sql in primary), primary


def test_who_is_signed_in_reads_the_primary(behind):
    competition = season(10)
    leader = Visitor(club=competition.club)
    follow(behind)
    assert asked(behind, competition, CALENDAR, leader.client) == []


def test_a_club_that_is_suspended_is_gone_at_once_while_the_replica_lags(behind):
    competition = season(10)
    follow(behind)
    before = look(competition, CALENDAR)
    with held_up(behind):
        suspend_club(competition.club, why="The bill is open.", by=None)
        for _again in range(2):
            assert look(competition, CALENDAR)[0] == 403
            forget()
    resume_club(competition.club, by=None)
    follow(behind)
    assert look(competition, CALENDAR) == before


def test_a_change_is_seen_at_once_also_while_the_replica_lags(behind):
    competition = season(10)
    follow(behind)
    before = look(competition, CALENDAR)
    with held_up(behind):
        make.make_evening(competition, date=None, is_open=False)
        after = look(competition, CALENDAR)
    assert after[0] == 200
    assert after != before


def test_a_club_that_closes_its_pages_is_closed_at_once(behind):
    competition = season(10)
    follow(behind)
    with held_up(behind):
        type(competition.club).objects.filter(pk=competition.club_id).update(audience="members")
        raise_version(competition.club_id)
        assert look(competition, CALENDAR)[0] == 403


def test_without_the_primary_readers_go_on_and_presses_are_told(behind):
    competition = season(10)
    make.make_user("Leader", email="leader@example.org")
    follow(behind)
    before = look(competition, CALENDAR)
    forget()
    with away():
        assert look(competition, CALENDAR) == before
        data = {"username": "leader@example.org", "password": PASSWORD}
        client = Client(raise_request_exception=False)
        assert client.post("/sign-in/", data).status_code == 503


@pytest.mark.parametrize("is_known", [False, True], ids=["nobody noticed", "another noticed"])
def test_a_primary_that_goes_away_between_the_version_and_the_page_costs_nobody_a_page(
    behind, is_known
):
    competition = season(10)
    follow(behind)
    before = look(competition, CALENDAR)
    forget()

    def answers_once(execute, sql, *args):
        if "clubcomp_version" not in sql or replica.is_failing("default"):
            raise OperationalError("it is away")
        answer = execute(sql, *args)
        if is_known:  # somebody else's request failed meanwhile
            replica.mark_failed("default")
        return answer

    with held_up(behind):
        make.make_evening(competition, date=None, is_open=False)
        client = reader()
        client.raise_request_exception = False
        with connection.execute_wrapper(answers_once):
            answer = client.get(address(competition, CALENDAR))
        assert (answer.status_code, answer.content) == before
        assert replica.is_failing("default")
    forget()
    replica._failed_at.clear()
    assert look(competition, CALENDAR) != before


def test_without_the_primary_a_replica_that_failed_just_before_is_asked_again(behind):
    competition = season(10)
    follow(behind)
    before = look(competition, CALENDAR)
    for is_known in (False, True):
        replica._failed_at.clear()
        forget()
        replica.mark_failed("replica")
        if is_known:
            replica.mark_failed("default")
        with away():
            assert look(competition, CALENDAR) == before


def test_without_the_primary_nobody_who_follows_goes_back(behind):
    competition = season(10)
    follow(behind)
    competition.refresh_from_db()
    poll = address(competition, "tonight/")
    headers = {"hx-request": "true"}
    with away():
        for more, status in ((0, 204), (1, 503)):
            version = f"{competition.version + more}"
            query = {"version": version, "shape": "", "seen": ""}
            client = Client(raise_request_exception=False)
            assert client.get(poll, query, headers=headers).status_code == status


@pytest.mark.parametrize("was_away", [False, True], ids=["alone", "after the primary"])
def test_a_replica_that_is_gone_costs_nobody_a_page(behind, was_away):
    competition = season(10)
    if was_away:
        replica.mark_failed("default")
    with away(behind):
        forget()
        assert look(competition, CALENDAR)[0] == 200
        assert replica.is_failing("replica")
        assert look(competition, CALENDAR)[0] == 200


def test_a_site_on_a_standby_alone_shows_its_pages_and_says_what_it_cannot(behind):
    competition = season(10)
    make.make_user("Leader", email="leader@example.org")
    follow(behind)
    primary = connections["default"]
    alone = type(behind)(behind.settings_dict, "default")
    connections["default"] = alone
    try:
        for page in ("", CALENDAR, "standings/", "tonight/"):
            assert look(competition, page)[0] == 200
        client = Client(raise_request_exception=False, headers={"accept-language": "en"})
        answer = client.post("/sign-in/", {"username": "leader@example.org", "password": PASSWORD})
    finally:
        alone.close()
        connections["default"] = primary
    assert answer.status_code == 503
    assert "can only be read" in answer.content.decode()
