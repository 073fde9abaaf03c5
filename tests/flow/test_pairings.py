"""Proposing, changing, publishing and withdrawing a pairing."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubcomp.flow.attendance import mark_present, plan_attendance
from clubcomp.flow.competitions import (
    change_entry,
    forbid_pair,
    remove_competition,
    remove_entry,
)
from clubcomp.flow.errors import NeedsConfirmation, StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings import (
    discard_proposal,
    fix_board,
    name_bye,
    preview_swap,
    proposal_boards,
    proposal_mark,
    propose_round,
    publish_next,
    publish_round,
    release_board,
    renew_proposal,
    swap_players,
    swap_published,
    withdraw_round,
)
from clubcomp.flow.results import put_off, record_result
from clubcomp.flow.step import step_on
from clubcomp.models import Attendance, Competition, ForbiddenPair, Game, Round, Unpaired
from clubcomp.snapshots import snapshot_of
from pairing.core.types import Result
from pairing.formats.document import write_document
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


def pairs_of(round_):
    shown = proposal_boards(Round.objects.get(pk=round_.pk))
    return [(board.white.key, board.black.key) for board in shown.boards]


def record_of(round_):
    games = round_.games.order_by("board")
    return list(games.values_list("white__key", "black__key"))


def document(competition):
    return write_document(snapshot_of(Competition.objects.get(pk=competition.pk)))


def people(competition, *keys):
    return [make.entry(competition, key) for key in keys]


def publish(round_, by=None):
    round_ = Round.objects.get(pk=round_.pk)
    return publish_round(round_, seen=proposal_mark(round_), by=by)


# Proposing ----------------------------------------------------------------------------------


def test_a_proposal_seats_everybody_present_with_reasons(evening):
    shown = proposal_boards(propose_round(evening, by=None))
    seated = {entry.key for board in shown.boards for entry in (board.white, board.black)}
    assert seated == {"adema", "bakker", "cornelis", "dekker", "evers", "faber"}
    assert shown.bye is None
    assert all(board.reasons for board in shown.boards)


def test_proposing_twice_is_once(competition, evening):
    first = propose_round(evening, by=None)
    lines = competition.trail.count()
    assert propose_round(evening, by=None) == first
    assert competition.trail.count() == lines


def test_nobody_there_is_a_sentence_with_the_way_out_and_nothing_is_stored(competition):
    empty = make.make_evening(competition, present=0)
    with pytest.raises(StepError, match="Nobody is there"):
        propose_round(empty, by=None)
    assert not Round.objects.exists()


def test_an_evening_that_is_not_open_has_no_pairing(competition):
    evening = make.make_evening(competition, is_open=False)
    with pytest.raises(StepError, match="not been opened"):
        propose_round(evening, by=None)


def test_the_next_game_may_be_proposed_while_one_is_played_and_follows_its_results(evening):
    first = publish_next(evening, after=0, by=None)
    second = propose_round(evening, by=None)
    stored = second.paired_from
    record_result(first.games.first(), result=Result.BLACK_WINS, seen="*", by=None)
    second.refresh_from_db()
    assert second.paired_from != stored
    with pytest.raises(StepError, match="boards 2, 3 have no result"):
        publish(second)
    make.finish_round(first)
    assert publish(second).number == 2


def test_renewing_without_a_change_leaves_the_proposal_untouched(competition, evening):
    round_ = propose_round(evening, by=None)
    with step_on(competition, "renew", by=None) as step:
        renew_proposal(step)
    again = Round.objects.get(pk=round_.pk)
    assert (again.proposal, again.paired_from) == (round_.proposal, round_.paired_from)


# Changing -----------------------------------------------------------------------------------


def test_a_swap_is_shown_first_then_fixed_with_the_reason(competition, evening):
    round_ = propose_round(evening, by=None)
    (white, _black), (_other_white, other_black), _rest = pairs_of(round_)
    one, other = people(competition, white, other_black)
    before = pairs_of(round_)
    preview = preview_swap(round_, one=one, other=other)
    assert pairs_of(round_) == before
    with pytest.raises(StepError, match="Say why"):
        swap_players(round_, one=one, other=other, reason="", by=None)
    swap_players(round_, one=one, other=other, reason="father and daughter", by=None)
    after = pairs_of(round_)
    assert {(board.white.key, board.black.key) for board in preview.after.boards} == set(
        after
    ) - set(before)
    boards = proposal_boards(Round.objects.get(pk=round_.pk)).boards
    fixed = [board for board in boards if board.fixed]
    assert [board.fixed for board in fixed] == ["father and daughter"] * 2
    assert all(board.reasons for board in fixed)


def test_swapping_two_opponents_turns_their_colours(competition, evening):
    round_ = propose_round(evening, by=None)
    white, black = pairs_of(round_)[0]
    one, other = people(competition, white, black)
    swap_players(round_, one=one, other=other, reason="lot", by=None)
    assert (black, white) in pairs_of(round_)


def test_a_swap_with_the_bye_names_the_other_free(competition, evening):
    mark_present(evening, make.entry(competition, "gerritsen"), present=True, by=None)
    round_ = propose_round(evening, by=None)
    free = proposal_boards(round_).bye.entry
    one = proposal_boards(round_).boards[0].white
    preview = preview_swap(round_, one=one, other=free)
    assert (preview.before.bye.entry, preview.after.bye.entry) == (free, one)
    swap_players(round_, one=one, other=free, reason="leaves early", by=None)
    shown = proposal_boards(Round.objects.get(pk=round_.pk))
    assert (shown.bye.entry, shown.bye.is_named) == (one, True)
    assert free.key in {key for pair in pairs_of(round_) for key in pair}


def test_a_forbidden_pair_is_refused_and_its_preview_says_so(competition, evening):
    round_ = propose_round(evening, by=None)
    (white, black), (third, _fourth), _rest = pairs_of(round_)
    one, other = people(competition, white, third)
    stays = make.entry(competition, black)
    ForbiddenPair.objects.create(competition=competition, one=stays, other=other)
    preview = preview_swap(round_, one=one, other=other)
    assert {problem.code for board in preview.after.boards for problem in board.problems} >= {
        "forbidden"
    }
    with pytest.raises(StepError, match="may never be paired"):
        swap_players(round_, one=one, other=other, reason="so", by=None)
    assert Round.objects.get(pk=round_.pk).fixed == []


def test_a_warning_stays_with_the_proposal_and_in_the_trail(competition, evening):
    first = make.play_game(evening)
    game = first.games.order_by("board").first()
    round_ = propose_round(evening, by=None)
    fix_board(round_, white=game.white, black=game.black, reason="decider", by=None)
    boards = proposal_boards(Round.objects.get(pk=round_.pk)).boards
    (board,) = [board for board in boards if board.fixed]
    assert "met_within" in {problem.code for problem in board.problems}
    line = competition.trail.first()
    assert (line.action, line.reason) == ("fix_board", "decider")
    assert "met_within" in {problem["code"] for problem in line.facts["problems"]}


def test_a_fixed_board_is_released_again(competition, evening):
    round_ = propose_round(evening, by=None)
    before = pairs_of(round_)
    adema, faber = people(competition, "adema", "faber")
    fix_board(round_, white=adema, black=faber, reason="so", by=None)
    fix_board(round_, white=adema, black=faber, reason="so", by=None)
    assert ("adema", "faber") in pairs_of(round_)
    release_board(round_, white=adema, black=faber, by=None)
    assert pairs_of(round_) == before
    assert competition.trail.filter(action="fix_board").count() == 1


def test_only_who_is_present_is_fixed_or_named(competition, evening):
    round_ = propose_round(evening, by=None)
    adema, away = people(competition, "adema", "gerritsen")
    with pytest.raises(StepError, match="not present"):
        fix_board(round_, white=adema, black=away, reason="so", by=None)
    with pytest.raises(StepError, match="two different"):
        fix_board(round_, white=adema, black=adema, reason="so", by=None)
    with pytest.raises(StepError, match="even"):
        name_bye(round_, player=adema, by=None)


def test_the_leader_names_the_bye_and_leaves_it_to_the_system_again(competition, evening):
    mark_present(evening, make.entry(competition, "gerritsen"), present=True, by=None)
    round_ = propose_round(evening, by=None)
    own = proposal_boards(round_).bye.entry
    name_bye(round_, player=make.entry(competition, "adema"), by=None)
    assert proposal_boards(Round.objects.get(pk=round_.pk)).bye.entry.key == "adema"
    name_bye(round_, player=None, by=None)
    assert proposal_boards(Round.objects.get(pk=round_.pk)).bye.entry == own


def test_a_discarded_proposal_is_gone_and_can_be_made_again(evening):
    round_ = propose_round(evening, by=None)
    discard_proposal(round_, by=None)
    assert not Round.objects.exists()
    with pytest.raises(StepError, match="no longer there"):
        publish_round(round_, seen=proposal_mark(round_), by=None)
    assert propose_round(evening, by=None).number == 1


# Publishing ---------------------------------------------------------------------------------


def test_publishing_writes_games_and_who_does_not_play(competition, evening, anna):
    kinds = Attendance.Status
    for key, status in (
        ("adema", kinds.EXTERNAL),
        ("bakker", kinds.NO_NOTICE),
        ("cornelis", kinds.EXEMPT),
        ("gerritsen", kinds.ABSENT),
    ):
        plan_attendance(evening, make.entry(competition, key), status=status, by=None)
    round_ = publish(propose_round(evening, by=None), by=anna)
    assert (round_.status, round_.paired_by, round_.published_by) == ("published", "system", anna)
    assert round_.system == "attacalc"
    assert len(record_of(round_)) == 1
    assert set(round_.unpaired.values_list("entry__key", "kind")) == {
        ("adema", "external"),
        ("bakker", "no_notice"),
        ("cornelis", "exempt"),
        (round_.unpaired.get(kind="bye").entry.key, "bye"),
    }
    assert all(game.reasons for game in round_.games.all())
    assert round_.unpaired.get(kind="bye").reasons


def test_what_nobody_has_seen_is_not_published(competition, evening):
    round_ = propose_round(evening, by=None)
    seen = proposal_mark(round_)
    mark_present(evening, make.entry(competition, "faber"), present=False, by=None)
    with pytest.raises(StepError, match="changed while you looked"):
        publish_round(round_, seen=seen, by=None)
    assert not Game.objects.exists()


def test_a_proposal_that_grew_stale_unseen_is_made_anew_and_kept_for_a_second_look(
    competition, evening
):
    round_ = propose_round(evening, by=None)
    seen = proposal_mark(round_)
    Attendance.objects.filter(entry__key__in=["adema", "bakker"]).delete()
    with pytest.raises(StepError, match="changed while you looked"):
        publish_round(round_, seen=seen, by=None)
    assert "adema" not in {key for pair in pairs_of(round_) for key in pair}
    assert publish(round_).games.count() == 2


def test_publishing_again_says_when_and_by_whom(evening, anna):
    round_ = propose_round(evening, by=None)
    seen = proposal_mark(round_)
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
    assert round_.unpaired.get().kind == Unpaired.Kind.BYE


def test_publishing_takes_as_many_queries_for_sixty_players_as_for_ten():
    def queries(count, slug):
        competition = make.make_competition(count, club=make.make_club(slug, slug), slug=slug)
        evening = make.make_evening(competition, "blitz", present=count - 1)
        counts = []
        with CaptureQueriesContext(connection) as taken:
            round_ = propose_round(evening, by=None)
        counts.append(len(taken))
        with CaptureQueriesContext(connection) as taken:
            publish(round_)
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
    round_ = publish(propose_round(evening, by=None))
    games = list(round_.games.order_by("board"))
    record_result(games[0], result=Result.DRAW, seen="*", by=None)
    put_off(games[2], kind="adjourned", seen="*", by=None)
    with pytest.raises(NeedsConfirmation, match="boards 1, 3") as asks:
        withdraw_round(round_, by=None)
    assert [game.board for game in asks.value.boards] == [1, 3]
    withdraw_round(round_, give_up_results=True, by=None)
    assert not Game.objects.exists()
    again = publish(round_)
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
    swap_players(round_, one=one, other=other, reason="lot", by=None)
    again = publish(round_)
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
    with pytest.raises(StepError, match="later games first"):
        withdraw_round(first, give_up_results=True, by=None)
    withdraw_round(second, by=None)
    with pytest.raises(StepError, match="withdrawn already"):
        withdraw_round(second, by=None)
    withdraw_round(first, give_up_results=True, by=None)
    assert list(evening.rounds.values_list("number", "status")) == [(1, "proposed")]


# Swapping what was published ------------------------------------------------------------------


def test_two_players_of_a_published_pairing_change_places(competition, evening, anna):
    round_ = publish(propose_round(evening, by=None))
    (white, black), (third, fourth), rest = before = record_of(round_)
    one, other = people(competition, white, fourth)
    swap_published(round_, one=one, other=other, reason="father and daughter", by=anna)
    after = record_of(round_)
    assert [set(pair) for pair in after] == [{fourth, black}, {third, white}, set(rest)]
    round_.refresh_from_db()
    assert round_.paired_by == Round.PairedBy.HAND
    boards = list(round_.games.order_by("board"))
    assert [game.fixed for game in boards] == ["father and daughter"] * 2 + [""]
    assert all(game.reasons for game in boards)
    line = competition.trail.first()
    assert (line.action, line.by, line.reason) == ("swap_published", anna, "father and daughter")
    assert line.before["pairs"] != line.after["pairs"]
    assert before != after


def test_a_swap_after_publishing_may_hand_on_the_bye(competition, evening):
    mark_present(evening, make.entry(competition, "gerritsen"), present=True, by=None)
    round_ = publish(propose_round(evening, by=None))
    free = round_.unpaired.get(kind="bye").entry
    one = round_.games.get(board=1).white
    swap_published(round_, one=one, other=free, reason="late", by=None)
    bye = round_.unpaired.get(kind="bye")
    assert (bye.entry, bool(bye.reasons)) == (one, True)
    assert free in (round_.games.get(board=1).white, round_.games.get(board=1).black)


def test_a_board_with_a_result_keeps_its_players(competition, evening):
    round_ = publish(propose_round(evening, by=None))
    game = round_.games.get(board=1)
    record_result(game, result=Result.DRAW, seen="*", by=None)
    other = round_.games.get(board=2).white
    with pytest.raises(StepError, match="Board 1 has a result"):
        swap_published(round_, one=game.white, other=other, reason="so", by=None)


def test_a_swap_after_publishing_stays_when_the_pairing_is_withdrawn(competition, evening):
    round_ = publish(propose_round(evening, by=None))
    one, other = round_.games.get(board=1).white, round_.games.get(board=2).white
    swap_published(round_, one=one, other=other, reason="so", by=None)
    swapped = {frozenset(pair) for pair in record_of(round_)[:2]}
    withdraw_round(round_, by=None)
    assert swapped <= {frozenset(pair) for pair in pairs_of(round_)}
    assert publish(round_).paired_by == Round.PairedBy.SYSTEM


# What changes under an open proposal ----------------------------------------------------------


def test_a_pair_forbidden_while_it_is_proposed_is_paired_apart_and_its_fixing_lapses(
    competition, evening
):
    round_ = propose_round(evening, by=None)
    one, other = people(competition, "adema", "faber")
    fix_board(round_, white=one, black=other, reason="so", by=None)
    forbid_pair(competition, one, other, reason="family", by=None)
    assert not {("adema", "faber"), ("faber", "adema")} & set(pairs_of(round_))
    assert Round.objects.get(pk=round_.pk).fixed == []


def test_who_leaves_the_competition_leaves_the_proposal(competition, evening):
    make.play_game(evening)
    close_evening(evening, by=None)
    round_ = propose_round(make.make_evening(competition, "blitz"), by=None)
    one, other = people(competition, "adema", "bakker")
    fix_board(round_, white=one, black=other, reason="so", by=None)
    change_entry(one, left=1, by=None)
    assert "adema" not in {key for pair in pairs_of(round_) for key in pair}
    assert Round.objects.get(pk=round_.pk).fixed == []


def test_who_is_taken_out_of_the_competition_is_out_of_the_proposal(competition, evening):
    round_ = propose_round(evening, by=None)
    one, other = people(competition, "adema", "bakker")
    fix_board(round_, white=one, black=other, reason="so", by=None)
    remove_entry(one, by=None)
    assert "adema" not in {key for pair in pairs_of(round_) for key in pair}
    assert competition.trail.get(facts__lapsed=True).facts["black"] == "Bakker"


def test_a_step_on_a_competition_that_was_removed_is_a_sentence(competition):
    evening = make.make_evening(competition, is_open=False)
    remove_competition(competition, by=None)
    with pytest.raises(StepError, match="removed"):
        propose_round(evening, by=None)
