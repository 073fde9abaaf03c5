"""Everybody's place after each round, as lines and as numbers."""

import re
from itertools import accumulate, pairwise

import pytest

from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.standings import places_after, progress_of, standings_of
from pairing.core.types import OVERALL
from tests import make
from tests.views.public import TUESDAYS, address, reader, season, words
from tests.views.swiss import make_swiss
from tests.views.two_clubs import undone

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def swiss(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), undone():
        yield make_swiss(9)


def see(competition, rest=""):
    return reader().get(address(competition, f"places/{rest}"))


def numbers(response):
    """The places of each row of the table."""
    body = response.content.decode().split("<tbody>")[1].split("</tbody>")[0]
    return [re.findall(r'<td class="right">([^<]*)</td>', row) for row in body.split("<tr")[1:]]


def test_the_numbers_are_the_places_of_the_standing_after_each_round(swiss):
    found = numbers(see(swiss))
    for count in (1, 2, 3):
        then = {line.entry.key: line.place for line in standings_of(swiss, OVERALL, (count, 1))}
        now = [line.entry.key for line in standings_of(swiss, OVERALL)]
        assert [row[count - 1] for row in found] == [str(then[key]) for key in now]


def test_there_is_a_line_for_everybody_and_the_chosen_one_stands_out(swiss):
    page = see(swiss, "?show=bakker").content.decode()
    assert page.count('<path class="way') == 9
    assert page.count('class="way near chosen"') == 1
    assert '<option value="bakker" selected>' in page
    assert 'class="way near chosen"' not in see(swiss).content.decode()


@pytest.fixture(scope="module")
def wide(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), undone():
        yield season(30, slug="wide")


def named(page):
    """The places of those whose names stand beside their lines."""
    return [int(place) for place in re.findall(r"<text[^>]* x=\"\d+\"[^>]*>\s*(\d+) \w", page)]


@pytest.mark.parametrize(
    ("place", "around"),
    [(None, range(1, 11)), (1, range(1, 12)), (15, range(10, 21)), (30, range(20, 31))],
)
def test_the_picture_is_about_the_first_or_the_chosen_one_and_those_around(wide, place, around):
    lines = [line for line in standings_of(wide, "long") if line.place]
    asked = f"?show={lines[place - 1].entry.key}" if place else ""
    page = see(wide, f"long/{asked}").content.decode()
    assert sorted(named(page)) == list(around)
    others = page.split('<g id="others">')[1].split("</g>")[0]
    assert others.count('<path class="way') == 30 - len(around)
    # Each name chooses that player, and everybody is in the table.
    assert page.count('<a href="?show=') == len(around)
    assert len(numbers(see(wide, f"long/{asked}"))) == 30


def test_no_name_stands_on_another_and_all_is_within_the_picture(wide):
    page = see(wide, "long/?show=nobody").content.decode()
    width, height = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', page).groups())
    heights = [int(y) for y in re.findall(r'<text x="\d+" y="(\d+)">\s*\d+ \w', page)]
    assert width <= 1200
    assert all(below - above >= 25 for above, below in pairwise(heights))
    lines = re.findall(r'class="way near[^"]*" d="M([^"]*)"', page)
    assert len(lines) == 10
    for line in lines:
        moves = [map(int, move.split()) for move in re.findall(r"-?\d+ -?\d+", line)]
        across, down = (list(accumulate(way)) for way in zip(*moves, strict=True))
        assert 0 <= min(across) <= max(across) <= width
        assert 0 <= min(down) <= max(down) <= height


def test_a_guest_has_no_line_and_takes_no_place():
    competition = season(6, slug="other")
    evening = make.make_evening(competition, date=TUESDAYS[2])
    add_guest(evening, name="Tom Brouwer", rating=2500, by=None)
    make.play_game(evening)
    for after in places_after(competition, "long"):
        assert sorted(after.ranks.values()) == [1, 2, 3, 4, 5, 6]
    assert "Tom Brouwer" not in words(see(competition))
    assert progress_of(competition, competition.entries.get(guest=True), "long") == {}


def test_an_evening_of_many_games_is_one_column():
    competition = season(6, slug="other")
    assert {len(row) for row in numbers(see(competition, "long/"))} == {2}
    assert see(competition, "nothing/").status_code == 404


def test_a_player_of_a_swiss_sees_his_place_by_round(swiss):
    page = reader().get(address(swiss, "players/bakker/")).content.decode()
    line = page.split('<polyline class="line" points="')[1].split('"')[0]
    assert len(line.split()) == 3


def test_before_the_first_round_it_says_so():
    assert "No games yet." in words(see(make_swiss(4, rounds=0, slug="other")))
