"""The tables of a Swiss competition on a screen and on paper.

Names of sixty letters, forty boards, thirteen rounds: nothing sticks out of a phone, and what is
printed is black on white, without the ways around it, on so many sheets of A4.
"""

import re

import pytest

from clubcomp.models import Player
from tests.attempts import every
from tests.browser.screens import DESKTOP, PHONE, Screens
from tests.browser.test_pages import faults
from tests.views.swiss import make_swiss, play_round

pytestmark = pytest.mark.django_db

LONG = "Maximiliaan-Alexander van der {}-Hoogerwerff tot Wassenaar"
TABLE = "/swiss/najaar/"
ROUND = f"{TABLE}evenings/3/games/1/"
PAGES = [
    f"{TABLE}standings/",
    f"{TABLE}standings/?after=1.1",
    f"{TABLE}cross-table/",
    f"{TABLE}places/?show=bakker",
    f"{TABLE}players/bakker/",
    ROUND,
    *(f"{ROUND}print/{sheet}/" for sheet in ("boards", "names", "door", "slips")),
    *(f"{TABLE}print/{sheet}/" for sheet in ("standings", "cross-table", "start-list")),
]


@pytest.fixture(scope="module")
def site(demo, django_db_blocker):
    """Eighty-one players, every fifth with a long name; two rounds played, one being played."""
    with django_db_blocker.unblock():
        competition = make_swiss(81, rounds=2, slug="swiss")
        club = competition.club
        club.place, club.contact = "Zaal " * 20, "Ada"
        club.save()
        for number, player in enumerate(competition.club.players.order_by("pk")):
            if number % 5 == 2:
                player.name = LONG.format(player.name)
                player.save()
        play_round(competition, is_over=False)
        assert Player.objects.filter(name__startswith="Max").count() == 16
        yield demo.url


@pytest.fixture(scope="module")
def screen(browser, site):
    with Screens(browser) as screens:
        yield screens.new(site, PHONE, locale="en-GB")
        assert screens.complaints == []


@every("page", PAGES)
def test_a_page_is_sound_with_long_names(screen, page):
    """What axe says does not depend on names and numbers: test_pages.py asks it of these pages."""
    screen.page.emulate_media(media="screen")
    screen.open(page)
    assert faults(screen, axe_at=()) == []


def test_a_tie_break_opens_to_what_it_was_added_up_from(screen):
    screen.page.emulate_media(media="screen")
    screen.page.set_viewport_size(DESKTOP)
    screen.open(f"{TABLE}standings/")
    first = screen.find(".working").first
    assert not first.locator("span:not(.points):not(.part)").is_visible()
    first.locator("summary").press("Enter")
    shown = first.locator("> span")
    assert shown.is_visible()
    assert re.fullmatch(r"[(\d½)]+( \+ [(\d½)]+)*", shown.inner_text())


def test_on_a_phone_the_tie_breaks_stand_under_the_name(screen):
    screen.page.emulate_media(media="screen")
    screen.page.set_viewport_size(PHONE)
    screen.open(f"{TABLE}standings/")
    assert screen.find(".working:visible").count() == 0
    assert "SB " in screen.find(".standings tbody tr").first.inner_text()


def test_the_cross_table_is_moved_by_the_keyboard_and_the_names_stay(screen):
    screen.page.emulate_media(media="screen")
    screen.page.set_viewport_size(PHONE)
    screen.open(f"{TABLE}cross-table/")
    box = screen.find(".scroll")
    box.focus()
    screen.page.keyboard.press("ArrowRight")
    # What waits for a sentence of JavaScript would evaluate it, which the policy forbids.
    for _moment in range(100):
        if box.evaluate("box => box.scrollLeft") > 20:
            break
        screen.page.wait_for_timeout(50)
    else:
        pytest.fail("the arrow key moved nothing")
    box.evaluate("box => box.scrollTo(10000, 0)")
    name = screen.find("tbody .who").first.bounding_box()
    assert 0 <= name["x"] < 60


@pytest.mark.parametrize(
    ("page", "sheets"),
    [
        (f"{ROUND}print/boards/", 2),
        (f"{ROUND}print/names/", 4),
        (f"{ROUND}print/door/", 3),
        (f"{ROUND}print/slips/", 5),
        (f"{TABLE}print/standings/", 4),
        (f"{TABLE}print/start-list/", 3),
    ],
)
def test_a_sheet_is_black_on_white_and_alone_on_the_paper(screen, page, sheets):
    screen.page.emulate_media(media="print", color_scheme="dark")
    screen.page.set_viewport_size({"width": 703, "height": 1032})  # A4 within its margins
    screen.open(page)
    assert screen.page.evaluate("document.documentElement.scrollWidth") <= 703
    for gone in (".nav", ".off-paper", ".foot", "[data-print]", ".skip"):
        assert screen.find(f"{gone}:visible").count() == 0, gone
    colours = screen.page.evaluate(
        """() => [...new Set([...document.querySelectorAll("main *")]
            .filter(e => e.getClientRects().length).flatMap(
                e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]))]"""
    )
    black, white, none = "rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"
    assert set(colours) <= {black, white, none}
    paper = screen.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) <= sheets
    assert re.search(rb"/MediaBox\s*\[0 0 59[456][\d.]* 84[12]", paper)


@pytest.mark.parametrize("page", ["print/cross-table/", "cross-table/"])
def test_the_cross_table_lies_on_its_side(page, screen):
    screen.page.emulate_media(media="print")
    screen.open(f"{TABLE}{page}")
    paper = screen.page.pdf(prefer_css_page_size=True)
    assert re.search(rb"/MediaBox\s*\[0 0 84[12][\d.]* 59[456]", paper)
