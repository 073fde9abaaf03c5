"""Everybody's place after each round, as lines and as numbers."""

import re
from datetime import date
from itertools import accumulate

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


def test_there_is_a_line_for_the_first_and_the_chosen_one_stands_out(swiss):
    page = see(swiss, "?show=bakker").content.decode()
    assert page.count('<path class="way') == 7
    assert page.count('<path class="way chosen"') == page.count('<path class="under"') == 1
    assert 'class="way chosen"' not in see(swiss).content.decode()


@pytest.fixture(scope="module")
def wide(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), undone():
        yield season(30, slug="wide")


def named(page):
    """The places of those whose names stand at the ends of their lines."""
    return [int(place) for place in re.findall(r"<li[^>]*>(\d+)\s+<a", page)]


@pytest.mark.parametrize(
    ("asked", "around"),
    [
        ([], range(1, 8)),
        ([1], range(1, 8)),
        ([15], range(12, 19)),
        ([30], range(24, 31)),
        ([29, 3, 11], [3, 11, 29]),
    ],
)
def test_the_picture_is_about_the_first_or_the_chosen_ones_and_those_around(wide, asked, around):
    lines = [line for line in standings_of(wide, "long") if line.place]
    query = "&".join(f"show={lines[place - 1].entry.key}" for place in asked)
    page = see(wide, f"long/?{query}").content.decode()
    assert named(page) == list(around)
    assert page.count('<path class="way chosen"') == (len(asked) == 1)
    # Each name chooses that player, and everybody is in the table.
    assert len(re.findall(r'<a href="\?show=[^"]', page)) == len(around)
    assert len(numbers(see(wide, f"long/?{query}"))) == 30


def test_who_is_known_sees_those_around_and_can_ask_for_the_first_or_for_names(wide):
    lines = [line for line in standings_of(wide, "long") if line.place]
    me = lines[19].entry.key
    page = see(wide, f"long/?player={me}").content.decode()
    assert named(page) == list(range(17, 24))
    assert re.search(rf'<a href="\?show={me}" rel="nofollow"\s+aria-current="page"', page)
    first = see(wide, f"long/?player={me}&show=").content.decode()
    assert named(first) == list(range(1, 8))
    choice = see(wide, f"long/?player={me}&choose=1").content.decode()
    assert choice.count('type="checkbox" name="show"') == 30
    assert "<svg class=" not in choice


def test_each_line_ends_at_its_name_and_leaves_the_picture_below_the_last(wide):
    page = see(wide, "long/").content.decode()
    height = int(re.search(r'viewBox="0 0 1000 (\d+)"', page).group(1))
    assert height == 700
    lines = re.findall(r'class="way" d="M(\d+) (-?\d+)l?([^"]*)"', page)
    ends = []
    for _x, y, moves in lines:
        down = [int(move.split()[1]) for move in re.findall(r"-?\d+ -?\d+", moves)]
        ends.append(list(accumulate([int(y), *down])))
    assert [way[-1] for way in ends] == [50 + 100 * at for at in range(7)]
    # Nobody runs along the last row who was below it: that is outside, where nothing is drawn.
    inside = {50 + 100 * at for at in range(7)}
    assert {y for way in ends for y in way} <= inside | {750}


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


@pytest.mark.parametrize("page", ["places/", "cross-table/", "print/cross-table/"])
def test_a_page_that_names_no_evening_says_after_which_day_it_is(page):
    competition = make.make_competition(6, slug="dagen", club=make.make_club("De Zaal", "zaal"))
    evening = make.make_evening(competition, date=date(2026, 9, 1))
    make.play_game(evening)
    make.close_evening(evening, by=None)
    assert re.search(
        r"After \w+day \d+ \w+ 20\d\d\.", words(reader().get(address(competition, page)))
    )
