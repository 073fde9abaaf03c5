"""Pages for everybody come as bytes that were made before, and are what would be made now."""

import gzip
import re
import time
from datetime import timedelta
from itertools import product
from threading import Event, Thread

import brotli
import pytest
from django.db import OperationalError, connection
from django.db.models import F
from django.http import HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from clubcomp.models import Club, Entry
from clubcomp.record import kept_pages
from clubcomp.record.kept_pages import KeptPages, PageSubject, subject_of, version_of
from clubcomp.record.replica import is_failing
from tests.attempts import attempts
from tests.views.site_map import ADDRESSES, STEPS
from tests.views.test_access import KIND_OF, SEE, VISITORS
from tests.views.two_clubs import digest, tried

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]

ENGLISH = {"accept-language": "en"}
KEPT = [name for name, kind in KIND_OF.items() if kind is SEE or name in kept_pages.OF_SITE]
#: Presses that change an account and nothing that is shown to everybody.
#: What somebody has done for oneself: no page of the club says it, nor its log.
OF_ACCOUNTS = {"password", "welcome", "my-messages", "stop-messages"}
#: These change the site: which clubs there are, and whether more can sign up.
OF_SITE = {"found-club", "operator-sign-up", "asked-clubs"}
#: What differs between two askings of one page: tokens against forgery, and the time.
PASSING = re.compile(r'value="[\w-]{16,}"|X-CSRFToken": "\w+"|\d\d:\d\d')


UNTIL = kept_pages.expires_at
AN_HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def for_an_hour(monkeypatch):
    """No minute ends between two askings of a page."""
    monkeypatch.setattr(kept_pages, "expires_at", lambda *_: kept_pages.time.time() + 3600)


def as_made(answer):
    """What an answer says, without what is different each time."""
    return answer.status_code, PASSING.sub("", answer.content.decode("utf-8", "replace"))


def number_kept():
    """How many pages this process keeps."""
    return len(kept_pages.PAGES._cache)


def queries(client, url, **headers):
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(url, headers=ENGLISH | headers)
    return len(captured), answer


# Sent as kept ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", KEPT)
def test_a_page_for_everybody_is_made_once_and_sets_no_cookie(clubs, name):
    client, url = clubs.client("anonymous"), clubs.url(name)
    client.get(clubs.url("seal"))  # the first time, it raises the version
    made = client.get(url, headers=ENGLISH)
    count, again = queries(client, url)
    assert (count, again.content) == (1, made.content)
    assert not made.cookies
    assert b"csrf" not in made.content.lower()
    assert made["ETag"]
    how_long = "max-age=86400, must-revalidate" if name == "club-picture" else "no-cache"
    assert made["Cache-Control"] == f"private, {how_long}"


def test_it_comes_compressed_as_the_browser_reads_it(clubs):
    client, url = clubs.client("anonymous"), clubs.url("tonight")
    plain = client.get(url)
    for encoding, read in (("br", brotli.decompress), ("gzip", gzip.decompress)):
        answer = client.get(url, headers={"accept-encoding": encoding})
        assert answer["Content-Encoding"] == encoding
        assert answer["Content-Length"] == str(len(answer.content))
        assert read(answer.content) == plain.content
        assert answer["ETag"] == plain["ETag"]
    assert "Content-Encoding" not in plain
    assert "Accept-Encoding" in plain["Vary"]


def test_who_has_it_already_is_told_so_until_it_looks_different(clubs):
    client, url = clubs.client("anonymous"), clubs.url("competition")
    known = {"if-none-match": client.get(url, headers=ENGLISH)["ETag"]}
    count, answer = queries(client, url, **known)
    assert (count, answer.status_code, answer.content) == (1, 304, b"")
    Club.objects.filter(pk=clubs.club.pk).update(version=9)
    assert client.get(url, headers=known | ENGLISH).status_code == 304
    Club.objects.filter(pk=clubs.club.pk).update(version=10, name="De Nieuwe Toren")
    assert client.get(url, headers=known | ENGLISH).status_code == 200


@pytest.mark.parametrize("visitor", VISITORS)
def test_who_shows_what_is_current_is_told_so_by_one_query(clubs, visitor):
    competition = clubs.competition
    competition.refresh_from_db()
    asked = {"hx-request": "true"}
    url = f"{clubs.url('tonight')}?version={competition.version}&player=bakker"
    count, answer = queries(clubs.client(visitor), url, **asked)
    assert (count, answer.status_code) == (1, 204)
    url = f"{clubs.url('tonight')}?version={competition.version - 1}"
    assert clubs.client(visitor).get(url, headers=asked).status_code != 204


def test_nginx_may_keep_for_a_second_what_is_open_to_everybody(clubs, settings):
    asked, page = {"hx-request": "true"}, clubs.url("tonight")
    clubs.competition.refresh_from_db()
    current = f"{page}?version={clubs.competition.version}"

    def kept(visitor="anonymous", url=page, **headers):
        return clubs.client(visitor).get(url, headers=headers).get("X-Accel-Expires")

    assert kept() is None
    settings.FRONT_CACHE = True
    for said in (kept(), kept(url=current, **asked), kept(url=f"{current}0", **asked)):
        assert 0 <= time.time() - int(said.removeprefix("@")) < 10
    assert kept(cookie="language=nl") is None
    assert {kept(visitor) for visitor in VISITORS if visitor != "anonymous"} == {None}
    assert kept(url=clubs.url("members")) is None
    Club.objects.filter(pk=clubs.club.pk).update(audience="members", version=F("version") + 1)
    assert kept() is None


