"""Two players enter different results on two phones; that reaches the leader as a question."""

import pytest
from playwright.sync_api import expect

from clubcomp.doors.links import token_of
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.models import Competition, Game, Role
from clubcomp.models.competitions import ByPlayers
from tests import make
from tests.browser.screens import BY_ITSELF, PHONE, lead
from tests.browser.test_pages import faults

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_phones_differ_on_a_board_and_the_leader_decides(screens, live_server):
    evening = make.make_evening(make.make_competition(4), present=4)
    Competition.objects.update(results_by_players=ByPlayers.CONFIRMED)
    anna = make.make_user("Anna")
    make.make_membership(evening.competition.club, anna, Role.LEADER)
    game = publish_next(evening, after=0, by=anna).games.get(board=2)

    def phone(player):
        """A phone on which the personal link was opened; then it shows tonight."""
        screen = screens.new(live_server.url, PHONE, locale="en-GB")
        screen.open(f"/toren/me/{token_of(player)}/")
        return screen

    desk = screens.new(live_server.url, locale="en-GB")
    desk.sign_in(anna, then=lead("results", evening))
    phone(game.white.player).press(".mine button[value='1-0']")
    expect(desk.find("#board-2 .when")).to_contain_text("to be confirmed", timeout=BY_ITSELF)
    assert faults(desk) == []
    phone(game.black.player).press(".mine button[value='1/2-1/2']")
    expect(desk.find("#board-2 .question")).to_contain_text("Two results", timeout=BY_ITSELF)
    assert faults(desk) == []
    desk.find("#board-2 button[value='1/2-1/2']").click()
    expect(desk.find("#board-2 [aria-pressed=true]")).to_have_attribute("value", "1/2-1/2")
    assert Game.objects.get(pk=game.pk).entered_by == anna
