"""How is a backup put back? In one transaction: all of it is there afterwards, or nothing changed.

What the database held is removed in the same transaction, after a backup of its own was made.
"""

import sys
import time
from collections.abc import Callable, Collection
from getpass import getpass
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, connections, transaction
from django.db.backends.postgresql.base import DatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from psycopg import Connection

from clubcomp.running.backups.archive import Archive
from clubcomp.running.backups.filling import as_site, fill
from clubcomp.running.backups.made import Backup, backup_in
from clubcomp.running.backups.reach import DatabaseAddress, NoBackup
from clubcomp.running.backups.rows import BackupRows, is_rows
from clubcomp.running.postgres.locks import FileLock, KernelLock, Lock
from clubcomp.running.postgres.programs import make_folder
from pairing.installed import as_typed

#: Everything in the schema that belongs to no extension: tables, then what is left.
EVERYTHING = """
    SELECT format('DROP %s IF EXISTS %I.%I CASCADE', CASE relkind WHEN 'v' THEN 'VIEW'
        WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
        nspname, relname) AS command, relkind = 'S' AS is_later, c.oid
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname = 'public' AND relkind IN ('r', 'p', 'v', 'm', 'S')
    UNION ALL
    SELECT format('DROP ROUTINE IF EXISTS %I.%I(%s) CASCADE', nspname, proname,
        pg_get_function_identity_arguments(p.oid)), true, p.oid
    FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace WHERE nspname = 'public'
    UNION ALL
    SELECT format('DROP TYPE IF EXISTS %I.%I CASCADE', nspname, typname), true, t.oid
    FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
    LEFT JOIN pg_class c ON c.oid = typrelid
    WHERE nspname = 'public' AND (typtype IN ('e', 'd') OR relkind = 'c')
"""
CLEAR = f"""
    SELECT command FROM ({EVERYTHING}) every WHERE NOT EXISTS (
        SELECT FROM pg_depend d WHERE d.objid = every.oid AND d.deptype = 'e')
    ORDER BY is_later
"""  # noqa: S608 -- ours
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
#: What a first start that was cut short may have left.
BEFORE_OURS = {
    *("django_migrations", "django_content_type"),
    *("auth_permission", "auth_group", "auth_group_permissions"),
}
RISK = (
    "{file} was made by an earlier Clubcomp: it is a program that the database carries out, with"
    " all that its account may do. Restore it only if you made it yourself, and it was always where"
    " only you could change it. Go on? [y/N] "
)
TOO_OLD = (
    "by a Clubcomp of before commit {commit}, which this one cannot bring up to date. Nothing was"
    " changed. In a checkout: git checkout {commit}, {command}, and then this version again;"
    ' "An older Clubcomp" in docs/running.md has the steps.'
)
#: How many seconds our own connections may take to close.
PATIENCE = 3
OTHERS = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
        AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


class Asks(NamedTuple):
    """How the person is asked whether to do something risky, and for a passphrase."""

    agrees: Callable[[str], bool] = lambda question: False
    passphrase: Callable[[], str] = lambda: str(settings.BACKUP_PASSPHRASE)


def at_terminal(*, trusts: bool = False) -> Asks:
    """Ask the person at the terminal, if there is one. `trusts`: they accepted every risk."""

    def agrees(question: str) -> bool:
        is_there = sys.stdin.isatty()
        return trusts or (is_there and input(question).strip().lower() in {"y", "yes"})

    def passphrase() -> str:
        known = str(settings.BACKUP_PASSPHRASE)
        if known or not sys.stdin.isatty():
            return known
        return getpass("The passphrase of this backup: ")

    return Asks(agrees, passphrase)


def restore(
    file: Path, *, set_aside: Callable[[], Backup], asks: Asks, say: Callable[[str], None]
) -> bool:
    """Replace all that the database holds by a backup; NoBackup if nothing was changed.

    If it holds a club or an account, `set_aside` makes a backup of it first, or refuses. Returns
    whether the database held nothing.
    """
    backup = checked(file, asks)
    _check_not_served()
    if not (was_empty := is_empty()):
        say(f"What was here until now is in {set_aside().file}")
    reach = DatabaseAddress.of_site()
    usual = connections["default"]
    usual.close()
    if isinstance(usual, DatabaseWrapper):
        usual.close_pool()
    try:
        with as_site(reach) as ours:
            _check_alone(ours.connection)
            with transaction.atomic():
                for (command,) in ours.connection.execute(CLEAR).fetchall():
                    ours.connection.execute(command)
                if isinstance(backup, BackupRows):
                    rows = fill(ours, backup, say)
                else:
                    rows = backup.restore_into(ours.connection)
    except (psycopg.Error, DatabaseError) as problem:
        raise NoBackup(f"The backup was not restored, and nothing was changed: {problem}") from (
            problem
        )
    say(f"{sum(rows.values())} rows in {len(rows)} tables are back. Bringing them up to date ...")
    call_command("migrate", interactive=False, verbosity=0, backup=False)
    return was_empty


