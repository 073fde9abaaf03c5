"""What must be true of a club evening: each truth that the steps answer for, by its number."""

from collections import Counter

import pytest

from clubcomp.flow.absences.notice import correct_notice
from clubcomp.flow.attendance.marks import mark_present, plan_attendance
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.errors import ResultConflict, StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.proposal import as_json, pair, proposal_boards, proposal_digest
from clubcomp.flow.pairings.proposing import fix_board, propose_round
from clubcomp.flow.pairings.publishing import publish_next, publish_round, withdraw_round
from clubcomp.flow.pairings.swapping import swap_players, swap_published
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.results import correct_result, record_result
from clubcomp.models import Attendance, Competition, ForbiddenPair, Game, Round, TrailEntry
from clubcomp.record.snapshots import snapshot_of
from pairing.core.types import Result
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document, write_document
from pairing.reasons.every_system import FixedByLeader
from pairing.registry import get_system, make_options, rules_of
from tests import make

pytestmark = pytest.mark.django_db
Status = Attendance.Status


def asked(competition, question, *args):
    """What the competition's system answers about the record as it stands."""
    system = get_system(competition.system)
    options = make_options(system, competition.options)
    snapshot = snapshot_of(Competition.objects.get(pk=competition.pk), with_proposal=False)
    return getattr(system, question)(snapshot, options, *args)


def standing(competition, scope):
    return {row.player: row for row in asked(competition, "standings", scope)}


def credits(competition, key, tempo):
    ledgers = asked(competition, "statement", key, tempo).credits
    return next(ledger for ledger in ledgers if ledger.tempo == tempo)


def played(evening, games):
    """Play so many games with varying results."""
    results = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS) * 7
    return [make.play_game(evening, result) for result in results[:games]]


def document(competition):
    return write_document(snapshot_of(Competition.objects.get(pk=competition.pk)))


def answers(round_):
    """Why every board of a round, and its bye, paired again from what it was paired from."""
    snapshot = read_document(Round.objects.get(pk=round_.pk).paired_from)
    explanation = rules_of(snapshot).explain(snapshot)
    bye = explanation.bye_answer()
    return [*map(explanation.answer, explanation.proposal.pairs), *([bye] if bye else [])]


def stored_pairs(round_):
    return list(round_.games.order_by("board").values_list("white", "black", "result"))


def test_truth_1_the_counter_equals_who_is_paired_and_who_is_free():
    competition = make.make_competition(34)
    evening = make.make_evening(competition, "blitz", present=17)
    counted = sheet(evening).present_count
    round_ = publish_next(evening, after=0, by=None)
    free = round_.unpaired.filter(kind="bye").count()
    assert counted == 17 == 2 * round_.games.count() + free


def test_truth_2_thirteen_players_in_seven_blitz_games():
    competition = make.make_competition(13)
    evening = make.make_evening(competition, "blitz")
    rounds = played(evening, 7)
    assert Game.objects.count() == 42
    free = [round_.unpaired.get(kind="bye").entry_id for round_ in rounds]
    assert len(set(free)) == 7
    met = Counter(frozenset(two) for two in Game.objects.values_list("white", "black"))
    assert set(met.values()) == {1}


def test_truth_2_a_second_meeting_says_that_no_complete_pairing_avoids_it():
    competition = make.make_competition(4)
    evening = make.make_evening(competition, "blitz")
    rounds = played(evening, 4)
    said = [{reason.code for one in answers(r) for reason in one.first} for r in rounds]
    assert ["MetSoon" in codes for codes in said] == [False, False, False, True]


def test_truth_3_a_walk_in_and_a_leaver_are_booked_for_each_game():
    competition = make.make_competition(14)
    evening = make.make_evening(competition, "blitz", present=13)
    anna, bert = make.entry(competition, "adema"), make.entry(competition, "nauta")
    plan_attendance(evening, anna, status=Status.PRESENT, until_game=4, by=None)
    plan_attendance(evening, bert, status=Status.EXPECTED, from_game=3, by=None)
    rounds = played(evening, 2)
    mark_present(evening, bert, present=True, by=None)
    rounds += played(evening, 5)
    boards = [round_.games.count() for round_ in rounds]
    assert boards == [6, 6, 7, 7, 6, 6, 6]
    rows = standing(competition, "blitz")
    assert (rows["nauta"].missed, rows["adema"].missed) == (2, 3)
    assert credits(competition, "nauta", "blitz").left == 5