# What it depends on ----------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(STEPS.keys() - OF_ACCOUNTS))
def test_every_change_raises_the_version_of_what_everybody_sees(clubs, name):
    before, subject = digest(), PageSubject("" if name in OF_SITE else "toren", "")
    version = version_of(subject)
    with tried():
        clubs.client(STEPS[name].who).post(clubs.step_url(name), clubs.data(name))
        assert digest() != before
        assert version_of(subject)[1:3] > version[1:3]


def test_the_language_the_day_and_the_program_are_part_of_it(clubs, monkeypatch):
    client, url = clubs.client("anonymous"), clubs.url("calendar")
    assert queries(client, url)[0] > 1
    for language in ("nl", "tr", "de", "en"):
        page = client.get(url, headers={"accept-language": language}).content.decode()
        assert f'<html lang="{language}"' in page
    assert queries(client, url)[0] == 1
    with monkeypatch.context() as patch:
        patch.setattr(kept_pages, "program_digest", lambda: "another one")
        assert queries(client, url)[0] > 1
    tomorrow = kept_pages.timezone.localdate().replace(year=2030)
    monkeypatch.setattr(kept_pages.timezone, "localdate", lambda *_args: tomorrow)
    assert queries(client, url)[0] > 1


def test_a_page_that_says_the_minute_is_kept_for_that_minute(clubs, monkeypatch):
    monkeypatch.setattr(kept_pages, "expires_at", UNTIL)
    client = clubs.client("anonymous")
    for name in ("tonight", "standings", "hall", "calendar"):
        client.get(clubs.url(name), headers=ENGLISH)
    later = kept_pages.time.time() + 61
    monkeypatch.setattr(kept_pages.time, "time", lambda: later)
    for name, is_of_a_minute in (("tonight", 1), ("standings", 1), ("hall", 1), ("calendar", 0)):
        assert (queries(client, clubs.url(name))[0] > 1) is bool(is_of_a_minute), name


def test_who_chose_a_name_sees_a_page_of_their_own(clubs):
    stranger, known = clubs.client("anonymous"), clubs.client("anonymous")
    chosen = known.get(clubs.url("tonight") + "?player=bakker", headers=ENGLISH)
    assert "player" in chosen.cookies
    own = known.get(clubs.url("players"), headers=ENGLISH).content
    assert queries(known, clubs.url("players"))[0] == 1
    assert own != stranger.get(clubs.url("players"), headers=ENGLISH).content
    known.cookies["player"] = f"{Entry.objects.first().player_id}:forged:signature"
    forged = known.get(clubs.url("players"), headers=ENGLISH).content
    assert forged == stranger.get(clubs.url("players"), headers=ENGLISH).content


def test_what_changes_while_a_page_is_made_is_seen_in_the_next_question(clubs, monkeypatch):
    client, url = clubs.client("anonymous"), clubs.url("calendar")
    page_of = kept_pages.page_of

    def changed_meanwhile(*args):
        Club.objects.filter(pk=clubs.club.pk).update(name="Nieuw", version=99)
        return page_of(*args)

    with monkeypatch.context() as patch:
        patch.setattr(kept_pages, "page_of", changed_meanwhile)
        assert "Nieuw" not in client.get(url).content.decode()
    assert "Nieuw" in client.get(url).content.decode()


def test_another_club_with_the_same_address_has_pages_of_its_own(clubs):
    client, club = clubs.client("anonymous"), Club.objects.create(name="Oud", slug="oud")
    assert "Oud" in client.get("/oud/").content.decode()
    club.delete()
    assert client.get("/oud/").status_code == 404
    Club.objects.create(name="Jong", slug="oud")
    assert "Jong" in client.get("/oud/").content.decode()


def test_only_a_get_is_answered_from_what_is_kept(clubs):
    url = clubs.url("calendar")
    assert clubs.client("anonymous").head(url).status_code == 200
    clubs.client("anonymous").post(url)
    assert number_kept() == 0


def test_a_question_with_too_much_in_it_is_refused_as_elsewhere(clubs):
    url = f"{clubs.url('calendar')}?{'a=1&' * 3000}"
    for asked in ({}, {"hx-request": "true"}):
        answer = clubs.client("anonymous").get(url, headers=asked)
        assert answer.status_code == 400
        assert "Content-Security-Policy" in answer


