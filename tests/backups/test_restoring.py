"""A backup restored elsewhere shows the same pages; what cannot be restored changes nothing."""

import json
import shutil
from datetime import UTC, datetime
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from clubcomp.models import Club
from clubcomp.running.backups.archive import Archive
from clubcomp.running.backups.contents import contents_of
from clubcomp.running.backups.made import backup_in, backups_in, facts_beside
from clubcomp.running.backups.making import AlreadyUnderWay, dump, make_backup
from clubcomp.running.backups.reach import DatabaseAddress, NoBackup
from clubcomp.running.backups.restoring import served_lock
from clubcomp.running.backups.rows import BackupRows
from tests.make import make_club
from tests.upgrade.database import migrate, scratch_database
from tests.views.site_map import ADDRESSES
from tests.views.test_access import KIND_OF, SEE
from tests.views.two_clubs import TwoClubs


def public_pages(addresses):
    """What everybody is sent at every address at one moment, to the byte."""
    client, moment = (
        Client(headers={"accept-language": "en"}),
        datetime(2024, 9, 12, 20, tzinfo=UTC),
    )
    with patch("django.utils.timezone.now", return_value=moment):
        return {address: client.get(address).getvalue() for address in addresses}


def old_backup(file):
    """One as earlier releases made them: a program of PostgreSQL's."""
    file.parent.mkdir(exist_ok=True)
    reach = DatabaseAddress.of_site()
    with reach.connect() as source:
        source.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        dump(reach, source, file)


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker, tmp_path_factory):
    """A backup of two clubs, made with what it wrote, their public pages, and what they held."""
    folder = tmp_path_factory.mktemp("backups")
    with django_db_blocker.unblock():
        with scratch_database():
            migrate()
            old_backup(folder / "empty" / "site.old")
            clubs = TwoClubs()
            public = [name for name in ADDRESSES if KIND_OF[name] is SEE]
            addresses = ["/", *(clubs.url(name) for name in public)]
            public_pages(addresses)  # a seal is worked out when it is asked for, and kept
            pages = public_pages(addresses)
            made = make_backup(folder / "site.backup", why="asked")
        yield made, pages


@pytest.fixture
def elsewhere(site, django_db_blocker):
    """An empty database, which Django uses meanwhile."""
    with django_db_blocker.unblock(), scratch_database():
        yield


@pytest.fixture
def started(site, elsewhere):
    """It has all tables, as after the first start, and nothing in them."""
    made, _pages = site
    with DatabaseAddress.of_site().connect() as database:
        Archive(made.file.parent / "empty" / "site.old").restore_into(database)


def restore(file, **options):
    call_command("restore", str(file), **options)


def held():
    """What the database holds."""
    reach = DatabaseAddress.of_site()
    connection.close()
    connection.close_pool()
    with reach.connect() as database:
        return contents_of(database)


def test_a_fresh_installation_shows_the_same_pages_to_the_byte(site, elsewhere):
    made, pages = site
    restore(made.file)
    assert len(pages) > 30
    again = public_pages(pages)
    assert [address for address in pages if again[address] != pages[address]] == []


def test_every_row_is_there_and_new_ones_have_new_numbers(site, started):
    made, _pages = site
    restore(made.file)
    assert held() == made.contents
    assert made.contents["public.clubcomp_trailentry"][0] > 20
    last = Club.objects.order_by("pk").last()
    assert make_club("Nieuw", "nieuw").pk == last.pk + 1


def test_it_says_how_it_was_checked(site):
    made, _pages = site
    assert made.checked == "restored"
    assert backup_in(made.file) == made
    assert made.file.stat().st_mode & 0o777 == 0o600
    left = sorted(path.name for path in made.file.parent.iterdir())
    assert left == ["empty", "site.backup", "site.backup.json", "site.backup.key"]


