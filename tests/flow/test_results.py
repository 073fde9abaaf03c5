"""Entering results, and putting right what was entered wrongly."""

from datetime import date
from fractions import Fraction

import pytest

from clubcomp.flow.absences.notice import correct_notice, count_without_notice
from clubcomp.flow.corrections import preview_correction
from clubcomp.flow.errors import ResultConflict, StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.results import clear_result, correct_result, date_game, put_off, record_result
from clubcomp.models import Attendance, Evening, Game, Round
from clubcomp.record.snapshots import snapshot_of
from pairing.core.types import Result
from pairing.registry import get_system, make_options
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return make.make_user("Anna")


@pytest.fixture
def competition():
    return make.make_competition(6)


@pytest.fixture
def evening(competition):
    return make.make_evening(competition, "blitz")


@pytest.fixture
def game(evening):
    """The first board of game 1, still being played."""
    return publish_next(evening, after=0, by=None).games.get(board=1)


def result_of(game):
    return Game.objects.get(pk=game.pk).result


def points_of(competition, scope="blitz"):
    system = get_system(competition.system)
    options = make_options(system, competition.options)
    snapshot = snapshot_of(competition, with_proposal=False)
    return {row.player: row.points for row in system.standings(snapshot, options, scope)}


# Entering -----------------------------------------------------------------------------------


def test_the_same_result_twice_is_once(competition, game, anna):
    record_result(game, result=Result.DRAW, seen="*", by=anna)
    lines = competition.trail.count()
    again = record_result(game, result=Result.DRAW, seen="*", by=None)
    assert (again.result, again.entered_by) == ("1/2-1/2", anna)
    assert competition.trail.count() == lines


def test_the_second_device_is_told_what_the_first_entered(game, anna):
    record_result(game, result=Result.WHITE_WINS, seen="*", by=anna)
    with pytest.raises(ResultConflict, match="Board 1: Anna entered 1-0 meanwhile") as told:
        record_result(game, result=Result.DRAW, seen="*", by=None)
    assert (told.value.game.result, told.value.wanted) == ("1-0", "1/2-1/2")
    assert result_of(game) == "1-0"
    record_result(game, result=Result.DRAW, seen="1-0", by=None)
    assert result_of(game) == "1/2-1/2"


def test_a_result_kept_by_a_device_is_of_nothing_that_happened_since(game):
    state = game.state
    assert put_off(game, kind="adjourned", seen="*", by=None).put_off == "adjourned"
    with pytest.raises(StepError, match="Board 1 was changed meanwhile"):
        record_result(game, result=Result.DRAW, seen="*", state=state, by=None)
    with pytest.raises(StepError, match="Board 1 was changed meanwhile"):
        clear_result(game, seen="*", state=state, by=None)
    game.refresh_from_db()
    assert record_result(game, result=Result.DRAW, seen="*", state=game.state, by=None).is_decided


def test_who_saw_something_else_reads_what_happened_to_the_board(game, anna):
    with pytest.raises(ResultConflict, match="Board 1: the result was cleared meanwhile"):
        record_result(game, result=Result.DRAW, seen="1-0", by=anna)
    record_result(game, result=Result.WHITE_WINS, seen="*", by=None)
    with pytest.raises(ResultConflict, match="Board 1: 1-0 was entered meanwhile"):
        record_result(game, result=Result.DRAW, seen="*", by=anna)
    with pytest.raises(ResultConflict, match="Board 1: 1-0 was entered meanwhile"):
        put_off(game, kind="adjourned", seen="*", by=anna)


def test_a_blank_never_overwrites_a_result(game):
    record_result(game, result=Result.WHITE_WINS, seen="*", by=None)
    with pytest.raises(StepError, match="Clear it instead"):
        record_result(game, result=Result.UNFINISHED, seen="1-0", by=None)
    assert result_of(game) == "1-0"


def test_clearing_is_an_act_of_its_own_against_what_was_seen(game):
    competition = game.round.evening.competition
    lines = competition.trail.count()
    assert clear_result(game, seen="*", by=None) == game
    assert competition.trail.count() == lines
    record_result(game, result=Result.WHITE_WINS, seen="*", by=None)
    with pytest.raises(ResultConflict):
        clear_result(game, seen="0-1", by=None)
    clear_result(game, seen="1-0", by=None)
    assert result_of(game) == "*"
    put_off(game, kind="adjourned", seen="*", by=None)
    assert clear_result(game, seen="*", by=None).put_off == ""


def test_a_round_is_finished_when_every_board_is_decided_or_put_off(game):
    round_ = game.round
    boards = list(round_.games.order_by("board"))
    record_result(boards[0], result=Result.WHITE_WINS_FORFEIT, seen="*", by=None)
    record_result(boards[1], result=Result.BOTH_LOSE_FORFEIT, seen="*", by=None)
    round_.refresh_from_db()
    assert (round_.status, round_.finished_at) == (Round.Status.PUBLISHED, None)
    put_off(boards[2], kind="postponed", seen="*", by=None)
    round_.refresh_from_db()
    assert round_.status == Round.Status.FINISHED
    assert round_.finished_at
    put_off(boards[2], kind="", seen="*", by=None)
    round_.refresh_from_db()
    assert (round_.status, round_.finished_at) == (Round.Status.PUBLISHED, None)


