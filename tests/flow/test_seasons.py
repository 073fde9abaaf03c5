"""A club has seasons, also one that never thinks of them."""

from datetime import date

import pytest

from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.errors import StepError
from clubcomp.flow.seasons import change_season, offered_seasons, season_on
from clubcomp.models import Season, TrailEntry
from tests.make import import_file, make_club, make_competition, make_evening

pytestmark = pytest.mark.django_db


def days(season):
    return str(season), str(season.first), str(season.last)


def test_a_season_is_made_and_named_by_itself_from_summer_to_summer():
    club = make_club()
    season = season_on(club, date(2027, 6, 30))
    assert days(season) == ("2026-2027", "2026-07-01", "2027-06-30")
    assert season_on(club, date(2026, 7, 1)) == season
    assert days(season_on(club, date(2027, 7, 1))) == ("2027-2028", "2027-07-01", "2028-06-30")
    assert [str(one) for one in offered_seasons(club)] == ["2028-2029", "2027-2028", "2026-2027"]
    assert Season.objects.count() == 2


def test_a_season_with_other_days_leaves_the_rest_to_its_neighbours():
    club = make_club()
    season = season_on(club, date(2026, 9, 1))
    change_season(season, name="26/27", first=date(2026, 9, 1), last=date(2027, 8, 31), by=None)
    assert days(season_on(club, date(2027, 9, 5))) == ("2027-2028", "2027-09-01", "2028-06-30")
    assert days(season_on(club, date(2026, 8, 5))) == ("2026-2027", "2026-07-01", "2026-08-31")


def test_a_day_outside_a_shortened_season_is_in_the_one_with_its_name():
    club = make_club()
    season = season_on(club, date(2026, 9, 1))
    change_season(season, name="2026-2027", first=date(2026, 9, 1), last=date(2027, 5, 31), by=None)
    assert season_on(club, date(2027, 6, 15)) == season


def test_a_change_is_in_the_log_and_what_cannot_be_is_refused():
    club = make_club()
    season, later = season_on(club, date(2026, 9, 1)), season_on(club, date(2027, 9, 1))
    same = {"first": season.first, "last": season.last, "by": None}
    changed = change_season(season, name=" Jubileumjaar ", **same)
    assert changed.name == "Jubileumjaar"
    line = TrailEntry.objects.get(action="change_season")
    assert (line.before["name"], line.after["name"]) == ("2026-2027", "Jubileumjaar")
    change_season(season, name="Jubileumjaar", **same)
    assert TrailEntry.objects.filter(action="change_season").count() == 1
    with pytest.raises(StepError, match="already"):
        change_season(later, name="jubileumJAAR", first=later.first, last=later.last, by=None)
    with pytest.raises(StepError, match="needs a name"):
        change_season(season, name=" ", **same)
    with pytest.raises(StepError, match="before the first"):
        change_season(season, name="X", first=season.last, last=season.first, by=None)
    with pytest.raises(StepError, match="has some of these days"):
        change_season(season, name="X", first=season.first, last=later.first, by=None)


def test_an_import_is_in_the_season_of_its_first_evening():
    club = make_club()
    competition = make_competition(2, club=club)
    make_evening(competition, date=date(2019, 3, 5), is_open=False)
    document = export_document(competition).encode()
    assert str(import_file(club, document, name="Terug").season) == "2018-2019"