def test_truth_4_three_absences_in_the_long_tempo_are_worth_a_third_and_the_fourth_nothing():
    competition = make.make_competition(5, revaluation="stable")
    used = []
    for _ in range(4):
        evening = make.make_evening(competition, "long", present=4)
        make.play_game(evening)
        close_evening(evening, by=None)
        ledger = credits(competition, "evers", "long")
        used.append((ledger.limit, ledger.missed, ledger.used))
    assert used == [(3, 1, 1), (3, 2, 2), (3, 3, 3), (3, 4, 3)]
    row = standing(competition, "long")["evers"]
    assert row.points == row.value_number + 3 * row.value_number / 3


def test_truth_5_blitz_credits_end_and_never_pay_for_another_tempo():
    competition = make.make_competition(5)
    first = make.make_evening(competition, "blitz", present=5)
    away = make.entry(competition, "evers")
    plan_attendance(first, away, status=Status.PRESENT, until_game=3, by=None)
    played(first, 7)
    close_evening(first, by=None)
    assert credits(competition, "evers", "blitz").used == 4
    second = make.make_evening(competition, "blitz", present=4)
    played(second, 7)
    close_evening(second, by=None)
    ledger = credits(competition, "evers", "blitz")
    assert (ledger.missed, ledger.used, ledger.left) == (11, 7, 0)
    assert credits(competition, "evers", "long").used == 0


def test_truth_6_drift_explains_what_recalculation_did_to_points_already_earned():
    competition = make.make_competition(8)
    evening = make.make_evening(competition, "blitz")
    played(evening, 3)
    then = standing(competition, "blitz")
    played(evening, 3)
    now = standing(competition, "blitz")
    statements = {key: asked(competition, "statement", key, "blitz") for key in now}
    for key in now:
        drift = asked(competition, "drift", key, "blitz", (1, 3))
        earned = sum(
            entry.points
            for line in statements[key].lines
            for entry in line.entries
            if entry.number > 3
        )
        assert then[key].points + drift.points + earned == now[key].points
        assert sum(line.points for line in drift.lines) == drift.points


def test_truth_7_who_met_before_changes_colours_whatever_the_shares():
    competition = make.make_competition(2)
    colours = []
    for _ in range(4):
        evening = make.make_evening(competition, "long")
        colours.append(make.play_game(evening).games.get().white.key)
        close_evening(evening, by=None)
    assert colours in (["adema", "bakker"] * 2, ["bakker", "adema"] * 2)


def test_truth_8_a_forbidden_pair_is_never_made_and_two_alone_are_a_question():
    competition = make.make_competition(4)
    one, other = list(make.entries(competition))[:2]
    ForbiddenPair.objects.create(competition=competition, one=one, other=other)
    evening = make.make_evening(competition, "blitz")
    played(evening, 5)
    assert not Game.objects.filter(white__in=(one, other), black__in=(one, other)).exists()
    for entry in list(make.entries(competition))[2:]:
        mark_present(evening, entry, present=False, by=None)
    assert propose_round(evening, by=None).proposal["cannot"]["code"] == "no_pairing"


def test_truth_9_a_fixed_board_stays_and_says_who_fixed_it_and_why():
    competition = make.make_competition(8)
    evening = make.make_evening(competition, "blitz")
    round_ = propose_round(evening, by=None)
    one, other = make.entry(competition, "adema"), make.entry(competition, "hoekstra")
    fix_board(round_, white=one, black=other, reason="the cup", by=None)
    mark_present(evening, make.entry(competition, "faber"), present=False, by=None)
    round_ = publish_next(evening, after=0, by=None)
    game = round_.games.get(white=one, black=other)
    assert game.fixed == "the cup"
    assert any(FixedByLeader("indeling.5a", "the cup") in one.first for one in answers(round_))
    assert round_.games.count() == 3


