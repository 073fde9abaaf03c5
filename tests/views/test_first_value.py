"""The first value number is fixed when the season starts, with room, and raised in time."""

import pytest

from clubcomp.flow.competitions.entries import add_entries
from clubcomp.flow.errors import StepError
from clubcomp.models import Competition
from tests import make
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db

FORM = {
    "system": "attacalc",
    "name": "Winter",
    "slug": "winter",
    "game": "chess",
    "who": "all",
    "long-use": "on",
    "long-games_per_evening": "1",
    "long-last_n": "4",
    "long-absence_limit": "3",
}


@pytest.fixture
def leader() -> Leader:
    """Leads a competition of six, of which a game is played."""
    competition = make.make_competition(6)
    leader = Leader(make.make_evening(competition))
    make.play_game(leader.evening)
    return leader


def start(leader, **more):
    page = f"/{leader.club.slug}/competitions/new/"
    asked = text(leader.client.get(page, {"system": "attacalc"}))
    assert "How many players do you expect this season?" in asked
    leader.client.post(page, FORM | more)
    return Competition.objects.get(slug="winter")


@pytest.mark.parametrize(
    ("said", "first"),
    [({"expected": "20"}, 30), ({}, 9), ({"expected": "3"}, 9), ({"first_value": "50"}, 50)],
)
def test_it_is_fixed_at_the_start_by_how_many_are_expected(leader, said, first):
    assert start(leader, **said).options["first_value"] == first


def test_a_season_that_runs_without_it_is_fixed_with_one_press_and_nothing_changes(leader):
    page = text(leader.see("lead"))
    assert "Fix it at 9" in page
    competition = leader.evening.competition
    address = f"/{leader.club.slug}/{competition.slug}/options/"
    assert "The first value number is 9 now." in text(
        leader.client.post(address, {"act": "raise"}, follow=True)
    )
    competition.refresh_from_db()
    assert competition.options == {"first_value": 9}
    assert "Fix it at" not in text(leader.see("lead"))


def test_before_it_could_refuse_a_player_it_is_raised_with_one_press(leader):
    competition = leader.evening.competition
    Competition.objects.filter(pk=competition.pk).update(options={"first_value": 7})
    page = text(leader.see("lead"))
    assert "The first value number 7 has room for 2 more players." in page
    assert "Raise it to 9" in page
    more = [make.make_player(leader.club, f"Nieuw, {name}") for name in ("Ad", "Bo", "Cor")]
    competition.refresh_from_db()
    with pytest.raises(StepError, match="first value"):
        add_entries(competition, more, by=None)
    address = f"/{leader.club.slug}/{competition.slug}/options/"
    leader.client.post(address, {"act": "raise"})
    competition.refresh_from_db()
    assert len(add_entries(competition, more, by=None)) == 3


def test_who_leads_one_evening_is_not_asked(leader):
    deputy = make.make_user("Piet")
    leader.client.force_login(deputy)
    assert "Fix it at" not in text(leader.see("lead"))


def test_the_next_season_is_asked_how_many_are_expected_and_fixes_it(leader):
    address = f"/{leader.club.slug}/intern/next-season/"
    asked = leader.client.get(address)
    assert "How many players do you expect this season?" in text(asked)
    form = asked.context["form"]
    data = {"name": "Winter 2", "by_table": "table", "players": form["players"].value()}
    assert form["expected"].value() == 6
    leader.client.post(address, data | {"expected": "20"})
    assert Competition.objects.latest("pk").options["first_value"] == 30
    # Without a number as many as play on, as at the first start.
    leader.client.post(address, data | {"name": "Winter 3", "expected": ""})
    assert Competition.objects.latest("pk").options["first_value"] == 9
