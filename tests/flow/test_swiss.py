"""A Swiss competition by its steps: rounds over evenings, byes on request, the last round."""

from datetime import date

import pytest
from django.db.models import Q

from clubcomp.flow.absences.notice import correct_notice
from clubcomp.flow.attendance.marks import mark_present, plan_attendance
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.competitions.competition import change_options
from clubcomp.flow.competitions.entries import change_entry
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import change_evening, close_evening, open_evening
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import correct_result, date_game, put_off
from clubcomp.flow.standings import standings_of
from clubcomp.models import Evening, Game, Unpaired
from clubcomp.record.snapshots import snapshot_of
from clubcomp.words.trail import trail_text
from pairing.core.types import Result
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document, write_document
from tests.make import (
    entries,
    entry,
    finish_round,
    make_competition,
    make_evening,
    make_swiss,
    play_game,
)

pytestmark = pytest.mark.django_db


def points(competition):
    return {row.entry.key: row.row.points for row in standings_of(competition, "standard")}


# Rounds -----------------------------------------------------------------------------------


def test_rounds_are_numbered_through_the_evenings_as_they_are_played():
    competition = make_swiss(6)
    first = make_evening(competition, "standard", games=2, is_open=False)
    second = make_evening(competition, "standard", is_open=False)
    assert list(competition.evenings.values_list("first_round", flat=True)) == [1, 3]
    evening = make_evening(competition, "standard")
    play_game(evening)
    close_evening(evening, by=None)
    # The two before it were skipped, so round 1 was played on the third evening.
    assert list(competition.evenings.values_list("first_round", flat=True)) == [1, 1, 1]
    assert {first.pk, second.pk} < set(Evening.objects.values_list("pk", flat=True))
    evening = make_evening(competition, "standard", games=2)
    evening.refresh_from_db()
    evening.competition = competition
    assert evening.round_name(2) == "round 3"


def test_a_round_beyond_the_last_one_is_refused_with_what_to_do():
    competition = make_swiss(6, rounds=1)
    evening = make_evening(competition, "standard")
    play_game(evening)
    change_evening(evening, tempo=evening.tempo, date=evening.date, games=2, by=None)
    with pytest.raises(StepError, match="Set more in the options"):
        publish_next(evening, after=1, by=None)
    change_options(competition, options={"rounds": 2}, by=None)
    publish_next(evening, after=1, by=None)


def test_messages_speak_of_rounds():
    competition = make_swiss(6)
    play_game(first := make_evening(competition, "standard"))
    close_evening(first, by=None)
    evening = make_evening(competition, "standard", games=2)
    publish_next(evening, after=0, by=None)
    with pytest.raises(StepError, match="Round 2 is not finished"):
        publish_next(evening, after=1, by=None)
    assert competition.trail.first().facts == {"game": 1, "round": 2, "boards": 3, "restored": 0}


# A round over several weeks ---------------------------------------------------------------


def test_a_game_put_off_to_a_day_counts_as_a_draw_while_the_next_round_is_paired():
    competition = make_swiss(6)
    evening = make_evening(competition, "standard", date=date(2030, 9, 7))
    round_ = publish_next(evening, after=0, by=None)
    later = round_.games.get(board=1)
    put_off(later, kind="postponed", played_on=date(2030, 9, 20), seen="*", by=None)
    finish_round(round_)
    close_evening(evening, by=None)
    next_evening = make_evening(competition, "standard", date=date(2030, 9, 14))
    next_round = publish_next(next_evening, after=0, by=None)
    assert next_round.games.count() == 3
    later.refresh_from_db()
    assert (later.result, later.put_off, later.played_on) == ("*", "postponed", date(2030, 9, 20))
    correct_result(later, result=Result.DRAW, seen="*", reason="Played on the 20th", by=None)
    later.refresh_from_db()
    assert (later.result, later.played_on) == ("1/2-1/2", date(2030, 9, 20))
    assert snapshot_of(competition).evenings[0].rounds[0].games[0].date == "2030-09-20"


def test_a_game_has_a_day_of_its_own_and_the_evenings_is_none():
    competition = make_swiss(4)
    evening = make_evening(competition, "standard", date=date(2030, 9, 7))
    game = play_game(evening).games.get(board=1)
    date_game(game, played_on=date(2030, 9, 5), by=None)
    game.refresh_from_db()
    assert (game.played_on, game.result) == (date(2030, 9, 5), "1-0")
    assert "2030" in trail_text(competition.trail.first())
    date_game(game, played_on=date(2030, 9, 7), by=None)
    game.refresh_from_db()
    assert game.played_on is None