def test_truth_10_a_swap_after_publishing_leaves_who_when_before_and_after():
    competition = make.make_competition(6)
    anna = make.make_user("Anna")
    evening = make.make_evening(competition, "blitz")
    round_ = publish_next(evening, after=0, by=anna)
    version = Competition.objects.get(pk=competition.pk).version
    one, other = round_.games.get(board=1).white, round_.games.get(board=3).black
    swap_published(round_, (one, other), reason="siblings", by=anna)
    line = TrailEntry.objects.first()
    assert (line.by, line.by_name, line.reason) == (anna, "Anna", "siblings")
    assert line.at
    assert line.before["pairs"][0] != line.after["pairs"][0]
    assert Competition.objects.get(pk=competition.pk).version > version


def test_truth_11_withdrawing_without_results_restores_the_document_to_the_byte():
    competition = make.make_competition(9)
    evening = make.make_evening(competition, "blitz", present=7)
    played(evening, 2)
    away = make.entry(competition, "ibrahim")
    plan_attendance(evening, away, status=Unplayed.EXTERNAL, by=None)
    round_ = propose_round(evening, by=None)
    pairs = proposal_boards(round_).boards
    swap_players(round_, (pairs[0].white, pairs[1].white), reason="rivals", by=None)
    round_.refresh_from_db()
    before = document(competition)
    publish_round(round_, seen=proposal_digest(round_), by=None)
    assert document(competition) != before
    withdraw_round(round_, by=None)
    assert document(competition) == before
    actions = list(competition.trail.values_list("action", flat=True)[:2])
    assert actions == ["withdraw_round", "publish_round"]


def test_truth_11_results_of_a_withdrawn_pairing_are_asked_about_and_come_back():
    competition = make.make_competition(6)
    evening = make.make_evening(competition, "blitz")
    round_ = make.play_game(evening, Result.BLACK_WINS)
    stored, before = stored_pairs(round_), document(competition)
    with pytest.raises(StepError, match="boards 1, 2, 3"):
        withdraw_round(round_, by=None)
    assert document(competition) == before
    withdraw_round(round_, give_up_results=True, by=None)
    assert document(competition) != before
    assert stored_pairs(publish_next(evening, after=0, by=None)) == stored
    assert document(competition) == before


def test_truth_12_a_late_correction_recomputes_every_standing_and_moves_no_pairing():
    competition = make.make_competition(8)
    evening = make.make_evening(competition, "blitz")
    first, *later = played(evening, 4)
    ranks = asked(competition, "progress", "blitz")
    pairs = [stored_pairs(round_) for round_ in later]
    kept = [(round_.proposal, round_.paired_from) for round_ in later]
    game = first.games.get(board=1)
    correct_result(game, result=Result.BLACK_WINS, seen="1-0", reason="mixed up", by=None)
    now = asked(competition, "progress", "blitz")
    assert all(old.ranks != new.ranks for old, new in zip(ranks, now, strict=True))
    for round_ in later:
        round_.refresh_from_db()
    assert [stored_pairs(round_) for round_ in later] == pairs
    assert [(round_.proposal, round_.paired_from) for round_ in later] == kept


def test_truth_13_the_second_of_two_is_told_and_asked_and_a_blank_overwrites_nothing():
    competition = make.make_competition(2)
    evening = make.make_evening(competition)
    anna, bob = make.make_user("Anna"), make.make_user("Bob")
    game = publish_next(evening, after=0, by=None).games.get()
    record_result(game, result=Result.WHITE_WINS, seen="*", by=anna)
    with pytest.raises(ResultConflict, match="Anna entered 1-0") as told:
        record_result(game, result=Result.BLACK_WINS, seen="*", by=bob)
    assert told.value.game.result == "1-0"
    with pytest.raises(StepError):
        record_result(game, result=Result.UNFINISHED, seen="1-0", by=bob)
    assert Game.objects.get().result == "1-0"


def test_truth_14_eight_external_three_signed_off_fifteen_present():
    competition = make.make_competition(26)
    evening = make.make_evening(competition, "blitz", present=15)
    others = list(make.entries(competition))[15:]
    for entry in others[:8]:
        plan_attendance(evening, entry, status=Unplayed.EXTERNAL, by=None)
    for entry in others[8:]:
        plan_attendance(evening, entry, status=Unplayed.ABSENT, by=None)
    round_ = make.play_game(evening)
    assert (round_.games.count(), round_.unpaired.filter(kind="bye").count()) == (7, 1)
    assert round_.unpaired.filter(kind="external").count() == 8
    assert credits(competition, others[0].key, "blitz").used == 0
    assert credits(competition, others[8].key, "blitz").used == 1
    row = standing(competition, "blitz")[others[0].key]
    assert (row.external, row.missed) == (1, 0)


