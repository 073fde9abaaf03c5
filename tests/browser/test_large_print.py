"""The pages on a phone, for a reader who has set text to twice its size."""

import pytest

from clubcomp.demo import club
from tests.browser.screens import CHROMIUM, FLAGS, PHONE, Screens
from tests.browser.test_pages import COMING, MAIN, PAGES, TONIGHT, address, faults, is_public

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def large_screens(browser_type, browser_type_launch_args):
    """Phones of readers who have set text to twice its size."""
    large = "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"
    arguments = browser_type_launch_args | {"executable_path": CHROMIUM, "args": [*FLAGS, large]}
    browser = browser_type.launch(**arguments)
    with Screens(browser) as screens:
        yield screens
    browser.close()


def of_leader(screens, demo, **settings):
    screen = screens.new(demo.url, PHONE, **settings)
    screen.sign_in(club.LEADER.email, club.password())
    return screen


@pytest.fixture(scope="module")
def large_print(large_screens, demo):
    """A phone of the leader."""
    return of_leader(large_screens, demo)


@pytest.fixture(scope="module")
def german(large_screens, demo):
    """One in German, which has the longest words."""
    return of_leader(large_screens, demo, locale="de-DE")


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


#: The words of boards and buttons that go on in a next line, though no hyphen is there.
TORN = r"""() => [...document.querySelectorAll(".boards > li, .button")].flatMap(part => {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), torn = []
    while (texts.nextNode()) {
        const node = texts.currentNode
        if (node.parentElement.closest(".visually-hidden")) continue
        for (const word of node.data.matchAll(/[^\s-]+/g)) {
            const range = document.createRange()
            range.setStart(node, word.index)
            range.setEnd(node, word.index + word[0].length)
            const lines = new Set([...range.getClientRects()].map(box => box.top))
            if (lines.size > 1) torn.push(word[0])
        }
    }
    return torn
})"""


@pytest.mark.parametrize(
    ("name", "width"), [("pairing", 320), ("pairing", 375), ("competition", 375)]
)
def test_no_long_word_is_torn_with_text_at_200_percent(german, demo, name, width):
    german.page.set_viewport_size({"width": width, "height": 900})
    german.open(address(demo, name, COMING))
    assert german.page.evaluate(TORN) == []
    cut = "buttons => buttons.filter(one => one.scrollWidth > one.clientWidth).length"
    assert german.find(".button").evaluate_all(cut) == 0


#: Also where the reader enlarged only the text, which a page does from its root.
TWICE = "document.documentElement.style.fontSize = '200%'"
OWN = ["me", "my-settings", "my-link", "my-messages", "my-away", "my-name"]


@pytest.fixture(scope="module")
def small_phones(browser, demo):
    """The smallest phone of who is not signed in, and of a member."""
    with Screens(browser) as screens:
        stranger, member = (screens.new(demo.url, PHONE) for _ in range(2))
        member.sign_in(club.MEMBER.email, club.password())
        yield stranger, member


@pytest.mark.parametrize("name", [page[0] for page in PAGES if is_public(page[0])] + OWN)
def test_no_page_scrolls_sideways_at_320_px_with_text_at_200_percent(small_phones, demo, name):
    for screen in small_phones[1:] if name in OWN else small_phones:
        screen.open(address(demo, name, {}))
        screen.page.evaluate(TWICE)
        assert faults(screen, widths=[320], axe_at=()) == []
