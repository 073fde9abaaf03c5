"""Publishing a pairing, withdrawing it, and changing what was published."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubcomp.flow.attendance.marks import mark_present, plan_attendance
from clubcomp.flow.errors import NeedsConfirmation, StepError
from clubcomp.flow.pairings.proposal import proposal_boards, proposal_digest
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next, publish_round, withdraw_round
from clubcomp.flow.pairings.swapping import swap_players, swap_published
from clubcomp.flow.results import put_off, record_result
from clubcomp.models import Attendance, Game, Round
from pairing.core.types import Result
from pairing.core.unplayed import Unplayed
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return make.make_user("Anna")


@pytest.fixture
def competition():
    return make.make_competition(7)


@pytest.fixture
def evening(competition):
    """A blitz evening with six of the seven players there."""
    return make.make_evening(competition, "blitz", present=6)


def people(competition, *keys):
    return [make.entry(competition, key) for key in keys]


def record_of(round_):
    games = round_.games.order_by("board")
    return list(games.values_list("white__key", "black__key"))


# Publishing ---------------------------------------------------------------------------------


def test_publishing_writes_games_and_who_does_not_play(competition, evening, anna):
    for key, status in (
        ("adema", Unplayed.EXTERNAL),
        ("bakker", Unplayed.NO_NOTICE),
        ("cornelis", Unplayed.EXEMPT),
        ("gerritsen", Unplayed.ABSENT),
    ):
        plan_attendance(evening, make.entry(competition, key), status=status, by=None)
    round_ = make.publish(propose_round(evening, by=None), by=anna)
    assert (round_.status, round_.paired_by, round_.published_by) == ("published", "system", anna)
    assert round_.system == "attacalc"
    assert len(record_of(round_)) == 1
    assert set(round_.unpaired.values_list("entry__key", "kind")) == {
        ("adema", "external"),
        ("bakker", "no_notice"),
        ("cornelis", "exempt"),
        (round_.unpaired.get(kind="bye").entry.key, "bye"),
    }


def test_what_nobody_has_seen_is_not_published(competition, evening):
    round_ = propose_round(evening, by=None)
    seen = proposal_digest(round_)
    mark_present(evening, make.entry(competition, "faber"), present=False, by=None)
    with pytest.raises(StepError, match="changed while you looked"):
        publish_round(round_, seen=seen, by=None)
    assert not Game.objects.exists()


def test_a_proposal_that_grew_stale_unseen_is_made_anew_and_kept_for_a_second_look(
    competition, evening
):
    round_ = propose_round(evening, by=None)
    seen = proposal_digest(round_)
    Attendance.objects.filter(entry__key__in=["adema", "bakker"]).delete()
    with pytest.raises(StepError, match="changed while you looked"):
        publish_round(round_, seen=seen, by=None)
    assert "adema" not in {key for pair in make.proposed_pairs(round_) for key in pair}
    assert make.publish(round_).games.count() == 2


def test_publishing_again_says_when_and_by_whom(evening, anna):
    round_ = propose_round(evening, by=None)
    seen = proposal_digest(round_)
    publish_round(round_, seen=seen, by=anna)
    with pytest.raises(StepError, match=r"Game 1 was already published, at .* by Anna"):
        publish_round(round_, seen=seen, by=anna)
    assert Game.objects.count() == 3


def test_the_next_game_needs_one_press_and_a_second_press_says_so(competition, evening):
    first = make.play_game(evening)
    second = publish_next(evening, after=first.number, by=None)
    assert (second.number, second.games.count()) == (2, 3)
    with pytest.raises(StepError, match="Game 2 was already published"):
        publish_next(evening, after=first.number, by=None)
    with pytest.raises(StepError, match="boards 1, 2, 3 have no result"):
        publish_next(evening, after=2, by=None)
    with pytest.raises(StepError, match="withdrawn meanwhile"):
        publish_next(evening, after=3, by=None)
    assert competition.trail.filter(action="publish_next").count() == 2


def test_one_player_alone_is_free_and_the_round_is_finished_at_once(competition):
    evening = make.make_evening(competition, present=1)
    round_ = publish_next(evening, after=0, by=None)
    assert (round_.games.count(), round_.status) == (0, Round.Status.FINISHED)
    assert round_.unpaired.get().kind == Unplayed.BYE


def test_publishing_takes_as_many_queries_for_sixty_players_as_for_ten():
    def queries(count, slug):
        competition = make.make_competition(count, club=make.make_club(slug, slug), slug=slug)
        evening = make.make_evening(competition, "blitz", present=count - 1)
        counts = []
        with CaptureQueriesContext(connection) as taken:
            round_ = propose_round(evening, by=None)
        counts.append(len(taken))
        with CaptureQueriesContext(connection) as taken:
            make.publish(round_)
        counts.append(len(taken))
        make.finish_round(round_)
        with CaptureQueriesContext(connection) as taken:
            round_ = publish_next(evening, after=1, by=None)
        counts.append(len(taken))
        with CaptureQueriesContext(connection) as taken:
            withdraw_round(round_, by=None)
        counts.append(len(taken))
        with CaptureQueriesContext(connection) as taken:
            proposal_boards(round_)
        return [*counts, len(taken)]

    assert queries(10, "klein") == queries(60, "groot")


# Withdrawing --------------------------------------------------------------------------------


def test_withdrawing_needs_a_word_when_there_are_results_and_keeps_them(competition, evening):
    round_ = make.publish(propose_round(evening, by=None))
    games = list(round_.games.order_by("board"))
    record_result(games[0], result=Result.DRAW, seen="*", by=None)
    put_off(games[2], kind="adjourned", seen="*", by=None)
    with pytest.raises(NeedsConfirmation, match="boards 1, 3") as asks:
        withdraw_round(round_, by=None)
    assert [game.board for game in asks.value.boards] == [1, 3]
    withdraw_round(round_, give_up_results=True, by=None)
    assert not Game.objects.exists()
    again = make.publish(round_)
    assert list(again.games.order_by("board").values_list("result", "put_off")) == [
        ("1/2-1/2", ""),
        ("*", ""),
        ("*", "adjourned"),
    ]
    assert again.kept_results == {}


def test_kept_results_come_back_only_to_the_same_two_with_the_same_colours(competition, evening):
    round_ = make.play_game(evening)
    white, black = record_of(round_)[0]
    withdraw_round(round_, give_up_results=True, by=None)
    one, other = people(competition, white, black)
    swap_players(round_, (one, other), reason="lot", by=None)
    again = make.publish(round_)
    decided = {
        (game.white.key, game.black.key): game.is_decided
        for game in again.games.select_related("white", "black")
    }
    assert decided.pop((black, white)) is False
    assert all(decided.values())
    assert list(again.kept_results) == [f"{white} {black}"]


def test_only_the_last_pairing_is_withdrawn_and_only_once(competition, evening):
    first = make.play_game(evening)
    second = publish_next(evening, after=1, by=None)
    with pytest.raises(StepError, match="was paired later first"):
        withdraw_round(first, give_up_results=True, by=None)
    withdraw_round(second, by=None)
    with pytest.raises(StepError, match="withdrawn already"):
        withdraw_round(second, by=None)
    withdraw_round(first, give_up_results=True, by=None)
    assert list(evening.rounds.values_list("number", "status")) == [(1, "proposed")]


# Swapping what was published ------------------------------------------------------------------


def test_two_players_of_a_published_pairing_change_places(competition, evening, anna):
    round_ = make.publish(propose_round(evening, by=None))
    (white, black), (third, fourth), rest = before = record_of(round_)
    one, other = people(competition, white, fourth)
    swap_published(round_, (one, other), reason="father and daughter", by=anna)
    after = record_of(round_)
    assert [set(pair) for pair in after] == [{fourth, black}, {third, white}, set(rest)]
    round_.refresh_from_db()
    assert round_.paired_by == Round.PairedBy.HAND
    boards = list(round_.games.order_by("board"))
    assert [game.fixed for game in boards] == ["father and daughter"] * 2 + [""]
    line = competition.trail.first()
    assert (line.action, line.by, line.reason) == ("swap_published", anna, "father and daughter")
    assert line.before["pairs"] != line.after["pairs"]
    assert before != after


def test_a_swap_after_publishing_may_hand_on_the_bye(competition, evening):
    mark_present(evening, make.entry(competition, "gerritsen"), present=True, by=None)
    round_ = make.publish(propose_round(evening, by=None))
    free = round_.unpaired.get(kind="bye").entry
    one = round_.games.get(board=1).white
    swap_published(round_, (one, free), reason="late", by=None)
    assert round_.unpaired.get(kind="bye").entry == one
    assert free in (round_.games.get(board=1).white, round_.games.get(board=1).black)


def test_a_board_with_a_result_keeps_its_players(competition, evening):
    round_ = make.publish(propose_round(evening, by=None))
    game = round_.games.get(board=1)
    record_result(game, result=Result.DRAW, seen="*", by=None)
    other = round_.games.get(board=2).white
    with pytest.raises(StepError, match="Board 1 has a result"):
        swap_published(round_, (game.white, other), reason="so", by=None)


def test_a_swap_after_publishing_stays_when_the_pairing_is_withdrawn(competition, evening):
    round_ = make.publish(propose_round(evening, by=None))
    one, other = round_.games.get(board=1).white, round_.games.get(board=2).white
    swap_published(round_, (one, other), reason="so", by=None)
    swapped = {frozenset(pair) for pair in record_of(round_)[:2]}
    withdraw_round(round_, by=None)
    assert swapped <= {frozenset(pair) for pair in make.proposed_pairs(round_)}
    assert make.publish(round_).paired_by == Round.PairedBy.SYSTEM
