"""What became of the boards? Tap, undo, two devices at once, forfeits."""

import re

import pytest

from clubcomp.models import Game
from pairing.core.types import Result
from tests.make import finish_round, make_competition, make_evening
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db

WHITE, DRAW, BLACK = "1-0", "1/2-1/2", "0-1"


@pytest.fixture
def leader() -> Leader:
    """Leads a blitz evening of two games in which the first, of two boards, is being played."""
    leader = Leader(make_evening(make_competition(4), "blitz", games=2))
    leader.press("next-game", after="0")
    return leader


def game(board: int = 1, number: int = 1) -> Game:
    """A board as the database has it."""
    return Game.objects.get(round__number=number, board=board)


def record(leader: Leader, result: str, seen: str = "*", board: int = 1):
    """Tap a result with htmx."""
    return leader.tap("record-result", 1, board, result=result, seen=seen)


def test_before_the_first_pairing_the_page_says_the_way_on():
    leader = Leader(make_evening(make_competition(4)))
    assert "No pairing has been published" in text(leader.see("results"))


def test_the_sheet_counts_what_is_in_and_names_who_plays_on(leader):
    record(leader, WHITE)
    said = text(leader.see("results"))
    assert "<b>1</b> of 2" in said
    assert "Still playing: board 2." in said
    assert "possible as soon as board 2 is in" in said


def test_a_tap_answers_with_one_row_and_what_counts_it(leader):
    said = text(record(leader, WHITE))
    assert said.count('<li id="board-1"') == 1
    assert said.count("<li") == 1
    assert 'name="result" value="1-0" aria-pressed="true"' in said
    for part in ("playing", "count", "progress", "next"):
        assert f'id="{part}"' in said
    # The page goes on asking by the version that it shows: there may be other rows as well.
    assert 'id="asking"' not in said
    assert "<html" not in said
    assert game().result == WHITE


def test_beside_what_a_tap_did_stands_the_press_that_takes_it_back(leader):
    """The result that stood there before; what was empty is emptied again."""
    seen = "*"
    for result, takes_back in ((WHITE, WHITE), (BLACK, WHITE), (WHITE, BLACK)):
        said = text(leader.tap("record-result", 1, 1, result=result, seen=seen))
        act = said[said.index('<div id="act"') : said.index('<p id="said"')]
        assert "Board 1: " in act
        assert f'name="result" value="{takes_back}"> Undo' in act
        seen = result
    said = text(leader.tap("record-result", 1, 1, result=WHITE, seen=WHITE))
    assert f'name="result" value="{WHITE}"> Undo' in said  # it is there again


def test_a_tap_without_htmx_leads_back_to_the_board(leader):
    data = {"result": DRAW, "seen": "*"} | leader.shown_by("record-result", 1, 2)
    answer = leader.client.post(leader.address("record-result", 1, 2), data)
    assert (answer.status_code, answer.url) == (
        303,
        leader.address("results-of", 1) + "#board-2",
    )


def test_the_pressed_result_once_more_empties_it_for_who_entered_it(leader):
    record(leader, WHITE)
    record(leader, WHITE, seen=WHITE)
    assert game().result == "*"


def test_the_pressed_result_of_another_person_leads_to_the_page_that_says_whose_it_is(leader):
    ria = Leader(leader.evening, "Ria Zwanenburg")
    record(ria, WHITE)
    answer = record(leader, WHITE, seen=WHITE)
    assert answer["HX-Redirect"] == leader.address("result-more", 1, 1) + "?act=clear"
    page = leader.client.get(answer["HX-Redirect"])
    assert "by Ria Zwanenburg" in text(page)
    assert "Somebody else entered this result. Save, and it is empty again." in text(page)
    assert page.context["form"]["act"].value() == "clear"
    assert game().result == WHITE


def test_the_same_tap_twice_is_one_result(leader):
    record(leader, WHITE)
    record(leader, WHITE)
    assert game().result == WHITE


def test_a_result_can_be_changed_by_who_sees_it(leader):
    record(leader, WHITE)
    record(leader, BLACK, seen=WHITE)
    assert game().result == BLACK


