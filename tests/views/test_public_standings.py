"""Who stands where: tempos, earlier states, the file, and your own row."""

import csv
import io
from fractions import Fraction

import pytest

from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.results import record_result
from clubcomp.flow.standings import standings_of
from pairing.core.types import OVERALL, Result
from tests import make
from tests.views.public import (
    TUESDAYS,
    address,
    play_evening,
    poll,
    poll_address,
    reader,
    season,
    words,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return season()


def standings(competition, rest=""):
    return address(competition, f"standings/{rest}")


def rows(response):
    """The cells of each row of the table, as text."""
    body = response.content.decode().split("<tbody")[1].split("</tbody>")[0]
    return body.split("<tr")[1:]


def test_the_standing_has_everybody_in_order_with_exact_points(competition):
    response = reader().get(standings(competition))
    found = rows(response)
    lines = standings_of(competition, "long")
    assert len(found) == len(lines) == 7
    for row, line in zip(found, lines, strict=True):
        assert str(line.entry) in row
        assert f">{line.place}<" in row.replace(f">{line.place} <", f">{line.place}<")
    assert "After Tuesday 10 November 2026." in words(response)


def test_the_tempo_that_was_played_last_comes_first(competition):
    assert "Standings long" in words(reader().get(standings(competition)))
    play_evening(competition, TUESDAYS[2], Result.DRAW, tempo="blitz", games=2)
    assert "Standings blitz" in words(reader().get(standings(competition)))


def test_overall_has_no_credits_and_an_unknown_tempo_is_not_found(competition):
    client = reader()
    assert "Credited" in words(client.get(standings(competition, "long/")))
    assert "Credited" not in words(client.get(standings(competition, f"{OVERALL}/")))
    assert client.get(standings(competition, "nothing/")).status_code == 404


def test_an_earlier_state_is_the_standing_of_then_and_an_unknown_one_is_not_found(competition):
    client = reader()
    response = client.get(standings(competition, "long/?after=1.1"))
    assert "After Tuesday 3 November 2026." in words(response)
    then = standings_of(competition, "long", (1, 1))
    assert [str(line.entry) in row for row, line in zip(rows(response), then, strict=True)] == [
        True
    ] * 7
    for wrong in ("9.9", "1", "x", "1.1.1"):
        assert client.get(standings(competition, f"long/?after={wrong}")).status_code == 404


def test_open_results_are_named(competition):
    evening = make.make_evening(competition, date=TUESDAYS[2])
    round_ = publish_next(evening, after=0, by=None)
    assert "3 results are open" in words(reader().get(standings(competition)))
    for game in list(round_.games.all())[:2]:
        record_result(game, result=Result.DRAW, seen="*", by=None)
    assert "1 result is open" in words(reader().get(standings(competition)))


def test_a_guest_has_no_place(competition):
    evening = make.make_evening(competition, date=TUESDAYS[2])
    add_guest(evening, name="Tom Brouwer", rating=2100, by=None)
    make.play_game(evening)
    row = next(row for row in rows(reader().get(standings(competition))) if "Tom" in row)
    assert "(guest)" in row
    assert '<td class="place"></td>' in row


def test_what_changed_is_told_in_at_most_three_sentences(competition):
    page = reader().get(standings(competition)).content.decode()
    section = page.split('id="changes"')[1].split("</section>")[0]
    assert 1 <= section.split("<details>")[0].count("<p>") <= 3


def test_your_own_row_is_marked_for_you_only(competition):
    client = reader()
    client.get(address(competition, "tonight/?player=dekker"))
    mine = [row for row in rows(client.get(standings(competition))) if 'class="me"' in row]
    assert len(mine) == 1
    assert "Dekker" in mine[0]
    assert "you</b>" in mine[0]
    assert 'class="me"' not in reader().get(standings(competition)).content.decode()


def test_the_file_has_points_exactly_and_as_a_decimal(competition):
    response = reader().get(standings(competition, "long/?format=csv"))
    text = response.content.decode("utf-8-sig")
    found = list(csv.DictReader(io.StringIO(text)))
    lines = standings_of(competition, "long")
    assert [row["name"] for row in found] == [str(line.entry) for line in lines]
    points = [Fraction(row["points"].removeprefix("'")) for row in found]
    assert points == [line.row.points for line in lines]
    for row, exact in zip(found, points, strict=True):
        assert abs(Fraction(row["points_decimal"]) - exact) < Fraction(1, 10000)
    assert "attachment" in response["Content-Disposition"]


def test_no_name_becomes_a_formula_in_the_file(competition):
    player = make.entry(competition, "adema").player
    player.name = "=SUM(A1)"
    player.save()
    response = reader().get(standings(competition, "long/?format=csv"))
    assert ",'=SUM(A1)," in response.content.decode()


def test_all_columns_are_there_on_a_phone_too(competition):
    said = words(reader().get(standings(competition, "long/?columns=all")))
    assert "Credited: " in said
    assert "Won: " in said


def test_before_the_first_game_everybody_stands_in_start_order():
    competition = make.make_competition(4)
    response = reader().get(standings(competition))
    assert "Before the first game" in words(response)
    assert len(rows(response)) == 4


def test_a_competition_without_players_says_so():
    competition = make.make_competition(0)
    assert "Nobody is in this competition yet" in words(reader().get(standings(competition)))


def test_the_standing_follows_an_evening_row_by_row(competition):
    evening = make.make_evening(competition, date=TUESDAYS[2])
    round_ = publish_next(evening, after=0, by=None)
    client = reader()
    asking = poll_address(client.get(standings(competition)))
    assert poll(client, asking).status_code == 204
    record_result(round_.games.first(), result=Result.DRAW, seen="*", by=None)
    response = poll(client, asking)
    page = response.content.decode()
    assert 0 < page.count('<tr id="line-') == page.count('<b class="new">new</b>') < 7
    assert "2 results are open" in page
    assert poll(client, poll_address(response)).status_code == 204


def test_the_leader_has_the_same_table_as_step_four(competition):
    make.make_evening(competition, date=TUESDAYS[2])
    where = address(competition, "evenings/3/lead/standings/")
    assert reader().get(where).status_code == 302
    client = reader()
    leader = make.make_membership(competition.club, make.make_user("Ria"), "leader")
    client.force_login(leader.user)
    response = client.get(where)
    assert len(rows(response)) == 7
    assert 'aria-current="page"' in response.content.decode()
