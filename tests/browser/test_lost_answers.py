"""An answer that gets lost or comes late: what was pressed is done once, and the page says so."""

import re

import pytest
from playwright.sync_api import expect

from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import record_result
from clubcomp.models import Attendance, Player, Role
from pairing.core.types import Result
from tests import make
from tests.browser.screens import BY_ITSELF, DESKTOP, PHONE, lead

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
    assert "/members/?added=" in screen.page.url
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


def hold_the_next_answer(screen, address):
    """The server answers; the browser hears it when what this returns is called."""
    held = []
    screen.page.route(address, lambda route: held.append((route, route.fetch())), times=1)

    def hear():
        (route, answer) = held[0]
        with screen.page.expect_response(route.request.url):
            route.fulfill(response=answer)

    return held, hear


def wait_for(screen, held):
    """Until an answer is held back."""
    for _attempt in range(BY_ITSELF // 100):
        if held:
            return
        screen.page.wait_for_timeout(100)
    raise AssertionError("The page did not ask.")


def test_what_a_page_asked_before_a_tap_and_hears_after_it_is_dropped(evening, leader):
    for entry in make.entries(evening.competition):
        mark_present(evening, entry, present=True, by=None)
    first = publish_next(evening, after=0, by=None)
    screen = leader(PHONE)
    screen.open(lead("results", evening))
    held, hear = hold_the_next_answer(screen, "**/results/1/?version=*")
    record_result(first.games.get(board=2), result=Result.DRAW, seen="*", by=None)
    wait_for(screen, held)
    screen.tap(1, "1-0")
    hear()
    expect(screen.find("#board-1 [aria-pressed=true]")).to_have_attribute("value", "1-0")
    # What it did not take from the late answer, it asks for once more.
    draw = screen.find('#board-2 [value="1/2-1/2"][aria-pressed=true]')
    expect(draw).to_be_visible(timeout=BY_ITSELF)


def test_what_a_page_asks_and_hears_while_a_tap_is_under_way_is_dropped(evening, leader):
    screen = leader(PHONE)
    screen.open(lead("attendance", evening))
    row = screen.find("#player-adema")
    held, hear = hold_the_next_answer(screen, "**/attendance/adema/")

    def is_news(answer):
        return "version=" in answer.url and answer.status == 200

    with screen.page.expect_response(is_news) as news:
        row.locator("button").first.click()
        wait_for(screen, held)
    assert "player-adema" in news.value.text()
    hear()
    expect(row.locator("button[aria-pressed=true]")).to_be_visible()
    mark_present(evening, make.entries(evening.competition).last(), present=True, by=None)
    expect(screen.find(".count b")).to_have_text("2", timeout=BY_ITSELF)
