"""An evening of a competition in groups: divided, one press that pairs all, a table each."""

import pytest

from clubcomp.models import Role, Round
from tests import make
from tests.browser.screens import DESKTOP, PHONE, lead
from tests.browser.test_pages import faults

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("has_scripts", [True, False])
def test_groups_are_made_paired_by_one_press_and_ranked_apart(has_scripts, screens, live_server):
    competition = make.make_swiss(8)
    user = make.make_user("Anna")
    make.make_membership(competition.club, user, Role.LEADER)
    size = DESKTOP if has_scripts else PHONE
    leader = screens.new(live_server.url, size, java_script_enabled=has_scripts, locale="en-GB")
    leader.sign_in(user, then="/toren/zwitsers/groups/")

    def said():
        assert faults(leader, axe_at=(375, 1280) if has_scripts else ()) == []
        return leader.find("main").inner_text()

    leader.find("#id_groups").fill("5 3")
    leader.press("text=Show these groups")
    assert "Proposed, not saved yet" in said()
    leader.find("#id_goes_up").fill("1")
    leader.find("#id_goes_down").fill("1")
    leader.press("text=Save the groups")
    assert "The groups are saved. Players who changed: 8." in leader.find("body").inner_text()

    evening = make.make_evening(competition, "standard")
    leader.open(lead("attendance", evening))
    assert "Odd in several groups" in leader.find("body").inner_text()
    leader.open(lead("pairing", evening))
    leader.press()
    assert "2 players have the bye." in leader.find("body").inner_text()
    assert [head.inner_text() for head in leader.find("li > h2").all()] == [
        "Group A",
        "Group B",
    ]
    leader.press("text=Publish round 1")
    said()
    make.finish_round(Round.objects.get(evening=evening))
    leader.open("/toren/zwitsers/standings/")
    together = said()
    assert "All groups" in together
    assert "↑ A" in together
    assert "↓ B" in together
    leader.open("/toren/zwitsers/standings/standard@B/")
    assert leader.find("#rows tr").count() == 3
    leader.open("/toren/zwitsers/evenings/1/games/1/")
    assert "Group B" in said()
    leader.open("/toren/zwitsers/evenings/1/games/1/why/")
    assert "Group B" in leader.find("body").inner_text()
