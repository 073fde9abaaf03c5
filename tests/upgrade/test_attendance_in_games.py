"""What 1.0 said of some games of an evening: after the upgrade it is said of those games."""

from importlib import import_module

import pytest
from django.apps import apps

from clubcomp.flow.evenings import close_evening
from clubcomp.models import Attendance, GameAttendance
from clubcomp.models.plans import statuses_in
from tests.make import entry, make_evening, make_swiss, play_game

pytestmark = pytest.mark.django_db
upgrade = import_module("clubcomp.migrations.0010_attendance_in_games")


def said(evening, key, status, first, last):
    Attendance.objects.update_or_create(
        evening=evening,
        entry=entry(evening.competition, key),
        defaults={"status": status, "from_game": first, "until_game": last},
    )


@pytest.fixture
def evening():
    """As 1.0 left it, before round 2 of 3."""
    evening = make_evening(make_swiss(6), "standard", games=3)
    play_game(evening)
    said(evening, "adema", "half_point_bye", 2, 2)
    said(evening, "bakker", "external", 2, None)
    said(evening, "cornelis", "absent", 1, None)
    said(evening, "dekker", "present", 2, None)
    return evening


def test_who_has_a_bye_for_one_round_is_there_in_the_others(evening):
    record = list(evening.rounds.get().games.values())
    upgrade.say_it_of_games(apps, None)
    told = {game: dict(statuses_in(evening, game)) for game in (1, 2, 3)}
    assert [told[game]["adema"] for game in told] == ["present", "half_point_bye", "present"]
    assert [told[game]["bakker"] for game in told] == ["present", "external", "external"]
    assert [told[game]["cornelis"] for game in told] == ["absent"] * 3
    assert [told[game]["dekker"] for game in told] == ["absent", "present", "present"]
    assert list(evening.rounds.get().games.values()) == record


def test_who_never_came_is_expected_in_the_other_rounds():
    evening = make_evening(make_swiss(6), "standard", games=3, present=0)
    said(evening, "adema", "full_point_bye", 1, 1)
    upgrade.say_it_of_games(apps, None)
    assert [dict(statuses_in(evening, game))["adema"] for game in (1, 2)] == [
        "full_point_bye",
        "expected",
    ]


def test_a_closed_evening_says_of_the_absent_what_its_record_says(evening):
    close_evening(evening, by=None)
    upgrade.say_it_of_games(apps, None)
    assert GameAttendance.objects.values_list("entry__key", "game").get() == ("adema", 2)
    assert Attendance.objects.get(entry__key="bakker").status == "external"


def test_it_can_be_taken_back(evening):
    upgrade.say_it_of_games(apps, None)
    upgrade.say_it_of_the_evening(apps, None)
    row = Attendance.objects.get(entry__key="adema")
    assert (row.status, row.from_game, row.until_game) == ("half_point_bye", 2, 2)