def test_truth_15_a_guest_is_paired_and_earns_no_absence_credit():
    competition = make.make_competition(3)
    evening = make.make_evening(competition, "blitz")
    guest = add_guest(evening, name="Tom", rating=1995, by=None)
    assert guest.start == 2
    make.play_game(evening)
    plan_attendance(evening, guest, status=Unplayed.ABSENT, by=None)
    make.play_game(evening)
    row = standing(competition, "blitz")[guest.key]
    assert (row.games, row.credits_used or 0) == (1, 0)


def test_truth_16_an_unfinished_game_is_worth_nothing_yet():
    competition = make.make_competition(4)
    evening = make.make_evening(competition, "blitz")
    publish_next(evening, after=0, by=None)
    rows = standing(competition, "blitz").values()
    assert all(row.points == row.value_number for row in rows)


def test_truth_17_a_corrected_rating_changes_no_pairing_that_was_made():
    competition = make.make_competition(6)
    evening = make.make_evening(competition, "blitz")
    (round_,) = played(evening, 1)
    pairs, kept = stored_pairs(round_), round_.paired_from
    entry = make.entry(competition, "faber")
    type(entry).objects.filter(pk=entry.pk).update(rating=2400)
    round_.refresh_from_db()
    assert (stored_pairs(round_), round_.paired_from) == (pairs, kept)


def test_truth_19_every_board_and_every_bye_has_an_article():
    competition = make.make_competition(9)
    evening = make.make_evening(competition, "blitz")
    rounds = played(evening, 7)
    for round_ in rounds:
        told = answers(round_)
        assert len(told) == round_.games.count() + 1
        assert all(reason.article for one in told for reason in one.first)


def test_truth_21_the_next_pairing_is_one_press_after_the_last_result():
    competition = make.make_competition(6)
    evening = make.make_evening(competition, "blitz")
    first = publish_next(evening, after=0, by=None)
    *boards, last = first.games.all()
    for game in boards:
        record_result(game, result=Result.DRAW, seen="*", by=None)
    with pytest.raises(StepError, match="no result yet"):
        publish_next(evening, after=1, by=None)
    record_result(last, result=Result.DRAW, seen="*", by=None)
    assert publish_next(evening, after=1, by=None).status == Round.Status.PUBLISHED


def test_truth_25_every_round_paired_again_from_what_is_stored_gives_what_is_stored():
    competition = make.make_competition(9)
    evening = make.make_evening(competition, "bmw", present=8)
    played(evening, 1)
    round_ = propose_round(evening, by=None)
    boards = proposal_boards(round_).boards
    swap_players(round_, (boards[0].white, boards[1].black), reason="so", by=None)
    make.finish_round(publish_next(evening, after=1, by=None))
    mark_present(evening, make.entry(competition, "ibrahim"), present=True, by=None)
    third = publish_next(evening, after=2, by=None)
    game = third.games.get(board=1)
    swap_published(third, (game.white, third.games.get(board=2).white), reason="late", by=None)
    make.finish_round(third)
    first = evening.rounds.get(number=1)
    correct_result(
        first.games.get(board=1), result=Result.DRAW, seen="1-0", reason="mixed up", by=None
    )
    close_evening(evening, by=None)
    absent = first.evening.competition.entries.get(key="ibrahim")
    correct_notice(evening, absent, number=1, kind="external", reason="team", by=None)
    long = make.make_evening(competition, "long", present=7)
    played(long, 1)
    propose_round(make_open(competition, long), by=None)
    rounds = Round.objects.all()
    assert len(rounds) == 5
    for round_ in rounds:
        proposal, found = pair(read_document(round_.paired_from))
        assert as_json(proposal, found) == round_.proposal
        if round_.paired_by == Round.PairedBy.SYSTEM and round_.is_on_record:
            made = [(pair_.white, pair_.black) for pair_ in proposal.pairs]
            boards = round_.games.order_by("board")
            assert list(boards.values_list("white__key", "black__key")) == made


def make_open(competition, evening):
    """Close an evening and open the next one, everybody present."""
    close_evening(evening, by=None)
    return make.make_evening(competition, "blitz")
