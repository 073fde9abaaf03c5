"""Who does not come: several at once for one reason, and holidays."""

from datetime import date, timedelta

import pytest

from clubcomp.flow.absences.signing_off import say_for_several, set_away
from clubcomp.flow.attendance.marks import mark_present, plan_attendance
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.competitions.entries import add_entry
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening, open_evening, plan_evening
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.standings import standings_of
from clubcomp.models import Attendance, Away, Evening, Round
from clubcomp.pages.forecast import expected_count
from clubcomp.words.trail import trail_text
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document
from tests import make

pytestmark = pytest.mark.django_db
DAY = date(2026, 12, 1)
WEEK = timedelta(weeks=1)


@pytest.fixture
def competition():
    return make.make_competition(8)


@pytest.fixture
def evening(competition):
    return make.make_evening(competition, "long", present=0, date=DAY)


def some(competition, *keys):
    return [make.entry(competition, key) for key in keys]


def players(competition, *keys):
    return [entry.player for entry in some(competition, *keys)]


def states(evening, *keys):
    evening = Evening.objects.get(pk=evening.pk)
    found = {row.entry.key: row.state for row in sheet(evening).rows}
    return [found[key] for key in keys]


def planned(competition, day):
    tempo = competition.tempos.get(key="long")
    return plan_evening(competition, tempo=tempo, date=day, by=None)


def test_several_are_external_in_one_step_with_one_line_that_names_them(competition, evening):
    lines = competition.trail.count()
    team = some(competition, "adema", "bakker", "cornelis")
    say_for_several(evening, team, status="external", by=None)
    assert states(evening, "adema", "bakker", "cornelis", "dekker") == [
        *["external"] * 3,
        "expected",
    ]
    assert competition.trail.count() == lines + 1
    assert trail_text(competition.trail.first()) == "Adema, Bakker, Cornelis: external."
    assert publish_games(evening, competition).unpaired.filter(kind="external").count() == 3


def publish_games(evening, competition):
    for entry in make.entries(competition)[4:]:
        mark_present(evening, entry, present=True, by=None)
    return make.play_game(evening)


def test_it_is_taken_back_the_same_way_and_nothing_is_left_of_it(competition, evening):
    team = some(competition, "adema", "bakker")
    say_for_several(evening, team, status="external", by=None)
    say_for_several(evening, team, status=None, by=None)
    assert states(evening, "adema", "bakker") == ["expected", "expected"]
    assert not Attendance.objects.exists()


def test_said_twice_is_said_once(competition, evening):
    team = some(competition, "adema", "bakker")
    say_for_several(evening, team, status="absent", by=None)
    lines = competition.trail.count()
    assert say_for_several(evening, team, status="absent", by=None) == []
    assert competition.trail.count() == lines


def test_when_one_is_playing_it_is_said_of_nobody(competition, evening):
    for entry in some(competition, "adema", "bakker"):
        mark_present(evening, entry, present=True, by=None)
    publish_next(evening, after=0, by=None)
    with pytest.raises(StepError, match="Adema is playing"):
        say_for_several(evening, some(competition, "adema", "cornelis"), status="absent", by=None)
    assert states(evening, "cornelis") == ["expected"]


def test_without_notice_waits_for_the_evening_to_begin_and_ends_with_it(competition, evening):
    later = planned(competition, DAY + WEEK)
    some_ = some(competition, "adema")
    with pytest.raises(StepError, match="has begun"):
        say_for_several(later, some_, status="no_notice", by=None)
    say_for_several(evening, some_, status="no_notice", by=None)
    close_evening(evening, by=None)
    with pytest.raises(StepError, match="closed"):
        say_for_several(evening, some_, status="absent", by=None)


def test_who_was_taken_off_the_proposal_is_paired_around(competition, evening):
    for entry in make.entries(competition):
        mark_present(evening, entry, present=True, by=None)
    round_ = propose_round(evening, by=None)
    say_for_several(evening, some(competition, "adema", "bakker"), status="absent", by=None)
    assert len(make.proposed_pairs(round_)) == 3


# Holidays ---------------------------------------------------------------------------------


def away(competition, *keys, first=DAY, last=DAY + 2 * WEEK, kind="absent"):
    chosen = players(competition, *keys)
    set_away(competition.club, chosen, first=first, last=last, kind=kind, by=None)


def test_a_holiday_counts_on_every_evening_in_it_also_when_planned_later(competition, evening):
    away(competition, "adema")
    evenings = [evening, *(planned(competition, DAY + n * WEEK) for n in (1, 2, 3))]
    assert [states(one, "adema") for one in evenings] == [
        *[["absent"]] * 3,
        ["expected"],
    ]
    assert [expected_count(one) for one in evenings] == [7, 7, 7, 8]


def test_a_holiday_counts_in_every_competition_of_the_club(competition):
    other = make.make_competition(0, club=competition.club, slug="ander")
    add_entry(other, players(competition, "adema")[0], by=None)
    away(competition, "adema")
    assert states(make.make_evening(other, "long", date=DAY, present=0), "adema") == ["absent"]


def test_the_sheet_says_until_when(competition, evening):
    away(competition, "adema", last=date(2027, 1, 3))
    row = next(row for row in sheet(evening).rows if row.entry.key == "adema")
    assert row.plan.away_until == date(2027, 1, 3)


