"""A site on many machines: copies in front of it, and parts of it that are killed.

PostgreSQL, its replica, PgBouncer, two app processes and nginx, all of them real. Nothing here
waits for a clock: what is asserted is an order, whatever time it takes.
"""

import itertools
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

import pytest

from tests.postgres.conftest import until
from tests.postgres.machines import NGINX, PGBOUNCER, Leader, ask, site_with_clubs, stored

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("machines"),
    pytest.mark.skipif(not (PGBOUNCER and NGINX), reason="there is no pgbouncer or no nginx here"),
]
#: A busy machine is no mistake.
PATIENCE = 120
HIT, ASIDE = "HIT", "BYPASS"
#: So long nginx may go on with what it has.
A_SECOND = 1


@pytest.fixture(scope="module")
def machines():
    with site_with_clubs(5) as made:
        yield made


def look(site, address, **headers):
    """A page as a stranger gets it from nginx: its status, what nginx did, and its words."""
    status, said, body = ask(site.port, "GET", address, headers=headers)
    return status, said["X-Cache"], body.decode()


# Copies --------------------------------------------------------------------------------------


def test_what_is_open_to_everybody_is_copied_and_only_for_who_sends_no_cookie(machines):
    site, clubs = machines
    page, leader = clubs[2]["tonight"], {"Cookie": clubs[2]["cookie"]}
    assert until(lambda: look(site, page)[1] == HIT)
    assert look(site, page, Cookie="link=x")[1] == ASIDE
    assert look(site, page, **leader)[1] == ASIDE
    assert until(lambda: look(site, page, **{"HX-Request": "true"})[1] != HIT)
    for private in ("/sign-in/", clubs[2]["sheet"]):
        assert {look(site, private)[1] for _ in range(5)} == {"MISS"}


def test_no_copy_is_of_another_host_or_language(machines):
    site, clubs = machines
    page = clubs[2]["tonight"]
    for _ in range(10):
        for language in ("nl", "en"):
            headers = {"Accept-Language": language}
            assert f'lang="{language}"' in look(site, page, **headers)[2]
        assert look(site, page, Host="elsewhere.example")[0] == 400


STEPS = {
    "forgetting": (
        "from clubcomp.flow.people.forgetting import forget_person;"
        "forget_person(club.players.get(name='Adema'), by=None)"
    ),
    "closing": (
        "from clubcomp.flow.accounts.readers import show_club_to;"
        "show_club_to(club, audience='members', names_shown='full', by=None)"
    ),
}


@pytest.mark.parametrize("step", STEPS)
def test_a_step_that_shows_less_is_seen_by_everybody_a_second_later(machines, step):
    """A stranger asks all the time, each answer noted with when it was asked for."""
    site, club = machines[0], machines[1][[*STEPS].index(step)]
    code = (
        "import django, time; django.setup(); from clubcomp.models import Club;"
        f"club = Club.objects.get(slug='{club['club']}'); {STEPS[step]}; print(time.time())"
    )
    answers, is_over = [], Event()

    def read():
        while not is_over.is_set():
            asked = time.time()
            status, copied, words = look(site, club["tonight"])
            answers.append((asked, copied, status == 200 and "Adema" in words))

    with ThreadPoolExecutor(2) as threads:
        readers = [threads.submit(read) for _ in range(2)]
        try:
            assert until(lambda: any(copied == HIT for _asked, copied, _shown in answers))
            made = float(site.run("-c", code))
            assert until(lambda: any(asked > made + A_SECOND for asked, *_ in answers))
        finally:
            is_over.set()
    for reader in readers:
        reader.result()
    assert all(not shown for asked, *_, shown in answers if asked > made + A_SECOND)


# Parts that are killed -----------------------------------------------------------------------


def work(leader, is_over):
    for board in itertools.cycle(leader.seen):
        result = "0-1" if leader.seen[board] == "1-0" else "1-0"
        while not leader.enter(board, result):
            time.sleep(0.05)
        if is_over.is_set():
            return


@contextmanager
def burst(machines):
    """Leaders enter results and strangers read; afterwards everything acknowledged is there."""
    site, clubs = machines
    leaders = [Leader(site, club) for club in clubs[3:]]
    working, seen, is_over = [], [[] for _club in clubs[3:]], Event()

    def read(page, statuses):
        for number in itertools.count():
            if is_over.is_set():
                return
            statuses.append(look(site, f"{page}?show={number % 9}")[0])

    def goes_on(writing=True):
        """Every reader goes round all nine pages, and every leader gets further where it writes."""
        more = 5 if writing else 0
        writes = [leader.acknowledged + more for leader in leaders]
        reads = [len(statuses) + 10 for statuses in seen]

        def has_gone_on():
            assert not any(one.done() for one in working)
            written = [leader.acknowledged for leader in leaders]
            return all(map(int.__ge__, [*written, *map(len, seen)], [*writes, *reads]))

        assert until(has_gone_on, PATIENCE), (writes, [leader.refused for leader in leaders])

    with ThreadPoolExecutor(4) as threads:
        working += [threads.submit(work, leader, is_over) for leader in leaders]
        working += [
            threads.submit(read, club["tonight"], statuses)
            for club, statuses in zip(clubs[3:], seen, strict=True)
        ]
        try:
            goes_on()
            yield goes_on
            goes_on()
        finally:
            is_over.set()
    for one in working:
        one.result()
    assert {status for statuses in seen for status in statuses} == {200}
    for leader in leaders:
        assert stored(site, leader.club) == leader.seen


@pytest.mark.parametrize("name", ["primary", "replica", "pooler"])
def test_a_server_is_gone_for_a_while_in_the_middle_of_a_burst(machines, name):
    part = getattr(machines[0], name)
    with burst(machines) as goes_on:
        part.stop()
        try:
            goes_on(writing=name == "replica")
        finally:
            part.start()


def test_an_app_process_is_killed_in_the_middle_of_a_burst(machines):
    site, _clubs = machines
    with burst(machines) as goes_on:
        for app in site.apps:
            app.kill_worker()
            goes_on()
