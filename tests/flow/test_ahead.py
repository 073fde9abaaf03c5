"""A game that was played before its evening: a fixed board of that evening's round."""

from datetime import date

import pytest

from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.competitions.entries import forbid_pair, remove_entry
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import change_evening, close_evening, open_evening, remove_evening
from clubcomp.flow.pairings.ahead import games_ahead, play_ahead, preview_ahead, take_ahead_back
from clubcomp.flow.pairings.proposing import discard_proposal, propose_round, release_board
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.pairings.swapping import swap_players
from clubcomp.models import Game, GameAhead, Round
from pairing.core.types import Result
from tests import make

pytestmark = pytest.mark.django_db

WHY = "away on the evening itself"
THEN = date(2030, 9, 3)


@pytest.fixture(params=["attacalc", "knsb-rating"])
def evening(request):
    """A planned evening of a competition of eight."""
    if request.param == "attacalc":
        return make.make_evening(make.make_competition(8), "long", is_open=False)
    return make.make_evening(make.make_swiss(8), "standard", is_open=False)


@pytest.fixture
def two(evening):
    return [make.entry(evening.competition, key) for key in ("adema", "bakker")]


def ahead(evening, two, **more):
    said = {"number": 1, "result": Result.WHITE_WINS, "played_on": THEN, "reason": WHY}
    return play_ahead(evening, (two[0], two[1]), by=None, **said | more)


def begin(evening, *others):
    """Open the evening with these there besides."""
    open_evening(evening, by=None)
    evening.refresh_from_db()
    for key in others:
        mark_present(evening, make.entry(evening.competition, key), present=True, by=None)


OTHERS = ("cornelis", "dekker", "evers", "faber")


def test_a_game_ahead_is_a_board_of_the_round_with_its_result(evening, two):
    looked_at = preview_ahead(
        evening,
        (two[0], two[1]),
        number=1,
    )
    game = ahead(evening, two)
    assert (game.white, game.black) == (looked_at.white, looked_at.black)
    begin(evening, *OTHERS)
    round_ = publish_next(evening, after=0, by=None)
    assert round_.games.count() == 3
    board = round_.games.get(white=game.white)
    assert (board.black, board.result, board.played_on) == (game.black, "1-0", THEN)
    assert board.fixed == WHY
    assert not games_ahead(evening).exists()


def test_the_two_are_not_paired_also_when_one_of_them_is_there(evening, two):
    ahead(evening, two)
    begin(evening, "adema", *OTHERS)
    round_ = publish_next(evening, after=0, by=None)
    assert round_.games.filter(white__in=two).count() == 1
    assert not round_.unpaired.exists()
    assert round_.games.count() == 3


def test_a_game_ahead_comes_into_a_proposal_that_is_there_and_goes_from_it(evening, two):
    begin(evening, "adema", "bakker", *OTHERS)
    round_ = propose_round(evening, by=None)
    other = [two[0], make.entry(evening.competition, "cornelis")]
    game = ahead(evening, other)
    assert game.players in {frozenset(pair) for pair in make.proposed_pairs(round_)}
    take_ahead_back(game, by=None)
    round_.refresh_from_db()
    assert (round_.fixed, round_.kept_results) == ([], {})
    take_ahead_back(game, by=None)
    assert not GameAhead.objects.exists()


def test_the_board_of_a_game_ahead_is_not_swapped_or_released(evening, two):
    game = ahead(evening, two)
    begin(evening, *OTHERS)
    round_ = propose_round(evening, by=None)
    with pytest.raises(StepError, match="played this game ahead"):
        release_board(round_, white=game.white, black=game.black, by=None)
    other = make.entry(evening.competition, "cornelis")
    with pytest.raises(StepError, match="played this game ahead"):
        swap_players(round_, (game.white, other), reason="so", by=None)


def test_a_game_ahead_outlives_withdrawing_and_discarding_its_round(evening, two):
    game = ahead(evening, two)
    begin(evening, *OTHERS)
    round_ = publish_next(evening, after=0, by=None)
    with pytest.raises(StepError, match="published pairing"):
        take_ahead_back(game, by=None)
    withdraw_round(round_, give_up_results=True, by=None)
    discard_proposal(Round.objects.get(), by=None)
    assert list(games_ahead(evening)) == [game]
    publish_next(evening, after=0, by=None)
    assert Game.objects.get(white=game.white).result == "1-0"


def test_an_evening_neither_goes_nor_ends_with_a_game_ahead_that_is_in_no_pairing(evening, two):
    game = ahead(evening, two)
    with pytest.raises(StepError, match="Played ahead and in no pairing yet: (Adema|Bakker) – "):
        remove_evening(evening, by=None)
    begin(evening, *OTHERS)
    with pytest.raises(StepError, match="Played ahead and in no pairing yet"):
        close_evening(evening, by=None)
    with pytest.raises(StepError, match="has played a game ahead"):
        remove_entry(two[0], by=None)
    take_ahead_back(game, by=None)
    close_evening(evening, by=None)


def test_a_game_is_entered_once_for_a_round_that_is_to_come(evening, two):
    ahead(evening, two)
    with pytest.raises(StepError, match="entered as played ahead already"):
        ahead(evening, two)
    others = [make.entry(evening.competition, key) for key in OTHERS[:2]]
    with pytest.raises(StepError, match="still to come"):
        ahead(evening, others, number=2)
    with pytest.raises(StepError, match="how the game ended"):
        ahead(evening, others, result=Result.UNFINISHED)
    begin(evening, *OTHERS)
    publish_next(evening, after=0, by=None)
    with pytest.raises(StepError, match="is paired already"):
        ahead(evening, [make.entry(evening.competition, key) for key in ("gerritsen", "hoekstra")])


def test_a_forbidden_pair_plays_no_game_ahead(evening, two):
    forbid_pair(evening.competition, *two, by=None)
    with pytest.raises(StepError):
        ahead(evening, two)


def test_an_evening_keeps_the_games_that_were_played_ahead_in_it():
    evening = make.make_evening(make.make_competition(4), "blitz", is_open=False)
    two = [make.entry(evening.competition, key) for key in ("adema", "bakker")]
    ahead(evening, two, number=3)
    with pytest.raises(StepError, match="3 to 20 games"):
        change_evening(evening, tempo=evening.tempo, date=evening.date, games=2, by=None)


def test_who_played_ahead_is_not_waited_for_on_the_evening(evening, two):
    ahead(evening, two)
    begin(evening, "adema", *OTHERS)
    seen = sheet(evening)
    rows = {row.entry: row for row in seen.rows}
    assert [rows[one].state for one in two] == ["another_day"] * 2
    assert seen.present_count == 4
    assert not seen.is_odd
    publish_next(evening, after=0, by=None)
    assert {row.state for row in sheet(evening).rows if row.entry in two} == {"another_day"}
