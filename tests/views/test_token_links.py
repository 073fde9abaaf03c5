"""A link becomes a cookie and an address without its secret; opening it uses nothing up."""

import logging

import pytest
from django.test import Client
from django.urls import reverse

from clubcomp.doors.links import SECRET, without_links
from clubcomp.flow.accounts import deputies, invitations
from clubcomp.flow.clubs import welcome_parts
from clubcomp.models import Membership, Role, User
from pairing.installed import FILES
from tests import make
from tests.views.site_map import ADDRESSES
from tests.views.two_clubs import digest

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
#: The address of a file that programs ask for, and one where a mail program presses by itself: they
#: stay as they are.
STAYS = {"my-calendar", "stop-messages"}


@pytest.fixture
def evening():
    return make.make_evening(make.make_competition(4), present=4)


def address_of(kind, evening):
    """A good link of a kind, and where it leads."""
    club = evening.competition.club
    if kind == "welcome":
        user = User.objects.create_user("new@example.org", name="Nina")
        make.make_membership(club, user, Role.MEMBER)
        return reverse("welcome", args=welcome_parts(user)), "/welcome/"
    if kind == "deputy":
        deputy = deputies.name_deputy(evening, name="Piet", by=None)
        return reverse("deputy", args=[deputy.pk, deputies.deputy_token(deputy)]), "/deputy/"
    asked = Membership.objects.create(
        club=club, user=make.make_user("Asked"), role=Role.MEMBER, is_pending=True
    )
    token = invitations.token_of(asked)
    return reverse("invitation", args=[club.slug, token]), f"/{club.slug}/invitation/"


@pytest.mark.parametrize("kind", ["welcome", "deputy", "invitation"])
def test_the_secret_leaves_the_address_and_as_many_look_as_like(kind, evening):
    link, clean = address_of(kind, evening)
    before = digest()
    for _ in range(2):  # a messenger first, then the one it is for
        browser = Client(headers=ENGLISH)
        answer = browser.get(link)
        assert (answer.status_code, answer.url) == (302, clean)
        assert answer["Referrer-Policy"] == "strict-origin"
        assert "no-store" in answer["Cache-Control"]
        page = browser.get(clean)
        assert page.status_code == 200
        assert "no-store" in page["Cache-Control"]
        assert link not in page.content.decode()
    assert digest() == before
    stranger = Client(headers=ENGLISH).get(clean)
    assert stranger.status_code == 404
    assert "Open your link once more" in stranger.content.decode()


def test_a_press_on_the_clean_page_uses_it_up(evening):
    link, clean = address_of("welcome", evening)
    browser = Client(headers=ENGLISH)
    browser.get(link)
    password = dict.fromkeys(("new_password1", "new_password2"), "de toren staat stevig")
    assert browser.post(clean, password).status_code == 302
    assert browser.get("/account/").status_code == 200
    assert Client(headers=ENGLISH).get(link).status_code == 410


def test_a_cookie_of_one_kind_opens_no_other(evening):
    link, _clean = address_of("welcome", evening)
    browser = Client(headers=ENGLISH)
    browser.get(link)
    assert browser.get("/deputy/").status_code == 404


def test_no_log_has_a_secret_of_any_address_that_has_one(clubs, caplog):
    with_secret = [name for name in ADDRESSES if "token" in ADDRESSES[name].arguments]
    assert {*with_secret} > STAYS
    for name in with_secret:
        address = clubs.url(name)
        secret = clubs.place["token"] if name in ("welcome", "deputy", "set-up") else ""
        secret = secret or address.rstrip("/").removesuffix("/calendar.ics").rsplit("/")[-1]
        secret = secret.partition("-")[2] if name in ("open-link", "my-calendar") else secret
        for text in (address, address.replace("/", "%2F")):
            logging.getLogger("anything").error("Forbidden (%s): %s", "CSRF cookie not set.", text)
            assert secret not in caplog.messages[-1], name
    assert without_links("/a/members/links/ /b/link/ /c/invitation/") == (
        "/a/members/links/ /b/link/ /c/invitation/"
    )


def test_the_proxies_leave_out_the_same_addresses():
    for name in ("nginx.conf", "Caddyfile"):
        assert SECRET in (FILES / "deploy" / name).read_text(), name