def test_a_game_with_a_result_is_not_put_off(game):
    record_result(game, result=Result.DRAW, seen="*", by=None)
    with pytest.raises(StepError, match="Clear it first"):
        put_off(game, kind="adjourned", seen="1/2-1/2", by=None)


def test_a_game_is_put_off_once_to_a_day_that_stays_until_another_is_agreed_on(competition, game):
    day, later = date(2026, 9, 12), date(2026, 9, 19)
    put_off(game, kind="postponed", played_on=day, seen="*", by=None)
    lines = competition.trail.count()
    assert put_off(game, kind="postponed", seen="*", by=None) == game
    assert competition.trail.count() == lines
    assert put_off(game, kind="adjourned", seen="*", by=None).played_on == day
    line = competition.trail.first()
    assert (line.before["put_off"], line.after["put_off"]) == ("postponed", "adjourned")
    assert line.after["played_on"] == "2026-09-12"
    assert date_game(game, played_on=later, by=None).played_on == later
    date_game(game, played_on=later, by=None)
    assert competition.trail.count() == lines + 2
    # The evening's own day is no other day.
    Evening.objects.filter(pk=game.round.evening.pk).update(date=later)
    assert date_game(game, played_on=later, by=None).played_on is None
    assert "played_on" not in competition.trail.first().after


def test_after_the_next_pairing_a_result_is_corrected_not_changed_in_passing(evening, game):
    adjourned = game.round.games.get(board=2)
    put_off(adjourned, kind="adjourned", seen="*", by=None)
    make.finish_round(game.round)
    publish_next(evening, after=1, by=None)
    with pytest.raises(StepError, match="Correct the result of game 1"):
        record_result(game, result=Result.DRAW, seen="1-0", by=None)
    with pytest.raises(StepError, match="Correct the result of game 1"):
        clear_result(game, seen="1-0", by=None)
    with pytest.raises(StepError, match="Correct the result of game 1"):
        put_off(adjourned, kind="postponed", seen="*", by=None)
    with pytest.raises(StepError, match="Correct the result of game 1"):
        clear_result(adjourned, seen="*", by=None)
    record_result(adjourned, result=Result.DRAW, seen="*", by=None)
    assert result_of(adjourned) == "1/2-1/2"


def test_a_result_of_a_withdrawn_game_is_a_sentence(game):
    withdraw_round(game.round, by=None)
    with pytest.raises(StepError, match="withdrawn meanwhile"):
        record_result(game, result=Result.DRAW, seen="*", by=None)


def test_a_closed_evening_takes_corrections_only(evening, game):
    make.finish_round(game.round)
    close_evening(evening, by=None)
    for step in (
        lambda: record_result(game, result=Result.DRAW, seen="1-0", by=None),
        lambda: clear_result(game, seen="1-0", by=None),
        lambda: put_off(game, kind="adjourned", seen="1-0", by=None),
    ):
        with pytest.raises(StepError, match="is closed"):
            step()
    with pytest.raises(StepError, match="Say why"):
        correct_result(game, result=Result.DRAW, seen="1-0", by=None)
    correct_result(game, result=Result.DRAW, seen="1-0", reason="score sheet", by=None)
    assert result_of(game) == "1/2-1/2"


# Correcting ---------------------------------------------------------------------------------


def test_the_preview_is_what_the_correction_does(competition, evening, game):
    make.finish_round(game.round)
    second = publish_next(evening, after=1, by=None)
    before = points_of(competition)
    preview = preview_correction(game, result=Result.BLACK_WINS)
    assert points_of(competition) == before
    assert preview.later.rounds == [second]
    correct_result(game, result=Result.BLACK_WINS, seen="1-0", reason="mixed up", by=None)
    after = points_of(competition)
    changed = {change.entry.key: change for change in preview.scopes[0].changes}
    assert {key for key in after if after[key] != before[key]} <= set(changed)
    for key, change in changed.items():
        assert (change.points_now, change.points_then) == (before[key], after[key])
        assert isinstance(change.points_then, Fraction)
    assert preview.scopes[0].moved


def test_a_guest_has_points_but_no_place_in_the_preview(competition, game):
    make.finish_round(game.round)
    guest = game.black
    type(guest).objects.filter(pk=guest.pk).update(guest=True)
    changes = preview_correction(game, result=Result.BLACK_WINS).scopes[0].changes
    (his,) = [change for change in changes if change.entry == guest]
    assert (his.rank_now, his.rank_then, his.is_moved) == (None, None, False)
    assert all(change.rank_then for change in changes if change.entry != guest)


