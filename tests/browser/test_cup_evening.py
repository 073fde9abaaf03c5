"""An evening of a cup: round 1, a draw that is played again, the bracket, who is still in."""

import pytest

from clubcomp.models import Role, Round
from tests import make
from tests.browser.screens import DESKTOP, PHONE, lead
from tests.browser.test_pages import faults

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    """A cup of five on its first evening, with room for games that decide."""
    return make.make_evening(make.make_cup(5), "standard", games=3)


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_draw_is_played_again_and_the_bracket_says_who_goes_on(
    has_scripts, evening, screens, live_server
):
    user = make.make_user("Anna")
    make.make_membership(evening.competition.club, user, Role.LEADER)
    size = DESKTOP if has_scripts else PHONE
    leader = screens.new(live_server.url, size, java_script_enabled=has_scripts, locale="en-GB")
    leader.sign_in(user, then=lead("attendance", evening))

    def said():
        assert faults(leader, axe_at=(375, 1280) if has_scripts else ()) == []
        return leader.find("main").inner_text()

    assert "Round 1: 1 of 1 games can be played." in said()
    for number, result in ((1, "1/2-1/2"), (2, "1-0")):
        leader.open(lead("pairing", evening))
        leader.press()  # the pairing is proposed
        leader.press(f"text=Publish round {number}")
        leader.open(lead("results", evening))
        leader.tap(1, result)
    rounds = Round.objects.filter(evening=evening).order_by("number")
    played = [(game.white.key, game.result) for round_ in rounds for game in round_.games.all()]
    assert played == [("evers", "1/2-1/2"), ("dekker", "1-0")]

    leader.open("/toren/beker/evenings/1/games/2/boards/1/")
    assert "The tie is level, so they play a rapid game." in said()
    leader.open("/toren/beker/standings/")
    assert "Out in the quarter-final" in said()
    leader.find("label[for=cup-round-1]").click()  # the tabs need no script
    assert "after rapid play" in leader.find("main").inner_text()
    leader.find("label[for=cup-round-2]").click()
    assert "after rapid play" not in leader.find("main").inner_text()
    leader.open("/toren/beker/print/schedule/")
    leader.find(".scroll + details summary").click()
    assert "Adema – Dekker" in said()
