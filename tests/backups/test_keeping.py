"""Which backups are kept, when one is made by itself, and what is told of one that failed."""

import itertools
import shutil
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubcomp.flow.clubs import change_club
from clubcomp.models import AskedClub, Club, OldTableSearch, Session, SignUp, Upload
from clubcomp.running.backups import keeping
from clubcomp.running.backups.keeping import (
    copy_to_second_place,
    keep_up,
    make_and_keep,
    moments_to_keep,
    reason_for,
    reason_now,
    trouble,
    unsaved_since,
)
from clubcomp.running.backups.made import backups_in, facts_beside, key_beside, name_at
from clubcomp.running.backups.reach import NoBackup
from tests.make import make_club, make_competition, make_players, make_user
from tests.upgrade.database import migrate, scratch_database
from tests.views.asked_clubs import asked_club
from tests.views.two_clubs import quiet_competition

HERE = ZoneInfo("Europe/Amsterdam")
NOW = datetime(2026, 11, 22, 21, 30, tzinfo=HERE)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


# What is kept


def test_a_year_of_nights_leaves_seven_days_four_weeks_and_twelve_months():
    nights = [datetime(2026, 11, 22, 3, 30, tzinfo=HERE) - n * DAY for n in range(500)]
    left = sorted(moments_to_keep(nights, NOW), reverse=True)
    days = [f"{night:%Y-%m-%d}" for night in left]
    assert days[:7] == [f"2026-11-{day}" for day in range(22, 15, -1)]
    assert days[7:11] == ["2026-11-15", "2026-11-08", "2026-11-01", "2026-10-31"]
    months = ["09-30", "08-31", "07-31", "06-30", "05-31", "04-30", "03-31", "02-28", "01-31"]
    assert days[11:] == [*(f"2026-{day}" for day in months), "2025-12-31"]


def test_of_one_hour_the_last_is_kept_and_of_yesterday_the_last_of_the_day():
    at = [NOW - timedelta(minutes=5), NOW - timedelta(minutes=15), NOW - 30 * HOUR, NOW - 32 * HOUR]
    assert moments_to_keep(at, NOW) == {at[0], at[2]}


def test_the_newest_is_kept_however_old_it_is():
    old = [NOW - 900 * DAY, NOW - 901 * DAY]
    assert moments_to_keep(old, NOW) == {old[0]}
    assert moments_to_keep([], NOW) == set()


@given(st.lists(st.integers(0, 60 * 24 * 800), max_size=60), st.integers(0, 60 * 24 * 60))
def test_what_goes_is_never_missed_later(minutes, later):
    """Removing today what is not kept leaves the same tomorrow as removing nothing today."""
    moments = [NOW - timedelta(minutes=number) for number in minutes]
    then = NOW + timedelta(minutes=later)
    assert moments_to_keep(moments_to_keep(moments, NOW), then) == moments_to_keep(moments, then)
    assert len(moments_to_keep(moments, NOW)) <= 24 + 7 + 4 + 12 + 1


# When one is made


def made(hours_ago, state="before"):
    return SimpleNamespace(made_at=NOW - hours_ago * HOUR, state=state)


@pytest.mark.parametrize(
    ("why", "facts"),
    [
        ("start", {"last": None}),
        ("", {"last": None, "state": ""}),
        ("start", {"is_start": True}),
        ("", {"is_start": True, "state": "before"}),
        ("", {}),
        ("night", {"last": made(19)}),
        ("", {"last": made(17)}),
        ("", {"last": made(300), "state": "before"}),
        ("closed", {"closed_at": NOW - HOUR}),
        ("", {"closed_at": NOW - 3 * HOUR}),
        ("", {"closed_at": NOW - HOUR, "failed_at": NOW - timedelta(minutes=9)}),
        ("closed", {"closed_at": NOW - HOUR, "failed_at": NOW - timedelta(minutes=10)}),
    ],
)
def test_it_is_made_when_something_changed_and_it_is_time(why, facts):
    usual = {"is_start": False, "state": "now", "closed_at": None, "failed_at": None}
    assert reason_for(NOW, **usual | {"last": made(2)} | facts) == why


# Made by itself


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker):
    """A database with a club in it."""
    with django_db_blocker.unblock(), scratch_database():
        migrate()
        make_club("Toren", "toren")
        yield


@pytest.fixture
def folder(site, django_db_blocker, settings, tmp_path, monkeypatch):
    """Where its backups are kept; a second one for every look."""
    seconds = itertools.count()
    monkeypatch.setattr(
        keeping, "name_at", lambda at: name_at(at + next(seconds) * timedelta(seconds=1))
    )
    settings.BACKUP_DIR = tmp_path / "backups"
    with django_db_blocker.unblock():
        yield settings.BACKUP_DIR


def rename(name):
    change_club(Club.objects.get(), name=name, slug="toren", by=None)


def test_at_the_start_one_is_made_if_something_changed(folder):
    keep_up(is_start=True)
    assert [backup.why for backup in backups_in(folder)] == ["start"]
    keep_up(is_start=True)
    assert len(backups_in(folder)) == 1
    rename("De Toren")
    assert unsaved_since(backups_in(folder)[0]) is not None
    keep_up(is_start=False)
    assert len(backups_in(folder)) == 1  # not every change is worth one at once
    keep_up(is_start=True)
    newest = backups_in(folder)[0]
    assert (newest.why, unsaved_since(newest)) == ("start", None)


def test_a_second_process_makes_none_of_what_the_first_just_did(folder):
    make_and_keep(why="asked")
    with pytest.raises(NoBackup):
        make_and_keep(why="start", is_needed=lambda: bool(reason_now(is_start=True)))
    assert len(backups_in(folder)) == 1
    assert trouble() is None


