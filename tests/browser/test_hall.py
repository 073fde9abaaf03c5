"""The hall display fills the screen of the hall, in light colours, whatever stands on it."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.models import Player
from tests import make
from tests.browser.screens import BY_ITSELF, PHONE, of

pytestmark = pytest.mark.django_db(transaction=True)

BIG = {"width": 1920, "height": 1080}
SMALL = {"width": 1280, "height": 720}

FILLED = "document.querySelector('.hall-foot').getBoundingClientRect().bottom"
LOWEST = """() => Math.max(...[...document.querySelectorAll('.hall-sheet:not([hidden]) tbody tr')]
    .map((row) => row.getBoundingClientRect().bottom)) / window.innerHeight"""


@pytest.mark.parametrize("players", [7, 12, 20, 23])
@pytest.mark.parametrize("size", [BIG, SMALL], ids=["1920", "1280"])
def test_the_rows_fill_the_screen_and_none_is_beside_it(screens, live_server, players, size):
    competition = make.make_competition(players)
    evening = make.make_evening(competition, "blitz", date=timezone.localdate())
    publish_next(evening, after=0, by=None)
    screen = screens.new(live_server.url, size, color_scheme="dark")
    screen.open(of("hall", evening))
    expect(screen.find(".hall-sheet:visible")).to_have_count(1, timeout=BY_ITSELF)
    assert screen.page.evaluate(LOWEST) > 0.75
    assert screen.page.evaluate(FILLED) <= size["height"] + 1
    assert screen.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    paper = screen.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)"


#: How much of the screen is empty below the boards, and the names of them that break in a word.
EMPTY = """() => (document.querySelector(".hall-foot").getBoundingClientRect().top
    - Math.max(...[...document.querySelectorAll(".hall-boards > *, .hall-beside > *")]
        .map(one => one.getBoundingClientRect().bottom))) / window.innerHeight"""
TORN = r"""() => [...document.querySelectorAll(".hall-boards td")].flatMap(cell =>
    [...cell.childNodes].filter(node => node.nodeType === 3).flatMap(node =>
        [...node.data.matchAll(/[^\s-]+/g)].filter(word => {
            const range = document.createRange()
            range.setStart(node, word.index)
            range.setEnd(node, word.index + word[0].length)
            return range.getClientRects().length > 1
        }).map(word => word[0])))"""


def test_few_boards_leave_no_part_of_the_screen_empty_and_no_name_is_torn(screens, live_server):
    competition = make.make_competition(8)
    for player in Player.objects.order_by("pk")[:4]:
        player.name = f"{player.name}-Oldenbarnevelt, Maximiliaan Alexander van der"
        player.save()
    evening = make.make_evening(competition, "blitz", date=timezone.localdate())
    publish_next(evening, after=0, by=None)
    for size in (BIG, SMALL, PHONE, PHONE | {"width": 320}):
        screen = screens.new(live_server.url, size, locale="en-GB")
        screen.open(of("hall", evening))
        assert screen.page.evaluate(TORN) == [], size
        assert screen.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert size["width"] < 768 or screen.page.evaluate(EMPTY) < 0.06, size


SEEN = "[...document.querySelectorAll('.hall-sheet')].findIndex(sheet => !sheet.hidden)"
TURN = 12_000


def test_a_screen_turns_by_itself_and_stays_while_somebody_has_a_hand_on_it(screens, live_server):
    competition = make.make_competition(30)
    evening = make.make_evening(competition, "blitz", date=timezone.localdate())
    publish_next(evening, after=0, by=None)
    screen = screens.new(live_server.url, SMALL, locale="en-GB")
    page = screen.page
    page.clock.install()
    screen.open(of("hall", evening))
    assert page.evaluate(SEEN) == 0
    page.clock.run_for(TURN)
    assert page.evaluate(SEEN) == 1
    page.clock.run_for(TURN * 2 // 3)
    for touch in (lambda: page.mouse.move(200, 200), lambda: page.keyboard.press("Tab")):
        touch()
        page.clock.run_for(TURN * 2 // 3)
        assert page.evaluate(SEEN) == 1
    assert page.evaluate("document.activeElement.textContent.trim()") == "Pause"
    page.keyboard.press("Enter")
    page.clock.run_for(TURN * 2)
    assert page.evaluate(SEEN) == 1
    page.keyboard.press("Enter")
    page.clock.run_for(TURN)
    assert page.evaluate(SEEN) == 2


def test_below_few_boards_stands_who_leads_and_the_next_evening(screens, live_server):
    competition = make.make_competition(12)
    before = make.make_evening(competition, "blitz", date=timezone.localdate() - timedelta(7))
    make.play_game(before)
    make.close_evening(before, by=None)
    evening = make.make_evening(competition, "blitz", date=timezone.localdate())
    day = timezone.localdate() + timedelta(7)
    make.make_evening(competition, "blitz", date=day, is_open=False)
    publish_next(evening, after=0, by=None)
    screen = screens.new(live_server.url, BIG, locale="en-GB")
    screen.open(of("hall", evening))
    expect(screen.find(".hall-beside .points")).to_have_count(3)
    expect(screen.find(".hall-beside")).to_contain_text("Next evening")
    assert screen.page.evaluate(FILLED) <= BIG["height"] + 1
