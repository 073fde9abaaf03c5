"""One more board on the leader's pages: offered, looked at, made in three presses, taken back."""

import re
from datetime import date
from html import unescape

import pytest
from django.utils.html import strip_tags

from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.competitions.entries import forbid_pair
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.ahead import play_ahead
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.models import Game
from pairing.core.types import Result
from tests import make
from tests.views.leader import Leader

pytestmark = pytest.mark.django_db

TUESDAY = date(2026, 11, 24)


@pytest.fixture
def evening():
    """A long evening of which the one game is being played, by six of nine."""
    made = make.make_evening(make.make_competition(9), "long", present=6, date=TUESDAY)
    publish_next(made, after=0, by=None)
    return made


@pytest.fixture
def leader(evening):
    return Leader(evening)


def words(page):
    return unescape(re.sub(r"\s+", " ", strip_tags(page.content.decode())))


def here(evening, *keys):
    for key in keys:
        mark_present(evening, make.entry(evening.competition, key), present=True, by=None)


def link(page, label):
    """Where the link with these words leads."""
    found = re.search(rf'href="([^"]+)"[^>]*>\s*{label}', page.content.decode())
    assert found, label
    return unescape(found[1])


@pytest.mark.parametrize("page", ["attendance", "pairing"])
def test_two_who_come_in_late_are_offered_a_board_by_name(leader, evening, page):
    here(evening, "gerritsen")
    assert "Make a board" not in words(leader.see(page))
    here(evening, "hoekstra")
    assert "Gerritsen and Hoekstra are here and have no game." in words(leader.see(page))


def test_the_second_tap_on_the_attendance_sheet_brings_the_offer(leader, evening):
    leader.tap("mark-attendance", "gerritsen", present="1")
    answer = leader.tap("mark-attendance", "hoekstra", present="1")
    assert "Gerritsen and Hoekstra are here and have no game." in words(answer)


@pytest.mark.parametrize("way", ["not_come", "went_home"])
def test_who_was_booked_as_absent_and_arrives_after_all_is_offered_a_board(leader, evening, way):
    absent, opponent = evening.rounds.get().games.get(board=2).seated
    leader.press("drop-out", absent.key, way=way, what="bye/no_notice", number="1")
    assert "Make a board" not in words(leader.see("attendance"))
    leader.press("mark-attendance", absent.key, present="1")
    offered = leader.see("attendance")
    said = f"{absent} is here and has no game. {opponent} has the bye."
    assert said in words(offered)
    form = {"one": absent.key, "other": opponent.key, "reason": "late"}
    leader.press("add-board", 1, **form)
    assert {absent, opponent} in [{*game.seated} for game in evening.rounds.get().games.all()]
    assert not evening.rounds.get().unpaired.exists()


def test_a_board_is_made_in_three_presses_with_the_undo_in_sight(leader, evening):
    here(evening, "gerritsen", "hoekstra")
    offered = leader.see("attendance")
    looked_at = leader.client.get(link(offered, "Make a board"))
    assert "Add board 4?" in words(looked_at)
    assert "No rule is broken." in words(looked_at)
    form = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', looked_at.content.decode()))
    form.pop("csrfmiddlewaretoken", None)
    reason = re.search(r'id="reason"[^>]*value="([^"]+)"', looked_at.content.decode())[1]
    made = leader.press("add-board", 1, **form | {"reason": reason})
    assert "Board 4 is added" in words(made)
    game = Game.objects.get(board=4)
    assert game.fixed == "Came in after the pairing was published"
    taken = leader.client.get(link(made, "Undo"))
    assert "Take board 4 back?" in words(taken)
    leader.press("take-board-back", 1, 4)
    assert not Game.objects.filter(board=4).exists()


def test_three_without_a_game_are_all_named_and_chosen_from(leader, evening):
    here(evening, "gerritsen", "hoekstra", "ibrahim")
    offered = leader.see("pairing")
    assert "Gerritsen, Hoekstra and Ibrahim are here" in words(offered)
    choosing = leader.client.get(link(offered, "Make a board"))
    assert "Here without a game: Gerritsen, Hoekstra and Ibrahim." in words(choosing)
    assert 'value="adema"' not in choosing.content.decode()


def test_a_forbidden_pair_is_said_before_there_is_a_button(leader, evening):
    two = [make.entry(evening.competition, key) for key in ("gerritsen", "hoekstra")]
    forbid_pair(evening.competition, *two, by=None)
    page = leader.see("add-board", 1, one="gerritsen", other="hoekstra")
    assert "may not be paired" in words(page) or "never" in words(page)
    assert 'name="reason"' not in page.content.decode()


