"""My board without signing in: the page of tonight, and how it follows what happens."""

import re
from datetime import date, timedelta

import pytest
from django.utils import timezone

from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.results import record_result
from clubcomp.models import Competition, Game
from pairing.core.types import Result
from tests import make
from tests.views.public import TUESDAYS, address, play_evening, poll, poll_address, reader, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    competition = make.make_competition(7)
    evening = make.make_evening(competition, "blitz", date=TUESDAYS[3], present=7)
    publish_next(evening, after=0, by=None)
    return evening


def tonight(evening, rest=""):
    return address(evening.competition, f"tonight/{rest}")


def board(evening, number=1):
    return Game.objects.get(round__evening=evening, board=number)


def record(game, result=Result.WHITE_WINS):
    record_result(game, result=result, seen=game.result, by=None)


def test_a_stranger_sees_all_boards_and_who_is_free_and_what_that_is_worth(evening):
    said = words(reader().get(tonight(evening)))
    assert "Game 1 of 7" in said
    for entry in make.entries(evening.competition):
        assert str(entry) in said
    assert "counts 6⅔ points" in said
    assert "Your name" in said
    assert "you play" not in said


def test_who_is_found_by_name_sees_his_board_and_is_remembered_until_he_says_no(evening):
    client = reader()
    game = board(evening)
    said = words(client.get(tonight(evening, f"?find={game.white.key[:5]}")))
    assert f"{game.white}, you play Board 1" in said
    assert f"against {game.black}" in said
    assert "you play Board 1" in words(client.get(tonight(evening)))
    assert "Your name" in words(client.get(tonight(evening, "?player=")))
    assert "Your name" in words(client.get(tonight(evening)))


def test_a_name_that_several_have_asks_which_and_one_that_nobody_has_says_so(evening):
    said = words(reader().get(tonight(evening, "?find=er")))
    assert "Which of these are you?" in said
    assert "you play" not in said
    assert "Nobody in this competition is called “xyz”" in words(
        reader().get(tonight(evening, "?find=xyz"))
    )


def test_the_cookie_of_one_club_says_nothing_in_another_and_cannot_be_made_up(evening):
    client = reader()
    client.get(tonight(evening, f"?player={board(evening).white.key}"))
    assert client.cookies["player"]["path"] == "/toren/"
    client.cookies["player"] = str(board(evening).white.player_id)
    assert "Your name" in words(client.get(tonight(evening)))


def test_a_member_who_signed_in_is_known_by_his_membership(evening):
    game = board(evening)
    membership = make.make_membership(evening.competition.club, make.make_user("Bob"))
    membership.player = game.black.player
    membership.save()
    client = reader()
    client.force_login(membership.user)
    said = words(client.get(tonight(evening)))
    assert f"{game.black}, you play" in said
    assert "Not " not in said


def test_who_is_free_reads_what_it_is_worth_and_finds_why(evening):
    free = evening.rounds.get().unpaired.get(kind="bye").entry
    response = reader().get(tonight(evening, f"?player={free.key}"))
    assert "there is no opponent for you. It counts" in words(response)
    assert address(evening.competition, "evenings/1/games/1/bye/") in response.content.decode()


def test_a_guest_is_shown_as_one(evening):
    add_guest(evening, name="Tom Brouwer", rating=1900, by=None)
    make.finish_round(evening.rounds.get())
    publish_next(evening, after=1, by=None)
    assert "Tom Brouwer (guest)" in words(reader().get(tonight(evening)))


def test_without_an_evening_the_next_one_is_named_and_without_any_how_to_begin():
    competition = make.make_competition(4)
    assert "No evening stands in the calendar" in words(
        reader().get(address(competition, "tonight/"))
    )
    make.make_evening(competition, date=TUESDAYS[3], is_open=False)
    said = words(reader().get(address(competition, "tonight/")))
    assert "The next evening Interne competitie. Tuesday 24 November" in said
    assert "4 players are expected" in said