def is_empty() -> bool:
    """Whether the database holds no club and no account; what `migrate` makes does not count."""
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        tables = {table for (table,) in cursor.fetchall()} - BEFORE_OURS
        ours = {"clubcomp_club", "clubcomp_user"}
        if not tables & ours:
            return not tables
        queries = [f"SELECT 1 FROM {table}" for table in sorted(tables & ours)]  # noqa: S608
        cursor.execute(f"{' UNION ALL '.join(queries)} LIMIT 1")
        return not cursor.fetchall()


def checked(file: Path, asks: Asks) -> "Archive | BackupRows":
    """The backup in a file; NoBackup if it is none, is damaged, or comes from a later release.

    One from before backups were data is a program, so `asks` has to agree to it.
    """
    if not file.is_file():
        raise NoBackup(f"There is no file {file}.")
    known = backup_in(file)
    if known and not known.is_as_it_was:
        raise NoBackup(f"{file} has changed since it was made. Nothing was changed here.")
    backup = BackupRows(file, asks.passphrase) if is_rows(file) else Archive(file)
    applied = backup.applied_migrations()
    if not applied:
        raise NoBackup(f"{file} is no backup of Clubcomp. Nothing was changed.")
    disk = MigrationLoader(None).disk_migrations or {}
    ours = {*disk, *(name for migration in disk.values() for name in migration.replaces)}
    apps = {app for app, _name in ours}
    newer = sorted(name for app, name in applied - ours if app in apps)
    if newer:
        release = f" ({known.release})" if known else ""
        raise NoBackup(
            f"This backup was made by a newer Clubcomp{release} than the one that runs here, which"
            f" does not know {', '.join(newer)}. Nothing was changed. Install that version or a"
            " later one, and restore it there."
        )
    if by_older := made_by_older(applied, command=f"make restore FILE={file}"):
        raise NoBackup(f"{file} was made {by_older}")
    if isinstance(backup, Archive) and not asks.agrees(RISK.format(file=file)):
        trusting = as_typed("restore FILE --trust")
        raise NoBackup(f"{RISK.format(file=file)}\nNothing was changed. To go on: {trusting}")
    return backup


def made_by_older(applied: Collection[tuple[str, str]], *, command: str) -> str:
    """Which program made tables with these migrations (app, name), and which can bring them up to
    date; "" if this program can.

    A migration that replaces others stands for all of them, and cannot bring up to date tables that
    have only some: that takes the last program in which they were separate.
    """
    disk = MigrationLoader(None).disk_migrations or {}
    for _key, migration in sorted(disk.items()):
        if (replaced := set(migration.replaces)) & set(applied) and not replaced <= set(applied):
            return TOO_OLD.format(commit=getattr(migration, "last_apart", "?"), command=command)
    return ""


def served_lock() -> KernelLock | FileLock:
    """The lock that all programs that serve the site here share, before they look at its tables."""
    make_folder(settings.HOME)
    return Lock(settings.HOME / ("served-demo.lock" if settings.IS_DEMO else "served.lock"))


def _check_not_served() -> None:
    """NoBackup while a program serves the site; at its start it has no connection all the time."""
    lock, give_up = served_lock(), time.monotonic() + PATIENCE
    while not lock.take(wait=False):
        if time.monotonic() > give_up:
            raise NoBackup(
                "Clubcomp runs here, or is being started. Nothing was changed. Stop it (Ctrl-C in"
                " its window), and restore again."
            )
        time.sleep(0.1)
    lock.release()


def _check_alone(database: "Connection[tuple[Any, ...]]") -> None:
    """NoBackup while others are connected: a running site would go on with what it knew before."""
    give_up = time.monotonic() + PATIENCE
    while (count := (database.execute(OTHERS).fetchone() or (0,))[0]) and (
        time.monotonic() < give_up
    ):
        database.rollback()  # a transaction sees the state of others only once
        time.sleep(0.1)
    if count:
        raise NoBackup(
            f"The site is running: {count} other connections are open to its database. Nothing was"
            " changed. Stop it (and a pooler before it), and restore again."
        )
