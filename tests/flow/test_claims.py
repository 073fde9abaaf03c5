"""Players enter the result of their own game: it counts when both say so, or who leads does."""

import pytest

from clubcomp.flow.claims import claim_result, confirm_claims, take_claim_back
from clubcomp.flow.competitions.competition import change_competition
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.results import clear_result, put_off, record_result
from clubcomp.models import Claim, Competition, Evening, Game, TrailEntry
from clubcomp.models.competitions import ByPlayers
from clubcomp.words.trail import trail_text
from pairing.core.types import Result
from tests import make

pytestmark = pytest.mark.django_db

WHITE, DRAW, BLACK = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


@pytest.fixture
def evening():
    return make.make_evening(make.make_competition(5), "blitz", games=2)


@pytest.fixture
def game(evening):
    """Board 1 of game 1; each player's entry is confirmed by the other."""
    allow(evening.competition, ByPlayers.CONFIRMED)
    return publish_next(evening, after=0, by=None).games.get(board=1)


def allow(competition, by_players):
    change_competition(
        competition,
        name=competition.name,
        slug=competition.slug,
        results_by_players=by_players,
        by=None,
    )


def result_of(game):
    return Game.objects.get(pk=game.pk).result


def claims_of(game):
    return [(claim.entry, claim.result) for claim in Claim.objects.seated().filter(game=game)]


def test_what_one_enters_is_no_result_until_the_other_confirms_it(game):
    version = Competition.objects.get().version
    claim_result(game, result=WHITE, by=game.white.player)
    assert result_of(game) == "*"
    assert Competition.objects.get().version == version + 1
    line = TrailEntry.objects.first()
    assert (line.by, line.by_name) == (None, str(game.white.player))
    assert trail_text(line) == (
        f"Game 1, board 1, {game.white} – {game.black}: 1‑0 was entered, and waits to be confirmed."
    )
    claim_result(game, result=WHITE, by=game.black.player)
    assert result_of(game) == "1-0"
    line = TrailEntry.objects.first()
    assert (line.action, line.by_name) == ("record_result", str(game.black.player))


def test_the_same_twice_is_once(game):
    for _ in range(2):
        claim_result(game, result=WHITE, by=game.white.player)
    assert TrailEntry.objects.filter(action="claim_result").count() == 1
    for _ in range(2):
        claim_result(game, result=WHITE, by=game.black.player)
    assert TrailEntry.objects.filter(action="record_result").count() == 1
    for _ in range(2):
        take_claim_back(publish_other(game), by=publish_other(game).white.player)
    assert not TrailEntry.objects.filter(action="take_claim_back").exists()


def publish_other(game):
    return game.round.games.get(board=2)


def test_two_different_entries_are_a_question_that_who_leads_answers(game):
    claim_result(game, result=WHITE, by=game.white.player)
    claim_result(game, result=DRAW, by=game.black.player)
    assert result_of(game) == "*"
    assert claims_of(game) == [(game.white, "1-0"), (game.black, "1/2-1/2")]
    assert confirm_claims(game.round.evening, seen=marks(), by=None) == []
    record_result(game, result=DRAW, seen="*", by=make.make_user("Ruud"))
    with pytest.raises(StepError, match="has a result by now"):
        claim_result(game, result=WHITE, by=game.white.player)


def marks():
    return [claim.state for claim in Claim.objects.all()]


def test_who_was_wrong_can_give_in(game):
    claim_result(game, result=WHITE, by=game.white.player)
    claim_result(game, result=DRAW, by=game.black.player)
    claim_result(game, result=DRAW, by=game.white.player)
    assert result_of(game) == "1/2-1/2"


def test_it_is_taken_back_by_who_entered_it_until_both_did(game):
    claim_result(game, result=WHITE, by=game.white.player)
    take_claim_back(game, by=game.black.player)
    assert len(claims_of(game)) == 1
    take_claim_back(game, by=game.white.player)
    assert claims_of(game) == []
    for entry in (game.white, game.black):
        claim_result(game, result=WHITE, by=entry.player)
    with pytest.raises(StepError, match="has a result by now"):
        take_claim_back(game, by=game.white.player)
    assert result_of(game) == "1-0"