def test_an_open_evening_without_a_pairing_says_so():
    competition = make.make_competition(4)
    make.make_evening(competition, date=TUESDAYS[3])
    assert "No games yet." in words(reader().get(address(competition, "tonight/")))


def test_between_games_the_page_says_what_comes_next(evening):
    make.finish_round(evening.rounds.get())
    assert "Game 1 is over. The boards of game 2 appear here" in words(
        reader().get(tonight(evening))
    )


def test_a_proposal_is_not_shown_to_anybody(evening):
    make.finish_round(evening.rounds.get())
    propose_round(evening, by=None)
    client = reader()
    assert "Game 1 of 7" in words(client.get(tonight(evening)))
    assert client.get(address(evening.competition, "evenings/1/games/2/")).status_code == 404


# Following ----------------------------------------------------------------------------------


def test_a_page_that_is_current_gets_nothing(evening):
    client = reader()
    response = poll(client, poll_address(client.get(tonight(evening))))
    assert response.status_code == 204
    assert response.content == b""


def test_after_a_result_only_that_board_is_sent(evening):
    client = reader()
    asking = poll_address(client.get(tonight(evening)))
    record(board(evening, 2))
    response = poll(client, asking)
    page = response.content.decode()
    assert 'id="board-2"' in page
    assert 'id="board-1"' not in page
    assert 'id="live"' not in page
    assert '<b class="new">new</b>' in page
    assert 'class="new"' not in client.get(tonight(evening)).content.decode()
    assert poll(client, poll_address(response)).status_code == 204


def test_a_new_pairing_draws_the_page_as_a_whole(evening):
    client = reader()
    asking = poll_address(client.get(tonight(evening)))
    make.finish_round(evening.rounds.get())
    publish_next(evening, after=1, by=None)
    page = poll(client, asking).content.decode()
    assert 'id="live"' in page
    assert "Game 2 of 7" in page


def test_when_the_evening_is_closed_the_page_stops_asking(evening):
    client = reader()
    asking = poll_address(client.get(tonight(evening)))
    make.finish_round(evening.rounds.get())
    close_evening(evening, by=None)
    response = poll(client, asking)
    assert response.status_code == 286
    assert "hx-trigger" not in response.content.decode()


def test_a_closed_evening_stays_there_until_the_day_is_over(evening, monkeypatch):
    make.make_evening(evening.competition, date=date(2050, 1, 4), is_open=False)
    make.finish_round(evening.rounds.get())
    close_evening(evening, by=None)
    monkeypatch.setattr(timezone, "localdate", lambda *_args: evening.date)
    said = words(reader().get(tonight(evening)))
    assert "Everything of this evening has been played." in said
    assert "The next evening" in said
    assert "4 January 2050" in said
    monkeypatch.setattr(timezone, "localdate", lambda *_args: evening.date + timedelta(days=1))
    assert "Everything of this evening" not in words(reader().get(tonight(evening, "?player=")))


def test_a_reader_who_comes_again_gets_not_modified_until_something_changes(evening):
    client = reader()
    client.get(tonight(evening))
    tag = client.get(tonight(evening)).headers["ETag"]
    again = client.get(tonight(evening), headers={"if-none-match": tag})
    assert again.status_code == 304
    record(board(evening))
    changed = client.get(tonight(evening), headers={"if-none-match": tag})
    assert changed.status_code == 200


def test_what_one_reader_keeps_is_not_what_another_is_shown(evening):
    client = reader()
    client.get(tonight(evening))
    tag = client.get(tonight(evening)).headers["ETag"]
    client.get(tonight(evening, f"?player={board(evening).white.key}"))
    response = client.get(tonight(evening), headers={"if-none-match": tag})
    assert "you play" in words(response)


def test_a_page_before_the_evening_opens_follows_only_on_the_day_itself():
    competition = make.make_competition(4)
    make.make_evening(competition, date=date(2050, 1, 4), is_open=False)
    page = reader().get(address(competition, "tonight/")).content.decode()
    assert "hx-trigger" not in page


