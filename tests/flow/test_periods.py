"""Periods of a season: planned in the calendar, each with its standing, begun and taken back."""

from datetime import date, timedelta

import pytest

from clubcomp.flow.competitions.groups import set_groups
from clubcomp.flow.competitions.periods import (
    begin_period,
    border_of,
    periods_of,
    plan_periods,
    standing_of,
    take_period_back,
)
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening, open_evening, plan_evening, remove_evening
from clubcomp.flow.standings import standings_of
from clubcomp.models import Attendance, Competition, TrailEntry
from clubcomp.words.trail import trail_text
from pairing.formats.document import read_document, write_document
from tests.make import make_competition, make_evening, make_keizer, play_game

pytestmark = pytest.mark.django_db
DAY = date(2026, 9, 3)
WEEK = timedelta(weeks=1)


def evening_of(competition, at, *, is_open=True):
    return make_evening(competition, "standard", date=DAY + at * WEEK, is_open=is_open)


def played(competition, at):
    evening = evening_of(competition, at)
    play_game(evening)
    close_evening(evening, by=None)
    return evening


def now(competition):
    return Competition.objects.get(pk=competition.pk)


def keizer(count=6, **periods):
    return make_keizer(count, periods={"starts": [1, 3], **periods})


def test_each_period_has_its_standing_and_one_is_over_all():
    competition = keizer(points="anew")
    for at in range(3):
        played(competition, at)
    competition = now(competition)
    first, second = periods_of(competition)
    assert (first.rounds, second.rounds) == (2, 1)
    assert first.is_over
    assert not second.is_over
    of_periods = [
        {row.player: row.points for row in standing_of(competition, one, "standard")}
        for one in (first, second)
    ]
    over_all = {row.entry.key: row.row.points for row in standings_of(competition, "standard")}
    assert over_all == {key: of_periods[0][key] + of_periods[1][key] for key in over_all}
    assert of_periods[0] != of_periods[1]


def test_a_border_is_planned_among_evenings_that_have_no_round_yet():
    competition = make_keizer(6, periods={"points": "anew"})
    played(competition, 0)
    for at in (1, 2):
        evening_of(competition, at, is_open=False)
    with pytest.raises(StepError, match="There is no evening 7"):
        plan_periods(competition, [7], by=None)
    plan_periods(competition, [3], by=None)
    assert now(competition).options["periods"] == {"starts": [1, 3], "points": "anew"}
    line = TrailEntry.objects.filter(action="plan_periods").get()
    assert trail_text(line) == "Periods begin with evening 1, 3."
    played_now = competition.evenings.get(number=2)
    assert played_now.is_planned
    for moved, number in ((plan_evening, 4), (remove_evening, 3)):
        if moved is plan_evening:
            tempo = competition.tempos.get()
            added = plan_evening(
                now(competition), tempo=tempo, date=DAY + timedelta(days=10), by=None
            )
        else:
            remove_evening(added, by=None)
        assert now(competition).options["periods"]["starts"] == [1, number]


def test_what_was_played_stays_in_its_period():
    competition = keizer()
    for at in range(3):
        played(competition, at)
    for firsts in ([], [2], [2, 3]):
        with pytest.raises(StepError, match="What was played stays in its period"):
            plan_periods(now(competition), firsts, by=None)


def test_the_leader_confirms_who_goes_up_and_can_take_it_back():
    competition = keizer(8, points="anew")
    groups = {entry.key: "A" if entry.start < 5 else "B" for entry in competition.entries.all()}
    set_groups(competition, groups, goes_up=1, goes_down=1, by=None)
    for at in range(2):
        assert border_of(now(competition)) is None
        played(competition, at)
    evening_of(competition, 2, is_open=False)
    border = border_of(now(competition))
    assert (border.period.number, border.points, border.order) == (2, "anew", "table")
    assert {group for _entry, group in border.groups} == {"A", "B"}
    with pytest.raises(StepError, match="Something changed meanwhile"):
        begin_period(now(competition), 2, seen="other", by=None)
    begin_period(now(competition), 2, seen=border.seen, by=None)
    moved = {entry.key: entry for entry in competition.entries.all() if entry.moves}
    assert {entry.moves[0][1] for entry in moved.values()} == {2}
    assert border_of(now(competition)) is None
    document = export_document(now(competition))
    assert write_document(read_document(document)) == document
    words = trail_text(TrailEntry.objects.filter(action="begin_period").get())
    assert words.startswith("Period 2 has begun. Group changes: ")
    take_period_back(now(competition), by=None)
    assert not [entry for entry in competition.entries.all() if entry.moves]
    assert {entry.key: entry.group for entry in competition.entries.all()} == groups
    begin_period(now(competition), 2, seen=border_of(now(competition)).seen, by=None)
    close_evening(evening_played(competition, 3), by=None)
    with pytest.raises(StepError, match="Period 2 has been played"):
        take_period_back(now(competition), by=None)


def evening_played(competition, number):
    """The planned evening with this number, opened and played."""
    evening = competition.evenings.get(number=number)
    open_evening(evening, by=None)
    evening.refresh_from_db()
    Attendance.objects.bulk_create(
        Attendance(evening=evening, entry=entry, status="present")
        for entry in competition.entries.all()
    )
    play_game(evening)
    return evening


def test_nobody_changes_group_within_a_period():
    competition = make_keizer(8, periods={"points": "anew"})
    groups = {entry.key: "A" if entry.start < 5 else "B" for entry in competition.entries.all()}
    set_groups(competition, groups, by=None)
    played(competition, 0)
    with pytest.raises(StepError):
        set_groups(now(competition), {"adema": "B", "hoekstra": "A"}, by=None)


def test_other_systems_have_no_periods():
    competition = make_competition(4)
    assert periods_of(competition) == []
    for step in (
        lambda: plan_periods(competition, [2], by=None),
        lambda: begin_period(competition, 2, seen="", by=None),
        lambda: take_period_back(competition, by=None),
    ):
        with pytest.raises(StepError, match="no periods"):
            step()
