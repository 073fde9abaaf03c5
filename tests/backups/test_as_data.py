"""A backup is data: what is in it cannot act, a flipped bit is seen, and old ones still come in."""

import hashlib
import random
import shutil
import zipfile

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from clubcomp.models import User
from clubcomp.running.backups.filling import as_site, fill
from clubcomp.running.backups.keeping import make_and_keep
from clubcomp.running.backups.making import make_backup
from clubcomp.running.backups.reach import DatabaseAddress, NoBackup
from clubcomp.running.backups.restoring import Asks, checked
from clubcomp.running.backups.rows import HEAD, BackupRows
from clubcomp.running.backups.sealed import DIGEST, WORD, write_digest
from tests.attempts import attempts
from tests.backups.test_restoring import held, old_backup
from tests.make import make_club, make_user
from tests.upgrade.database import migrate, scratch_database

PROGRAM = """
    CREATE FUNCTION clubcomp_evil() RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN EXECUTE 'CREATE ROLE clubcomp_was_here'; RETURN true; END $$;
    ALTER TABLE clubcomp_club ADD CONSTRAINT evil CHECK (clubcomp_evil()) NOT VALID;
"""


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker, tmp_path_factory):
    """Backups of one site: as they are now, as they were, and of who is up to no good."""
    folder = tmp_path_factory.mktemp("backups")
    with django_db_blocker.unblock():
        with scratch_database():
            migrate()
            make_club("Toren", "toren")
            make_user("Anna")
            made = make_backup(folder / "site.backup", why="asked")
            old_backup(folder / "old.backup")
            with connection.cursor() as cursor:
                cursor.execute(PROGRAM)
            make_backup(folder / "evil.backup", why="asked")
            old_backup(folder / "evil-old.backup")
            connection.close()
        yield made


@pytest.fixture
def elsewhere(site, django_db_blocker):
    with django_db_blocker.unblock(), scratch_database():
        yield
        with connection.cursor() as cursor:
            cursor.execute("DROP ROLE IF EXISTS clubcomp_was_here")


def asked(query):
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall()


def test_one_bit_that_flipped_is_refused_wherever_it_is(site, tmp_path):
    file, size = tmp_path / "alone.backup", site.file.stat().st_size
    whole = site.file.read_bytes()
    chosen = random.Random(7)
    places = [*range(40), *range(size - 120, size), *(chosen.randrange(size) for _ in range(150))]
    for place in places:
        data = bytearray(whole)
        data[place] ^= 1 << chosen.randrange(8)
        file.write_bytes(data)
        with pytest.raises(NoBackup):
            checked(file, Asks())
    file.write_bytes(whole)
    with checked(file, Asks()) as backup:
        assert backup.contents == site.contents


def test_a_program_in_the_database_is_in_no_backup(site):
    with BackupRows(site.file.with_name("evil.backup"), str) as backup:
        names = [entry.filename for entry in backup._zip.infolist()]
        assert not any(b"clubcomp_evil" in backup._zip.read(name) for name in names[1:])


def test_all_is_in_the_one_file_and_rows_come_in_as_a_role_that_may_add_rows_and_nothing_else(
    site, elsewhere, tmp_path, monkeypatch
):
    """Whoever made it had a program in the database, which is not there afterwards."""
    whole, seen, alone = BackupRows.restore_into, set(), tmp_path / "download.backup"

    def watched(self, database, table, target):
        (who,) = database.execute("SELECT current_user").fetchone()
        may = "SELECT rolsuper OR rolcreaterole OR rolcreatedb FROM pg_roles WHERE rolname = %s"
        seen.add((who, *database.execute(may, [who]).fetchone()))
        return whole(self, database, table, target)

    monkeypatch.setattr(BackupRows, "restore_into", watched)
    shutil.copy(site.file.with_name("evil.backup"), alone)
    call_command("restore", str(alone))
    assert seen == {("clubcomp_adds_rows", False)}
    assert held() == site.contents
    with BackupRows(alone, str) as backup:
        facts = backup.head
    assert (facts["why"], facts["state"], facts["release"]) == ("asked", site.state, site.release)
    make_club("Buiten", "buiten")
    assert asked("SELECT 1 FROM pg_proc WHERE proname = 'clubcomp_evil'") == []
    assert asked("SELECT 1 FROM pg_constraint WHERE conname = 'evil'") == []
    assert asked("SELECT 1 FROM pg_roles WHERE rolname LIKE 'clubcomp_%'") == []
    assert asked("SELECT 1 FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'") == []


