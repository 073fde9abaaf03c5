"""The same evening without JavaScript, and without a mouse or a finger."""

import re

import pytest
from playwright.sync_api import expect

from clubcomp.flow.results import record_result
from clubcomp.models import Attendance, Evening, Game, Role
from pairing.core.types import Result
from tests import make
from tests.browser.screens import PHONE, PRIMARY, lead, of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    """Five players, one long game, open."""
    return make.make_evening(make.make_competition(5), present=0)


@pytest.fixture
def anna(evening):
    """The competition leader."""
    user = make.make_user("Anna")
    make.make_membership(evening.competition.club, user, Role.LEADER)
    return user


@pytest.fixture
def plain(anna, evening, screens, live_server):
    """A phone on which scripts do not run, at the attendance sheet."""
    screen = screens.new(live_server.url, PHONE, java_script_enabled=False)
    screen.sign_in(anna, then=lead("attendance", evening))
    return screen


@pytest.fixture
def desk(anna, evening, screens, live_server):
    """A screen of which only the keys are used, at the attendance sheet."""
    screen = screens.new(live_server.url)
    screen.sign_in(anna, then=lead("attendance", evening))
    return screen


def test_an_evening_without_javascript(plain, evening):
    for surname in ("adema", "bakker", "cornelis", "dekker"):
        plain.press(f"#player-{surname} button.row")
        button = plain.find(f"#player-{surname} button.row")
        expect(button).to_have_attribute("aria-pressed", "true")
    plain.find("#q").fill("eve")
    with plain.page.expect_navigation():
        plain.find("#q").press("Enter")
    expect(plain.find("#sheet li")).to_have_count(1)
    plain.press("#player-evers button.row")
    plain.press()
    plain.press()
    for board, result in ((1, "1-0"), (2, "0-1"), (2, "1/2-1/2")):
        plain.press(f'#board-{board} button[value="{result}"]')
        pressed = plain.find(f'#board-{board} button[value="{result}"]')
        expect(pressed).to_have_attribute("aria-pressed", "true")
        if result == "0-1":  # a second tap empties it, and its board is an open one again
            plain.press(f'#board-{board} button[value="{result}"]')
    plain.press()
    plain.press()
    assert Evening.objects.get().is_closed
    assert [game.result for game in Game.objects.order_by("board")] == ["1-0", "1/2-1/2"]
    plain.open(of("round", evening, evening.serial, 1))
    expect(plain.find(".pairings .won")).to_have_count(1)


def test_without_javascript_the_second_of_two_is_asked_as_well(plain, anna, evening):
    for surname in ("adema", "bakker"):
        plain.press(f"#player-{surname} button.row")
    plain.press()
    plain.press()
    ria = make.make_user("Ria")
    game = Game.objects.select_related("round__evening__competition").get()
    record_result(game, result=Result.DRAW, seen=str(Result.UNFINISHED), by=ria)
    plain.press('#board-1 button[value="1-0"]')
    expect(plain.find(".asks .question")).to_contain_text("Ria")
    plain.press("#board-1 .actions a")
    assert Game.objects.get().result == "1/2-1/2"


def tab_to(screen, selector, most=60):
    """Tab until the focus is on what the selector finds, which must be seen to have it."""
    for _ in range(most):
        screen.page.keyboard.press("Tab")
        focused = screen.find(f"{selector}:focus-visible")
        if focused.count():
            return
    raise AssertionError(f"{selector} cannot be reached with the Tab key")


def enter(screen):
    """Press Enter, on to another page."""
    with screen.page.expect_navigation():
        screen.page.keyboard.press("Enter")


def test_an_evening_by_keyboard_alone(desk, evening):
    keyboard = desk.page.keyboard
    tab_to(desk, "#q")
    for number, part in enumerate(("ade", "bak", "corn", "dek"), start=1):
        keyboard.type(part)
        expect(desk.find("#sheet li:visible")).to_have_count(1)
        keyboard.press("Enter")
        expect(desk.find(".count b")).to_have_text(str(number))
    assert Attendance.objects.filter(status="present").count() == 4
    tab_to(desk, ".primary")
    enter(desk)
    tab_to(desk, ".primary")
    enter(desk)
    for board, result in ((1, "1-0"), (2, "1/2-1/2")):
        tab_to(desk, f'#board-{board} button[value="{result}"]')
        keyboard.press("Space")
        pressed = f'#board-{board} button[value="{result}"][aria-pressed=true]'
        expect(desk.find(f"{pressed}:focus")).to_have_count(1)
    tab_to(desk, ".primary")
    enter(desk)
    tab_to(desk, ".primary")
    enter(desk)
    assert Evening.objects.get().is_closed
    assert desk.find(PRIMARY).count() <= 1


def test_enter_in_the_search_never_takes_back_who_is_here(desk):
    for said in ("Adema is er.", "Adema is er al."):
        desk.find("#q").fill("ade")
        desk.find("#q").press("Enter")
        expect(desk.find("#found")).to_contain_text(said)
        expect(desk.find("#said")).to_contain_text(said)
        expect(desk.find("#q:focus")).to_have_value("")
        assert Attendance.objects.filter(status="present").count() == 1
    desk.find("#found button").click()
    expect(desk.find("#found p:focus")).to_contain_text("Adema is er toch niet.")
    assert not Attendance.objects.filter(status="present").exists()
    expect(desk.find("#player-adema [aria-pressed=false]")).to_have_count(1)


def test_enter_in_a_list_of_ticks_never_takes_a_tick_away(desk, evening):
    desk.open(lead("not-coming", evening))
    for said in ("Adema is aangevinkt.", "Adema was al aangevinkt."):
        desk.find("#find-player").fill("ade")
        desk.find("#find-player").press("Enter")
        expect(desk.find("#said")).to_have_text(said)
        expect(desk.find("#ticks :checked")).to_have_count(1)


def test_who_opens_a_board_is_led_to_what_it_asks_and_hears_what_was_done(desk, evening):
    for surname in ("adema", "bakker", "cornelis", "dekker"):
        desk.find(f"#player-{surname} button.row").click()
        expect(desk.find(f"#player-{surname}.present")).to_have_count(1)
    desk.press()
    desk.press("#board-1 .act")
    asked = "Wie haal je van bord 1?"
    expect(desk.find("h2:focus")).to_have_text(asked)
    expect(desk.page).to_have_title(re.compile(re.escape(asked)))
    desk.press("#swap .choose li:first-child a")
    expect(desk.find("h2:focus")).to_contain_text("Wie komt op de plaats van")
    desk.press("#swap .button.quiet")
    desk.press()
    expect(desk.find("#said")).not_to_be_empty()


def test_the_first_tab_leads_past_the_navigation(desk, evening):
    desk.open(lead("close", evening))
    desk.page.keyboard.press("Tab")
    expect(desk.find(".skip:focus")).to_have_count(1)
    desk.page.keyboard.press("Enter")
    expect(desk.find("main:focus")).to_have_count(1)


def test_a_search_that_finds_nobody_says_so_and_offers_a_guest(desk):
    desk.find("#q").fill("zzz")
    for link in desk.find('[data-no-hit="sheet"] a').all():
        expect(link).to_be_visible()
        assert "name=zzz" in link.get_attribute("href")
    # No button that marks everybody stands beside the few who are shown, no heading for nobody.
    everybody = desk.find("#sheet .actions button")
    expect(everybody).to_be_hidden()
    expect(desk.find("#sheet h2:visible")).to_have_count(0)
    desk.find("#q").fill("")
    expect(everybody).to_be_visible()
    expect(desk.find("#sheet h2:visible")).not_to_have_count(0)
