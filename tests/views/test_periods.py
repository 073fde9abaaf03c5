"""The pages of the periods of a season."""

import pytest

from clubcomp.flow.evenings import close_evening
from clubcomp.models import Competition
from tests.make import make_evening, make_keizer, play_game
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader():
    """The first of two periods was played, the second is planned."""
    competition = make_keizer(6, periods={"starts": [1, 2], "points": "anew"})
    evening = make_evening(competition, "standard")
    leader = Leader(evening)
    play_game(evening)
    close_evening(evening, by=None)
    for _later in range(2):
        make_evening(competition, "standard", is_open=False)
    return leader


def test_everybody_sees_each_period_with_its_standing(leader):
    address = f"/{leader.club.slug}/{leader.evening.competition.slug}/periods/"
    page = text(leader.client.get(address))
    assert "Standings of period 1" in page
    assert "Nothing has been played in it yet." in page
    assert "Period 2" in page
    overview = text(leader.client.get(address.replace("periods/", "")))
    assert "/periods/" in overview


def test_the_leader_begins_a_period_takes_it_back_and_plans_another(leader):
    address = f"/{leader.club.slug}/{leader.evening.competition.slug}/periods/plan/"
    page = leader.client.get(address)
    assert "Points begin anew." in text(page)
    seen = page.context["border"].seen
    sent = {"act": "begin", "seen": seen}
    assert "Period 2 has begun." in text(leader.client.post(address, sent, follow=True))
    assert "nothing of it has been played yet" in text(leader.client.get(address))
    back = leader.client.post(address, {"act": "back"}, follow=True)
    assert "Taken back: the period has not begun." in text(back)
    leader.client.post(address, {"firsts": ["2", "3"]})
    competition = Competition.objects.get(pk=leader.evening.competition.pk)
    assert competition.options["periods"]["starts"] == [1, 2, 3]


def test_the_lead_page_of_a_new_period_says_that_it_begins(leader):
    leader.evening = leader.evening.competition.evenings.get(number=2)
    assert "Period 2 begins with this evening." in text(leader.see("lead"))
