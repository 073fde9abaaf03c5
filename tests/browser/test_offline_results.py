"""Results that are tapped without a connection: kept on the device, and sent once when it is back.

The last test runs where there is no secure context: at an address that is not loopback, plain
http, in a network namespace of its own.
"""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.results import record_result
from clubcomp.models import Game, Role, TrailEntry
from pairing.core.types import Result
from tests import make
from tests.browser.screens import BY_ITSELF, PHONE, lead
from tests.browser.test_connection import OFFLINE

pytestmark = pytest.mark.django_db(transaction=True)

WHITE, BLACK, DRAW, OPEN = "1-0", "0-1", "1/2-1/2", "*"


@pytest.fixture
def evening():
    """Blitz, tonight, eight players, the first game published."""
    competition = make.make_competition(8)
    evening = make.make_evening(competition, "blitz", date=timezone.localdate(), present=8)
    publish_next(evening, after=0, by=None)
    return evening


@pytest.fixture
def leader(evening):
    """Who leads it."""
    user = make.make_user("Ria")
    make.make_membership(evening.competition.club, user, Role.LEADER)
    return user


@pytest.fixture
def screen(evening, leader, screens, live_server):
    """The leader's phone on the results of the game; what it says offline is no complaint."""
    screen = screens.new(live_server.url, PHONE, locale="en-GB")
    screen.sign_in(leader, then=lead("results", evening))
    yield screen
    refused = re.compile(r"status of (404|409|422)")
    said = screens.complaints
    said[:] = [one for one in said if not OFFLINE.search(one) and not refused.search(one)]


def tap(screen, board, result):
    """Press a result, without waiting for what comes of it."""
    screen.find(f'#board-{board} button[value="{result}"]').click()


def waits(screen, count):
    """The page says how many results wait on this device."""
    sentence = "1 result waits" if count == 1 else f"{count} results wait"
    expect(screen.find("#kept [data-count]")).to_contain_text(sentence, timeout=BY_ITSELF)


def nothing_waits(screen):
    expect(screen.find("#kept")).to_be_hidden(timeout=BY_ITSELF)


def results(evening):
    """The results of the boards as the database has them."""
    return dict(Game.objects.filter(round__evening=evening).values_list("board", "result"))


def elsewhere(evening, board, result):
    """Another device enters a result."""
    game = Game.objects.get(round__evening=evening, board=board)
    record_result(game, result=result, seen=game.result, by=None)


def test_taps_without_a_connection_wait_on_their_boards_and_are_sent_once(screen, evening):
    screen.page.context.set_offline(True)
    for board, result in ((1, WHITE), (2, BLACK), (3, DRAW)):
        tap(screen, board, result)
    waits(screen, 3)
    expect(screen.find("#board-3 .unsent-note")).to_have_text("not sent: ½‑½")
    expect(screen.find('#board-3 button[aria-pressed="true"]')).to_have_class("unsent")
    expect(screen.find("#said")).to_contain_text("wait on this device")
    assert set(results(evening).values()) == {OPEN}
    before = TrailEntry.objects.count()
    screen.page.context.set_offline(False)
    nothing_waits(screen)
    expect(screen.find("#said")).to_have_text("All results of this device are sent.")
    assert results(evening) == {1: WHITE, 2: BLACK, 3: DRAW, 4: OPEN}
    entered = TrailEntry.objects.order_by("pk")[before:]
    assert [line.facts["board"] for line in entered] == [1, 2, 3]
    expect(screen.find("#board-1 .unsent-note")).to_have_count(0)
    expect(screen.find("#title .count b")).to_have_text("3")


def test_what_waits_is_in_sight_wherever_the_page_is_scrolled_to(screen):
    screen.page.context.set_offline(True)
    tap(screen, 4, WHITE)
    waits(screen, 1)
    screen.page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    expect(screen.find("#kept [data-count]")).to_be_in_viewport()


def test_a_second_tap_replaces_or_takes_back_the_one_that_waits(screen, evening):
    screen.page.context.set_offline(True)
    tap(screen, 1, WHITE)
    tap(screen, 2, WHITE)
    waits(screen, 2)
    tap(screen, 1, BLACK)
    expect(screen.find("#board-1 .unsent-note")).to_have_text("not sent: 0‑1", timeout=BY_ITSELF)
    tap(screen, 2, WHITE)
    waits(screen, 1)
    expect(screen.find('#board-2 button[aria-pressed="true"]')).to_have_count(0)
    screen.page.context.set_offline(False)
    nothing_waits(screen)
    assert results(evening) == {1: BLACK, 2: OPEN, 3: OPEN, 4: OPEN}