def test_at_once_it_counts_until_the_other_says_otherwise(game):
    allow(game.round.evening.competition, ByPlayers.AT_ONCE)
    claim_result(game, result=WHITE, by=game.white.player)
    assert result_of(game) == "1-0"
    claim_result(game, result=BLACK, by=game.white.player)
    assert result_of(game) == "0-1"
    claim_result(game, result=DRAW, by=game.black.player)
    assert (result_of(game), len(claims_of(game))) == ("*", 2)
    claim_result(game, result=DRAW, by=game.white.player)
    assert result_of(game) == "1/2-1/2"


def test_at_once_it_can_be_taken_back_and_agreed_to(game):
    allow(game.round.evening.competition, ByPlayers.AT_ONCE)
    claim_result(game, result=WHITE, by=game.white.player)
    take_claim_back(game, by=game.white.player)
    assert (result_of(game), claims_of(game)) == ("*", [])
    claim_result(game, result=WHITE, by=game.white.player)
    claim_result(game, result=WHITE, by=game.black.player)
    assert result_of(game) == "1-0"
    with pytest.raises(StepError):
        claim_result(game, result=DRAW, by=game.black.player)


def test_who_leads_confirms_what_the_page_showed_and_nothing_else(game):
    other = publish_other(game)
    claim_result(game, result=WHITE, by=game.white.player)
    claim_result(other, result=DRAW, by=other.black.player)
    shown = marks()
    claim_result(game, result=BLACK, by=game.white.player)
    ruud = make.make_user("Ruud")
    assert confirm_claims(game.round.evening, seen=shown, by=ruud) == [other]
    assert (result_of(game), result_of(other)) == ("*", "1/2-1/2")
    assert Game.objects.get(pk=other.pk).entered_by == ruud
    assert confirm_claims(game.round.evening, seen=shown, by=ruud) == []


def test_the_next_game_is_not_paired_over_it_and_says_so(game):
    evening = game.round.evening
    claim_result(game, result=WHITE, by=game.white.player)
    record_result(publish_other(game), result=WHITE, seen="*", by=None)
    with pytest.raises(StepError, match="entered for board 1 is not confirmed yet"):
        publish_next(evening, after=1, by=None)


def test_what_was_entered_of_other_seats_says_nothing(game):
    claim_result(game, result=WHITE, by=game.white.player)
    Game.objects.filter(pk=game.pk).update(white=game.black, black=game.white)
    assert claims_of(game) == []


def test_emptied_by_who_leads_nothing_is_left_of_it(game):
    for entry in (game.white, game.black):
        claim_result(game, result=WHITE, by=entry.player)
    clear_result(game, seen="1-0", by=None)
    assert claims_of(game) == []
    claim_result(game, result=DRAW, by=game.white.player)
    assert (result_of(game), len(claims_of(game))) == ("*", 1)


def put_it_off(game):
    put_off(game, kind=Game.PutOff.ADJOURNED, seen="*", by=None)


def close_it(game):
    make.finish_round(game.round)
    Evening.objects.update(games=1)
    close_evening(Evening.objects.get(), by=None)


def enter_it(game):
    record_result(game, result=BLACK, seen="*", by=make.make_user("Ruud"))


@pytest.mark.parametrize(
    ("meanwhile", "words"),
    [
        (put_it_off, "was put off"),
        (close_it, "closed"),
        (enter_it, "has a result by now: 0-1"),
        (lambda game: withdraw_round(game.round, by=None), "withdrawn"),
        (lambda game: allow(Competition.objects.get(), ""), "who leads the evening enters"),
    ],
)
def test_what_happened_meanwhile_is_said_in_words(game, meanwhile, words):
    meanwhile(game)
    with pytest.raises(StepError, match=words):
        claim_result(game, result=WHITE, by=game.white.player)
    assert not Claim.objects.exists()


def test_nobody_enters_the_game_of_others_or_a_forfeit(game):
    stranger = publish_other(game).white.player
    with pytest.raises(StepError, match="do not play on board 1"):
        claim_result(game, result=WHITE, by=stranger)
    for result in (Result.WHITE_WINS_FORFEIT, Result.UNFINISHED):
        with pytest.raises(StepError, match="players enter a win or a draw"):
            claim_result(game, result=result, by=game.white.player)