def test_a_name_that_is_chosen_comes_compressed_and_is_not_kept(clubs):
    url = f"{clubs.url('tonight')}?player=bakker"
    answer = clubs.client("anonymous").get(url, headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert number_kept() == 0


def test_what_is_looked_for_is_not_kept(clubs):
    client, url = clubs.client("anonymous"), clubs.url("players")
    client.get(f"{url}?search=bakker")
    client.get(f"{url}?utm=1")
    assert number_kept() == 0


# Who may see what, with everything kept ----------------------------------------------------


def test_nobody_is_answered_what_was_made_for_somebody_else(clubs, monkeypatch):
    """Every page for everybody, asked by everybody with all pages kept and then with none."""
    pages = {name: clubs.url(name) for name in ["seal", *KEPT]}
    for url in pages.values():
        ask(clubs, "anonymous", url)
    assert number_kept() == len(KEPT)
    asked = list(product(VISITORS, KEPT))
    warm = {(who, name): as_made(ask(clubs, who, pages[name])) for who, name in asked}
    monkeypatch.setattr(kept_pages, "name_of", lambda *_: "")
    with attempts() as attempt:
        for who, name in asked:
            with attempt(who, name):
                assert warm[who, name] == as_made(ask(clubs, who, pages[name])), name


def ask(clubs, visitor, url):
    return clubs.client(visitor).get(url, headers=ENGLISH)


def test_no_other_page_is_kept(clubs):
    """Not of an address that some may see only, and of no other address for who is signed in."""
    for name in ADDRESSES.keys() - KEPT:
        ask(clubs, "anonymous", clubs.url(name))
    for name in ADDRESSES:
        ask(clubs, "leader", clubs.url(name))
    assert number_kept() == 0


def test_only_public_addresses_are_looked_for():
    for name, address in ADDRESSES.items():
        if name not in KEPT:
            assert getattr(address.view, "access", None) is not SEE
    assert subject_of("/toren/intern/tonight/", "") == PageSubject("toren", "intern")
    for path in ("/toren/members/", "/sign-in/", "/admin/", "/nothing/of/the/kind/at/all/"):
        assert subject_of(path, "") is None


# One at a time ----------------------------------------------------------------------------


@pytest.fixture
def kitchen(monkeypatch):
    """The middleware before a page that is made when `go` is set; `count` says how often."""
    asked, go = [], Event()

    def make(request):
        asked.append(request)
        assert go.wait(10)
        return HttpResponse("made")

    monkeypatch.setattr(
        kept_pages, "version_of", lambda _subject: kept_pages.PageVersion(1, 1, 1, 1)
    )
    middleware = KeptPages(make)
    middleware.go, middleware.asked = go, asked
    return middleware


def asking(kitchen, answers):
    request = RequestFactory().get("/toren/intern/tonight/", headers=ENGLISH)
    thread = Thread(target=lambda: answers.append(kitchen(request)))
    thread.start()
    return thread


def test_a_page_is_made_by_one_and_the_others_get_what_it_made(kitchen):
    answers = []
    threads = [asking(kitchen, answers) for _ in range(4)]
    while not kitchen.asked:
        pass
    kitchen.go.set()
    for thread in threads:
        thread.join()
    assert [answer.content for answer in answers] == [b"made"] * 4
    assert len(kitchen.asked) == 1


def test_who_waits_too_long_may_come_again(kitchen, monkeypatch):
    monkeypatch.setattr(kept_pages, "PATIENCE", 0)
    answers = []
    first = asking(kitchen, answers)
    while not kitchen.asked:
        pass
    asking(kitchen, answers).join()
    assert (answers[0].status_code, answers[0]["Retry-After"]) == (503, "1")
    assert "Many ask for this page" in answers[0].content.decode()
    kitchen.go.set()
    first.join()
    assert answers[1].content == b"made"


def test_a_page_that_is_only_busy_does_not_call_the_database_away(kitchen):
    kitchen.get_response = lambda _request: HttpResponse(status=503)
    answers = []
    asking(kitchen, answers).join()
    assert answers[0].status_code == 503
    assert not is_failing("default")


def test_a_database_that_is_away_is_said_in_the_readers_language(clubs, monkeypatch):
    def away(_place):
        raise OperationalError

    monkeypatch.setattr(kept_pages, "version_of", away)
    for language, words in {"en": "The site is away", "nl": "De site is"}.items():
        headers = {"accept-language": language}
        answer = clubs.client("anonymous").get(clubs.url("tonight"), headers=headers)
        assert (answer.status_code, words in answer.content.decode()) == (503, True)
        assert "Content-Security-Policy" in answer


# A press on a page for everybody -----------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "is_taken"),
    [
        ({"sec-fetch-site": "same-origin"}, True),
        ({"origin": "http://testserver"}, True),
        ({"sec-fetch-site": "cross-site", "origin": "http://testserver"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"origin": "http://elsewhere.example"}, False),
        ({"origin": "http://["}, False),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
    ],
)
def test_the_language_is_chosen_from_a_page_of_this_site_only(clubs, headers, is_taken):
    client = clubs.client("anonymous", enforce_csrf_checks=True)
    asked = {"language": "tr", "next": clubs.url("calendar")}
    answer = client.post("/language/", asked, headers=headers)
    assert answer.status_code == (302 if is_taken else 403)
    page = client.get(clubs.url("calendar"), headers=ENGLISH).content.decode()
    assert ('<html lang="tr"' in page) is is_taken
