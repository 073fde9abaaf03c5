"""The demo for strangers: who sees a copy, what is open in it, how many there are, when they go."""

import os
import re
from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from clubcomp.__main__ import main
from clubcomp.demo import club as demo
from clubcomp.demo import copies
from clubcomp.demo.public import is_open
from clubcomp.flow.archives.graph import rows_of, tables
from clubcomp.management.commands import serve
from clubcomp.models import Club, User
from clubcomp.settings import MIDDLEWARE
from tests.attempts import attempts
from tests.views.site_map import ADDRESSES, STEPS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]

KEPT = "clubcomp.record.kept_pages.KeptPages"
OFF = "This is switched off here"
#: Every press that is open to a stranger. Another one is a decision: it belongs to an evening, and
#: sends, receives or publishes nothing.
PRESSES = """
    add-board add-guest add-member change-evening close confirm-results correct-notice
    correct-result discard-proposal drop-out elsewhere entries entry everybody-here fix-board
    forbid-pair games-ahead let-count make-member mark-attendance member my-away my-evening
    name-bye next-game next-in-advance not-coming open-evening options own-result pairing
    plan-attendance plan-evening publish record-result release-board remove-evening reopen
    result-more results results-of set_language sign-out swap swap-published take-board-back
    undo-opening way-out withdraw without-notice
""".split()


@pytest.fixture(autouse=True)
def public_demo(clubs, settings, monkeypatch):
    """The club "toren" is the demo, and the site is the public one."""
    settings.IS_DEMO = settings.IS_PUBLIC_DEMO = True
    settings.MIDDLEWARE = [*(one for one in MIDDLEWARE if one != KEPT), PUBLIC]
    monkeypatch.setattr(demo, "LEADER", demo.LEADER._replace(player="Adema"))
    User.objects.filter(pk=clubs.people["owner"].pk).update(email=demo.OWNER.email)


PUBLIC = "clubcomp.demo.public.PublicDemo"


def browser(**more):
    return Client(raise_request_exception=False, headers={"accept-language": "en"}, **more)


def started(**more):
    """A browser that has pressed the button, and the club that is its copy."""
    client = browser(**more)
    answer = client.post("/")
    assert answer.status_code == 302, answer.content.decode()
    return client, Club.objects.get(slug=answer.url.split("/")[1])


def without_secrets(answer):
    """A page without its token against forgery, and without its own address."""
    return re.sub(r'(X-CSRFToken": |value=)"[^"]+|[0-9a-f]{32}', "", answer.content.decode())


def own_url(clubs, name, slug):
    return clubs.url(name).replace("/toren/", f"/{slug}/")


def test_all_rows_are_copied_in_one_statement(clubs, django_assert_max_num_queries):
    copies.make_copy("192.0.2.1")
    with django_assert_max_num_queries(14):  # those that take a place and name the leader
        copies.make_copy("192.0.2.2")


def test_a_press_makes_a_whole_copy_and_signs_its_leader_in(clubs):
    first = browser().get("/")
    assert "Try it: lead an evening" in first.content.decode()
    client, copy = started()
    for name in ("lead", "hall", "print", "rules"):
        page = client.get(own_url(clubs, name, copy.slug))
        assert "This copy is yours alone, and goes at " in page.content.decode(), name
        assert page["Cache-Control"] == "private, no-store"
        assert "/account/" not in page.content.decode()
        assert "/deputies/" not in page.content.decode()
    assert copy.memberships.get().role == "leader"
    for model in tables():
        if model.__name__ not in ("Membership", "Club"):
            was, now = rows_of(model, clubs.club), rows_of(model, copy)
            assert now.count() == was.count(), model
            assert not set(now.values_list("pk", flat=True)) & set(was.values_list("pk", flat=True))
    assert (copy.audience, copy.is_findable, copy.embed_sites) == ("members", False, "")
    # It is paired as the original was, and may be pressed on.
    said = {"after": "1", "form_key": "k"}
    assert client.post(own_url(clubs, "next-game", copy.slug), said).status_code == 303
    # A second press leads back to it.
    assert client.post("/").url.startswith(f"/{copy.slug}/")
    assert "Go on with your evening" in client.get("/").content.decode()


def test_a_copy_is_there_for_one_browser_only(clubs):
    client, copy = started()
    other, _others = started()
    for name in ("club", "lead", "standings", "calendar-file", "api-club"):
        url = own_url(clubs, name, copy.slug)
        assert [one.get(url).status_code for one in (other, browser())] == [404, 404]
    press = own_url(clubs, "next-game", copy.slug)
    assert other.post(press, {"after": "1"}).status_code == 404
    assert client.get(f"/{copy.slug}/").status_code == 200


def test_to_every_other_browser_no_address_of_a_copy_exists(clubs):
    _client, copy = started()
    other, others_copy = started()
    assert others_copy != copy
    strangers = {"nobody": browser(), "owner": clubs.client("owner")}
    in_club = [name for name, address in ADDRESSES.items() if "club" in address.arguments]
    assert len(in_club) > 150
    with attempts() as attempt:
        for turn, name in enumerate(in_club):
            url = own_url(clubs, name, copy.slug)
            who = list(strangers)[turn % 2]
            with attempt(f"{name} by another or {who}"):
                assert other.get(url).status_code == 404
                assert strangers[who].post(url).status_code == 404
    there, not_there = (without_secrets(other.get(f"/{of}/")) for of in (copy.slug, "0" * 32))
    assert there == not_there
    # The original is nobody's, and no list names a copy.
    assert other.get("/toren/").status_code == 404
    for address in ("/", "/sitemap.xml", "/api/v1/", "/api/v1/clubs/", "/help/", "/?search=a"):
        assert copy.slug not in other.get(address).content.decode()


