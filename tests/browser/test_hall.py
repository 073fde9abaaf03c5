"""The hall display fills the screen of the hall, in light colours, whatever stands on it."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from clubcomp.flow.pairings.publishing import publish_next
from tests import make
from tests.browser.screens import BY_ITSELF, of

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
