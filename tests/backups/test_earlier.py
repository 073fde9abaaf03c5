"""A backup of before 1.2 comes in; an older one is refused with the commit that takes it along.

`earlier/` has one of each: of the last tables before 1.2, and of the first twenty migrations.
"""

import lzma
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from clubcomp.models import Club, User
from tests.upgrade.database import scratch_database

#: The last commit that has the migrations of before 1.2 apart.
LAST_WITH_OLDER = "cd9cd74b"
EARLIER = Path(__file__).parent / "earlier"
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
ADD = "INSERT INTO django_migrations (app, name, applied) VALUES ('clubcomp', %s, now())"


@pytest.fixture
def scratch(django_db_setup, django_db_blocker):
    """An empty database, which Django uses meanwhile."""
    with django_db_blocker.unblock(), scratch_database():
        yield


@pytest.fixture
def backup(tmp_path):
    """The file of one of these backups."""

    def of(name):
        file = tmp_path / name
        file.write_bytes(lzma.decompress((EARLIER / f"{name}.xz").read_bytes()))
        return str(file)

    return of


def rows(query):
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall()


def test_one_of_the_last_tables_before_comes_in(scratch, backup):
    call_command("restore", backup("before-1.2.backup"), trust=True)
    assert Club.objects.get().name == "SV De Toren"
    assert sorted(Club.objects.get().players.values_list("name", flat=True)) == [
        "Adema, Ad",
        "O'Neil, Bo",
    ]
    assert User.objects.get().check_password("wachtwoord-van-toen")
    applied = {name for (name,) in rows("SELECT name FROM django_migrations")}
    assert applied > {"0001_initial", "0056_last_backup", "0001_before_1_2"}


def test_an_older_one_is_refused_with_the_commit_that_takes_it_along(scratch, backup):
    with pytest.raises(CommandError, match=f"Nothing was changed.*git checkout {LAST_WITH_OLDER}"):
        call_command("restore", backup("too-old.backup"), trust=True)
    assert rows(TABLES) == []


@pytest.mark.parametrize("applied", [("0001_initial",), ("0001_initial", "0056_last_backup")])
def test_older_tables_are_not_touched_and_told_the_commit_to_run_first(scratch, applied):
    call_command("migrate", verbosity=0, backup=False)
    # As they would be after a stop half-way.
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'clubcomp'")
        cursor.executemany(ADD, [[name] for name in applied])
    tables = rows(TABLES)
    with pytest.raises(CommandError, match=f"{LAST_WITH_OLDER}, make club, and then"):
        call_command("migrate", verbosity=0)
    assert rows(TABLES) == tables
    names = rows("SELECT name FROM django_migrations WHERE app = 'clubcomp' ORDER BY id")
    assert [name for (name,) in names] == list(applied)