def test_the_second_of_two_devices_is_told_and_asked(leader):
    ria = Leader(leader.evening, "Ria Zwanenburg")
    record(ria, WHITE)
    said = text(record(leader, BLACK))
    assert "<b>Two results for board 1.</b> Ria entered at" in said
    assert "Leave 1‑0" in said
    assert "Make it 0‑1" in said
    assert "in, 1 question" in said
    assert game().result == WHITE


def test_the_question_is_asked_without_htmx_too(leader):
    record(Leader(leader.evening, "Ria Zwanenburg"), WHITE)
    page = leader.press("record-result", 1, 1, result=BLACK, seen="*")
    assert "<b>Two results for board 1.</b>" in text(page)
    assert "<html" in text(page)


def test_both_devices_agreeing_is_no_question(leader):
    record(Leader(leader.evening, "Ria Zwanenburg"), DRAW)
    assert "Two results" not in text(record(leader, DRAW))


def test_the_question_is_answered_with_the_own_result(leader):
    record(Leader(leader.evening, "Ria Zwanenburg"), WHITE)
    record(leader, BLACK)
    record(leader, BLACK, seen=WHITE)
    assert game().result == BLACK


def test_emptying_what_another_device_changed_does_not_empty_it(leader):
    record(leader, WHITE)
    record(Leader(leader.evening, "Ria Zwanenburg"), BLACK, seen=WHITE)
    leader.press("result-more", 1, 1, act="clear", seen=WHITE)
    assert game().result == BLACK


@pytest.mark.parametrize("data", [{}, {"result": "2-0", "seen": "*"}, {"result": WHITE}])
def test_nonsense_for_a_result_changes_nothing(leader, data):
    assert leader.press("record-result", 1, 1, **data).status_code == 200
    assert game().result == "*"


def test_a_board_that_does_not_exist_is_not_found(leader):
    data = {"result": WHITE, "seen": "*"}
    assert leader.press("record-result", 1, 9, **data).status_code == 404
    assert leader.press("record-result", 9, 1, **data).status_code == 404


# A screen that asks whether something changed ----------------------------------------------


def ask(leader: Leader, page):
    """What the screen that shows `page` asks, and the answer to it."""
    rows, version = page.context["boards"], page.context["request"].competition.version
    query = {"version": version, "shown": [row.shown for row in rows]}
    return leader.client.get(leader.address("results-of", 1), query)


def test_a_screen_that_shows_everything_gets_nothing(leader):
    assert ask(leader, leader.see("results")).status_code == 204


def test_after_its_own_tap_a_screen_shows_everything(leader):
    leader.see("results")
    assert ask(leader, record(leader, WHITE)).status_code == 204


def test_a_screen_gets_only_the_rows_that_changed(leader):
    page = leader.see("results")
    record(Leader(leader.evening, "Ria Zwanenburg"), WHITE, board=2)
    said = text(ask(leader, page))
    assert '<li id="board-2" hx-swap-oob="true"' in said
    assert said.count("<li") == 1
    assert '<b class="new">new</b>' in said
    assert "<b>1</b> of 2" in said
    assert 'class="new"' not in text(leader.see("results"))


def test_a_question_stays_on_the_screen_that_it_was_put_to(leader):
    ria = Leader(leader.evening, "Ria Zwanenburg")
    record(ria, WHITE)
    asked = record(leader, BLACK)
    record(ria, DRAW, board=2)
    said = text(ask(leader, asked))
    assert "in, 1 question" in said
    assert '<li id="board-1"' not in said


def test_a_screen_that_sends_nonsense_gets_every_row(leader):
    address = leader.address("results-of", 1)
    page = leader.client.get(address, {"version": "x", "shown": ["nonsense", ":"]})
    assert page.status_code == 200
    assert text(page).count("<li") == 2


# What happens seldom ------------------------------------------------------------------------


def test_a_forfeit_is_entered_behind_the_dots_and_seen_in_the_row(leader):
    leader.press("result-more", 1, 1, act="1-0F", seen="*")
    assert game().result == "1-0F"
    assert "1‑0 r" in text(leader.see("results"))


