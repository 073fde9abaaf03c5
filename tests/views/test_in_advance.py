"""What of the next game stands while the last results are missing, for who leads the evening."""

import pytest

from clubcomp.flow.results import record_result
from clubcomp.models import Round, TrailEntry
from pairing.core.types import Result
from tests.make import make_competition, make_cup, make_evening
from tests.views.leader import Leader, text
from tests.views.test_pairings import publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader():
    """A leader who has published game 1 of ten players, nothing of which is in."""
    leader = Leader(make_evening(make_competition(10), "bmw", present=10))
    leader.press("pairing")
    publish(leader)
    return leader


def enter(leader, *boards):
    for game in leader.evening.rounds.get().games.filter(board__in=boards):
        record_result(game, result=Result.WHITE_WINS, seen="*", by=leader.user)


def test_a_link_leads_to_what_is_fixed_and_that_comes_true(leader):
    enter(leader, 1, 2, 3)
    assert leader.address("next-in-advance") in text(leader.see("results"))
    lines = TrailEntry.objects.count()
    page = leader.see("next-in-advance")
    assert "9 of 9 combinations of results of boards 4 and 5 were looked at." in text(page)
    assert "Forfeits are not counted." in text(page)
    assert (Round.objects.count(), TrailEntry.objects.count()) == (1, lines)
    fixed = {tuple(players) for players in page.context["fixed"]}
    changing = set(page.context["changing"])
    assert {player for players in fixed for player in players} | changing
    enter(leader, 4, 5)
    boards = leader.press("pairing", number="2").context["boards"]
    assert fixed <= {tuple(board.players) for board in boards}
    assert "There is something to see here while" in text(leader.see("next-in-advance"))


def test_what_was_not_all_looked_at_is_not_called_fixed(leader, monkeypatch):
    monkeypatch.setattr("clubcomp.flow.pairings.turns.MUCH_WORK", 100_000)
    page = text(leader.see("next-in-advance"))
    assert " of 243 combinations" in page
    assert "so no board is called fixed" in page
    assert "Fixed, whatever the results" not in page


def test_a_cup_goes_on_with_who_wins_so_nothing_of_its_final_is_fixed():
    leader = Leader(make_evening(make_cup(4), "standard", games=3, present=4))
    leader.press("pairing")
    publish(leader)
    page = leader.see("next-in-advance")
    assert "9 of 9 combinations" in text(page)
    assert page.context["fixed"] == []
