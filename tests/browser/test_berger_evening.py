"""An evening of a round robin: the schedule, who can play tonight, a game put off and caught up."""

import pytest

from clubcomp.flow.evenings import close_evening
from clubcomp.models import Game, Role, Round
from tests import make
from tests.browser.screens import DESKTOP, PHONE, lead
from tests.browser.test_pages import faults

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    """Six players after round 1, the second evening open with five of them there."""
    competition = make.make_berger(6)
    first = make.make_evening(competition, "standard")
    make.play_game(first)
    close_evening(first, by=None)
    return make.make_evening(competition, "standard", present=5)


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_round_of_the_table_is_played_but_for_who_is_away(
    has_scripts, evening, screens, live_server
):
    user = make.make_user("Anna")
    make.make_membership(evening.competition.club, user, Role.LEADER)
    size = DESKTOP if has_scripts else PHONE
    leader = screens.new(live_server.url, size, java_script_enabled=has_scripts, locale="en-GB")
    leader.sign_in(user, then="/toren/groep/schedule/")

    def said():
        assert faults(leader, axe_at=(375, 1280) if has_scripts else ()) == []
        return leader.find("main").inner_text()

    assert "5 rounds, known beforehand." in said()
    assert leader.find(".schedule h2").count() == 5
    leader.open(lead("attendance", evening))
    assert "Round 2: 2 of 3 games can be played." in said()
    assert "Faber – Dekker: Faber is not there" in said()

    leader.open(lead("pairing", evening))
    leader.press()  # the pairing is proposed
    assert "Postponed: Faber cannot be there." in said()
    leader.press("text=Publish round 2")
    round_ = Round.objects.get(evening=evening)
    assert [game.put_off for game in round_.games.order_by("board")] == ["postponed", "", ""]

    leader.open("/toren/groep/evenings/2/games/1/boards/2/")
    assert "Round 2 of the table: number 5, Evers, plays number 3, Cornelis." in said()

    make.finish_round(round_)
    leader.open(lead("close", evening))
    leader.press()
    leader.open("/toren/groep/schedule/")
    assert "postponed" in said()

    # Caught up on another day.
    leader.open(lead("correct-result", evening, 1, 1) + "?result=0-1")
    leader.find("#id_reason").fill("Caught up on Thursday")
    leader.press()
    assert Game.objects.get(round=round_, board=1).result == "0-1"
    leader.open("/toren/groep/cross-table/")
    assert "Dekker" in said()