def test_an_adjourned_game_does_not_hold_up_the_next_one(leader):
    leader.press("result-more", 1, 1, act="adjourned", seen="*")
    record(leader, WHITE, board=2)
    said = text(leader.see("results"))
    assert "adjourned" in said
    assert re.search(r'<button class="button primary">\s*Pair and publish game 2', said)


def test_whoever_entered_it_a_result_is_cleared_behind_the_dots(leader):
    record(Leader(leader.evening, "Ria Zwanenburg"), WHITE)
    leader.press("result-more", 1, 1, act="clear", seen=WHITE)
    assert game().result == "*"


# The next game ------------------------------------------------------------------------------


def test_one_press_pairs_and_publishes_the_next_game(leader):
    finish_round(leader.evening.rounds.get())
    page = leader.press("next-game", after="1")
    assert "Game 2 published at" in text(page)
    assert "<h1>Results <span>game 2</span></h1>" in text(page)


def test_the_second_press_says_that_it_was_done(leader):
    finish_round(leader.evening.rounds.get())
    leader.press("next-game", after="1")
    page = leader.press("next-game", after="1")
    assert "already published" in text(page)
    assert leader.evening.rounds.count() == 2


def test_the_next_game_waits_for_the_last_board(leader):
    page = leader.press("next-game", after="1")
    assert "Game 1 is not finished" in text(page)


def test_after_the_last_result_of_the_last_game_the_next_step_is_to_close(leader):
    finish_round(leader.evening.rounds.get())
    leader.press("next-game", after="1")
    finish_round(leader.evening.rounds.get(number=2))
    page = leader.see("results")
    assert f'<a class="button primary" href="{leader.address("close")}">' in text(page)


@pytest.mark.parametrize("kind", ["adjourned", "postponed"])
def test_putting_a_game_off_says_which_board(leader, kind):
    page = leader.press("result-more", 1, 1, act=kind, seen="*")
    assert f"Board 1 is {kind}." in text(page)


def test_an_adjourned_board_is_not_counted_as_in(leader):
    record(leader, WHITE)
    leader.press("result-more", 1, 2, act="adjourned", seen="*")
    finish_round(leader.evening.rounds.get())
    page = text(leader.see("results"))
    boards = leader.evening.rounds.get().games.count()
    assert f"<b>{boards - 1}</b> of {boards}" in page
    assert "in, 1 adjourned" in page
    assert "All boards are in" not in page
    assert "Adjourned or postponed: board 2." in page
    state = text(leader.see("lead"))
    assert "all results are in" not in state
    assert f"{boards - 1} of {boards} results of game 1 are in, 1 adjourned" in state


def test_before_the_next_game_it_says_who_joins_who_left_and_who_may_not_be_there():
    leader = Leader(make_evening(make_competition(6), "blitz", present=5))
    leader.press("plan-attendance", "bakker", status="present", from_game="1", until_game="1")
    leader.press("next-game", after="0")
    # Who is playing the last game of theirs has not left.
    assert "Bakker leaves after game 1." in text(leader.see("results"))
    finish_round(leader.evening.rounds.get(), Result.BLACK_WINS_FORFEIT)
    leader.press("mark-attendance", "faber", present="1")
    page = leader.see("results")
    coming = page.context["next_game"]
    assert [entry.key for entry in coming.joins] == ["faber"]
    assert [entry.key for entry in coming.leaves] == ["bakker"]
    lost = {game.white.key for game in leader.evening.rounds.get().games.all()}
    assert {entry.key for entry in coming.no_shows} == lost - {"bakker"}
    assert "joins in game 2." in text(page)
    assert "Bakker leaves after game 1." in text(page)
    assert "Did not play in game 1, and still marked as here" in text(page)


def test_when_nobody_comes_or_goes_nothing_is_said_of_it():
    leader = Leader(make_evening(make_competition(4), "blitz"))
    leader.press("next-game", after="0")
    assert "joins in game" not in text(leader.see("results"))


def test_who_leads_has_the_sections_of_the_club_above_the_results(leader):
    assert "Members" in text(leader.see("results"))
