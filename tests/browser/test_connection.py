"""A page that follows the evening says when it was last answered, and which rows are new."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import record_result
from clubcomp.models import Role
from pairing.core.types import Result
from tests import make
from tests.browser.screens import BY_ITSELF, DESKTOP, PHONE, TABLET, lead, of

pytestmark = pytest.mark.django_db(transaction=True)

#: What the browser and htmx say on the console then.
OFFLINE = re.compile(r"ERR_INTERNET_DISCONNECTED|htmx:(afterRequest|sendError)")


@pytest.fixture
def evening():
    """Blitz, tonight, eight players, the first game published."""
    competition = make.make_competition(8)
    evening = make.make_evening(competition, "blitz", date=timezone.localdate(), present=8)
    publish_next(evening, after=0, by=None)
    return evening


def record(evening, board):
    """Somebody else enters a result."""
    game = evening.rounds.get().games.get(board=board)
    record_result(game, result=Result.WHITE_WINS, seen=game.result, by=None)


@pytest.mark.parametrize("page", ["tonight", "standings", "results", "hall"])
def test_a_page_without_a_connection_says_of_when_it_is(evening, screens, live_server, page):
    screen = screens.new(live_server.url, PHONE, locale="en-GB")
    if page == "results":
        user = make.make_user("Ria")
        make.make_membership(evening.competition.club, user, Role.LEADER)
        screen.sign_in(user)
    screen.open(lead(page, evening) if page == "results" else of(page, evening))
    expect(screen.find("main #updated" if page != "hall" else "#updated")).to_be_visible()
    screen.page.context.set_offline(True)
    away = re.compile(r"No connection since \d\d:\d\d\.")
    expect(screen.find("#updated.marked")).to_have_text(away, timeout=BY_ITSELF)
    screen.page.context.set_offline(False)
    back = re.compile(r"(As of|Updated at) \d\d:\d\d")
    expect(screen.find("#updated:not(.marked)")).to_have_text(back, timeout=BY_ITSELF)
    screens.complaints[:] = [one for one in screens.complaints if not OFFLINE.search(one)]


def test_the_word_new_stays_until_other_rows_are_new(evening, screens, live_server):
    screen = screens.new(live_server.url, TABLET)
    screen.open(of("tonight", evening))
    record(evening, 2)
    expect(screen.find("#board-2 .new:visible")).to_have_count(1, timeout=BY_ITSELF)
    record(evening, 3)
    expect(screen.find("#board-3 .new:visible")).to_have_count(1, timeout=BY_ITSELF)
    expect(screen.find(".new:visible")).to_have_count(1)


def test_the_hall_follows_the_results_and_turns_its_screens_by_key(evening, screens, live_server):
    screen = screens.new(live_server.url, DESKTOP)
    screen.open(of("hall", evening))
    expect(screen.find(".hall-sheet:visible")).to_have_count(1)
    record(evening, 1)
    won = screen.find(".hall-result:text('1\N{NON-BREAKING HYPHEN}0')")
    expect(won).to_have_count(1, timeout=BY_ITSELF)
    for board in (2, 3, 4):
        record(evening, board)
    expect(screen.find(".hall-sheet")).to_have_count(2, timeout=BY_ITSELF)
    expect(screen.find(".hall-sheet:visible")).to_have_count(1)
    button = screen.find("[data-turn]")
    button.click()
    expect(button).to_have_text(button.get_attribute("data-go-on"))
    before = screen.find(".hall-sheet:visible h2").inner_text()
    screen.page.keyboard.press("ArrowRight")
    expect(screen.find(".hall-sheet:visible h2")).not_to_have_text(before)


def test_a_connection_that_is_lost_and_found_is_said(evening, screens, live_server):
    screen = screens.new(live_server.url, PHONE, locale="en-GB")
    screen.open(of("tonight", evening))
    said = screen.find("#said[role=status]")
    expect(said).to_have_text("")
    screen.page.context.set_offline(True)
    expect(said).to_have_text(re.compile(r"\d\d:\d\d"), timeout=BY_ITSELF)
    screen.page.context.set_offline(False)
    expect(said).to_have_text("The connection is back.", timeout=BY_ITSELF)
    screens.complaints[:] = [one for one in screens.complaints if not OFFLINE.search(one)]


def test_a_new_game_is_said_on_the_page_of_tonight(evening, screens, live_server):
    screen = screens.new(live_server.url, PHONE, locale="en-GB")
    screen.open(of("tonight", evening) + "?player=adema")
    for board in (1, 2, 3, 4):
        record(evening, board)
    expect(screen.find("#said")).to_have_text("Game 1 is over.", timeout=BY_ITSELF)
    publish_next(evening, after=1, by=None)
    ready = re.compile(r"Game\s2 is ready, you play on board\s\d with (White|Black)\.")
    expect(screen.find("#said")).to_have_text(ready, timeout=BY_ITSELF)


def test_the_summary_of_what_is_wrong_has_the_focus(screens, live_server):
    screen = screens.new(live_server.url, PHONE, locale="en-GB")
    screen.sign_in("nobody@example.org", "wrong")
    expect(screen.page).to_have_title(re.compile("^Error: Sign in"))
    expect(screen.find("#errors")).to_be_focused()
