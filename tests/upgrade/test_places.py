"""Level players shared no place until 1.2: a competition that had begun shows what it showed."""

import pytest
from django.apps import apps

from clubcomp.flow.standings import standings_of
from pairing.core.types import OVERALL
from tests.make import make_berger, make_evening, make_swiss, play_game
from tests.upgrade.database import step_of_a_migration

pytestmark = pytest.mark.django_db
keep_places = step_of_a_migration("keep_places")


def places(competition):
    return [line.place for line in standings_of(competition, OVERALL)]


@pytest.mark.parametrize("make", [make_swiss, make_berger])
def test_who_was_apart_by_the_start_number_stays_apart_by_it(make):
    competition = make(6)
    play_game(make_evening(competition, "standard"))
    competition.refresh_from_db()
    assert places(competition) != [1, 2, 3, 4, 5, 6]
    keep_places(apps, None)
    competition.refresh_from_db()
    assert competition.rules.options.tie_breaks[-1] == "lot"
    competition.version += 1
    assert places(competition) == [1, 2, 3, 4, 5, 6]


def test_a_competition_that_has_not_begun_shares_places():
    competition = make_swiss(6)
    keep_places(apps, None)
    competition.refresh_from_db()
    assert "lot" not in competition.rules.options.tie_breaks
