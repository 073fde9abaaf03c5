"""A Swiss competition on the pages: started, paired, played, as rounds and not as games."""

import pytest

from clubcomp.models import Competition, Role
from tests.make import entries, make_players
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

SWISS = {
    "system": "knsb-rating",
    "name": "Zwitsers",
    "game": "go",
    "who": "all",
    "rounds": "7",
    "bye": "1/2",
    "initial_colour": "black",
    "tie_breaks": ["resistance_points", "", "wins"],
}


@pytest.fixture
def leader() -> Visitor:
    return Visitor(Role.LEADER)


@pytest.fixture
def competition(leader) -> Competition:
    make_players(leader.club, 6)
    leader.fill_in("new-competition", **SWISS)
    return Competition.objects.get()


def test_each_system_is_offered_with_a_sentence(leader):
    said = text(leader.see("new-competition"))
    assert "Zwitsers op rating (KNSB)" in said
    assert "FIDE’s Dutch System of 2012" in said
    assert "AttaCalc" in said


def test_the_page_of_a_swiss_system_asks_for_rounds_and_no_tempo(leader):
    said = text(leader.see("new-competition", system="knsb-rating"))
    assert 'name="rounds"' in said
    assert "tempo" not in said.lower()
    assert said.count('name="tie_breaks"') == 5


def test_a_swiss_competition_is_started_with_all_its_options(competition):
    assert competition.game == "go"
    assert competition.options == {
        "rounds": 7,
        "bye": "1/2",
        "initial_colour": "black",
        "tie_breaks": ["resistance_points", "wins"],
    }
    assert [tempo.key for tempo in competition.tempos.all()] == ["standard"]
    assert [entry.start for entry in entries(competition)] == [1, 2, 3, 4, 5, 6]


def test_a_tie_break_twice_is_refused_and_what_was_chosen_stays(leader):
    answer = leader.fill_in("new-competition", **SWISS | {"tie_breaks": ["wins", "wins"]})
    assert "wins" in text(answer)
    assert text(answer).count('<option value="wins" selected>') == 2
    assert not Competition.objects.exists()


def test_the_order_of_the_tie_breaks_is_changed_on_the_options_page(leader, competition):
    said = text(leader.see("options", "zwitsers"))
    assert said.index('<option value="resistance_points" selected>') < said.index(
        '<option value="wins" selected>'
    )
    data = {"rounds": "9", "bye": "1", "initial_colour": "white", "act": "look"}
    leader.fill_in("options", "zwitsers", **data, tie_breaks=["wins", "lot"])
    competition.refresh_from_db()
    assert competition.options == {"rounds": 9, "tie_breaks": ["wins", "lot"]}