@pytest.mark.parametrize("wrong", ["%0A", "x" * 5000, "%F0%9F%90%B4", "'"])
def test_an_address_that_makes_no_sense_breaks_nothing(evening, wrong):
    client = reader()
    for rest in (f"tonight/?player={wrong}", f"tonight/?find={wrong}", f"players/?search={wrong}"):
        assert client.get(address(evening.competition, rest)).status_code == 200
    for rest in (f"players/{wrong}/", f"standings/{wrong}/", f"standings/?after={wrong}"):
        assert client.get(address(evening.competition, rest)).status_code == 404


def test_numbers_beyond_all_bounds_are_not_found(evening):
    beyond = 10**30
    for rest in (
        f"evenings/{beyond}/",
        f"evenings/1/games/{beyond}/",
        f"evenings/1/games/1/boards/{beyond}/",
        f"evenings/1/games/{beyond}/bye/",
    ):
        assert reader().get(address(evening.competition, rest)).status_code == 404


@pytest.fixture
def second_evening():
    """Two players meet again; the colours are those of the first evening, turned."""
    competition = make.make_competition(2)
    play_evening(competition, TUESDAYS[2], Result.DRAW, tempo="blitz")
    evening = make.make_evening(competition, "blitz", date=TUESDAYS[3], present=2)
    make.make_evening(competition, "long", date=TUESDAYS[3] + timedelta(7), is_open=False)
    publish_next(evening, after=0, by=None)
    return evening


@pytest.mark.parametrize("page", ["tonight/", "", ".."])
def test_who_is_known_reads_of_the_last_meeting_of_his_place_and_the_next_date(
    second_evening, page
):
    client, game = reader(), board(second_evening)
    where = "/toren/" if page == ".." else address(second_evening.competition, page)
    client.get(tonight(second_evening, f"?player={game.white.key}"))
    said = words(client.get(where))
    assert "Board 1 White" in said
    assert "Last time, Tue 17 November: black, a draw. Now the other way round." in said
    assert re.search(r"My place [12] ", said)
    assert re.search(r"Points \d[½⅓⅔]? 2 games", said)
    assert "Next evening 1 Dec long" in said
    assert "/players/" + game.white.key in client.get(where).content.decode()


def test_a_first_meeting_is_said_to_be_one(evening):
    said = words(reader().get(tonight(evening, f"?player={board(evening).white.key}")))
    assert "Your first game against each other here." in said


def test_a_stranger_reads_of_nobodys_place_on_the_clubs_page(second_evening):
    said = words(reader().get("/toren/"))
    assert "My place" not in said
    assert "you play" not in said


@pytest.mark.parametrize("page", ["tonight/", "", ".."])
def test_a_member_reads_whether_they_are_expected_and_changes_it_there(second_evening, page):
    player, competition = board(second_evening).white.player, second_evening.competition
    client = reader()
    member = make.make_membership(competition.club, make.make_user("Lid"))
    member.player = player
    member.save()
    client.force_login(member.user)
    response = client.get("/toren/" if page == ".." else address(competition, page))
    assert "Next evening 1 Dec You are expected. change" in words(response)
    following = competition.evenings.get(number=3)
    assert f"/toren/me/intern/{following.serial}/" in response.content.decode()
    assert 'href="/toren/me/"' in response.content.decode()
    Competition.objects.filter(pk=competition.pk).update(stage="finished", version=90)
    said = words(client.get(address(competition, page.strip("."))))
    assert "My place" in said or page == "tonight/"
    assert "Next evening" not in said


def test_who_only_said_a_name_changes_nothing_of_it(second_evening):
    key = board(second_evening).white.key
    page = reader().get(tonight(second_evening, f"?player={key}")).content.decode()
    assert "/me/" not in page
    assert "expected" not in page
