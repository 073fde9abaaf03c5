"""A member's personal link: what it opens, to whom, and that nobody else reads it."""

import logging
import re
import time
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse
from gunicorn.config import Config
from gunicorn.glogging import Logger

from clubcomp.doors.links import player_of, token_of, without_links
from clubcomp.doors.readers import holder_in
from clubcomp.flow.accounts.links import renew_link
from clubcomp.flow.messages import send_links
from clubcomp.flow.people.members import remove_member
from clubcomp.models import AttemptCount, Membership, Player, TrailEntry, User
from tests import make
from tests.views.two_clubs import digest, hold_link
from tests.views.visitor import text

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def competition():
    return make.make_led_competition(4)


@pytest.fixture
def anna(competition):
    return competition.club.players.get(name="Adema")


def phone(**settings):
    """A browser of somebody without an account."""
    return Client(headers={**ENGLISH, "origin": "http://testserver"}, **settings)


def leader():
    client = phone()
    client.force_login(User.objects.get(name="Ruud"))
    return client


def link(player, token=""):
    return reverse("open-link", args=[player.club.slug, token or token_of(player)])


# What it opens -------------------------------------------------------------------------------


def test_who_opens_the_link_is_known_as_that_player_without_an_account(anna):
    device = phone()
    assert "Open the personal link" in text(device.get("/toren/me/"))
    opened = device.get(link(anna))
    assert (opened.status_code, opened.url) == (302, "/toren/me/")
    cookie = opened.cookies["me"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/toren/", True, "Lax")
    page = device.get("/toren/me/")
    assert (page.status_code, page.wsgi_request.me) == (200, anna)
    assert "<h1>Adema</h1>" in page.content.decode()
    assert "sessionid" not in device.cookies


def test_a_member_says_what_strangers_read_of_the_name(anna):
    device, stranger = phone(), phone()
    device.get(link(anna))
    assert "Adema" in text(stranger.get("/toren/intern/players/"))
    said = device.post("/toren/me/name/", {"shown_as": "hidden"})
    assert (said.status_code, said.url) == (302, "/toren/me/")
    assert "Adema" not in text(stranger.get("/toren/intern/players/"))
    assert "Adema" in text(device.get("/toren/intern/players/"))
    refused = device.post("/toren/me/name/", {"shown_as": "nobody"})
    assert "“nobody” is none of them" in text(refused)


def test_over_https_the_cookie_goes_over_https_only(anna):
    assert phone().get(link(anna), secure=True).cookies["me"]["secure"]


def test_opening_it_changes_nothing(anna):
    before = digest()
    for method in ("get", "head"):
        getattr(phone(), method)(link(anna))
    assert digest() == before


def test_it_gives_no_role(anna):
    device = phone()
    device.get(link(anna))
    for name in ("members", "trail", "settings", "import"):
        answer = device.get(f"/toren/{name}/")
        assert (answer.status_code, answer.url) == (302, f"/sign-in/?next=/toren/{name}/")


def test_the_yellow_board_is_that_players_whatever_name_was_chosen_before(competition, anna):
    evening = make.make_evening(competition, present=4)
    make.play_game(evening)
    device = phone()
    device.get("/toren/intern/tonight/?player=bakker")
    device.get(link(anna))
    assert "Adema, you play" in text(device.get("/toren/intern/tonight/"))
    assert "Board" in text(device.get("/toren/me/"))


def test_an_account_that_is_tied_to_a_player_needs_no_link(anna):
    user = User.objects.get(name="Ruud")
    assert "not tied to a player" in text(leader().get("/toren/me/"))
    user.memberships.update(player=anna)
    page = leader().get("/toren/me/")
    assert "<h1>Adema</h1>" in page.content.decode()
    assert "Forget me on this device" not in page.content.decode()


def test_without_a_competition_the_page_says_who_can_help(competition):
    loose = Player.objects.create(club=competition.club, name="Los, Lotte")
    device = phone()
    device.get(link(loose))
    assert "You are in no competition yet" in text(device.get("/toren/me/"))


# Links that lead nowhere ---------------------------------------------------------------------


def bad_links(anna):
    other = Player.objects.create(club=make.make_club("Buiten", "buiten"), name="Vreemd")
    gone = Player.objects.create(club=anna.club, name="Weg")
    token_of_gone = token_of(gone)
    remove_member(gone, by=None)
    old = token_of(anna)
    renew_link(anna, by=None)
    anna.refresh_from_db()
    yield "of another club", token_of(other)
    yield "of a removed player", token_of_gone
    yield "renewed", old
    yield "copied in part", token_of(anna)[:-1]
    yield "of nobody", f"{'9' * 18}-{'a' * 26}"
    yield "of a number too long", f"{'9' * 40}-{'a' * 26}"
    yield "with the code of another", f"{anna.pk}-{token_of(other).partition('-')[2]}"
    for nonsense in ("x", "-", "0-a", "\N{ARABIC-INDIC DIGIT ONE}-a", "1-\N{PILE OF POO}"):
        yield nonsense, nonsense


def test_a_link_that_is_none_says_what_to_do_and_nothing_of_anybody(anna):
    pages = {}
    for what, token in bad_links(anna):
        answer = phone().get(link(anna, token))
        assert answer.status_code == 404, what
        assert not answer.cookies, what
        pages[what] = re.sub(r'nonce="[^"]+"', "", answer.content.decode())
        assert token not in pages[what] or len(token) < 5, what
    assert len(set(pages.values())) == 1
    assert "This link does not work" in pages["renewed"]
    assert "Ask a leader of the club" in pages["renewed"]


def test_a_cookie_of_before_the_link_was_renewed_is_nobodys(anna):
    device = phone()
    device.get(link(anna))
    renew_link(anna, by=None)
    assert device.get("/toren/me/").status_code == 403
    assert "you play" not in text(device.get("/toren/intern/tonight/"))


@pytest.mark.parametrize("cookie", ["", "1:1", "1:1:forged", "x:y", ":", "9" * 5000])
def test_a_cookie_that_we_did_not_sign_is_nobodys(anna, cookie):
    device = phone()
    device.cookies["me"] = cookie
    assert device.get("/toren/me/").status_code == 403
    assert device.get("/toren/intern/tonight/").status_code == 200


def test_a_cookie_of_one_club_is_nobodys_in_another(anna):
    make.make_club("Buiten", "buiten")
    device = phone()
    hold_link(device, anna)
    assert device.get("/buiten/me/").status_code == 403


# A thousand guesses --------------------------------------------------------------------------


def guess(number, address="10.0.0.1", club="toren"):
    return phone(REMOTE_ADDR=address).get(f"/{club}/me/{number}-{'a' * 26}/")


def test_guesses_are_refused_for_longer_and_longer_and_a_right_link_works(anna):
    answers = [guess(number) for number in range(1, 25)]
    assert [answer.status_code for answer in answers] == [404] * 20 + [429] * 4
    waits = [int(answer["Retry-After"]) for answer in answers[20:]]
    assert waits == [60, 120, 240, 480]
    assert "Wait 8 minutes" in text(answers[-1])
    assert guess(1, address="10.0.0.2").status_code == 404
    # Nobody keeps a member out by guessing, who shares the address of the hall with him.
    assert phone(REMOTE_ADDR="10.0.0.1").get(link(anna)).status_code == 302


def test_guesses_are_counted_in_the_log_of_the_club(anna, monkeypatch):
    monkeypatch.setattr("clubcomp.flow.accounts.links.PATIENCE_OF_CLUB", 100)
    for number in range(1, 103):
        answer = guess(number, address=f"10.0.{number}.1")
    assert (answer.status_code, answer["Retry-After"]) == (429, "3600")
    lines = TrailEntry.objects.filter(action="wrong_links")
    assert [line.facts for line in lines] == [{"count": 100}, {"count": 10}]
    assert "tried 100 times" in text(leader().get("/toren/trail/"))


def test_what_was_tried_is_forgotten_in_the_next_hour(anna, monkeypatch):
    for number in range(1, 23):
        guess(number)
    assert not AttemptCount.objects.filter(key__contains="10.0").exists()
    now = 3600 * (1 + time.time() // 3600)
    monkeypatch.setattr("clubcomp.flow.accounts.links.time.time", lambda: now)
    AttemptCount.objects.update(last=Now() - timedelta(hours=3))
    assert guess(1).status_code == 404
    assert AttemptCount.objects.count() == 2


# Nobody else reads it ------------------------------------------------------------------------


def test_no_log_of_django_has_a_link_in_it(anna, caplog):
    caplog.set_level(logging.DEBUG)
    phone().get(link(anna, f"{anna.pk}-{'b' * 26}"))
    phone().get(f"/toren/intern/nothing/?next={link(anna)}")
    assert "Not Found: /toren/intern/nothing/" in caplog.text
    assert "bbb" not in caplog.text
    logging.getLogger("anything").error("next is %s", f"%2Ftoren%2Fme%2F{token_of(anna)}%2F")
    assert token_of(anna) not in caplog.text


def test_neither_the_log_of_requests_nor_of_errors_of_gunicorn_has_one(anna, tmp_path):
    config, address = Config(), link(anna)
    config.set("accesslog", str(tmp_path / "access"))
    config.set("errorlog", str(tmp_path / "error"))
    config.set("access_log_format", '%(r)s "%(f)s" %(U)s')
    logger = Logger(config)
    environ = {
        "REQUEST_METHOD": "GET",
        "RAW_URI": address,
        "PATH_INFO": address,
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_REFERER": f"http://testserver{address}",
    }

    answer = SimpleNamespace(status="302 Found", sent=0, headers=[])
    logger.access(answer, SimpleNamespace(headers=[]), environ, timedelta(0))
    logger.exception("Error handling request %s", address)
    for name in ("access", "error"):
        written = (tmp_path / name).read_text()
        assert "-.../" in written
        assert token_of(anna) not in written


def test_a_line_with_a_mistake_in_its_format_is_still_written(caplog):
    logging.getLogger("anything").warning("five of %s")
    assert "five of" in caplog.text


def test_only_links_are_left_out():
    assert without_links("/toren/me/12-abc/ /toren/me/link/ /a/member/12-abc/") == (
        "/toren/me/12-.../ /toren/me/link/ /a/member/12-abc/"
    )


def test_its_address_is_told_to_nobody(anna):
    for answer in (phone().get(link(anna)), phone().get(link(anna, "1-no"))):
        assert answer["Referrer-Policy"] == "strict-origin"
        assert "no-store" in answer["Cache-Control"]
        assert "noindex" in answer["X-Robots-Tag"]
    assert phone().get("/toren/intern/tonight/")["Referrer-Policy"] == "same-origin"


# Renewing and forgetting ---------------------------------------------------------------------


def test_the_leader_shows_copies_and_renews_a_link(anna):
    address, client = reverse("member-link", args=["toren", anna.pk]), leader()
    page = client.get(address).content.decode()
    assert f'value="http://testserver{link(anna)}"' in page
    assert "<svg" in page
    again = client.post(address, {"seen": "1"}, follow=True).content.decode()
    anna.refresh_from_db()
    assert anna.link_generation == 2
    assert f'value="http://testserver{link(anna)}"' in again
    client.post(address, {"seen": "1"})
    anna.refresh_from_db()
    assert anna.link_generation == 2
    line = TrailEntry.objects.get(action="renew_link")
    assert (line.by_name, line.by_player) == ("Ruud", None)


def test_a_slip_for_each_member_has_the_name_and_the_code(anna):
    Player.objects.create(club=anna.club, name="Gast", is_member=False)
    page = leader().get(reverse("member-links", args=["toren"])).content.decode()
    assert page.count("<svg") == 4
    assert "Gast" not in page
    assert f">http://testserver{link(anna)}<" in page  # for who scans nothing


def test_slips_that_no_phone_can_open_yet_are_not_pressed_upon_anybody(anna):
    address = reverse("member-links", args=["toren"])
    here = text(leader().get(address, headers={"host": "localhost:8000"}))
    assert "Phones cannot open this address yet: ask whoever keeps the computer." in here
    assert f'href="{reverse("help-task", args=["keeper"])}"' in here
    assert re.search(
        r'<button [^>]*class="button needs-script" data-print>Print all the same', here
    )
    assert "primary" not in here
    assert here.index("For whoever keeps the computer") < here.index("HOST=0.0.0.0")
    elsewhere = text(leader().get(address))
    assert "Print all the same" not in elsewhere
    assert re.search(r'class="button primary needs-script" data-print>Print<', elsewhere)


def test_the_links_are_narrowed_to_a_name_and_to_who_has_none_yet(anna, mail):
    bea, cor, dirk = anna.club.players.exclude(pk=anna.pk)
    address = reverse("member-links", args=["toren"])

    def shown(**query):
        page = leader().get(address, query).content.decode()
        return set(re.findall(r'<p class="number">(\w+)</p>', page))

    assert shown(q="bakk") == {"Bakker"}
    assert shown(only="without") == shown() == {"Adema", "Bakker", "Cornelis", "Dekker"}
    device = phone()
    device.get(link(anna))  # as a program that looks at mail does: that is not known
    assert shown(only="without") == shown()
    assert "or only opened it, is not known" in text(leader().get(address, {"only": "without"}))
    device.post("/toren/me/name/", {"shown_as": "hidden"})  # used
    anna.club.players.filter(pk=bea.pk).update(email="bea@example.org")
    send_links(anna.club, [bea], by=None)  # sent
    account = make.make_membership(anna.club, make.make_user("Cor"))
    Membership.objects.filter(pk=account.pk).update(player=cor)
    assert shown(only="without") == {"Dekker"}
    assert shown(only="without", q="bakk") == set()
    assert "Not yet: 1" in text(leader().get(address))
    renew_link(bea, by=None)  # the one that was sent works no more
    device.post("/toren/me/link/", {"act": "renew", "seen": "1"})  # has it
    assert shown(only="without") == {"Bakker", "Dekker"}
    renew_link(dirk, by=None)
    anna.club.players.all().update(is_member=False)
    assert "The club has no members yet." in text(leader().get(address, {"only": "without"}))


def test_a_member_renews_the_link_and_stays_known_on_this_device_only(anna):
    device, other = phone(), phone()
    for client in (device, other):
        client.get(link(anna))
    old = token_of(anna)
    renewed = device.post("/toren/me/link/", {"act": "renew", "seen": "1"}, follow=True)
    assert "You have a new link. The one of before works no more." in text(renewed)
    anna.refresh_from_db()
    assert device.get("/toren/me/").status_code == 200
    assert other.get("/toren/me/").status_code == 403
    assert f"http://testserver{link(anna)}" in device.get("/toren/me/link/").content.decode()
    assert player_of(anna.club, old) is None
    line = TrailEntry.objects.get(action="renew_link")
    assert (line.by, line.by_name, line.by_player) == (None, "Adema", anna)
    assert "<b>Adema</b> (by own link)" in text(leader().get("/toren/trail/"))


def test_a_device_forgets(anna):
    device = phone()
    device.get(link(anna))
    device.post("/toren/me/link/", {"act": "forget"})
    assert device.get("/toren/me/").status_code == 403


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", ""])
def test_another_site_presses_nothing(anna, origin):
    device = Client(headers={**ENGLISH, "origin": origin}, enforce_csrf_checks=True)
    device.get(link(anna))
    before = digest()
    answer = device.post("/toren/me/link/", {"act": "renew", "seen": "1"})
    assert answer.status_code == 403
    assert digest() == before


def test_the_cookie_says_which_generation_it_is_of(anna):
    device = phone()
    request = device.get(link(anna)).wsgi_request
    request.COOKIES["me"] = device.cookies["me"].value
    assert holder_in(request, anna.club_id) == (anna.pk, 1)
    assert holder_in(request, anna.club_id + 1) is None