def test_a_double_tap_is_one_result(screen, evening):
    screen.find(f'#board-1 button[value="{WHITE}"]').dblclick()
    expect(screen.find('#board-1 button[aria-pressed="true"]:not(.unsent)')).to_have_count(1)
    assert results(evening)[1] == WHITE


def test_it_survives_that_the_page_is_closed_and_is_sent_from_any_page(screen, evening):
    screen.page.context.set_offline(True)
    tap(screen, 1, WHITE)
    waits(screen, 1)
    screen.page.close()
    screen.page.context.set_offline(False)
    screen.page = screen.page.context.new_page()
    screen.open(lead("attendance", evening))
    expect(screen.find("#said")).to_have_text(
        "All results of this device are sent.", timeout=BY_ITSELF
    )
    assert results(evening)[1] == WHITE


def test_who_was_first_elsewhere_is_asked_about_also_after_a_reload(screen, evening):
    screen.page.context.set_offline(True)
    tap(screen, 1, WHITE)
    tap(screen, 2, WHITE)
    waits(screen, 2)
    elsewhere(evening, 1, Result.BLACK_WINS)
    elsewhere(evening, 2, Result.DRAW)
    screen.page.context.set_offline(False)
    question = screen.find(".question")
    expect(question).to_have_count(2, timeout=BY_ITSELF)
    screen.page.reload()
    expect(question).to_have_count(2, timeout=BY_ITSELF)
    screen.find("#board-1 .actions button").click()
    expect(screen.find('#board-1 button[aria-pressed="true"]')).to_have_text(WHITE)
    screen.find("#board-2 [data-leave]").click()
    expect(question).to_have_count(0)
    screen.page.reload()
    expect(screen.find("#title .count b")).to_have_text("2")
    nothing_waits(screen)
    assert results(evening) == {1: WHITE, 2: DRAW, 3: OPEN, 4: OPEN}


def test_signed_out_it_waits_is_explained_and_sent_after_signing_in(screen, evening, leader):
    screen.page.context.set_offline(True)
    tap(screen, 1, WHITE)
    waits(screen, 1)
    screen.page.context.clear_cookies(name="sessionid")
    screen.page.context.set_offline(False)
    # The page asks by itself, or sends: either leads to the page for signing in, or says so.
    expect(screen.find("#kept .list")).to_contain_text("You are signed out", timeout=BY_ITSELF)
    assert results(evening)[1] == OPEN
    screen.sign_in(leader, then=lead("results", evening))
    nothing_waits(screen)
    assert results(evening)[1] == WHITE


def test_another_leader_on_the_same_device_does_not_send_it_and_may_throw_it_away(
    screen, evening, leader
):
    screen.page.context.set_offline(True)
    tap(screen, 1, WHITE)
    tap(screen, 2, WHITE)
    waits(screen, 2)
    screen.page.context.clear_cookies(name="sessionid")
    screen.page.goto("about:blank")
    screen.page.context.set_offline(False)
    other = make.make_user("Wim")
    make.make_membership(evening.competition.club, other, Role.LEADER)
    screen.sign_in(other, then=lead("results", evening))
    waits(screen, 2)
    expect(screen.find("#kept .list")).to_contain_text("Somebody else was signed in")
    screen.find("#kept summary").click()
    screen.find("#kept .list button").first.click()
    waits(screen, 1)
    # What he enters himself replaces what was kept for the board.
    tap(screen, 2, WHITE)
    nothing_waits(screen)
    games = Game.objects.filter(round__evening=evening)
    assert results(evening) == {1: OPEN, 2: WHITE, 3: OPEN, 4: OPEN}
    assert games.get(board=2).entered_by == other


def test_a_board_that_is_gone_stays_kept_with_the_reason_until_it_is_thrown_away(screen, evening):
    screen.page.context.set_offline(True)
    tap(screen, 1, WHITE)
    waits(screen, 1)
    withdraw_round(evening.rounds.get(), by=None)
    screen.page.context.set_offline(False)
    kept = screen.find("#kept .list")
    expect(kept).to_contain_text("withdrawn", timeout=BY_ITSELF)
    screen.page.reload()
    waits(screen, 1)
    screen.find("#kept summary").click()
    screen.find("#kept .list button").click()
    nothing_waits(screen)


def test_what_the_server_refuses_says_why_at_the_board(screen, evening):
    screen.page.context.set_offline(True)
    tap(screen, 1, WHITE)
    waits(screen, 1)
    game = evening.rounds.get().games.get(board=1)
    game.white, game.black = game.black, game.white
    game.save()
    screen.page.context.set_offline(False)
    reason = f"on board 1 now play {game.white} and {game.black}"
    expect(screen.find("#kept .list")).to_contain_text(reason, timeout=BY_ITSELF)
    expect(screen.find("#board-1 .unsent-note")).to_contain_text(reason)
    assert results(evening)[1] == OPEN
