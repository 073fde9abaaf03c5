"""An evening led on a phone with one hand: what is in sight at once, and what the thumb reaches."""

import pytest
from playwright.sync_api import expect

from clubcomp.demo import club
from tests.browser.screens import (
    CHROMIUM,
    DESKTOP,
    FLAGS,
    IN_SIGHT,
    PHONE,
    PRIMARY,
    TOP,
    Screens,
)
from tests.browser.test_pages import COMING, TONIGHT, address

pytestmark = pytest.mark.django_db

#: With the keyboard up there is this much left of the phone.
TYPING = {"width": 375, "height": 470}
NAMES, OPEN = ".sheet > li", ".results > li:not(.in)"
STEPS = ["attendance", "pairing", "results", "evening-standings", "close"]


@pytest.fixture(scope="module")
def phone(browser, demo):
    """The phone of the demo club's leader."""
    with Screens(browser) as screens:
        screen = screens.new(demo.url, PHONE)
        screen.sign_in(club.LEADER.email, club.password())
        yield screen


def look(screen, demo, name, place, size=PHONE):
    screen.page.set_viewport_size(size)
    screen.open(address(demo, name, place))


def test_the_first_names_and_boards_are_at_the_top_of_the_screen(phone, demo):
    look(phone, demo, "attendance", COMING)
    assert phone.page.evaluate(TOP, NAMES) <= 140
    assert phone.page.evaluate(IN_SIGHT, NAMES) >= 12
    look(phone, demo, "results", TONIGHT)
    assert phone.page.evaluate(TOP, OPEN) <= 100
    assert phone.page.evaluate(TOP, f"{OPEN} .choices") <= 150
    done = phone.page.evaluate("""[...document.querySelectorAll(".results > .settled")]
        .map(one => one.getBoundingClientRect())
        .map(({top, height}) => [top, height])""")
    last = phone.find(OPEN).last.bounding_box()
    assert all(top >= last["y"] + last["height"] - 1 and height <= 50 for top, height in done)


@pytest.mark.parametrize("size", [PHONE, TYPING], ids=["whole", "typing"])
@pytest.mark.parametrize("name", STEPS)
def test_the_next_step_is_always_in_sight(phone, demo, name, size):
    place = COMING if name == "pairing" else TONIGHT
    look(phone, demo, name, place, size)
    step = f"{PRIMARY}, .dock [aria-disabled]"
    for where in ("0", "document.body.scrollHeight / 2"):
        phone.page.evaluate(f"scrollTo(0, {where})")
        expect(phone.find(step).first).to_be_in_viewport(ratio=1)
        expect(phone.find("h1")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("locale", ["nl-NL", "en-GB", "tr-TR", "de-DE"])
def test_the_bar_at_the_bottom_is_one_line(browser, demo, locale):
    with Screens(browser) as screens:
        screen = screens.new(demo.url, PHONE, locale=locale)
        screen.sign_in(club.LEADER.email, club.password())
        sheets = [("attendance", COMING), ("attendance", TONIGHT), ("results", TONIGHT)]
        for name, place in sheets:
            for size in (PHONE, TYPING, PHONE | {"width": 320}):
                look(screen, demo, name, place, size)
                assert screen.find(".dock").bounding_box()["height"] < 72, (name, size)


def test_it_stays_there_while_a_name_is_typed(phone, demo):
    look(phone, demo, "attendance", COMING, TYPING)
    phone.find("#q").fill("coen dek")
    expect(phone.find(NAMES).locator("visible=true")).to_have_count(1)
    for part in ("#q", PRIMARY):
        expect(phone.find(part)).to_be_in_viewport(ratio=1)
    bar = phone.find(".dock").bounding_box()
    assert bar["y"] + bar["height"] == pytest.approx(TYPING["height"], abs=1)


def test_with_text_twice_as_large_the_first_name_is_on_the_upper_half(
    browser_type, browser_type_launch_args, demo
):
    large = [*FLAGS, "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"]
    arguments = browser_type_launch_args | {"executable_path": CHROMIUM, "args": large}
    browser = browser_type.launch(**arguments)
    with Screens(browser) as screens:
        screen = screens.new(demo.url, PHONE)
        screen.sign_in(club.LEADER.email, club.password())
        look(screen, demo, "attendance", COMING)
        assert screen.page.evaluate(TOP, NAMES) <= 300
    browser.close()


def test_the_menu_leads_everywhere_without_a_script(browser, demo):
    with Screens(browser) as screens:
        screen = screens.new(demo.url, PHONE, java_script_enabled=False)
        screen.sign_in(club.LEADER.email, club.password())
        screen.open(address(demo, "results", TONIGHT))
        links = screen.find(".menu a")
        expect(links.first).to_be_hidden()
        screen.find(".menu summary").press("Enter")
        expect(links.locator("visible=true")).to_have_count(13)
        screen.press(".menu a[href$='/attendance/']")
        expect(screen.find(".menu [aria-current]")).to_contain_text("Aanwezig")
        expect(screen.find("h1")).to_contain_text("Aanwezig")


def test_the_search_has_the_focus_on_a_wide_screen_only(phone, demo):
    look(phone, demo, "attendance", COMING, DESKTOP)
    expect(phone.find("#q")).to_be_focused()
    expect(phone.find(".menu, .last").locator("visible=true")).to_have_count(0)
    look(phone, demo, "attendance", COMING)
    expect(phone.find("#q")).not_to_be_focused()


def test_a_member_answers_for_five_evenings_on_one_screen(browser, demo):
    with Screens(browser) as screens:
        screen = screens.new(demo.url, PHONE)
        screen.sign_in(club.MEMBER.email, club.password())
        screen.open("/testtoren/me/")
        heading = screen.find("h2:has(+ section)").last.bounding_box()
        fifth = screen.find(".choices.answer").nth(4).bounding_box()
        assert fifth["y"] + fifth["height"] - heading["y"] <= PHONE["height"]
