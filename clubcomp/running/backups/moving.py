"""Our own server's data on another major version of PostgreSQL.

If the programs that made them are here as well, the site is backed up, and each database is copied
and compared. If they are gone, the newest proved backup replaces the data, if somebody agrees to
that. Either way the old data are kept (`postgres/succession.py`).
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import psycopg
from django.conf import settings
from django.db import transaction
from psycopg import sql

from clubcomp.running.backups.archive import Archive
from clubcomp.running.backups.contents import SHAPE_NAME, contents_of
from clubcomp.running.backups.filling import as_site, fill
from clubcomp.running.backups.keeping import make_and_keep
from clubcomp.running.backups.made import Backup, backup_in, newest_in
from clubcomp.running.backups.making import dump
from clubcomp.running.backups.reach import DatabaseAddress, NoBackup
from clubcomp.running.backups.restoring import Asks, checked
from clubcomp.running.backups.rows import BackupRows, check_same
from clubcomp.running.postgres.base import OWN_SERVER
from clubcomp.running.postgres.programs import NoServer, installed
from clubcomp.running.postgres.server import DATABASE, Server
from clubcomp.running.postgres.succession import UNTIL_BACKUP

#: All but "postgres": whatever somebody put into that one is kept with the old data.
DATABASES = "SELECT datname FROM pg_database WHERE NOT datistemplate AND datname <> 'postgres'"

Say = Callable[[str], None]
NOBODY = Asks()


def take_to_newest(*, say: Say, asks: Asks = NOBODY) -> None:
    """Take the site's data to the newest PostgreSQL here, if another major version made them.

    A failure changes nothing: the site goes on with the old programs. If those are gone, `asks`
    decides whether to go on from the newest backup. The demo changes nothing, since a real club's
    data are in the same server.
    """
    if not _is_ours() or settings.IS_DEMO:
        return
    server, major = OWN_SERVER, OWN_SERVER.major
    if not major or server.programs:  # there are no data yet, or this program uses them already
        return
    majors = [programs.major for programs in installed()]
    if not majors or major == majors[0]:
        return
    if major not in majors:
        newest = newest_in(settings.BACKUP_DIR)
        if newest and asks.agrees(_question(server, newest)):
            restore_beside(newest.file, asks=asks, say=say)
    elif int(major) < int(majors[0]):
        say(f"The data are PostgreSQL {major}'s. They are taken to {majors[0]} ...")
        try:
            server.hand_over(
                partial(_carry, server, say),
                major=major,
                is_read=True,
                old_name=f"cluster-of-{major}{UNTIL_BACKUP}",
            )
        except (NoServer, NoBackup, psycopg.Error) as problem:
            say(f"{problem}\nNothing was changed; Clubcomp goes on with PostgreSQL {major}.")
        else:
            say(
                f"They are PostgreSQL {majors[0]}'s now. Those of before are kept until the next"
                f" backup: cluster-of-{major}{UNTIL_BACKUP} in {server.home}"
            )


def restore_beside(file: Path, *, asks: Asks, say: Say) -> None:
    """Replace data that no PostgreSQL here can read by a backup, and keep them; NoBackup."""
    server = OWN_SERVER
    major = server.major
    readable = {"", *(programs.major for programs in installed())}
    if not _is_ours() or major in readable:
        raise NoBackup("There are no data that cannot be read here. Nothing was set aside.")
    backup, known = checked(file, asks), backup_in(file)

    def put_into(new: Server) -> None:
        reach = DatabaseAddress.of_server(new, DATABASE)
        if isinstance(backup, BackupRows):
            with as_site(reach) as ours, transaction.atomic():
                fill(ours, backup, say)
            return
        with reach.connect() as database:
            backup.restore_into(database)
            if known:
                restored = contents_of(database, left_out=())
                expected = {**known.contents}
                expected.pop(SHAPE_NAME, None)
                check_same({name: restored.get(name) for name in expected}, expected)

    old_name = f"cluster-of-{major}-set-aside"
    try:
        server.hand_over(put_into, major=major, is_read=False, old_name=old_name)
    except (NoServer, psycopg.Error) as problem:
        raise NoBackup(f"Nothing was changed. {problem}") from problem
    say(f"{file} is in their place. The data of before are kept: {old_name} in {server.home}")


def _is_ours() -> bool:
    """Whether the site's database is in a server of our own."""
    return str(settings.DATABASES["default"]["ENGINE"]) == "clubcomp.running.postgres"


def _question(server: Server, newest: Backup) -> str:
    return (
        f"The data in {server.cluster} are PostgreSQL {server.major}'s, and its programs are not"
        f" here. Go on from the backup of {newest.made_at:%Y-%m-%d %H:%M} UTC ({newest.file})? What"
        " came after it stays in the old data, which are kept beside. [y/N] "
    )


def _carry(old: Server, say: Say, new: Server) -> None:
    """Take over every database, the site's after a backup; NoBackup."""
    with DatabaseAddress.of_server(old, "postgres").connect() as server:
        names = sorted(name for (name,) in server.execute(DATABASES))
    source = DatabaseAddress.of_server(old, DATABASE)
    with source.connect() as database:
        holds_something = contents_of(database).keys() > {SHAPE_NAME}
    if holds_something:
        say(f"A backup was made first: {make_and_keep(why='upgrade', reach=source).file}")
    for name in names:
        if name != DATABASE:
            with DatabaseAddress.of_server(new, "postgres").connect(autocommit=True) as server:
                server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        target = DatabaseAddress.of_server(new, name)
        rows = _copy(source.database_named(name), target, new.home / "database")
        say(f"{name}: {rows} rows are there, all the same.")


def _copy(source: DatabaseAddress, target: DatabaseAddress, file: Path) -> int:
    """Copy all of a database, also what is in no backup; returns how many rows."""
    with source.connect() as before:
        before.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        expected = contents_of(before, left_out=())
        dump(source, before, file, left_out=())
    with target.connect() as after:
        rows = Archive(file).restore_into(after)
        check_same(contents_of(after, left_out=()), expected)
        after.execute("ANALYZE")
    return sum(rows.values())
