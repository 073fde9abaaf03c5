"""The pages with links on them, whose answers have a policy of their own, pressed in a browser."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from clubcomp.doors.links import token_of
from clubcomp.models import Club, Message, Player, Role
from tests import make
from tests.browser.screens import PHONE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club():
    return make.make_club()


@pytest.fixture
def anna(club):
    return make.make_player(club, "Vries, Anna de", email="anna@example.org")


@pytest.fixture
def desk(club, screens, live_server):
    """The leader's screen, signed in."""
    leader = make.make_user("Lies")
    make.make_membership(club, leader, Role.LEADER)
    screen = screens.new(live_server.url, locale="en-GB")
    screen.sign_in(leader)
    return screen


def test_the_leader_renews_links_and_sends_them_and_signs_out(desk, club, anna, mail):
    desk.open(reverse("member-link", args=["toren", anna.pk]))
    desk.press("main form[method=post]:not([action]) button")
    expect(desk.find("body")).to_contain_text("has a new link")
    assert Player.objects.get().link_generation == anna.link_generation + 1
    desk.open(reverse("club-link", args=["toren"]))
    desk.press("main form[method=post] button")
    expect(desk.find("body")).to_contain_text("The club has a new link")
    assert Club.objects.get().link_generation == club.link_generation + 1
    desk.open(reverse("member-links", args=["toren"]))
    desk.press(f"a[href='{reverse('send-links', args=['toren'])}']")
    assert not Message.objects.filter(player=anna).exists()
    desk.press("main form[method=post] button")
    assert Message.objects.filter(player=anna).exists()
    desk.open(reverse("member-links", args=["toren"]))
    desk.press("form[action='/sign-out/'] button")
    expect(desk.find("a[href^='/sign-in/']").first).to_be_visible()


def test_who_holds_a_link_renews_it_and_chooses_a_language(screens, live_server, anna):
    phone = screens.new(live_server.url, PHONE, locale="en-GB")
    phone.open(f"/toren/me/{token_of(anna)}/")
    phone.open(reverse("my-link", args=["toren"]))
    phone.press("button[value=renew]")
    assert Player.objects.get().link_generation == anna.link_generation + 1
    phone.press("button[name=language][value=nl]")
    expect(phone.find("html")).to_have_attribute("lang", "nl")