def test_a_database_that_holds_something_is_replaced_only_when_told_to(
    site, started, settings, tmp_path
):
    made, _pages = site
    settings.BACKUP_DIR = tmp_path
    make_club("Eigen", "eigen")
    before = held()
    with pytest.raises(CommandError, match="not empty.*make restore FILE=... REPLACE=1"):
        restore(made.file)
    assert held() == before
    assert backups_in(tmp_path) == []
    restore(made.file, replace=True)
    assert held() == made.contents
    (aside,) = backups_in(tmp_path)
    assert (aside.why, aside.contents) == ("restore", before)
    restore(aside.file, replace=True)
    assert held() == before


def test_what_a_later_release_left_goes_with_the_rest(site, started, settings, tmp_path):
    made, _pages = site
    settings.BACKUP_DIR = tmp_path
    make_club("Eigen", "eigen")
    with connection.cursor() as cursor:
        cursor.execute("CREATE TYPE clubcomp_mood AS ENUM ('good')")
        cursor.execute("CREATE TABLE clubcomp_later (club bigint REFERENCES clubcomp_club)")
        cursor.execute("CREATE VIEW clubcomp_seen AS SELECT * FROM clubcomp_later")
    restore(made.file, replace=True)
    assert held() == made.contents


def broken(made, folder, change):
    file = folder / made.file.name
    shutil.copy(made.file, file)
    data = bytearray(file.read_bytes())
    file.write_bytes(change(data))
    return file


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.999])
def test_a_file_that_was_cut_short_changes_nothing(site, elsewhere, tmp_path, share):
    made, _pages = site
    file = broken(made, tmp_path, lambda data: data[: int(len(data) * share)])
    with pytest.raises(CommandError):
        restore(file)
    assert held() == dict(list(held().items())[-1:])  # no table at all


def test_a_file_that_was_damaged_is_noticed(site, elsewhere, tmp_path):
    made, _pages = site
    file = broken(made, tmp_path, lambda data: data[:-400] + bytes(8) + data[-392:])
    with pytest.raises(CommandError, match="has changed since it was made"):
        restore(file)
    shutil.copy(facts_beside(made.file), facts_beside(file))
    with pytest.raises(CommandError, match="has changed since it was made"):
        restore(file)


@pytest.mark.parametrize("content", [b"", b"PGDMP", b"Name;Rating\nJansen;1600\n"])
def test_another_file_is_refused(elsewhere, tmp_path, content):
    file = tmp_path / "a.backup"
    file.write_bytes(content)
    with pytest.raises(CommandError, match="no backup|not a whole backup"):
        restore(file, trust=True)


def test_a_file_that_is_not_there_is_refused(elsewhere, tmp_path):
    with pytest.raises(CommandError, match="There is no file"):
        restore(tmp_path / "nothing.backup")


def test_a_backup_of_a_newer_release_is_refused_in_words(started, tmp_path):
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('clubcomp', '9999_later', now())"
        )
    newer = make_backup(tmp_path / "newer.backup", why="asked")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '9999_later'")
    before = held()
    with pytest.raises(CommandError, match="newer Clubcomp .*9999_later"):
        restore(newer.file)
    assert held() == before


def test_a_site_that_runs_is_not_restored_under_its_feet(site, elsewhere):
    made, _pages = site
    with (
        DatabaseAddress.of_site().connect(),
        pytest.raises(CommandError, match="The site is running: . other connections"),
    ):
        restore(made.file)


def test_a_site_that_is_being_started_is_not_restored(site, elsewhere, settings, tmp_path):
    made, _pages = site
    settings.HOME = tmp_path
    served = served_lock()
    served.take(shared=True)
    with pytest.raises(CommandError, match="or is being started"):
        restore(made.file)
    with connection.cursor() as cursor:  # as far as it came when it was stopped
        cursor.execute("CREATE TABLE django_migrations (id int)")
    served.release()
    restore(made.file)
    assert held() == made.contents


def test_a_backup_writes_over_no_file(elsewhere, tmp_path):
    file = tmp_path / "mine.backup"
    file.write_text("mine")
    with pytest.raises(NoBackup, match="There is a file"):
        make_backup(file, why="asked")
    assert file.read_text() == "mine"


