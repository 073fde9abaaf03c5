"""Two players enter their result on two phones; what they do not agree on reaches the leader."""

import pytest
from playwright.sync_api import expect

from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.links import token_of
from clubcomp.models import Competition, Game, Role
from clubcomp.models.competitions import ByPlayers
from tests import make
from tests.browser.screens import BY_ITSELF, PHONE, lead
from tests.browser.test_pages import faults

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_phones_agree_on_one_board_and_differ_on_another(screens, live_server):
    evening = make.make_evening(make.make_competition(4), present=4)
    Competition.objects.update(results_by_players=ByPlayers.CONFIRMED)
    anna = make.make_user("Anna")
    make.make_membership(evening.competition.club, anna, Role.LEADER)
    first, second = publish_next(evening, after=0, by=anna).games.order_by("board")

    def phone(player):
        """A phone on which the personal link was opened; then it shows tonight."""
        screen = screens.new(live_server.url, PHONE, locale="en-GB")
        screen.open(f"/toren/me/{token_of(player)}/")
        return screen

    white, black = phone(first.white.player), phone(first.black.player)
    black.open("/toren/intern/tonight/")
    white.press(".mine button[value='1-0']")
    expect(white.find(".mine")).to_contain_text("You entered 1‑0")
    assert faults(white) == []
    # The other phone learns it by itself, and one tap makes it the result.
    expect(black.find(".mine .primary")).to_be_visible(timeout=BY_ITSELF)
    assert faults(black) == []
    black.press(".mine .primary")
    expect(black.find(".mine")).to_contain_text("You both entered this result.")
    assert Game.objects.get(pk=first.pk).result == "1-0"

    desk = screens.new(live_server.url, locale="en-GB")
    desk.sign_in(anna, then=lead("results", evening))
    phone(second.white.player).press(".mine button[value='1-0']")
    expect(desk.find("#board-2 .when")).to_contain_text("to be confirmed", timeout=BY_ITSELF)
    assert faults(desk) == []
    phone(second.black.player).press(".mine button[value='1/2-1/2']")
    expect(desk.find("#board-2 .question")).to_contain_text("Two results", timeout=BY_ITSELF)
    assert faults(desk) == []
    desk.find("#board-2 button[value='1/2-1/2']").click()
    expect(desk.find("#board-2 [aria-pressed=true]")).to_have_attribute("value", "1/2-1/2")
    assert Game.objects.get(pk=second.pk).entered_by == anna
