"""How do the rows of a backup get into tables? Into those that the migrations make, nothing else.

Nothing in the file is run: it names the migrations of its tables, an empty database is migrated to
just those, and rows go into the tables that are there then. Meanwhile the connection has a role
that may add rows and nothing else; if the account may make no role, it keeps the account's own,
which makes no difference to what is run.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from psycopg import sql

from clubcomp.running.backups.contents import LEFT_OUT, TABLES, contents_of_one
from clubcomp.running.backups.reach import LIMITS, DatabaseAddress, NoBackup
from clubcomp.running.backups.rows import (
    SEQUENCES,
    BackupRows,
    Database,
    as_named,
    check_same,
    columns_of,
)

#: What Django calls a setting of libpq.
CALLED = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
SOCKETS = dict.fromkeys(CALLED.values(), "")


@contextmanager
def as_site(reach: DatabaseAddress) -> Iterator[DatabaseWrapper]:
    """A connection of its own to a database, which within is the site's one for this thread."""
    usual = connections["default"]
    known = {CALLED[name]: value for name, value in reach.settings.items() if name in CALLED}
    options = {name: value for name, value in reach.settings.items() if name not in CALLED}
    engine = {"ENGINE": "django.db.backends.postgresql", "OPTIONS": options}
    ours = DatabaseWrapper(usual.settings_dict | SOCKETS | engine | known, "default")
    connections["default"] = ours
    try:
        with ours.cursor() as cursor:
            for limit in LIMITS:
                cursor.execute(f"SET {limit} = 0")
        yield ours
    finally:
        ours.close()
        connections["default"] = usual


def fill(ours: DatabaseWrapper, backup: BackupRows, say: Callable[[str], None]) -> dict[str, int]:
    """Make the tables of a backup in an empty database, and put its rows in; returns how many.

    It is part of a transaction of the caller. NoBackup if it does not fit.
    """
    _migrate(ours, backup)
    database: Database = ours.connection
    known = {name for (name,) in database.execute(TABLES, [list(LEFT_OUT)])}
    if lacking := known - backup.columns.keys():
        raise NoBackup(f"The backup lacks {', '.join(sorted(lacking))}.")
    for table in sorted(backup.columns.keys() - known):
        say(f"{table} is no table of Clubcomp: it was left out.")
    tables = sorted(backup.columns.keys() & known)
    columns = {table: columns_of(database, table) for table in tables}
    for table in tables:
        if sorted(columns[table]) != sorted(backup.columns[table]):
            raise NoBackup(f"The columns of {table} in the backup are not those of its release.")
    everything = sql.SQL(", ").join(as_named(name) for (name,) in database.execute(TABLES, [[]]))
    database.execute("SET CONSTRAINTS ALL IMMEDIATE")
    database.execute(sql.SQL("TRUNCATE {}").format(everything))
    _for_each(database, tables, "ALTER TABLE {} DISABLE TRIGGER USER")
    database.execute("SET CONSTRAINTS ALL DEFERRED")
    with _as_modest_role(database, tables):
        rows = {table: backup.restore_into(database, table, as_named(table)) for table in tables}
    database.execute("SET CONSTRAINTS ALL IMMEDIATE")
    _for_each(database, tables, "ALTER TABLE {} ENABLE TRIGGER USER")
    _set_sequences(database, backup)
    held = {
        table: contents_of_one(database, as_named(table), backup.columns[table]) for table in tables
    }
    check_same(held, {table: backup.contents.get(table) for table in tables})
    applied = {tuple(row) for row in database.execute("SELECT app, name FROM django_migrations")}
    # A database with all that a migration replaces counts as having that one too.
    disk = MigrationLoader(None).disk_migrations or {}
    joined = {
        key
        for key, migration in disk.items()
        if migration.replaces and applied.issuperset(migration.replaces)
    }
    if applied | joined != backup.migrations | joined:
        raise NoBackup("The backup does not say of which release it is.")
    return rows


def _migrate(ours: DatabaseWrapper, backup: BackupRows) -> None:
    """Make the tables as they were when the backup was made."""
    executor = MigrationExecutor(ours)
    everything = executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True)
    wanted = backup.migrations
    plan = [
        (step, False)
        for step, _ in everything
        if wanted.issuperset(step.replaces or [(step.app_label, step.name)])
    ]
    executor.recorder.ensure_schema()
    executor.migrate([], plan=plan)


@contextmanager
def _as_modest_role(database: Database, tables: list[str]) -> Iterator[None]:
    """A connection that, within, may add rows to these tables and nothing else at all."""
    role = sql.Identifier("clubcomp_adds_rows")
    where = sql.SQL(", ").join(map(as_named, tables))
    schemas = sql.SQL(", ").join(map(as_named, sorted({name.split(".")[0] for name in tables})))
    try:
        with database.transaction():
            database.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(role))
            database.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(role))
            database.execute(sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(schemas, role))
            database.execute(sql.SQL("GRANT INSERT ON {} TO {}").format(where, role))
            database.execute(sql.SQL("SET LOCAL ROLE {}").format(role))
    except psycopg.Error:
        yield
        return
    yield
    database.execute("RESET ROLE")
    database.execute(sql.SQL("DROP OWNED BY {}").format(role))
    database.execute(sql.SQL("DROP ROLE {}").format(role))


def _for_each(database: Database, tables: list[str], command: str) -> None:
    for table in tables:
        database.execute(sql.SQL(command).format(as_named(table)))


def _set_sequences(database: Database, backup: BackupRows) -> None:
    """Let new rows get the numbers that follow."""
    known = [name for (name,) in database.execute(SEQUENCES).fetchall()]
    for name in known:
        if name in backup.sequences:
            last, was_called = backup.sequences[name]
            database.execute("SELECT setval(%s::regclass, %s, %s)", [name, last, was_called])