def test_two_are_never_made_at_once(started, tmp_path):
    from clubcomp.running.backups.making import LOCK

    with DatabaseAddress.of_site().connect() as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        with pytest.raises(AlreadyUnderWay):
            make_backup(tmp_path / "one.backup", why="asked")
    make_backup(tmp_path / "one.backup", why="asked")
    assert len(list(tmp_path.iterdir())) == 3


def test_a_backup_that_misses_a_row_is_not_called_good(started, tmp_path, monkeypatch):
    make_club("Eigen", "eigen")
    whole = BackupRows.restore_into

    def lossy(self, database, table, target):
        rows = whole(self, database, table, target)
        if table == "public.clubcomp_club":
            database.execute("UPDATE pg_temp.\"public.clubcomp_club\" SET name = 'Ander'")
        return rows

    monkeypatch.setattr(BackupRows, "restore_into", lossy)
    with pytest.raises(NoBackup, match=r"does not hold .*: public\.clubcomp_club"):
        make_backup(tmp_path / "one.backup", why="asked")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("may_make_tables", [True, False])
def test_an_account_that_may_make_no_database_reads_it_back_all_the_same(
    started, tmp_path, may_make_tables
):
    """An account that owns its database and nothing else, as a provider gives one."""
    make_club("Eigen", "eigen")
    usual = dict(connection.settings_dict)
    with connection.cursor() as cursor:
        cursor.execute("DROP ROLE IF EXISTS modest_account")
        cursor.execute("CREATE ROLE modest_account LOGIN PASSWORD 'modest' NOCREATEDB")
        cursor.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO modest_account")
        cursor.execute("GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO modest_account")
        if not may_make_tables:
            cursor.execute(f"REVOKE TEMP ON DATABASE {usual['NAME']} FROM public")
    try:
        connection.close()
        connection.close_pool()
        connection.settings_dict |= {"USER": "modest_account", "PASSWORD": "modest"}
        made = make_backup(tmp_path / "one.backup", why="asked")
    finally:
        connection.close()
        connection.close_pool()
        connection.settings_dict |= {name: usual[name] for name in ("USER", "PASSWORD")}
        with connection.cursor() as cursor:
            cursor.execute("DROP OWNED BY modest_account")
            cursor.execute("DROP ROLE modest_account")
    checked = "restored" if may_make_tables else "counted"
    assert made.checked == checked
    assert json.loads(facts_beside(made.file).read_text())["checked"] == checked
    assert made.contents["public.clubcomp_club"][0] == 1


def test_it_needs_no_programs_and_one_of_before_says_what_it_needs(
    started, site, tmp_path, monkeypatch
):
    from clubcomp.running.backups import reach

    monkeypatch.setattr(reach, "installed", lambda program: [])
    call_command("backup", str(tmp_path / "one.backup"))
    assert (tmp_path / "one.backup").exists()
    made, _pages = site
    with pytest.raises(CommandError, match=r"no pg_restore .*Install"):
        restore(made.file.parent / "empty" / "site.old", trust=True)


def test_an_upgrade_is_preceded_by_a_backup(started, settings, tmp_path):
    settings.BACKUP_DIR = tmp_path
    call_command("migrate", verbosity=0)  # an empty one needs none
    assert backups_in(tmp_path) == []
    make_club("Eigen", "eigen")
    call_command("migrate", verbosity=0)  # nothing to do
    assert backups_in(tmp_path) == []
    before = held()
    call_command("migrate", "sessions", "zero", verbosity=0)
    (made,) = backups_in(tmp_path)
    assert (made.why, made.contents) == ("upgrade", before)


def test_an_upgrade_without_a_backup_changes_nothing_unless_told_to(started, settings, tmp_path):
    make_club("Eigen", "eigen")
    settings.BACKUP_DIR = tmp_path / "file"
    settings.BACKUP_DIR.write_text("no folder")
    before = held()
    with pytest.raises(CommandError, match="--no-backup"):
        call_command("migrate", "sessions", "zero", verbosity=0)
    assert held() == before
    call_command("migrate", "sessions", "zero", verbosity=0, backup=False)
    assert held() != before