def test_a_tap_goes_before_a_holiday_and_a_second_tap_gives_it_back(competition, evening):
    away(competition, "adema")
    adema = make.entry(competition, "adema")
    mark_present(evening, adema, present=True, by=None)
    assert states(evening, "adema") == ["present"]
    mark_present(evening, adema, present=False, by=None)
    assert states(evening, "adema") == ["absent"]


def test_what_is_said_for_one_evening_goes_before_a_holiday(competition, evening):
    away(competition, "adema")
    plan_attendance(evening, make.entry(competition, "adema"), status="expected", by=None)
    assert states(evening, "adema") == ["expected"]
    say_for_several(evening, some(competition, "adema"), status="external", by=None)
    assert states(evening, "adema") == ["external"]


def test_who_is_on_holiday_comes_one_evening_after_all(competition, evening):
    away(competition, "adema")
    later = planned(competition, DAY + WEEK)
    say_for_several(evening, some(competition, "adema"), status=None, by=None)
    assert [states(one, "adema") for one in (evening, later)] == [["expected"], ["absent"]]


def test_a_holiday_takes_the_place_of_expected_but_not_of_present(competition, evening):
    plan_attendance(evening, make.entry(competition, "adema"), status="expected", by=None)
    mark_present(evening, make.entry(competition, "bakker"), present=True, by=None)
    away(competition, "adema", "bakker")
    assert states(evening, "adema", "bakker") == ["absent", "present"]


def test_days_in_the_middle_are_taken_out_of_a_holiday(competition):
    away(competition, "adema", first=DAY, last=DAY + 3 * WEEK)
    chosen = players(competition, "adema")
    days = {"first": DAY + WEEK, "last": DAY + WEEK}
    assert set_away(competition.club, chosen, kind=None, **days, by=None) == chosen
    evenings = [planned(competition, DAY + n * WEEK) for n in range(4)]
    assert [states(one, "adema")[0] for one in evenings] == [
        *("absent", "expected", "absent", "absent")
    ]


def test_a_holiday_said_again_with_other_days_does_not_stand_there_twice(competition):
    away(competition, "adema", first=DAY, last=DAY + WEEK)
    away(competition, "adema", first=DAY, last=DAY + 2 * WEEK)
    assert Away.objects.values_list("first", "last").get() == (DAY, DAY + 2 * WEEK)


def test_a_holiday_that_is_changed_leaves_nothing_of_the_old_days(competition):
    away(competition, "adema", first=DAY, last=DAY + WEEK)
    set_away(
        competition.club,
        players(competition, "adema"),
        first=DAY + 2 * WEEK,
        last=DAY + 3 * WEEK,
        instead=Away.objects.get(),
        by=None,
    )
    assert Away.objects.values_list("first", "last").get() == (DAY + 2 * WEEK, DAY + 3 * WEEK)


def test_external_for_some_days_is_booked_as_external(competition, evening):
    away(competition, "adema", kind="external")
    round_ = publish_games(evening, competition)
    assert round_.unpaired.get(kind="external").entry.key == "adema"
    rows = {row.entry.key: row.row for row in standings_of(competition, "long")}
    assert (rows["adema"].external, rows["adema"].missed) == (1, 0)


def test_the_proposal_follows_a_holiday(competition, evening):
    round_ = publish_games_proposed(evening, competition)
    away(competition, "adema", kind="exempt")
    kept = read_document(Round.objects.get(pk=round_.pk).paired_from).to_pair()
    assert kept.round.of_kind(Unplayed.EXEMPT) == ("adema",)


def publish_games_proposed(evening, competition):
    for entry in make.entries(competition)[4:]:
        mark_present(evening, entry, present=True, by=None)
    return propose_round(evening, by=None)


@pytest.mark.parametrize("last", [DAY - timedelta(days=1), DAY + 3 * timedelta(days=366)])
def test_days_that_cannot_be_are_refused(competition, last):
    with pytest.raises(StepError):
        away(competition, "adema", last=last)
    assert not Away.objects.exists()


def test_one_line_in_the_trail_names_everybody_and_the_days(competition):
    lines = competition.club.trail.count()
    away(competition, "adema", "bakker")
    assert competition.club.trail.count() == lines + 1
    said = trail_text(competition.club.trail.first())
    assert "Adema, Bakker: signed off from" in said
    assert "1 December 2026" in said


def test_truth_14_as_the_leader_does_it(evening):
    competition = make.make_competition(26, slug="veel", club=evening.competition.club)
    tonight = make.make_evening(competition, "long", present=15, date=DAY)
    rest = list(make.entries(competition))[15:]
    say_for_several(tonight, rest[:8], status="external", by=None)
    say_for_several(tonight, rest[8:], status="absent", by=None)
    round_ = make.play_game(tonight)
    assert (round_.games.count(), round_.unpaired.filter(kind="bye").count()) == (7, 1)
    rows = {row.entry.key: row.row for row in standings_of(competition, "long")}
    assert {rows[entry.key].credits_used for entry in rest[:8]} == {0}
    assert {rows[entry.key].credits_used for entry in rest[8:]} == {1}


def test_an_evening_that_opens_in_a_holiday_is_as_it_was(competition):
    away(competition, "adema")
    evening = planned(competition, DAY)
    open_evening(evening, by=None)
    assert states(evening, "adema") == ["absent"]
