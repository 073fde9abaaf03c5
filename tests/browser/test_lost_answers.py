"""An answer that gets lost on its way: what was pressed is done once, and said to be done."""

import re

import pytest
from playwright.sync_api import expect

from clubcomp.models import Attendance, Player, Role
from tests import make
from tests.browser.screens import DESKTOP, PHONE, lead

pytestmark = pytest.mark.django_db(transaction=True)

#: What the browser and htmx say on the console then.
LOST = re.compile(r"ERR_FAILED|ERR_ABORTED|htmx:(afterRequest|sendError)")


@pytest.fixture
def evening():
    """An open evening, nobody there yet."""
    return make.make_evening(make.make_competition(6), "blitz", present=0)


@pytest.fixture
def leader(evening, screens, live_server):
    """Opens a page of the club, signed in as its leader."""
    user = make.make_user("Ria")
    make.make_membership(evening.competition.club, user, Role.LEADER)

    def at(size):
        screen = screens.new(live_server.url, size, locale="en-GB")
        screen.sign_in(user)
        return screen

    yield at
    screens.complaints[:] = [one for one in screens.complaints if not LOST.search(one)]


def lose_the_next_answer(screen, address):
    """The server gets what is sent there and answers; the browser hears nothing."""

    lost = []

    def lose(route):
        route.fetch(max_redirects=0)
        route.abort("aborted")
        lost.append(route.request.url)

    screen.page.route(address, lose, times=1)
    return lost


def test_a_form_whose_answer_got_lost_is_sent_again_and_done_once(evening, leader):
    screen = leader(DESKTOP)
    where = f"/{evening.competition.club.slug}/members/new/"
    screen.open(where)
    screen.find("#id_name").fill("Nieuw, Nina")
    lost = lose_the_next_answer(screen, f"**{where}")
    with screen.page.expect_event("requestfailed"):
        screen.find("main .primary").click()
    assert len(lost) == 1
    assert Player.objects.filter(name="Nieuw, Nina").count() == 1
    screen.press("main .primary")
    expect(screen.find("#messages")).to_contain_text("was not done a second time")
    assert screen.page.url.endswith("/members/")
    assert Player.objects.filter(name="Nieuw, Nina").count() == 1


def test_a_form_that_was_answered_may_be_pressed_again(evening, leader):
    screen = leader(PHONE)
    screen.open(lead("attendance", evening))
    row = screen.find("#player-adema")
    keys = []
    for is_there in (True, False, True):
        keys.append(row.locator("[name=form_key]").first.get_attribute("value"))
        row.locator("button").first.click()
        pressed = "true" if is_there else "false"
        expect(row.locator(f"button[aria-pressed={pressed}]")).to_be_visible()
        assert Attendance.objects.filter(status="present").exists() is is_there
    assert len(set(keys)) == 3
