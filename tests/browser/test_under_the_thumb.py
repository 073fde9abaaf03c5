"""A whole game led on a phone: who is marked, what was entered, and what takes it back."""

import pytest
from playwright.sync_api import expect

from clubcomp.models import Role
from tests import make
from tests.browser.screens import IN_SIGHT, PHONE, TOP, lead

NAMES, OPEN = ".sheet > li", ".results > li:not(.in)"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    """Sixteen players, all here, before the first game."""
    return make.make_evening(make.make_competition(16), "blitz")


def test_a_whole_game_under_the_thumb(evening, screens, live_server):
    screen = screens.new(live_server.url, PHONE)
    user = make.make_user("Anna")
    make.make_membership(evening.competition.club, user, Role.LEADER)
    screen.sign_in(user, then=lead("attendance", evening))
    name = screen.find(f"{NAMES} button").first
    who = screen.find(NAMES).first.inner_text().splitlines()[0].strip()
    name.click()
    for part in ("#said", ".dock .last"):
        expect(screen.find(part)).to_contain_text(f"{who} is er toch niet.")
    screen.find("#take-back").click()
    expect(screen.find("#said")).to_contain_text(f"{who} is er.")
    screen.press(".dock #next .primary")
    screen.press()
    # What was done, and what is next, stand in the bar at the bottom.
    expect(screen.find(".dock #messages .message")).to_be_in_viewport(ratio=1)
    screen.open(lead("results", evening))
    assert screen.page.evaluate(IN_SIGHT, OPEN) >= 4
    # A board keeps its place when it gets its result: a tap there is about this board again.
    box = screen.find('#board-1 button[value="1-0"]').bounding_box()
    at = box["x"] + 9, box["y"] + 9
    screen.page.mouse.dblclick(*at, delay=5)
    expect(screen.find("#said")).to_contain_text("Bord 1: 1")
    expect(screen.find('#board-1 button[value="1-0"]')).to_have_attribute("aria-pressed", "true")
    assert screen.find('#board-1 button[value="1-0"]').bounding_box() == box
    screen.page.wait_for_timeout(400)
    screen.page.mouse.click(*at)
    expect(screen.find("#said")).to_contain_text("Bord 1: geen uitslag.")
    expect(screen.find(".results > .in")).to_have_count(0)
    screen.find("#take-back").click()
    expect(screen.find("#said")).to_contain_text("Bord 1: 1")
    # On the page as it is loaded the open boards are first.
    screen.open(lead("results", evening))
    assert screen.page.evaluate(TOP, "#board-2") < screen.page.evaluate(TOP, "#board-1")
    screen.find('#board-2 button[value="1-0"]').focus()
    for key in ("ArrowRight", "ArrowDown"):
        screen.page.keyboard.press(key)
    expect(screen.find('#board-3 button[value="1/2-1/2"]')).to_be_focused()
    for board in range(2, 9):
        screen.tap(board, "1-0")
    expect(screen.find(".dock #next .primary")).to_be_in_viewport(ratio=1)
