"""Proposing a pairing, changing the proposal, and what changes under it."""

import pytest

from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.competitions.competition import remove_competition
from clubcomp.flow.competitions.entries import change_entry, forbid_pair, remove_entry
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.proposal import proposal_boards, proposal_digest
from clubcomp.flow.pairings.proposing import (
    discard_proposal,
    fix_board,
    name_bye,
    propose_round,
    release_board,
    renew_proposal,
)
from clubcomp.flow.pairings.publishing import publish_next, publish_round
from clubcomp.flow.pairings.swapping import preview_swap, swap_players
from clubcomp.flow.results import record_result
from clubcomp.flow.step import step_on
from clubcomp.models import ForbiddenPair, Round
from pairing.core.types import Result
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


# Proposing ----------------------------------------------------------------------------------


def test_a_proposal_seats_everybody_present(evening):
    shown = proposal_boards(propose_round(evening, by=None))
    seated = {entry.key for board in shown.boards for entry in (board.white, board.black)}
    assert seated == {"adema", "bakker", "cornelis", "dekker", "evers", "faber"}
    assert shown.bye is None


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


@pytest.mark.parametrize("made", [make.make_competition, make.make_swiss, make.make_berger])
def test_where_all_have_left_the_way_out_is_not_to_tick_them(made):
    competition = made(4)
    tempo = competition.tempos.first().key
    close_evening(make.play_game(make.make_evening(competition, tempo)).evening, by=None)
    for one in competition.entries.all():
        change_entry(one, left=1, by=None)
    with pytest.raises(StepError, match=r"still in the competition.*Take back a withdrawal"):
        propose_round(make.make_evening(competition, tempo), by=None)


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
        make.publish(second)
    make.finish_round(first)
    assert make.publish(second).number == 2


def test_renewing_without_a_change_leaves_the_proposal_untouched(competition, evening):
    round_ = propose_round(evening, by=None)
    with step_on(competition, "renew", by=None) as step:
        renew_proposal(step)
    again = Round.objects.get(pk=round_.pk)
    assert (again.proposal, again.paired_from) == (round_.proposal, round_.paired_from)


# Changing -----------------------------------------------------------------------------------


def test_a_swap_is_shown_first_then_fixed_with_the_reason(competition, evening):
    round_ = propose_round(evening, by=None)
    (white, _black), (_other_white, other_black), _rest = make.proposed_pairs(round_)
    one, other = people(competition, white, other_black)
    before = make.proposed_pairs(round_)
    preview = preview_swap(round_, (one, other))
    assert make.proposed_pairs(round_) == before
    with pytest.raises(StepError, match="Say why"):
        swap_players(round_, (one, other), reason="", by=None)
    swap_players(round_, (one, other), reason="father and daughter", by=None)
    after = make.proposed_pairs(round_)
    assert {(board.white.key, board.black.key) for board in preview.after.boards} == set(
        after
    ) - set(before)
    boards = proposal_boards(Round.objects.get(pk=round_.pk)).boards
    fixed = [board for board in boards if board.fixed]
    assert [board.fixed for board in fixed] == ["father and daughter"] * 2


def test_swapping_two_opponents_turns_their_colours(competition, evening):
    round_ = propose_round(evening, by=None)
    white, black = make.proposed_pairs(round_)[0]
    one, other = people(competition, white, black)
    swap_players(round_, (one, other), reason="lot", by=None)
    assert (black, white) in make.proposed_pairs(round_)


def test_a_swap_with_the_bye_names_the_other_free(competition, evening):
    mark_present(evening, make.entry(competition, "gerritsen"), present=True, by=None)
    round_ = propose_round(evening, by=None)
    free = proposal_boards(round_).bye.entry
    one = proposal_boards(round_).boards[0].white
    preview = preview_swap(round_, (one, free))
    assert (preview.before.bye.entry, preview.after.bye.entry) == (free, one)
    swap_players(round_, (one, free), reason="leaves early", by=None)
    shown = proposal_boards(Round.objects.get(pk=round_.pk))
    assert (shown.bye.entry, shown.bye.is_named) == (one, True)
    assert free.key in {key for pair in make.proposed_pairs(round_) for key in pair}


def test_a_forbidden_pair_is_refused_and_its_preview_says_so(competition, evening):
    round_ = propose_round(evening, by=None)
    (white, black), (third, _fourth), _rest = make.proposed_pairs(round_)
    one, other = people(competition, white, third)
    stays = make.entry(competition, black)
    ForbiddenPair.objects.create(competition=competition, one=stays, other=other)
    preview = preview_swap(round_, (one, other))
    assert {problem.code for board in preview.after.boards for problem in board.problems} >= {
        "forbidden"
    }
    with pytest.raises(StepError, match="may never be paired"):
        swap_players(round_, (one, other), reason="so", by=None)
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
    before = make.proposed_pairs(round_)
    adema, faber = people(competition, "adema", "faber")
    fix_board(round_, white=adema, black=faber, reason="so", by=None)
    fix_board(round_, white=adema, black=faber, reason="so", by=None)
    assert ("adema", "faber") in make.proposed_pairs(round_)
    release_board(round_, white=adema, black=faber, by=None)
    assert make.proposed_pairs(round_) == before
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
    name_bye(round_, player=make.entry(competition, "adema"), is_named=False, by=None)
    assert proposal_boards(Round.objects.get(pk=round_.pk)).bye.entry == own


def test_a_discarded_proposal_is_gone_and_can_be_made_again(evening):
    round_ = propose_round(evening, by=None)
    discard_proposal(round_, by=None)
    assert not Round.objects.exists()
    with pytest.raises(StepError, match="no longer there"):
        publish_round(round_, seen=proposal_digest(round_), by=None)
    assert propose_round(evening, by=None).number == 1


# What changes under an open proposal ----------------------------------------------------------


def test_a_pair_forbidden_while_it_is_proposed_is_paired_apart_and_its_fixing_lapses(
    competition, evening
):
    round_ = propose_round(evening, by=None)
    one, other = people(competition, "adema", "faber")
    fix_board(round_, white=one, black=other, reason="so", by=None)
    forbid_pair(competition, one, other, reason="family", by=None)
    assert not {("adema", "faber"), ("faber", "adema")} & set(make.proposed_pairs(round_))
    assert Round.objects.get(pk=round_.pk).fixed == []


def test_who_leaves_the_competition_leaves_the_proposal(competition, evening):
    make.play_game(evening)
    close_evening(evening, by=None)
    round_ = propose_round(make.make_evening(competition, "blitz"), by=None)
    one, other = people(competition, "adema", "bakker")
    fix_board(round_, white=one, black=other, reason="so", by=None)
    change_entry(one, left=1, by=None)
    assert "adema" not in {key for pair in make.proposed_pairs(round_) for key in pair}
    assert Round.objects.get(pk=round_.pk).fixed == []


def test_who_is_taken_out_of_the_competition_is_out_of_the_proposal(competition, evening):
    round_ = propose_round(evening, by=None)
    one, other = people(competition, "adema", "bakker")
    fix_board(round_, white=one, black=other, reason="so", by=None)
    remove_entry(one, by=None)
    assert "adema" not in {key for pair in make.proposed_pairs(round_) for key in pair}
    assert competition.trail.get(facts__lapsed=True).facts["black"] == "Bakker"


def test_a_step_on_a_competition_that_was_removed_is_a_sentence(competition):
    evening = make.make_evening(competition, is_open=False)
    remove_competition(competition, by=None)
    with pytest.raises(StepError, match="removed"):
        propose_round(evening, by=None)