# Who leaves and comes back ----------------------------------------------------------------


def test_who_withdraws_is_paired_no_more_until_he_returns():
    competition = make_swiss(6)
    first = make_evening(competition, "standard")
    play_game(first)
    close_evening(first, by=None)
    adema = entry(competition, "adema")
    change_entry(adema, left=1, by=None)
    second = make_evening(competition, "standard", is_open=False)
    open_evening(second, by=None)
    with pytest.raises(StepError, match="does not belong"):
        mark_present(second, adema, present=True, by=None)
    for one in entries(competition)[1:]:
        mark_present(second, one, present=True, by=None)
    second.refresh_from_db()
    second.competition = competition
    play_game(second)
    close_evening(second, by=None)
    change_entry(adema, left=None, by=None)
    third = make_evening(competition, "standard")
    round_ = publish_next(third, after=0, by=None)
    keys = round_.games.values_list("white__key", "black__key")
    assert "adema" in {key for pair in keys for key in pair}


# Byes on request --------------------------------------------------------------------------


def test_a_half_point_bye_is_asked_for_beforehand_and_counts_half_a_point():
    competition = make_swiss(5)
    evening = make_evening(competition, "standard")
    adema, bakker = entry(competition, "adema"), entry(competition, "bakker")
    plan_attendance(evening, adema, status="half_point_bye", by=None)
    plan_attendance(evening, bakker, status="full_point_bye", by=None)
    round_ = publish_next(evening, after=0, by=None)
    kinds = dict(round_.unpaired.values_list("entry__key", "kind"))
    assert kinds == {
        "adema": "half_point_bye",
        "bakker": "full_point_bye",
        **{row.entry.key: row.kind for row in round_.unpaired.filter(kind="bye")},
    }
    finish_round(round_)
    assert [points(competition)[key] * 2 for key in ("adema", "bakker")] == [1, 2]


def test_a_half_point_bye_for_one_round_of_the_evening_is_not_for_the_other():
    competition = make_swiss(6)
    evening = make_evening(competition, "standard", games=2)
    adema = entry(competition, "adema")
    plan = {"status": "half_point_bye", "from_game": 1, "until_game": 1}
    plan_attendance(evening, adema, **plan, by=None)
    play_game(evening)
    play_game(evening)
    assert [row.kind for row in Unpaired.objects.filter(entry=adema)] == ["half_point_bye"]
    assert Game.objects.filter(Q(white=adema) | Q(black=adema)).count() == 1


def test_who_is_paired_already_gets_no_bye_any_more_and_attacalc_knows_none():
    competition = make_competition(4)
    evening = make_evening(competition)
    with pytest.raises(StepError, match="AttaCalc"):
        plan_attendance(evening, entry(competition, "adema"), status="half_point_bye", by=None)
    play_game(evening)
    swiss = make_swiss(4, club=competition.club)
    evening = make_evening(swiss, "standard")
    publish_next(evening, after=0, by=None)
    with pytest.raises(StepError, match="is playing round 1"):
        plan_attendance(evening, entries(swiss)[0], status="half_point_bye", by=None)


def test_a_forgotten_half_point_bye_is_put_right_with_a_reason():
    competition = make_swiss(5)
    evening = make_evening(competition, "standard", present=4)
    play_game(evening)
    evers = entry(competition, "evers")
    assert points(competition)["evers"] == 0
    correct_notice(evening, evers, kind="half_point_bye", reason="Asked on Monday", by=None)
    assert points(competition)["evers"] * 2 == 1


def test_a_bye_on_request_of_the_round_to_be_paired_comes_back_from_the_document():
    competition = make_swiss(5)
    evening = make_evening(competition, "standard")
    plan_attendance(evening, entry(competition, "adema"), status="half_point_bye", by=None)
    propose_round(evening, by=None)
    snapshot = snapshot_of(competition)
    assert snapshot.to_pair().round.unplayed == {"adema": Unplayed.HALF_POINT_BYE}
    assert read_document(write_document(snapshot)) == snapshot


def test_who_entered_is_expected_also_if_he_comes_to_other_evenings_now_and_then():
    competition = make_swiss(4)
    competition.club.players.update(is_occasional=True)
    evening = make_evening(competition, "standard", present=1)
    assert sheet(evening).expected_count == 4
    assert {row.state for row in sheet(evening).rows} == {"present", "expected"}
