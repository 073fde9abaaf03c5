"""A name is searched in a standing itself, by a plain form above it."""

import pytest

from pairing.core.types import Result
from tests import make
from tests.views.public import address, reader, season
from tests.views.test_sorting import names
from tests.views.visitor import text

pytestmark = pytest.mark.django_db


def standing(competition, query):
    return reader().get(address(competition, f"standings/?{query}"))


def test_only_who_is_called_so_is_shown_with_the_place_they_have():
    competition = season()
    whole = names(standing(competition, ""))
    last = whole[-1]
    found = standing(competition, f"search={last}")
    assert names(found) == [last]
    assert f'id="line-{len(whole)}"' in text(found)
    assert f"All {len(whole)} players" in text(found)
    assert 'class="rest"' not in text(found)


def test_nobody_of_that_name_is_said_and_the_whole_standing_is_one_link_away():
    competition = season()
    page = text(standing(competition, "search=xyz"))
    assert "Nobody is called so." in page
    assert f'href="{address(competition, "standings/")}?"' in page


def test_it_is_searched_in_the_state_that_is_shown_and_the_page_does_not_move_on():
    competition = season()
    page = text(standing(competition, "after=1.1&sort=name&search=e"))
    assert '<input type="hidden" name="after" value="1.1">' in page
    assert '<input type="hidden" name="sort" value="name">' in page
    assert "version=" not in page


def test_in_groups_only_the_groups_of_who_is_found_are_shown():
    competition = make.make_berger(4)
    for entry in make.entries(competition):
        entry.group = "A" if entry.start < 3 else "B"
        entry.save()
    one = str(make.entries(competition).order_by("start").first())
    make.play_swiss_round(competition, Result.DRAW)
    assert names(standing(competition, f"search={one}")) == [one]
