"""The main pages on a phone, for a reader who has set text to twice its size."""

import pytest

from clubcomp.demo import club
from tests.browser.screens import CHROMIUM, FLAGS, PHONE, Screens
from tests.browser.test_pages import COMING, MAIN, TONIGHT, address, faults

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def large_print(browser_type, browser_type_launch_args, demo):
    """A browser in which the reader has set text to twice its size."""
    large = "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"
    arguments = browser_type_launch_args | {"executable_path": CHROMIUM, "args": [*FLAGS, large]}
    browser = browser_type.launch(**arguments)
    with Screens(browser) as screens:
        screen = screens.new(demo.url, PHONE)
        screen.sign_in(club.LEADER.email, club.password())
        yield screen
    browser.close()


@pytest.mark.parametrize("name", MAIN)
def test_a_main_page_can_be_read_with_text_at_200_percent(large_print, demo, name):
    place = TONIGHT | {"number": 4} if name != "pairing" else COMING
    large_print.open(address(demo, name, place))
    size = large_print.page.evaluate("getComputedStyle(document.documentElement).fontSize")
    assert size == "32px"
    assert faults(large_print, axe_at=[375], contrast=False) == []


def test_every_part_can_be_read_with_text_at_200_percent(large_print, demo, settings):
    settings.IS_DEMO = True
    large_print.open(address(demo, "style", {}))
    assert faults(large_print, axe_at=[375], contrast=False) == []


def test_a_proposal_cuts_up_no_names_with_text_at_200_percent(large_print, demo):
    large_print.open(address(demo, "pairing", COMING))
    assert faults(large_print, widths=[375], axe_at=()) == []
    width = "e => e.clientWidth / parseFloat(getComputedStyle(e).fontSize)"
    names = ".proposal .side > span:not(.disc, .visually-hidden)"
    assert min(large_print.find(names).evaluate_all(f"names => names.map({width})")) > 4