def written_anew(file, target, change):
    """A backup that somebody changed and signed anew, as who is up to no good would."""
    with zipfile.ZipFile(file) as packed:
        entries = {entry.filename: packed.read(entry) for entry in packed.infolist()}
    change(entries)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in entries.items():
            packed.writestr(name, content)
        packed.comment = WORD + b"0" * DIGEST
    write_digest(target)


def head(old, new):
    def change(entries):
        assert old.encode() in entries[HEAD]
        entries[HEAD] = entries[HEAD].replace(old.encode(), new.encode())

    return change


EVIL = "(SELECT 1); CREATE ROLE clubcomp_was_here; --"
END = b"\\.\n" + EVIL.encode()
HOSTILE = {
    "a table that is a program": head("public.clubcomp_club", f"public.clubcomp_club {EVIL}"),
    "a column that is a program": head('"embed_sites"', f'"embed_sites {EVIL}"'),
    "a table of PostgreSQL": head("public.clubcomp_club", "pg_catalog.pg_authid"),
    "a column that is not there": head('"embed_sites"', '"embed_places"'),
    "another release": head("0001_initial", "0001_initially"),
    "no release": head('"migrations": [', '"migrations": [], "other": ['),
    "no kind": head('"clubcomp backup"', '"clubcomp"'),
    "rows of nobody": lambda entries: entries.pop("rows/public.clubcomp_user"),
    "rows that are none": lambda entries: entries.update({"rows/public.clubcomp_club": b"x\n"}),
    "rows and an end": lambda entries: entries.update({"rows/public.clubcomp_club": END}),
}


def test_a_hostile_file_does_nothing(site, elsewhere, tmp_path, monkeypatch):
    """Its tables are here already: what is tried is how its rows come in."""
    migrate()
    monkeypatch.setattr("clubcomp.running.backups.filling._migrate", lambda ours, backup: None)
    before, file = held(), tmp_path / "hostile.backup"
    with attempts() as attempt:
        for what, change in HOSTILE.items():
            with attempt(what):
                written_anew(site.file, file, change)
                refused = pytest.raises((NoBackup, psycopg.Error, DatabaseError))
                with refused, as_site(DatabaseAddress.of_site()) as ours, transaction.atomic():
                    fill(ours, checked(file, Asks()), print)
                assert asked("SELECT 1 FROM pg_roles WHERE rolname LIKE 'clubcomp_%'") == []
    assert held() == before


def test_where_the_account_may_make_no_role_it_comes_in_all_the_same(site, elsewhere, monkeypatch):
    usual, whole, seen = dict(connection.settings_dict), BackupRows.restore_into, set()

    def watched(self, database, table, target):
        seen.add(database.execute("SELECT current_user").fetchone())
        return whole(self, database, table, target)

    monkeypatch.setattr(BackupRows, "restore_into", watched)
    with connection.cursor() as cursor:
        cursor.execute("DROP ROLE IF EXISTS modest_owner")
        cursor.execute("CREATE ROLE modest_owner LOGIN PASSWORD 'modest' NOCREATEROLE NOCREATEDB")
        cursor.execute(f"ALTER DATABASE {usual['NAME']} OWNER TO modest_owner")
    try:
        use(USER="modest_owner", PASSWORD="modest")
        call_command("restore", str(site.file))
        assert held() == site.contents
    finally:
        use(**{name: usual[name] for name in ("USER", "PASSWORD")})
        with connection.cursor() as cursor:
            cursor.execute("REASSIGN OWNED BY modest_owner TO CURRENT_USER")
            cursor.execute("DROP OWNED BY modest_owner")
            cursor.execute("DROP ROLE modest_owner")
    assert seen == {("modest_owner",)}


def use(**settings):
    connection.close()
    connection.close_pool()
    connection.settings_dict |= settings


