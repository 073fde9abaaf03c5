"""A Swiss competition's pages take as many queries for 60 players as for 10, and are light."""

import gzip

import pytest

from tests.attempts import every
from tests.views.public import address, reader
from tests.views.query_counts import counted
from tests.views.swiss import make_swiss, play_round
from tests.views.two_clubs import undone

PAGES = [
    "standings/",
    "standings/?after=1.1",
    "standings/?columns=all",
    "places/",
    "cross-table/",
    "cross-table/?after=2.1",
    "players/adema/",
    "evenings/3/games/1/print/boards/",
    "evenings/3/games/1/print/names/",
    "evenings/3/games/1/print/door/",
    "evenings/3/games/1/print/slips/",
    "evenings/3/games/1/print/cards/",
    "evenings/3/games/1/print/score-sheets/",
    "print/standings/",
    "print/cross-table/",
    "print/start-list/",
]
#: What a page may weigh beside the stylesheets and scripts, which are 36 kB of the 60.
BUDGET = 24_000


@pytest.fixture(scope="module")
def competitions(django_db_setup, django_db_blocker):
    """Two rounds played and one being played, by 11 and by 61 players."""
    with django_db_blocker.unblock(), undone():
        made = [make_swiss(count, rounds=2, slug=f"club{count}") for count in (11, 61)]
        for competition in made:
            play_round(competition, is_over=False)
        yield made


def queries(competition, rest):
    with counted() as captured:
        assert reader().get(address(competition, rest)).status_code == 200
    return len(captured)


@pytest.mark.django_db
@every("rest", PAGES)
def test_a_page_takes_as_many_queries_for_60_players_as_for_10(competitions, rest):
    few, many = competitions
    assert queries(few, rest) == queries(many, rest) <= 20


@pytest.mark.django_db
@every("rest", PAGES)
def test_a_page_is_light_with_60_players(competitions, rest):
    page = reader().get(address(competitions[1], rest)).content
    assert len(gzip.compress(page)) <= BUDGET
