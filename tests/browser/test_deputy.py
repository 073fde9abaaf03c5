"""The leader is ill, or busy: somebody opens a link on a phone, and leads or enters results."""

import pytest
from playwright.sync_api import expect

from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.models import Role, TrailEntry
from tests import make
from tests.browser.screens import PHONE, lead
from tests.browser.test_pages import faults

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_deputy_without_an_account_leads_tonight_by_a_link(screens, live_server):
    evening = make.make_evening(make.make_competition(5), present=0)
    anna = make.make_user("Anna")
    make.make_membership(evening.competition.club, anna, Role.LEADER)
    desk = screens.new(live_server.url, locale="en-GB")
    desk.sign_in(anna, then=lead("deputies", evening))
    desk.find("#id_name").fill("Piet O'Hara")
    desk.press()
    assert faults(desk) == []
    link = desk.find("input[readonly]").input_value()

    phone = screens.new(live_server.url, PHONE, locale="en-GB")
    phone.page.goto(link)
    expect(phone.find("h1")).to_contain_text("Piet O'Hara")
    assert faults(phone) == []
    phone.press()
    expect(phone.find(".masthead")).to_contain_text("Piet O'Hara, deputy for this evening")
    phone.open(lead("attendance", evening))
    phone.find("#player-adema button.row").click()
    expect(phone.find("#player-adema button.row")).to_have_attribute("aria-pressed", "true")
    assert TrailEntry.objects.first().by_name == "Piet O'Hara"

    desk.press(".list .button.quiet")
    phone.open(lead("attendance", evening))
    expect(phone.find("h1")).to_have_text("Sign in")


def test_a_helper_who_scans_the_code_enters_a_result(screens, live_server):
    evening = make.make_evening(make.make_competition(5), present=5)
    anna = make.make_user("Anna")
    make.make_membership(evening.competition.club, anna, Role.LEADER)
    publish_next(evening, after=0, by=anna)
    desk = screens.new(live_server.url, locale="en-GB")
    desk.sign_in(anna, then=lead("results", evening))
    desk.find("a[href$='?scope=results']").click()
    desk.press()
    expect(desk.find(".qr svg")).to_be_visible()
    assert faults(desk) == []
    link = desk.find("input[readonly]").input_value()

    phone = screens.new(live_server.url, PHONE, locale="en-GB")
    phone.page.goto(link)
    phone.press()
    expect(phone.find("h1")).to_contain_text("Results")
    assert faults(phone) == []
    phone.find("#board-1 button[value='1-0']").click()
    expect(phone.find("#board-1 .when")).to_contain_text("Helper")
    assert TrailEntry.objects.first().by_name == "Helper"
    phone.find("#board-2 button[value='0-1']").click()
    expect(phone.find("#next")).to_contain_text("now it is up to who leads")