def test_the_colours_are_corrected_with_the_result(competition, game):
    make.finish_round(game.round)
    white, black = game.white, game.black
    correct_result(
        game, result=Result.WHITE_WINS, swap_colours=True, seen="1-0", reason="board", by=None
    )
    now = Game.objects.get(pk=game.pk)
    assert (now.white, now.black, now.result) == (black, white, "1-0")
    line = competition.trail.first()
    assert (line.before["white"], line.after["white"]) == (str(white), str(black))
    assert (line.reason, line.facts["board"]) == ("board", 1)


def test_a_result_of_the_last_game_is_corrected_without_a_reason(game, anna):
    record_result(game, result=Result.WHITE_WINS, seen="*", by=None)
    corrected = correct_result(game, result=Result.DRAW, seen="1-0", by=anna)
    assert (corrected.result, corrected.entered_by, corrected.put_off) == ("1/2-1/2", anna, "")
    assert corrected.entered_at
    again = correct_result(game, result=Result.DRAW, seen="1-0", by=None)
    assert (again, again.entered_by) == (corrected, anna)


def test_an_earlier_game_is_corrected_only_with_a_reason_and_against_what_was_seen(
    competition, evening, game
):
    make.finish_round(game.round)
    publish_next(evening, after=1, by=None)
    lines = competition.trail.count()
    with pytest.raises(StepError, match="Say why"):
        correct_result(game, result=Result.DRAW, seen="1-0", reason=" ", by=None)
    with pytest.raises(ResultConflict):
        correct_result(game, result=Result.DRAW, seen="0-1", reason="so", by=None)
    with pytest.raises(StepError, match="needs a result"):
        correct_result(game, result=Result.UNFINISHED, seen="1-0", reason="so", by=None)
    correct_result(game, result=Result.WHITE_WINS, seen="1-0", by=None)
    assert competition.trail.count() == lines


def test_an_adjourned_game_gets_its_result_after_the_evening(evening, game):
    put_off(game, kind="adjourned", seen="*", by=None)
    make.finish_round(game.round)
    close_evening(evening, by=None)
    day = date(2026, 9, 12)
    now = correct_result(
        game, result=Result.DRAW, played_on=day, seen="*", reason="played on", by=None
    )
    assert (now.result, now.put_off, now.played_on) == ("1/2-1/2", "", day)
    now = correct_result(game, result=Result.WHITE_WINS, seen="1/2-1/2", reason="sheet", by=None)
    assert now.played_on == day


def test_correcting_an_older_evening_renews_the_open_proposal(competition, evening, game):
    make.finish_round(game.round)
    close_evening(evening, by=None)
    later = make.make_evening(competition, "blitz")
    proposal = propose_round(later, by=None)
    stored = proposal.paired_from
    correct_result(game, result=Result.BLACK_WINS, seen="1-0", reason="mixed up", by=None)
    proposal.refresh_from_db()
    assert proposal.paired_from != stored


# Who was away, and how ----------------------------------------------------------------------


def test_an_absence_is_corrected_with_a_reason_on_a_closed_evening(competition):
    evening = make.make_evening(competition, "blitz", present=4)
    faber = make.entry(competition, "faber")
    make.play_game(evening)
    make.play_game(evening)
    close_evening(evening, by=None)
    before = points_of(competition)["faber"]
    with pytest.raises(StepError, match="Say why"):
        correct_notice(evening, faber, kind="no_notice", reason="", by=None)
    correct_notice(evening, faber, kind="no_notice", reason="never heard", by=None)
    assert points_of(competition)["faber"] < before
    assert Attendance.objects.get(entry=faber).status == "no_notice"
    correct_notice(evening, faber, number=2, kind="external", reason="team 2", by=None)
    kinds = [round_.unpaired.get(entry=faber).kind for round_ in evening.rounds.all()]
    assert kinds == ["no_notice", "external"]
    correct_notice(evening, faber, kind="absent", reason="he did sign off", by=None)
    assert points_of(competition)["faber"] == before
    lines = competition.trail.count()
    correct_notice(evening, faber, kind="absent", reason="again", by=None)
    assert competition.trail.count() == lines


def test_nobody_who_played_or_was_free_was_away(competition):
    evening = make.make_evening(competition, "blitz", present=5)
    round_ = make.play_game(evening)
    for entry in (round_.games.get(board=1).white, round_.unpaired.get(kind="bye").entry):
        with pytest.raises(StepError, match="missed no game|has the bye in game 1"):
            correct_notice(evening, entry, kind="external", reason="so", by=None)


def test_several_absences_are_corrected_all_or_none(competition):
    evening = make.make_evening(competition, "blitz", present=4)
    make.play_game(evening)
    adema, faber = (make.entry(competition, key) for key in ("adema", "faber"))
    everson = make.entries(competition)[4]
    lines = competition.trail.count()
    with pytest.raises(StepError, match="missed no game"):
        count_without_notice(evening, [faber, adema], reason="so", by=None)
    assert competition.trail.count() == lines
    count_without_notice(evening, [faber, everson], reason="so", by=None)
    away = evening.rounds.get().unpaired.filter(kind="no_notice")
    assert {row.entry for row in away} == {faber, everson}
    assert competition.trail.count() == lines + 2
