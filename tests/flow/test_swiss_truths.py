"""What must be true of a Swiss competition on an evening: its truths, by their number."""

from fractions import Fraction

import pytest

from clubcomp.flow.corrections import preview_correction
from clubcomp.flow.errors import ResultConflict, StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.proposal import as_json, pair, points_as_json
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.pairings.swapping import preview_swap, swap_published
from clubcomp.flow.results import clear_result, correct_result, record_result
from clubcomp.flow.standings import standings_of
from clubcomp.models import Competition, Entry, Game, Round
from pairing.core.types import OVERALL, Colour, Result
from pairing.formats.document import read_document
from tests import make

pytestmark = pytest.mark.django_db

WHITE, DRAW, BLACK = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


def fresh(competition):
    return Competition.objects.get(pk=competition.pk)


def points(competition):
    lines = standings_of(fresh(competition), OVERALL)
    return {line.entry.key: line.row.points for line in lines}


def stored(rounds):
    return [
        (round_.pk, round_.proposal, round_.paired_from, list(round_.games.values_list()))
        for round_ in Round.objects.filter(pk__in=[one.pk for one in rounds])
    ]


def paired_by_points(competition):
    """The points that the next round is paired by."""
    evening = make.make_evening(competition, "standard")
    return {
        key: Fraction(one)
        for key, one in propose_round(evening, by=None).proposal["points"].items()
    }


def test_truth_7_nobody_has_one_colour_three_times_running_or_three_times_more():
    competition = make.make_swiss(8, rounds=7)
    had = {entry.key: [] for entry in make.entries(competition)}
    for _ in range(6):
        _evening, round_ = make.play_swiss_round(competition, WHITE, DRAW, BLACK)
        for game in round_.games.all():
            had[game.white.key].append(Colour.WHITE)
            had[game.black.key].append(Colour.BLACK)
    for colours in had.values():
        assert all(
            len(set(three)) > 1 for three in zip(colours, colours[1:], colours[2:], strict=False)
        )
        assert abs(2 * colours.count(Colour.WHITE) - len(colours)) <= 2


def test_truth_7_who_met_in_a_pair_by_hand_is_said_to_have_met():
    competition = make.make_swiss(6)
    _evening, first = make.play_swiss_round(competition, WHITE)
    game = first.games.get(board=1)
    evening = make.make_evening(competition, "standard")
    round_ = propose_round(evening, by=None)
    opponent = {
        one: other
        for pair_ in round_.proposal["pairs"]
        for one, other in (
            (pair_["white"], pair_["black"]),
            (pair_["black"], pair_["white"]),
        )
    }
    place = make.entry(competition, opponent[game.white.key])
    preview = preview_swap(round_, (place, game.black))
    codes = {problem.code for board in preview.after.boards for problem in board.problems}
    assert "met_before" in codes


def test_truth_12_a_late_correction_recomputes_every_standing_and_moves_no_pairing():
    competition = make.make_swiss(8)
    rounds = [make.play_swiss_round(competition, WHITE, DRAW)[1] for _ in range(3)]
    kept, before = stored(rounds[1:]), points(competition)
    game = rounds[0].games.get(board=1)
    correct_result(game, result=BLACK, seen="1-0", reason="mixed up", by=None)
    assert stored(rounds[1:]) == kept
    after = points(competition)
    assert after[game.white.key] == before[game.white.key] - 1
    assert after[game.black.key] == before[game.black.key] + 1


def test_truth_13_the_second_of_two_is_told_and_a_blank_overwrites_nothing():
    competition = make.make_swiss(4)
    anna, bob = make.make_user("Anna"), make.make_user("Bob")
    round_ = publish_next(make.make_evening(competition, "standard"), after=0, by=None)
    game = round_.games.get(board=1)
    record_result(game, result=WHITE, seen="*", by=anna)
    with pytest.raises(ResultConflict, match="Anna entered 1-0"):
        record_result(game, result=BLACK, seen="*", by=bob)
    with pytest.raises(ResultConflict):
        clear_result(game, seen="*", by=bob)
    with pytest.raises(StepError):
        record_result(game, result=Result.UNFINISHED, seen="1-0", by=bob)
    with pytest.raises(ResultConflict):
        correct_result(game, result=DRAW, seen="0-1", reason="so", by=bob)
    assert Game.objects.get(pk=game.pk).result == "1-0"


def test_truth_16_an_adjourned_game_is_a_draw_for_the_pairing_and_nothing_in_the_table():
    competition = make.make_swiss(8)
    _evening, round_ = make.play_swiss_round(competition, WHITE, adjourned=1)
    game = round_.games.get(board=1)
    table = points(competition)
    assert (table[game.white.key], table[game.black.key]) == (0, 0)
    for_pairing = paired_by_points(competition)
    half = Fraction(1, 2)
    assert (for_pairing[game.white.key], for_pairing[game.black.key]) == (half, half)


def test_truth_16_its_result_counts_from_the_next_pairing_on():
    competition = make.make_swiss(8)
    _evening, round_ = make.play_swiss_round(competition, WHITE, adjourned=1)
    game = round_.games.get(board=1)
    paired_by_points(competition)
    proposal = Round.objects.proposed().get()
    correct_result(game, result=WHITE, seen="*", reason="played on", by=None)
    proposal.refresh_from_db()
    assert proposal.proposal["points"][game.white.key] == "1"
    assert proposal.proposal["points"][game.black.key] == "0"


@pytest.mark.parametrize("what", ["rating", "colour", "result"])
def test_truth_17_what_is_corrected_influences_only_pairings_still_to_be_made(what):
    competition = make.make_swiss(8)
    _evening, first = make.play_swiss_round(competition, WHITE, DRAW)
    _evening, second = make.play_swiss_round(competition, WHITE, DRAW)
    kept = stored([second])
    evening = make.make_evening(competition, "standard")
    proposal = propose_round(evening, by=None)
    was = proposal.paired_from
    game = first.games.get(board=1)
    if what == "rating":
        Entry.objects.filter(pk=game.black_id).update(rating=2400)
        publish_next(evening, after=0, by=None)
    else:
        result, turned = (BLACK, False) if what == "result" else (WHITE, True)
        correct_result(game, result=result, swap_colours=turned, seen="1-0", reason="so", by=None)
    assert stored([second]) == kept
    proposal.refresh_from_db()
    assert proposal.paired_from != was


def test_truth_17_the_preview_says_so_and_changes_nothing():
    competition = make.make_swiss(8)
    rounds = [make.play_swiss_round(competition, WHITE, DRAW)[1] for _ in range(3)]
    kept = stored(rounds)
    game = rounds[0].games.select_related("white__player", "black__player").get(board=1)
    game.round = rounds[0]
    assert preview_correction(game, result=BLACK).later.others
    assert stored(rounds) == kept


def test_truth_25_every_round_paired_again_from_what_is_stored_gives_what_is_stored():
    competition = make.make_swiss(9)
    for _ in range(3):
        make.play_swiss_round(competition, WHITE, DRAW, BLACK, adjourned=2)
    evening = make.make_evening(competition, "standard")
    round_ = publish_next(evening, after=0, by=None)
    one, other = round_.games.order_by("board")[:2]
    swap_published(round_, (one.white, other.white), reason="so", by=None)
    make.finish_round(round_)
    close_evening(evening, by=None)
    for round_ in Round.objects.all():
        snapshot = read_document(round_.paired_from)
        proposal, found = pair(snapshot)
        assert as_json(proposal, found) | points_as_json(snapshot) == round_.proposal
