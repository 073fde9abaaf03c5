"""Who is level shares a place in tables, files, prints and prizes; who has withdrawn is marked."""

import csv
import io

import pytest
from django.template.loader import render_to_string

from clubcomp.flow.competitions.competition import change_options
from clubcomp.flow.competitions.entries import change_entry
from clubcomp.flow.competitions.prizes import add_prizes
from clubcomp.flow.standings import places_after, standings_of
from clubcomp.flow.tables.place_changes import changes_of
from clubcomp.models import Competition, Role
from clubcomp.pages.api_answers import standings_answer
from clubcomp.pages.prizes import prizes_of
from clubcomp.pages.scopes import scopes_of
from pairing.core.types import OVERALL
from tests.make import make_cup, make_evening, play_game
from tests.views.public import address, reader, words
from tests.views.swiss import make_swiss
from tests.views.visitor import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]


@pytest.fixture
def competition():
    """Seven players after a round: three with a point, the bye among them, ..."""
    return make_swiss(7, rounds=2, tie_breaks=[])


def now(competition):
    return Competition.objects.select_related("club", "season").get(pk=competition.pk)


def shared(competition):
    """The places as they should be: those with as many points share one."""
    points = [line.row.points for line in standings_of(now(competition), OVERALL)]
    return [1 + points.index(one) for one in points]


def test_players_with_equal_points_share_a_place_and_the_page_says_so(competition):
    places = [line.place for line in standings_of(now(competition), OVERALL)]
    assert places == shared(competition)
    assert len(set(places)) < 7
    said = words(reader().get(address(competition, "standings/")))
    assert "No tie-break was chosen: who have equal points share a place." in said
    after = places_after(now(competition), OVERALL)[-1]
    assert sorted(after.ranks.values()) == places
    assert all(change.change for change in changes_of(now(competition), OVERALL))


def test_files_prints_and_the_interface_have_the_same_places(competition):
    places = shared(competition)
    page = reader().get(address(competition, "downloads/standings/?format=csv"))
    lines = csv.DictReader(io.StringIO(page.content.decode("utf-8-sig")))
    assert [int(line["place"]) for line in lines] == places
    sheet = reader().get(address(competition, "print/standings/")).content.decode()
    body = sheet.split("<tbody>")[1].split("</tbody>")[0].split("<tr>")[1:]
    assert [int(row.split('class="right">')[1].split("<")[0]) for row in body] == places
    assert "who have equal points share a place" in sheet
    answer = standings_answer(now(competition), scopes_of(now(competition))[-1], None, None)
    assert [one.place for one in answer.lines] == places


def test_a_tie_break_that_is_chosen_separates_and_is_named():
    competition = make_swiss(7, rounds=2, tie_breaks=["wins"])
    said = words(reader().get(address(competition, "standings/")))
    assert "Equal points are decided by, first to last: Won, games won." in said
    assert "Who is level in all of these shares a place." in said


def test_who_shares_a_place_shares_its_prize(competition):
    places = shared(competition)
    place = next(one for one in places if places.count(one) > 1)
    add_prizes(competition, place=place, worth=60, by=None)
    (prize,) = prizes_of(now(competition), ())
    assert len(prize.winners) == places.count(place)


def test_where_the_start_number_decides_one_press_lets_them_share():
    competition = make_swiss(7, rounds=2, tie_breaks=["wins", "lot"])
    page = address(competition, "standings/")
    assert "Let level players share a place" not in words(reader().get(page))
    leader = Visitor(Role.LEADER, club=competition.club).client
    assert "Let level players share a place" in words(leader.get(page))
    answer = leader.post(address(competition, "options/"), {"act": "share"}, follow=True)
    assert "Level players share a place now." in words(answer)
    assert "Let level players share a place" not in words(answer)
    assert now(competition).options["tie_breaks"] == ["wins"]


def test_a_cup_orders_nobody_before_it_is_decided():
    cup = make_cup(8)
    play_game(make_evening(cup, "standard"))
    lines = standings_of(now(cup), OVERALL)
    assert [line.place for line in lines] == [1, 1, 1, 1, 5, 5, 5, 5]
    said = words(reader().get(address(cup, "standings/")))
    assert said.count("Still in: the quarter-final") + said.count("Still in: the semi-final") == 1
    assert "place down" not in said


def test_who_has_withdrawn_is_marked_in_tables_on_paper_and_on_the_display(competition):
    first = standings_of(now(competition), OVERALL)[0].entry
    pages = [address(competition, "standings/"), address(competition, "print/standings/")]
    for page in pages:
        assert "withdrawn" not in words(reader().get(page))
    change_entry(first, left=2, by=None)
    for page in [*pages, address(competition, "standings/?columns=all")]:
        # The standings have a picture above the table, with the same word.
        count = 1 + (page == pages[0])
        assert words(reader().get(page)).count(f"{first} withdrawn") == count
    line = standings_of(now(competition), OVERALL)[0]
    assert line.is_withdrawn
    there = {"lines": [line], "sheet": {"competition": now(competition)}}
    assert "withdrawn" in render_to_string("hall/_standing.html", there)
    # After round 1 nobody had left.
    assert not any(line.is_withdrawn for line in standings_of(now(competition), OVERALL, (1, 1)))


def test_who_has_played_the_last_round_has_not_withdrawn():
    competition = make_swiss(7, rounds=2)
    competition = now(competition)
    change_options(competition, options={**competition.options, "rounds": 2}, by=None)
    first = standings_of(now(competition), OVERALL)[0].entry
    change_entry(first, left=2, by=None)
    assert not standings_of(now(competition), OVERALL)[0].is_withdrawn