def test_without_a_reason_nothing_is_made_and_the_look_is_there_again(leader, evening):
    here(evening, "gerritsen", "hoekstra")
    address = leader.address("add-board", 1) + "?one=gerritsen&other=hoekstra"
    page = leader.client.post(
        address, {"one": "gerritsen", "other": "hoekstra", "reason": " "}, follow=True
    )
    assert "Say why" in words(page)
    assert "Add board 4?" in words(page)
    assert Game.objects.count() == 3


def test_a_second_device_is_told_that_the_board_is_there(leader, evening):
    form = {"one": "gerritsen", "other": "hoekstra", "reason": "late"}
    leader.press("add-board", 1, **form)
    again = leader.press("add-board", 1, **form)
    assert "has a game in game 1 already: board 4" in words(again)
    assert Game.objects.count() == 4


def test_a_results_sheet_with_a_board_less_is_drawn_anew(leader, evening):
    leader.press("add-board", 1, one="gerritsen", other="hoekstra", reason="late")
    poll = leader.client.get(
        leader.address("results-of", 1),
        {"version": "0", "shown": ["a", "b", "c"]},
        headers={"HX-Request": "true"},
    )
    assert poll["HX-Refresh"] == "true"


def test_a_game_caught_up_on_another_day_shows_its_consequences_first(leader, evening):
    make.finish_round(evening.rounds.get(), Result.DRAW)
    close_evening(evening, by=None)
    page = leader.see("add-board", 1, one="gerritsen", other="hoekstra")
    assert "say also how it ended" in words(page)
    look = {"one": "gerritsen", "other": "hoekstra", "white": "other", "outcome": "one"}
    look |= {"played_on": "2026-12-01"}
    page = leader.see("add-board", 1, **look)
    assert "What changes?" in words(page)
    assert "Played on Tuesday 1 December" in words(page)
    assert Game.objects.count() == 3
    leader.press("add-board", 1, **look, reason="caught up")
    game = Game.objects.get(board=4)
    assert (game.white.key, game.result, game.played_on) == ("hoekstra", "0-1", date(2026, 12, 1))
    assert "caught up" in words(leader.client.get(f"/{leader.club.slug}/trail/"))


def test_a_withdrawn_pairing_says_so_and_gets_no_board(leader, evening):
    leader.press("withdraw", 1)
    assert leader.see("add-board", 1).status_code == 404


def test_a_game_played_ahead_is_looked_at_entered_and_taken_back(leader, evening):
    coming = make.make_evening(evening.competition, "blitz", date=date(2026, 12, 1), is_open=False)
    leader.evening = coming
    assert "A game that was played ahead" in words(leader.see("lead"))
    look = {"one": "adema", "other": "bakker", "number": "3", "outcome": "other"}
    look |= {"white": "one", "played_on": "2026-11-20"}
    page = leader.see("games-ahead", **look)
    assert "Played ahead for game 3?" in words(page)
    assert "This is said of the two as they stand now." in words(page)
    assert "Played on Friday 20 November." in words(page)
    page = leader.press("games-ahead", **look, reason="on holiday then")
    assert "Entered: Adema – Bakker" in words(page)
    game = coming.games_ahead.get()
    assert (game.number, game.result, game.played_on) == (3, "0-1", date(2026, 11, 20))
    assert "on holiday then" in words(page)
    assert "how it ended" in words(leader.see("games-ahead", one="adema", other="evers", number=1))
    page = leader.press("games-ahead", take=game.pk)
    assert "The game played ahead is taken back." in words(page)
    assert not coming.games_ahead.exists()


def test_who_played_ahead_is_said_on_the_evening_and_where_the_two_are_paired_before(leader):
    coming = make.make_evening(
        leader.evening.competition, "long", date=date(2026, 12, 1), is_open=False
    )
    first = leader.evening.rounds.get().games.select_related("white", "black").get(board=1)
    play_ahead(
        coming,
        (first.white, first.black),
        number=1,
        result=Result.DRAW,
        played_on=None,
        reason="away then",
        by=None,
    )
    leader.press("withdraw", 1)
    names = {first.white.player.name, first.black.player.name}
    said = words(leader.see("pairing"))
    assert "meet here, and have played game 1 of Tuesday 1 December ahead already" in said
    leader.evening = coming
    for page in ("attendance", "pairing"):
        assert leader.see(page).status_code == 200
    assert "Played ahead for game 1:" in words(leader.see("attendance"))
    public = f"/{leader.club.slug}/{coming.competition.slug}/evenings/{coming.serial}/"
    said = words(leader.client.get(public))
    assert "Played ahead for game 1:" in said
    assert all(name in said for name in names)
