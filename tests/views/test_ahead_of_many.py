"""A game played ahead for one of seven: it concerns that one, on every page of the evening."""

import re
from html import unescape

import pytest
from django.utils.html import strip_tags

from clubcomp.flow.absences.signing_off import mark_everybody
from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.ahead import play_ahead
from clubcomp.flow.pairings.left_out import who_is_not_paired
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import put_off
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Game
from clubcomp.pages.forecast import Forecast
from pairing.core.types import Result
from tests import make
from tests.views.leader import Leader

pytestmark = pytest.mark.django_db

OTHERS = ("cornelis", "dekker", "evers", "faber")


@pytest.fixture
def evening():
    """An open blitz evening of seven games for eight, nobody there yet."""
    return make.make_evening(make.make_competition(8), "blitz", games=7, present=0)


@pytest.fixture
def leader(evening):
    return Leader(evening)


def ahead(evening, number=1):
    """Adema and Bakker have played game `number` before the evening."""
    one, other = (make.entry(evening.competition, key) for key in ("adema", "bakker"))
    said = {"result": Result.WHITE_WINS, "played_on": None, "reason": "away then"}
    return play_ahead(evening, (one, other), number=number, by=None, **said)


def here(evening, *keys):
    for key in keys:
        mark_present(evening, make.entry(evening.competition, key), present=True, by=None)


def row_of(evening, key):
    return next(row for row in sheet(evening).rows if row.entry.key == key)


def words(page):
    return unescape(re.sub(r"\s+", " ", strip_tags(page.content.decode())))


def drawn(page, key):
    """The row of a player on the attendance sheet."""
    found = re.search(rf'<li id="player-{key}".*?</li>', page.content.decode(), re.S)
    return " ".join(found[0].split())


def play(evening, after):
    round_ = publish_next(evening, after=after, by=None)
    make.finish_round(round_)
    return round_


def test_who_played_the_first_game_ahead_is_expected_from_the_second(evening, leader):
    ahead(evening)
    page = leader.see("attendance")
    assert "game 1 played ahead, expected from game 2" in drawn(page, "adema")
    assert "plays on another day" not in words(page)
    seen = sheet(evening)
    assert Forecast(seen).away == []
    assert Forecast(seen).coming == 8
    assert "Adema : game 1 played ahead" in words(leader.see("lead")).replace("Adema:", "Adema :")


def test_a_tap_on_who_played_ahead_counts_from_the_second_game(evening, leader):
    ahead(evening)
    tapped = leader.tap("mark-attendance", "adema", present="1")
    assert "game 1 played ahead, here from game 2" in drawn(tapped, "adema")
    assert 'aria-pressed="true"' in drawn(tapped, "adema")
    assert sheet(evening).present_count == 0
    here(evening, *OTHERS, "bakker")
    play(evening, 0)
    assert row_of(evening, "adema").is_present_next
    second = publish_next(evening, after=1, by=None)
    assert second.games.count() == 3
    back = leader.tap("mark-attendance", "gerritsen", present="1")
    assert 'aria-pressed="true"' in drawn(back, "gerritsen")


def test_a_tap_is_taken_back_by_the_next_one(evening, leader):
    ahead(evening)
    leader.tap("mark-attendance", "adema", present="1")
    assert 'name="present" value="0"' in drawn(leader.see("attendance"), "adema")
    tapped = leader.tap("mark-attendance", "adema", present="0")
    assert "expected from game 2" in drawn(tapped, "adema")


def test_who_was_not_there_for_their_game_ahead_was_not_there_a_moment_ago(evening, leader):
    ahead(evening)
    here(evening, "adema", *OTHERS, "gerritsen")
    play(evening, 0)
    round_ = propose_round(evening, by=None)
    found = {
        one.entry.key: one for one in who_is_not_paired(round_, Rows(round_.evening.competition))
    }
    assert (found["bakker"].was_there, found["bakker"].is_left_out) == (False, False)
    assert "adema" not in found
    said = words(leader.see("pairing"))
    assert "Game 1 played ahead; expected from game 2, and not marked present: Bakker" in said
    assert "moment ago" not in said
    assert publish_next(evening, after=1, by=None).games.count() == 3


def test_who_played_on_the_evening_is_still_not_left_out_in_silence(evening):
    here(evening, "adema", "bakker", *OTHERS)
    play(evening, 0)
    mark_present(evening, make.entry(evening.competition, "bakker"), present=False, by=None)
    round_, rows = propose_round(evening, by=None), Rows(evening.competition)
    found = {one.entry.key: one for one in who_is_not_paired(round_, rows)}
    assert found["bakker"].is_left_out


def test_everybody_who_is_expected_leaves_out_who_comes_for_the_second_game(evening):
    ahead(evening)
    marked = {entry.key for entry in mark_everybody(evening, by=None)}
    assert len(marked) == 6
    assert not marked & {"adema", "bakker"}
    assert not sheet(evening).is_odd


def test_who_comes_after_their_game_ahead_is_there_from_then_on(evening):
    ahead(evening)
    here(evening, *OTHERS)
    play(evening, 0)
    here(evening, "bakker")
    assert row_of(evening, "bakker").plan.from_game == 2


def test_a_last_game_ahead_leaves_who_is_here_among_who_is_here(evening):
    evening.games = 3
    evening.save()
    here(evening, "adema", "bakker", *OTHERS)
    ahead(evening, number=3)
    assert row_of(evening, "adema").state == "present"
    for after in range(3):
        play(evening, after)
    assert row_of(evening, "adema").state == "present"
    assert Forecast(sheet(evening)).away == []


def test_the_evening_that_is_closed_names_the_board_without_a_result(evening, leader):
    here(evening, *OTHERS)
    round_ = publish_next(evening, after=0, by=None)
    game = round_.games.get(board=2)
    put_off(game, kind=Game.PutOff.ADJOURNED, seen=str(Result.UNFINISHED), by=None)
    make.finish_round(round_)
    close_evening(evening, unplayed=6, by=None)
    page = leader.see("close")
    said = words(page).partition("Waiting for a result:")[2]
    assert re.match(rf" {game.white} – {game.black} ?, .*game 1, adjourned", said), said[:80]
    assert leader.address("correct-result", 1, 2) in page.content.decode()
    assert leader.see("correct-result", 1, 2).status_code == 200


def test_the_way_to_print_stands_once_with_the_results(evening, leader):
    here(evening, *OTHERS)
    publish_next(evening, after=0, by=None)
    assert words(leader.see("results-of", 1)).count("Print the pairings") == 1


def test_a_game_ahead_of_an_evening_by_tempo_is_called_a_game(evening, leader):
    page = words(leader.see("games-ahead"))
    assert "when the game is paired" in page
    assert not re.search(r"\bround\b", page.partition("Games played ahead")[2])
    form = {"one": "adema", "other": "bakker", "number": "2", "outcome": "draw"}
    said = words(leader.press("games-ahead", **form, reason="away then"))
    assert "It counts from when game 2 is published." in said


def test_who_is_expected_from_the_second_game_is_not_awaited_for_the_first(evening):
    ahead(evening)
    here(evening, *OTHERS)
    waited_for = {entry.key for entry in Forecast(sheet(evening)).awaited_entries}
    assert waited_for == {"gerritsen", "hoekstra"}
    play(evening, 0)
    assert "adema" in {entry.key for entry in Forecast(sheet(evening)).awaited_entries}