def test_one_of_an_earlier_state_of_the_tables_is_brought_up_to_date(
    site, elsewhere, tmp_path, settings
):
    settings.BACKUP_DIR = tmp_path
    call_command("migrate", "clubcomp", "0001_before_1_2", verbosity=0, backup=False)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO clubcomp_user (password, is_superuser, email, name, is_staff, is_active,"
            " date_joined) VALUES ('x', false, 'old@example.org', 'Old', false, true, now())"
        )
    made = make_and_keep(why="asked")  # by who has the new program and not yet its tables
    # The one that is made before it comes in may be of the same second, which names it.
    settings.BACKUP_DIR = tmp_path / "before"
    call_command("restore", str(made.file), replace=True)
    assert User.objects.get().email == "old@example.org"
    later = asked("SELECT count(*) FROM django_migrations WHERE app = 'clubcomp' AND name > '0057'")
    assert later > [(0,)]


def test_one_of_before_comes_in_after_a_question_that_names_the_risk(site, elsewhere, monkeypatch):
    old = str(site.file.with_name("old.backup"))
    with pytest.raises(CommandError, match="(?s)a program that the database.*--trust"):
        call_command("restore", old)
    assert asked("SELECT 1 FROM pg_tables WHERE schemaname = 'public'") == []
    questions = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda question: questions.append(question) or "y")
    call_command("restore", old)
    assert "only if you made it yourself" in questions[0]
    assert User.objects.get().email == "anna@example.org"


def test_and_nothing_of_it_is_carried_out_before_the_answer(site, elsewhere):
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restore", str(site.file.with_name("evil-old.backup")))
    assert asked("SELECT 1 FROM pg_roles WHERE rolname = 'clubcomp_was_here'") == []


# With a passphrase -----------------------------------------------------------------------------


@pytest.fixture
def sealed(elsewhere, settings, tmp_path, site):
    """A backup that only a passphrase opens; the database is empty again."""
    settings.BACKUP_PASSPHRASE = "een zwart paard op f3"
    migrate()
    make_club("Toren", "toren")
    make_user("Anna")
    return make_backup(tmp_path / "sealed" / "one.backup", why="asked")


def test_without_the_passphrase_nobody_reads_it(sealed, settings, tmp_path):
    settings.BACKUP_DIR = tmp_path
    data = sealed.file.read_bytes()
    for word in (b"Toren", b"anna@example.org", b"clubcomp_club", b"PK\x03\x04"):
        assert word not in data
    assert sealed.checked == "restored"
    for passphrase in ("", "een wit paard op f3"):
        settings.BACKUP_PASSPHRASE = passphrase
        with pytest.raises(CommandError, match="not the passphrase of this backup.*nobody"):
            call_command("restore", str(sealed.file), replace=True)


def test_with_it_everything_is_back(sealed, settings, tmp_path):
    settings.BACKUP_DIR = tmp_path
    make_club("Buiten", "buiten")
    call_command("restore", str(sealed.file), replace=True)
    assert held() == sealed.contents


def test_its_pieces_have_their_place(sealed, tmp_path, monkeypatch):
    """Who changes, moves or leaves out a piece and signs anew is found out all the same."""
    monkeypatch.setattr("clubcomp.running.backups.sealed.PIECE", 1000)
    again = make_backup(tmp_path / "small.backup", why="asked").file
    data = again.read_bytes()
    start, piece = 27 + 16, 1016
    first, second = data[start : start + piece], data[start + piece : start + 2 * piece]
    end = len(data) - len(WORD) - DIGEST
    for changed in (
        data[:start] + second + first + data[start + 2 * piece :],
        data[: start + piece] + data[end:],
        data[:start] + bytes([data[start] ^ 1]) + data[start + 1 :],
        data[:30] + bytes([data[30] ^ 1]) + data[31:],
    ):
        body = changed[:-DIGEST]
        again.write_bytes(body + hashlib.sha256(body).hexdigest().encode())
        with pytest.raises(NoBackup, match="not the passphrase"):
            checked(again.rename(tmp_path / "other.backup"), Asks())
        again = tmp_path / "other.backup"
