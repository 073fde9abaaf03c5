"""A result that a device kept while it had no connection, and sends when it has one again."""

import re

import pytest

from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.results import clear_result, put_off, record_result
from clubcomp.models import Game, TrailEntry
from pairing.core.types import Result
from tests.make import make_competition, make_evening
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db

WHITE, DRAW, BLACK, OPEN = "1-0", "1/2-1/2", "0-1", "*"


@pytest.fixture
def leader() -> Leader:
    """Leads a blitz evening of two games; the first, of two boards, is being played."""
    leader = Leader(make_evening(make_competition(4), "blitz", games=2))
    leader.press("next-game", after="0")
    return leader


def game(board: int = 1) -> Game:
    return Game.objects.get(round__number=1, board=board)


def shown(leader: Leader, board: int = 1) -> dict[str, str]:
    """What the form of a board carries: what its row shows."""
    row = text(leader.see("results")).split(f'<li id="board-{board}"')[1].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="(seen|state|game)" value="([^"]*)"', row))


def send(leader: Leader, fields: dict[str, str], result: str, board: int = 1, **more: object):
    """What a device sends that kept a tap."""
    data = {"by": leader.user.pk, **fields, "result": result, "kept": "1", **more}
    return leader.tap("record-result", 1, board, **data)


def other(board: int = 1, result: Result = Result.BLACK_WINS) -> None:
    """Another device enters a result."""
    record_result(game(board), result=result, seen=game(board).result, by=None)


def lines() -> int:
    return TrailEntry.objects.count()


def test_a_kept_result_is_entered_and_answered_with_its_row(leader):
    answer = send(leader, shown(leader), WHITE)
    assert answer.status_code == 200
    assert text(answer).count('<li id="board-1"') == 1
    assert game().result == WHITE


def test_sent_again_because_the_answer_was_lost_it_is_entered_once(leader):
    fields = shown(leader)
    send(leader, fields, WHITE)
    before = lines(), game().entered_at
    answer = send(leader, fields, WHITE)
    assert "question" not in text(answer)
    assert (lines(), game().entered_at) == before


def test_sent_again_after_somebody_emptied_the_board_it_changes_nothing(leader):
    fields = shown(leader)
    send(leader, fields, WHITE)
    clear_result(game(), seen=WHITE, by=None)
    answer = send(leader, fields, WHITE)
    assert answer.status_code == 422
    assert "was changed meanwhile" in text(answer)
    assert game().result == OPEN


def test_another_device_that_was_first_is_asked_about(leader):
    fields = shown(leader)
    other()
    answer = send(leader, fields, WHITE)
    assert answer.status_code == 200
    assert 'class="asks"' in text(answer)
    assert "Two results for board 1" in text(answer)
    assert game().result == BLACK


def test_the_same_result_from_two_devices_is_no_question(leader):
    fields = shown(leader)
    other(result=Result.WHITE_WINS)
    assert "question" not in text(send(leader, fields, WHITE))


def test_emptying_that_was_sent_twice_does_not_empty_what_was_entered_since(leader):
    send(leader, shown(leader), WHITE)
    fields = shown(leader)
    assert fields["seen"] == WHITE
    send(leader, fields, WHITE)
    assert game().result == OPEN
    send(leader, fields, WHITE)
    assert game().result == OPEN
    record_result(game(), result=Result.WHITE_WINS, seen=OPEN, by=leader.user)
    assert send(leader, fields, WHITE).status_code == 422
    assert game().result == WHITE


def test_a_board_with_other_players_by_now_is_not_theirs(leader):
    fields = shown(leader)
    one = game()
    one.white, one.black = one.black, one.white
    one.save()
    answer = send(leader, fields, WHITE)
    assert answer.status_code == 422
    assert f"on board 1 now play {one.white} and {one.black}" in text(answer)
    assert game().result == OPEN


def test_a_result_of_a_pairing_that_was_withdrawn_is_not_entered_in_the_next_one(leader):
    fields = shown(leader)
    withdraw_round(game().round, by=None)
    publish_next(leader.evening, after=0, by=None)
    answer = send(leader, fields, WHITE)
    assert answer.status_code == 422
    assert "The pairing changed after this page was opened" in text(answer)
    assert game().result == OPEN


def test_a_round_that_was_withdrawn_is_said_to_be(leader):
    fields = shown(leader)
    withdraw_round(game().round, by=None)
    answer = send(leader, fields, WHITE)
    assert answer.status_code == 422
    assert "withdrawn" in text(answer)


def test_a_closed_evening_says_why_and_shows_it_nowhere_else(leader):
    fields = shown(leader)
    for board in (1, 2):
        put_off(game(board), kind="adjourned", seen=OPEN, by=None)
    close_evening(leader.evening, by=None)
    answer = send(leader, fields, WHITE)
    assert answer.status_code == 422
    assert "This evening is closed" in text(answer)
    assert "This evening is closed" not in text(leader.client.get("/", follow=True))


def test_somebody_else_who_signed_in_does_not_send_it_in_his_name(leader):
    fields = shown(leader)
    answer = send(leader, fields, WHITE, by=leader.user.pk + 1)
    assert answer.status_code == 409
    assert game().result == OPEN


def test_signed_out_it_is_sent_to_the_page_for_signing_in_and_nothing_changes(leader):
    fields = shown(leader)
    leader.client.logout()
    answer = send(leader, fields, WHITE)
    assert answer["HX-Redirect"].startswith("/sign-in/")
    assert game().result == OPEN


def test_a_board_that_was_adjourned_meanwhile_is_not_overwritten(leader):
    fields = shown(leader)
    put_off(game(), kind="adjourned", seen=OPEN, by=None)
    assert send(leader, fields, WHITE).status_code == 422
    assert game().put_off == "adjourned"


def test_the_page_for_waiting_results_is_there_for_who_is_signed_in_only(leader):
    assert 'id="kept"' in text(leader.see("results"))
    page = leader.client.get("/", follow=True)
    leader.client.logout()
    assert 'id="kept"' in text(page)
    assert 'id="kept"' not in text(leader.client.get("/", follow=True))
    assert 'id="kept"' in text(leader.client.get("/sign-in/"))
