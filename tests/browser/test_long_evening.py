"""A long game: a swap, two devices at one board, an adjourned game, a late correction."""

import pytest
from playwright.sync_api import expect

from clubcomp.models import Evening, Game, Role, TrailEntry
from tests import make
from tests.browser.screens import PRIMARY, lead, of

ASKED = ".asks .question"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    """Eight players, one long game; the evening is open, nobody is marked present."""
    return make.make_evening(make.make_competition(8), present=0)


@pytest.fixture
def leaders(evening, screens, live_server):
    """Anna and Ria, each at a device of her own."""
    both = []
    for name in ("Anna", "Ria"):
        user = make.make_user(name)
        make.make_membership(evening.competition.club, user, Role.LEADER)
        screen = screens.new(live_server.url)
        screen.sign_in(user, then=lead("attendance", evening))
        both.append(screen)
    return both


def game(board):
    """A board as it stands in the database."""
    return Game.objects.get(board=board)


def does_not_ask(screen):
    """From now on the screen hears nothing of the other device."""
    screen.page.route("**/results/1/?version=*", lambda route: route.fulfill(status=204))


def everybody_is_here(screen):
    """Eight taps; a second tap on a name undoes the first."""
    for key in make.SURNAMES[:8]:
        button = screen.find(f"#player-{key.lower()} button.row")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
    first = screen.find("#player-adema button.row")
    for pressed, present in (("false", "7"), ("true", "8")):
        first.click()
        expect(first).to_have_attribute("aria-pressed", pressed)
        expect(screen.find(".count b")).to_have_text(present)


def swap_two_players(screen, reason):
    """Black of board 1 changes places with somebody else; the reason is asked for."""
    screen.press("#board-1 .act")
    expect(screen.find(PRIMARY)).to_have_count(0)
    expect(screen.find("#board-1 h2")).to_be_focused()  # who does not see it hears what opened
    screen.press("#board-1 .choose a >> nth=1")
    screen.press("#board-2 .side a.button >> nth=0")
    expect(screen.find(".asks")).not_to_have_count(0)
    screen.find("#reason").fill(reason)
    screen.press()


def test_a_long_evening_from_the_first_name_to_the_correction_next_morning(evening, leaders):
    first, second = leaders
    everybody_is_here(first)
    first.press()
    swap_two_players(first, "Vader en dochter")
    first.press()
    assert Game.objects.filter(fixed="Vader en dochter").count() in (1, 2)
    second.open(lead("results", evening))
    does_not_ask(second)
    the_second_of_two_is_asked(first, second)
    two_press_at_once(first, second)
    first.open(lead("results", evening))
    first.press("#board-3 .more")
    first.find('[name="act"][value="adjourned"]').check()
    first.press()
    expect(first.find("#waiting")).to_contain_text("4")
    first.tap(4, "1/2-1/2")
    first.press()
    first.press()
    assert Evening.objects.get().is_closed
    assert (game(3).put_off, game(3).is_decided) == ("adjourned", False)
    correct_next_morning(second, evening)
    finish_the_adjourned_game(second, evening)
    assert [game(board).result for board in (1, 3, 4)] == ["1/2-1/2", "0-1", "1/2-1/2"]
    said = TrailEntry.objects.values_list("by_name", flat=True)
    assert {"Anna", "Ria"} <= set(said)


def the_second_of_two_is_asked(first, second):
    """Ria's screen shows an empty board when she presses; Anna was first."""
    first.tap(1, "1-0")
    second.find('#board-1 button[value="0-1"]').click()
    expect(second.find(ASKED)).to_contain_text("Anna")
    assert game(1).result == "1-0"
    expect(second.find(PRIMARY)).to_have_count(0)
    second.find('#board-1 .actions button[value="0-1"]').click()
    pressed = second.find('#board-1 button[value="0-1"]')
    expect(pressed).to_have_attribute("aria-pressed", "true")
    assert (game(1).result, game(1).entered_by.name) == ("0-1", "Ria")


def two_press_at_once(first, second):
    """Within a blink: one of the two is asked, and leaves what the other entered."""
    does_not_ask(first)
    first.find('#board-2 button[value="1-0"]').dispatch_event("click")
    second.find('#board-2 button[value="1/2-1/2"]').dispatch_event("click")
    settled = "#board-2.asks, #board-2:has(button[aria-pressed=true])"
    for screen in (first, second):
        expect(screen.find(settled)).to_have_count(1)
    asked = [screen for screen in (first, second) if screen.find(ASKED).count()]
    entered = game(2).result
    assert len(asked) == 1
    assert entered == ("1-0" if asked == [second] else "1/2-1/2")
    asked[0].find("#board-2 .actions a").click()
    pressed = asked[0].find(f'#board-2 button[value="{entered}"]')
    expect(pressed).to_have_attribute("aria-pressed", "true")
    assert game(2).result == entered


def correct_next_morning(screen, evening):
    """First what changes, then why, and only then is it saved."""
    screen.open(lead("results", evening))
    screen.press("#board-1 .fixed-result a")
    screen.find('[name="result"][value="1/2-1/2"]').check()
    screen.press()
    expect(screen.find("table")).not_to_have_count(0)
    assert game(1).result == "0-1"
    screen.find('[name="reason"]').fill("Het was remise")
    screen.press()
    expect(screen.find("#messages .message")).to_have_count(1)
    assert game(1).result == "1/2-1/2"
    screen.open(of("why", evening, evening.serial, 1, 1))
    expect(screen.find("h1")).to_have_count(1)


def finish_the_adjourned_game(screen, evening):
    """It was played out another day; the public sees the result."""
    screen.open(lead("correct-result", evening, 1, 3))
    screen.find('[name="result"][value="0-1"]').check()
    screen.press()
    screen.find('[name="played_on"]').fill("2026-12-01")
    screen.find('[name="reason"]').fill("Uitgespeeld")
    screen.press()
    assert str(game(3).played_on) == "2026-12-01"
    screen.open(of("round", evening, evening.serial, 1))
    expect(screen.find("#board-3 .won")).to_have_count(1)


def test_a_correction_without_a_reason_is_not_sent(evening, leaders):
    first, _second = leaders
    everybody_is_here(first)
    first.press()
    first.press()
    first.tap(1, "1-0")
    first.open(lead("correct-result", evening, 1, 1))
    first.find('[name="result"][value="0-1"]').check()
    first.press()
    first.find(PRIMARY).click()
    expect(first.find('[name="reason"]:focus:invalid')).to_have_count(1)
    assert game(1).result == "1-0"