def test_the_demo_makes_none(folder, settings):
    settings.IS_DEMO = True
    keep_up(is_start=True)
    assert not folder.exists()


def test_a_backup_that_fails_is_told_and_tried_again(folder):
    folder.write_text("in the way")
    keep_up(is_start=True)
    folder.unlink()
    folder.mkdir()
    keep_up(is_start=True)
    assert len(backups_in(folder)) == 1


def disk_is_full(*_):
    raise OSError("No space left on device")


def test_what_failed_stands_there_until_it_succeeds(folder, monkeypatch):
    folder.mkdir()
    monkeypatch.setattr("clubcomp.running.backups.making.write_rows", disk_is_full)
    keep_up(is_start=True)
    first = trouble()
    assert "No space left" in first.words
    keep_up(is_start=True)  # not again within ten minutes
    assert trouble() == first
    monkeypatch.undo()
    make_and_keep(why="asked")
    assert trouble() is None


def test_the_second_place_has_the_newest_and_it_is_whole(folder, settings, tmp_path):
    settings.SECOND_BACKUP_DIR = second = tmp_path / "second"
    second.mkdir()
    backup = make_and_keep(why="asked")
    (copy,) = backups_in(second)
    assert copy.is_as_it_was
    assert copy.sha256 == backup.sha256
    assert key_beside(copy.file).read_text() == settings.SECRET_KEY
    assert key_beside(copy.file).stat().st_mode & 0o777 == 0o600
    assert len(list(second.iterdir())) == 3


def test_a_second_place_that_is_not_there_is_told_and_made_good(folder, settings, tmp_path):
    settings.SECOND_BACKUP_DIR = second = tmp_path / "second"
    make_and_keep(why="asked")
    assert "Is the disk there?" in trouble().words
    second.mkdir()
    keep_up(is_start=False)
    assert backups_in(second) == []  # it is tried every ten minutes
    (folder / keeping.TROUBLE).unlink()
    keep_up(is_start=False)
    assert len(backups_in(second)) == 1
    assert trouble() is None


def test_a_copy_that_is_not_what_was_copied_is_none(folder, settings, tmp_path, monkeypatch):
    settings.SECOND_BACKUP_DIR = second = tmp_path / "second"
    second.mkdir()
    monkeypatch.setattr(shutil, "copyfile", lambda _from, to: open(to, "w").close())
    make_and_keep(why="asked")
    assert "is not what was copied" in trouble().words
    assert list(second.iterdir()) == []
    monkeypatch.undo()
    copy_to_second_place()
    assert len(backups_in(second)) == 1
    assert trouble() is None


def test_only_proved_backups_of_ours_are_removed(folder):
    backup = make_and_keep(why="asked")
    old = [datetime(2020, 1, day, 12, tzinfo=UTC) for day in (1, 2)]
    for moment in old:
        file = folder / name_at(moment)
        shutil.copy(backup.file, file)
        facts = facts_beside(backup.file).read_text()
        facts_beside(file).write_text(facts.replace(backup.made_at.isoformat(), moment.isoformat()))
    mine, unproved = folder / "mine.backup", folder / name_at(datetime(2019, 1, 1, tzinfo=UTC))
    mine.write_text("mine")
    unproved.write_text("half")
    make_and_keep(why="asked")
    assert mine.exists()
    assert unproved.exists()
    assert not any((folder / name_at(moment)).exists() for moment in old)
    assert {one.made_at.year for one in backups_in(folder)} == {backup.made_at.year}


def test_sessions_that_are_over_go_in_the_same_round(folder):
    now = datetime.now(UTC)
    for key, ends in (("over", now - HOUR), ("on", now + HOUR)):
        Session.objects.create(session_key=key, expire_date=ends)
    make_and_keep(why="asked")
    assert [one.session_key for one in Session.objects.all()] == ["on"]


def test_so_do_tables_that_were_pasted_a_day_ago(folder):
    competition = make_competition(0, club=Club.objects.get(), slug="pasted")
    old, new = (
        OldTableSearch.objects.create(competition=competition, asked={}) for _search in range(2)
    )
    OldTableSearch.objects.filter(pk=old.pk).update(at=old.at - 25 * HOUR)
    make_and_keep(why="asked")
    assert [row.pk for row in OldTableSearch.objects.all()] == [new.pk]
    competition.delete()


def test_so_do_clubs_that_nobody_confirmed_in_two_days(folder):
    old, new, waits = (asked_club(slug, slug, is_confirmed=slug == "c") for slug in "abc")
    AskedClub.objects.exclude(pk=new.pk).update(at=old.at - 49 * HOUR)
    make_and_keep(why="asked")
    assert {*AskedClub.objects.all()} == {new, waits}
    AskedClub.objects.all().delete()
    SignUp.objects.all().delete()


def test_so_do_files_and_replaced_pictures_of_a_day_ago(folder):
    club, by = Club.objects.get(), make_user("Sanne", email="sanne@files.example")
    old, new = (Upload.objects.create(club=club, by=by, data=b"file") for _file in range(2))
    Upload.objects.filter(pk=old.pk).update(at=old.at - 25 * HOUR)
    make_and_keep(why="asked")
    assert [row.pk for row in Upload.objects.all()] == [new.pk]
    by.delete()


def test_one_from_before_an_upgrade_is_kept_beside_later_ones(folder):
    for why in ("upgrade", "start", "closed", "night"):
        make_and_keep(why=why)
    assert [backup.why for backup in backups_in(folder)] == ["night", "upgrade"]


def test_closing_an_evening_is_a_reason(folder):
    make_and_keep(why="asked")
    rename("De Oude Toren")
    assert reason_now() == ""
    club = Club.objects.get()
    quiet_competition(club, make_players(club, 7))
    assert reason_now() == "closed"
