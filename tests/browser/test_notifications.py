"""The pages on which a member chooses messages have no faults, on a phone and on a desk."""

import pytest
from playwright.sync_api import expect

from clubcomp.doors.links import token_of
from tests import make
from tests.browser.screens import DESKTOP, PHONE
from tests.browser.test_pages import faults

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_pages_about_messages_have_no_faults(screens, live_server, settings):
    settings.SENDS_EMAIL = True
    club = make.make_club()
    anna = make.make_player(club, "Anna", email="anna@example.org")
    make.make_membership(club, make.make_user("Olga"), "owner")
    for size in (PHONE, DESKTOP):
        screen = screens.new(live_server.url, size, locale="en-GB")
        screen.open(f"/toren/me/{token_of(anna)}/")
        for address in ("me/messages/", "me/messages/address/", "me/kept/", "me/ask/"):
            screen.open(f"/toren/{address}")
            assert faults(screen) == []
        owner = screens.new(live_server.url, size, locale="en-GB")
        owner.sign_in("olga@example.org", then="/toren/messages/")
        assert faults(owner) == []


def test_who_refused_notifications_reads_the_way_out_and_stays_at_the_button(screens, live_server):
    anna = make.make_player(make.make_club(), "Anna")
    screen = screens.new(live_server.url, PHONE, locale="en-GB")
    screen.open(f"/toren/me/{token_of(anna)}/")
    screen.open("/toren/me/messages/")
    button = screen.find("[data-device] button")
    button.click()
    expect(screen.find("[data-device] [role=status]")).to_contain_text("settings for this site")
    expect(button).to_be_focused()
