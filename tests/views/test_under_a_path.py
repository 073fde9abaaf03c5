"""A site that lives under a path of its host: nothing of it leads beside that path."""

import re
from contextlib import nullcontext

import pytest
from django.test import Client
from django.urls import clear_script_prefix, set_script_prefix

from clubcomp.doors.limits import MOST
from clubcomp.models import Role
from clubcomp.running.sending import sender
from clubcomp.running.sending.letter import address_of
from clubcomp.running.serving.patient import most_for
from clubcomp.wsgi import under_path
from tests import make
from tests.make import PASSWORD
from tests.views.public import season
from tests.views.visitor import Visitor

pytestmark = pytest.mark.django_db
PATH = "/clubs/chess"
LED = re.compile(r'(?:href|src|action|hx-get|hx-post|data-[a-z-]+)="(/[^"]*)"')


@pytest.fixture(autouse=True)
def below(settings):
    """The settings of such a site, as `SITE_URL` makes them."""
    settings.SITE_PATH = settings.FORCE_SCRIPT_NAME = PATH
    settings.STATIC_URL = f"{PATH}/static/"  # which makes the storage anew, and again afterwards
    settings.SESSION_COOKIE_PATH = settings.CSRF_COOKIE_PATH = f"{PATH}/"
    set_script_prefix(f"{PATH}/")
    yield
    clear_script_prefix()


def test_every_link_of_every_page_that_is_reached_stays_below_the_path():
    competition = season(6)
    make.make_evening(competition, date=None, games=2)
    leader = Visitor(Role.OWNER, club=competition.club)
    to_see, seen = [f"{PATH}/{competition.club.slug}/", f"{PATH}/"], set()
    while to_see and len(seen) < 150:
        address = to_see.pop(0)
        if address in seen or "sign-out" in address:
            continue
        seen.add(address)
        page = leader.client.get(address.removeprefix(PATH))
        if page.status_code in (301, 302):
            assert page["Location"].startswith(f"{PATH}/"), address
            to_see.append(page["Location"])
        elif "text/html" in page.get("Content-Type", "") and not page.streaming:
            led = {to.partition("#")[0] for to in LED.findall(page.content.decode())}
            assert not {to for to in led if not to.startswith(f"{PATH}/")}, address
            to_see += sorted(to for to in led if "/static/" not in to)
    assert len(seen) > 100
    assert f"{PATH}/{competition.club.slug}/{competition.slug}/standings/" in seen


def test_signing_in_keeps_its_cookies_to_the_path_and_leads_back():
    make.make_user("Leader", email="leader@example.org")
    client, there = Client(), f"{PATH}/help/"
    sent = {"username": "leader@example.org", "password": PASSWORD, "next": there}
    answer = client.post("/sign-in/", sent)
    assert answer["Location"] == there
    assert {cookie["path"] for cookie in answer.cookies.values()} == {f"{PATH}/"}
    beside = Client().post("/sign-in/", sent | {"next": "/neighbour/"})
    assert beside["Location"] == f"{PATH}/"


def test_what_devices_and_programs_are_told_has_the_path():
    club = f"/{season(4).club.slug}"
    manifest = Client().get(f"{club}/manifest.webmanifest").json()
    assert manifest["scope"] == f"{PATH}{club}/"
    assert all(icon["src"].startswith(f"{PATH}/") for icon in manifest["icons"])
    assert f"Disallow: {PATH}/admin/" in Client().get("/robots.txt").content.decode()
    assert Client().get("/api/v1/no-such/").json()["status"] == 404


def test_what_is_asked_beside_the_path_is_not_there():
    asked, statuses = [], []

    def site(environ, start_response):
        asked.append(environ["PATH_INFO"])
        start_response("200 OK", [])
        return []

    below = under_path(site, "/chess")
    for path in ("/chess/a/", "/chess/", "/chess", "/", "/chessboard/", "/a/chess/"):
        below({"PATH_INFO": path}, lambda status, headers: statuses.append((status[:3], headers)))
    assert asked == ["/a/", "/"]
    assert [status for status, _headers in statuses] == ["200", "200", "301", "404", "404", "404"]
    assert statuses[2][1][-1] == ("Location", "/chess/")
    assert under_path(site, "") is site


def test_the_thread_that_sends_writes_addresses_below_the_path(monkeypatch):
    written, thread = [], sender.Sender()

    def once(_thread, _listener):
        written.append(address_of("sign-in"))
        thread._is_over = True

    monkeypatch.setattr(sender, "listening", nullcontext)
    monkeypatch.setattr(sender.Sender, "_send_when_notified", once)
    thread.start()
    thread.join(60)
    assert written[0].endswith(f"{PATH}/sign-in/")


def test_a_file_below_the_path_may_be_as_large_as_at_the_top():
    assert most_for(f"{PATH}/clubs/import/") == most_for("/clubs/import/") > MOST
