"""A leader finishes a season, reads its report, and starts the next one in three presses."""

from datetime import date

import pytest
from playwright.sync_api import expect

from clubcomp.flow.evenings import close_evening
from clubcomp.models import Competition, Role
from tests import make
from tests.browser.screens import DESKTOP, PHONE
from tests.browser.test_pages import faults

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_leader_ends_a_season_reads_its_report_and_begins_the_next(screens, live_server):
    competition = make.make_competition(6)
    for day in (date(2026, 9, 1), date(2026, 9, 8)):
        evening = make.make_evening(competition, date=day)
        make.play_game(evening)
        close_evening(evening, by=None)
    anna = make.make_user("Anna")
    make.make_membership(competition.club, anna, Role.LEADER)
    desk = screens.new(live_server.url, DESKTOP, locale="en-GB")
    desk.sign_in(anna, then="/toren/intern/")

    desk.press("a:text('Settings')")
    desk.press("a:text('Running, finished, archived')")
    assert faults(desk) == []
    desk.press("button[value='finished']")
    expect(desk.find("main")).to_contain_text("The competition is finished")
    desk.press("a:text('Who won, and how the season was')")
    expect(desk.find("h1")).to_have_text("Final standings")
    expect(desk.find("main")).to_contain_text("won.")
    expect(desk.find("tr:has-text('Best attendance')")).to_contain_text("2 of 2 evenings")
    assert faults(desk) == []

    desk.open("/toren/intern/")
    desk.press("a:text('Settings')")
    desk.press("a:text('New season')")
    assert faults(desk) == []
    desk.press("button:text('Start the new season')")
    expect(desk.find("body")).to_contain_text("is started in the season")
    new = Competition.objects.exclude(pk=competition.pk).get()
    assert new.name == competition.name
    assert new.entries.count() == 6
    assert new.evenings.count() == 2

    phone = screens.new(live_server.url, PHONE, locale="en-GB")
    phone.open("/toren/competitions/")
    expect(phone.find("main")).to_contain_text(str(new.season))
    expect(phone.find("main")).to_contain_text("finished")
    assert faults(phone) == []

    desk.open("/toren/intern/")
    desk.press("a:text('Settings')")
    desk.press("a:text('Running, finished, archived')")
    desk.press("button[value='archived']")
    expect(desk.find("body")).to_contain_text("is archived")
    phone.open("/toren/")
    expect(phone.find("main a[href='/toren/intern/']")).to_have_count(0)
    phone.open("/toren/competitions/")
    phone.press("main a[href='/toren/intern/']")
    phone.press("a:text('Who won, and how the season was')")
    expect(phone.find("h1")).to_have_text("Final standings")
    phone.press("main a:text('Cross table')")
    expect(phone.find("h1")).to_have_text("Cross table")