def test_what_is_no_part_of_an_evening_is_switched_off(clubs):
    client, copy = started()
    opened = {name for name in ADDRESSES if is_open(name, ADDRESSES[name].view.access)}
    assert {name for name in opened if name in STEPS} == set(PRESSES) & STEPS.keys()
    with attempts() as attempt:
        for name in ADDRESSES.keys() - opened:
            url = own_url(clubs, name, copy.slug)
            for ask in (client.get, client.post):
                with attempt(f"{name} {ask.__name__}"):
                    answer = ask(url)
                    assert (answer.status_code, OFF in answer.content.decode()) == (403, True)
                    assert answer["X-Robots-Tag"] == "noindex"
    words = "account admin backup import invitation link mail device settings second code"
    for word in words.split():
        assert not [name for name in opened if word in name and name not in STEPS], word
    assert not any(getattr(ADDRESSES[name].view, "most", 0) > 2**20 for name in opened & {*STEPS})


def test_forms_are_short_and_not_too_many(clubs, monkeypatch):
    client, copy = started()
    url = own_url(clubs, "add-member", copy.slug)
    assert client.post(url, {"name": "x" * 30_000}).status_code == 413
    monkeypatch.setattr(copies, "MOST_PRESSES", 2)
    assert [client.post(url, {"name": ""}).status_code for _ in range(3)] == [200, 200, 429]
    assert client.get(own_url(clubs, "lead", copy.slug)).status_code == 200


def test_there_are_only_so_many_copies_and_the_next_comes_free(monkeypatch):
    monkeypatch.setattr(copies, "MOST_OF_NETWORK", 1)
    monkeypatch.setattr(copies, "MOST", 2)
    started(REMOTE_ADDR="192.0.2.1")
    again = browser(REMOTE_ADDR="192.0.2.1").post("/")
    assert again.status_code == 429
    assert "From your network" in again.content.decode()
    started(REMOTE_ADDR="192.0.2.2")
    full = browser(REMOTE_ADDR="192.0.2.3").post("/")
    assert full.status_code == 503
    assert "Everybody" in full.content.decode()
    assert 0 < int(full["Retry-After"]) <= 7200
    for account in User.objects.filter(email__endswith=copies.HOST):
        account.date_joined -= copies.LIFE
        account.save()
    started(REMOTE_ADDR="192.0.2.1")


def test_a_copy_that_cannot_be_made_takes_no_place(monkeypatch):
    def gone(*_copied):
        raise DatabaseError

    monkeypatch.setattr(copies, "_script", gone)
    answer = browser().post("/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert not User.objects.filter(email__endswith=copies.HOST).exists()


def test_a_copy_ends_after_two_hours_and_leaves_nothing(clubs):
    before = {model: model._base_manager.count() for model in apps.get_models()}
    client, copy = started()
    stays, other = started()
    client.post(own_url(clubs, "add-guest", copy.slug), {"name": "Vermeer", "from_game": "1"})
    account = copy.memberships.get().user
    account.date_joined = timezone.now() - copies.LIFE
    account.save()
    assert client.get(own_url(clubs, "lead", copy.slug)).status_code == 404
    copies.tidy(is_start=False)
    assert not Club.objects.filter(pk=copy.pk).exists()
    assert stays.get(own_url(clubs, "lead", other.slug)).status_code == 200
    copies.remove_copies(is_over=False)
    left = {"Session", "AttemptCount", "DonePress"}  # which go by themselves
    now = {model: model._base_manager.count() for model in apps.get_models()}
    assert {model for model in now if now[model] != before[model]} <= {
        model for model in now if model.__name__ in left
    }


def test_at_four_in_the_night_all_copies_go_and_the_demo_is_made_anew(clubs, monkeypatch):
    night = copies.last_night(timezone.now())
    assert copies.ends_at(night - timedelta(minutes=30)) == night
    assert copies.ends_at(night) == night + copies.LIFE
    made = []
    monkeypatch.setattr(demo, "load", lambda **how: made.append(how["today"]))
    started()
    copies.tidy(is_start=False)
    assert not made
    assert Club.objects.count() == 3
    User.objects.filter(email=demo.OWNER.email).update(date_joined=night - timedelta(seconds=1))
    copies.tidy(is_start=False)
    assert made == [timezone.localdate()]
    assert [club.slug for club in Club.objects.all()] == ["buiten"]


def test_it_is_served_by_one_command_and_not_beside_a_club(monkeypatch, settings):
    asked = []
    monkeypatch.setattr("django.core.management.execute_from_command_line", asked.extend)
    monkeypatch.setenv("CLUBCOMP_DEMO", "")
    assert main(["clubcomp", "serve", "--demo", "--public", "--port", "8001"]) == 0
    assert (os.environ["CLUBCOMP_DEMO"], asked[1:]) == ("public", ["serve", "--port", "8001"])
    for place in ("check_free", "collect_static_files", "take_address", "call_command"):
        monkeypatch.setattr(serve, place, lambda *_args, **_options: None)
    monkeypatch.setattr(serve, "one_at_a_time", nullcontext)
    monkeypatch.setattr(serve, "clubs_beside_the_demo", lambda: ["De Toren"])
    with pytest.raises(CommandError, match="De Toren is a club of the same PostgreSQL"):
        call_command(serve.Command())


def test_search_engines_are_told_to_stay_away():
    client = browser()
    assert client.get("/robots.txt").content == b"User-agent: *\nDisallow: /\n"
    for address in ("/", "/rules/", "/help/", "/robots.txt", "/nothing/here/", "/sign-in/"):
        assert client.get(address)["X-Robots-Tag"] == "noindex", address
