"""Who asks in vain what is new is told so in a word (204), before anything is made."""

import re

import pytest
from django.test import Client

from clubcomp.models import Club, Competition
from clubcomp.record.replica import PageSubject, version_of
from clubcomp.running.serving.by_gunicorn import GunicornSite
from pairing.installed import FILES
from tests.make import make_competition

pytestmark = pytest.mark.django_db

NOTHING_NEW = 204
FOLLOWS = {"hx-request": "true"}
#: How many seconds a page waits before it asks again.
EVERY = re.compile(r'hx-trigger="every (\d+)s"')


def answer(path, method="get", headers=FOLLOWS):
    """The status of what the site answers."""
    return getattr(Client(), method)(path, headers=headers).status_code


@pytest.fixture
def competition():
    return make_competition(4)


@pytest.fixture
def tonight(competition):
    return f"/{competition.club.slug}/{competition.slug}/tonight/"


def test_what_is_current_is_answered_and_the_next_change_is_seen_at_once(competition, tonight):
    shown = f"{tonight}?version={competition.version}&shape=ab&seen=c.d"
    assert [answer(shown) for _ in range(3)] == [NOTHING_NEW] * 3
    Competition.objects.filter(pk=competition.pk).update(version=competition.version + 1)
    assert answer(shown) != NOTHING_NEW
    assert answer(f"{tonight}?version={competition.version + 1}") == NOTHING_NEW


def test_a_screen_may_say_the_day_and_a_page_of_the_whole_club_its_two_numbers(
    competition, tonight
):
    Club.objects.filter(pk=competition.club_id).update(time_zone="Pacific/Kiritimati")
    version = version_of(PageSubject(competition.club.slug, ""))
    hall = f"/{competition.club.slug}/hall/"
    for page, stamp in ((tonight, competition.version), (hall, version.stamp)):
        assert answer(f"{page}?version={stamp}") == NOTHING_NEW
        assert answer(f"{page}?version={version.today}-{stamp}") == NOTHING_NEW
        assert answer(f"{page}?version=2001-01-01-{stamp}") != NOTHING_NEW


def test_whatever_is_not_plainly_a_poll_in_vain_gets_an_answer_of_its_own(
    competition, tonight, settings
):
    current = f"{tonight}?version={competition.version}"
    lead = f"/{competition.club.slug}/{competition.slug}/lead/"
    assert answer(current, headers={}) == 200
    assert answer(current, method="post") != NOTHING_NEW
    for elsewhere in (lead, "/", "/nowhere/", "/nowhere/blitz/tonight/", "/toren/none/tonight/"):
        for stamp in (competition.version, 0, "0-0"):
            assert answer(f"{elsewhere}?version={stamp}") != NOTHING_NEW
    settings.ALLOWED_HOSTS = ["club.example"]
    assert answer(current, headers=FOLLOWS | {"host": "elsewhere.example"}) == 400
    ours = FOLLOWS | {"host": "club.example:8000"}
    assert answer(current, headers=ours) == NOTHING_NEW


def test_a_phone_that_follows_asks_again_on_the_same_connection():
    pages = (FILES / "templates").rglob("*.html")
    waits = [int(wait) for page in pages for wait in EVERY.findall(page.read_text())]
    assert waits
    assert GunicornSite("127.0.0.1:0").cfg.keepalive > max(waits)
