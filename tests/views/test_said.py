"""What does a screen reader say when a page changes without being loaded? And on an error?"""

import re

import pytest
from django.test import Client

from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import record_result
from clubcomp.models import Game
from pairing.core.types import Result
from tests import make
from tests.views.leader import Leader, text
from tests.views.public import TUESDAYS, address, poll, poll_address, reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Leader:
    """Leads a blitz evening of seven, the first game of which is being played."""
    leader = Leader(make.make_evening(make.make_competition(7), "blitz", date=TUESDAYS[3]))
    leader.press("next-game", after="0")
    return leader


def said(answer) -> str:
    """What an answer puts into the live region of the page; "" when it leaves that alone."""
    found = re.search(r'<p id="said" hx-swap-oob="innerHTML">(.*?)</p>', text(answer))
    return found[1].strip() if found else ""


def record(leader: Leader, board: int, result: str, seen: str = "*"):
    """Tap a result with htmx."""
    return leader.tap("record-result", 1, board, result=result, seen=seen)


def test_every_page_has_one_live_region_and_it_is_empty_at_first(leader):
    for page in (reader().get("/", follow=True), leader.see("results"), leader.see("attendance")):
        assert text(page).count('<p class="visually-hidden" role="status" id="said"></p>') == 1


def test_a_result_is_said_with_how_many_are_in(leader):
    assert said(record(leader, 1, "1-0")) == "Board 1: 1‑0. 1 of 3 in."
    assert said(record(leader, 1, "1-0", seen="1-0")) == "Board 1: no result. 0 of 3 in."
    record(leader, 1, "1-0")
    record(leader, 2, "0-1")
    assert said(record(leader, 3, "1/2-1/2")) == "Board 3: ½‑½. All boards are in."


def test_what_another_device_entered_is_said(leader):
    shown = re.findall(r'name="shown" value="([^"]*)"', text(leader.see("results")))
    game = Game.objects.get(board=2)
    record_result(game, result=Result.DRAW, seen="*", by=None)
    where = leader.address("results-of", 1)
    answer = leader.client.get(
        where, {"version": "0", "shown": shown}, headers={"HX-Request": "true"}
    )
    assert said(answer) == "Board 2: ½‑½. 1 of 3 in."


def test_a_question_says_itself(leader):
    record_result(Game.objects.get(board=1), result=Result.DRAW, seen="*", by=None)
    answer = record(leader, 1, "1-0")
    assert 'class="question" role="alert"' in text(answer)
    assert said(answer) == ""


def test_a_tap_on_a_name_says_how_many_are_here_and_whether_that_is_odd():
    leader = Leader(make.make_evening(make.make_competition(6), "blitz", present=0))
    first = said(leader.tap("mark-attendance", "bakker", present="1"))
    assert re.fullmatch(
        r"Bakker is here\. 1 of 6 present\. Odd: Bakker has the bye in game 1\.", first
    )
    second = said(leader.tap("mark-attendance", "cornelis", present="1"))
    assert second == "Cornelis is here. 2 of 6 present. Even: nobody has the bye in game 1."


def test_a_new_game_says_where_one_plays(leader):
    evening = leader.evening
    clients = {key: reader() for key in ("", "adema")}
    where = {}
    for key, client in clients.items():
        page = client.get(address(evening.competition, f"tonight/?player={key}"))
        where[key] = poll_address(page)
    for game in Game.objects.filter(round__evening=evening):
        record_result(game, result=Result.WHITE_WINS, seen="*", by=None)
    assert said(poll(clients["adema"], where["adema"])) == "Game 1 is over."
    publish_next(evening, after=1, by=None)
    mine = Game.objects.filter(round__number=2)
    game = mine.filter(white__key="adema").first() or mine.get(black__key="adema")
    colour = "White" if game.white.key == "adema" else "Black"
    expected = f"Game 2 is ready, you play on board {game.board} with {colour}."
    assert said(poll(clients["adema"], where["adema"])) == expected
    assert said(poll(clients[""], where[""])) == "Game 2 is ready."


def test_who_has_no_opponent_in_a_new_game_hears_it(leader):
    evening = leader.evening
    free = evening.rounds.get().unpaired.get().entry
    client = reader()
    page = client.get(address(evening.competition, f"tonight/?player={free.key}"))
    where = re.sub(r"shape=\w+", "shape=older", poll_address(page))
    answer = poll(client, where.replace("version=", "version=0"))
    assert said(answer) == "Game 1 is ready, you have no opponent."


def test_another_result_on_tonight_says_nothing(leader):
    client = reader()
    where = poll_address(client.get(address(leader.evening.competition, "tonight/")))
    record_result(Game.objects.get(board=1), result=Result.DRAW, seen="*", by=None)
    answer = poll(client, where)
    assert 'id="board-1"' in text(answer)
    assert said(answer) == ""


# Errors ------------------------------------------------------------------------------------
def test_a_page_with_an_error_says_so_in_its_title_and_its_summary_has_the_focus():
    page = text(Client(headers={"accept-language": "en"}).post("/sign-in/", {}))
    assert "<title>Error: Sign in" in page
    assert '<div class="errors" role="alert" id="errors" tabindex="-1" autofocus>' in page


def test_the_fields_of_signing_in_belong_to_the_error():
    given = {"username": "nobody@example.org", "password": "wrong"}
    page = text(Client(headers={"accept-language": "en"}).post("/sign-in/", given))
    for field in ("username", "password"):
        tag = re.search(rf'<input[^>]*name="{field}"[^>]*>', page)[0]
        assert 'aria-invalid="true"' in tag
        assert 'aria-describedby="errors"' in tag


def test_a_step_that_was_refused_says_so_in_the_title(leader):
    page = text(leader.press("next-game", after="1"))
    assert "<title>Error: Results game 1" in page
    assert re.search(r'<p class="message error" role="alert" tabindex="-1" autofocus>', page)


def test_a_page_without_an_error_has_no_error_in_its_title(leader):
    for page in (reader().get("/sign-in/"), leader.see("results")):
        assert "<title>Error" not in text(page)
