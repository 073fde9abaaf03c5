"""A result is put right: what that changes is shown first, and a reason is asked."""

import pytest

from clubcomp.models import Evening, Game
from pairing.core.types import Result
from tests.make import finish_round, make_competition, make_evening, make_swiss, play_swiss_round
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db

WHITE, DRAW, BLACK = "1-0", "1/2-1/2", "0-1"


def game() -> Game:
    """The first board of the evening as the database has it."""
    return Game.objects.get(round__number=1, board=1)


@pytest.fixture
def later() -> Leader:
    """Leads a blitz evening of four, with game 1 finished and game 2 being played."""
    leader = Leader(make_evening(make_competition(4), "blitz", games=2))
    leader.press("next-game", after="0")
    finish_round(leader.evening.rounds.get())
    leader.press("next-game", after="1")
    return leader


def test_an_earlier_game_has_a_correction_instead_of_buttons(later):
    said = text(later.see("results-of", 1))
    assert 'name="result"' not in said
    assert later.address("correct-result", 1, 1) in said


def test_a_correction_shows_what_it_changes_and_saves_nothing(later):
    page = later.see("correct-result", 1, 1, result=BLACK)
    assert "What changes?" in text(page)
    assert "1 later pairing was made with what was known then" in text(page)
    assert page.context["preview"].scopes[0].changes
    assert game().result == WHITE


def test_a_correction_names_who_entered_the_result_if_anybody_did(later):
    assert "Entered at" in text(later.see("correct-result", 1, 1))
    assert " by " not in text(later.see("correct-result", 1, 1)).split("Entered at")[1][:20]
    Game.objects.update(entered_by=later.user)
    assert f" by {later.user}." in text(later.see("correct-result", 1, 1))


def test_a_correction_says_when_the_game_counted_as_a_draw():
    competition = make_swiss(6)
    evening, _round = play_swiss_round(competition, Result.WHITE_WINS, adjourned=1)
    play_swiss_round(competition, Result.WHITE_WINS)
    leader = Leader(evening)
    said = text(leader.see("correct-result", 1, 1, result=WHITE))
    assert "not finished yet when 1 of them was made: it counted as a draw then" in said
    assert "#F9" in said
    said = text(leader.see("correct-result", 1, 2, result=BLACK))
    assert "counted as a draw" not in said


def test_a_correction_needs_a_reason(later):
    page = later.press("correct-result", 1, 1, result=BLACK, seen=WHITE, reason="")
    assert "Say why" in text(page)
    assert game().result == WHITE


def test_a_correction_with_a_reason_is_made(later):
    data = {"result": BLACK, "seen": WHITE, "reason": "the wrong way round"}
    page = later.press("correct-result", 1, 1, **data)
    assert "The result of board 1 is corrected" in text(page)
    assert game().result == BLACK


@pytest.mark.parametrize(
    ("result", "said"),
    [(WHITE, "The colours of board 1 are"), (BLACK, "The result and the colours of board 1 are")],
)
def test_a_correction_of_the_colours_is_not_called_one_of_the_result(later, result, said):
    data = {"result": result, "swap_colours": "on", "seen": WHITE, "reason": "other colours"}
    assert f"{said} corrected." in text(later.press("correct-result", 1, 1, **data))


def test_a_correction_can_turn_the_colours_round(later):
    white, black = game().white, game().black
    data = {"result": WHITE, "swap_colours": "on", "seen": WHITE, "reason": "other colours"}
    later.press("correct-result", 1, 1, **data)
    assert (game().white, game().black) == (black, white)
    assert game().result == BLACK, "who won is still the one who won"


def test_who_won_by_the_label_has_won_in_the_preview_with_the_other_colours_too(later):
    white, black = game().white, game().black
    page = text(later.see("correct-result", 1, 1))
    assert f"{black} won" in page
    for swapped in ({}, {"swap_colours": "on"}):
        page = later.see("correct-result", 1, 1, result=BLACK, **swapped)
        scores = {side.entry: score for side, _colour, score in page.context["sides"]}
        assert scores == {white: "0", black: "1"}


def test_a_correction_that_moves_nobody_says_so_in_words(later):
    page = text(later.see("correct-result", 1, 1, result=WHITE, swap_colours="on"))
    assert "0 players change place" not in page
    stays = text(later.see("correct-result", 1, 1, result=DRAW, everybody=""))
    assert "stays on place" in stays or "becomes <b>" in stays


def test_the_first_result_of_an_adjourned_game_is_entered_on_the_day_agreed_on(later):
    date_of = {"played_on": "2026-12-01"}
    Game.objects.filter(pk=game().pk).update(result="*", put_off="adjourned", **date_of)
    page = text(later.see("correct-result", 1, 1, result=WHITE))
    assert 'value="2026-12-01"' in page
    assert "Correct the result" not in page
    page = later.press("correct-result", 1, 1, result=WHITE, seen="*", reason="", **date_of)
    assert "The result of board 1 is entered." in text(page)
    assert (game().result, str(game().played_on)) == (WHITE, "2026-12-01")
    assert later.evening.competition.trail.first().action == "record_result"


def test_an_adjourned_game_may_have_been_played_on_the_evening_after_all(later):
    Evening.objects.update(date="2026-11-24")
    Game.objects.filter(pk=game().pk).update(
        result="*", put_off="adjourned", played_on="2026-12-01"
    )
    later.press("correct-result", 1, 1, result=WHITE, seen="*", reason="", played_on="")
    assert (game().result, game().played_on) == (WHITE, None)


def test_a_correction_of_what_changed_meanwhile_is_not_made(later):
    data = {"result": DRAW, "seen": BLACK, "reason": "late"}
    page = later.press("correct-result", 1, 1, **data)
    assert "Nothing was changed" in text(page)
    assert game().result == WHITE
