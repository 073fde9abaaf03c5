"""A backup as data: the rows of every table, and the migrations that made the tables.

It is a zip file: `backup.json` says what is in it, and each table has a file, as PostgreSQL's COPY
writes it. Nothing in it is a program, and nothing in it is run when it comes back.
"""

import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from psycopg import Connection, sql
from psycopg.errors import InsufficientPrivilege

from clubcomp.running.backups.contents import LEFT_OUT, TABLES, contents_of_one
from clubcomp.running.backups.reach import NoBackup
from clubcomp.running.backups.sealed import DIGEST, WORD, is_sealed, is_whole, opened, write_digest

FORMAT, VERSION, HEAD = "clubcomp backup", 1, "backup.json"
FOLDER = "rows/"
PIECE = 1 << 16
MOST_HEAD = 20_000_000
COLUMNS = """
    SELECT quote_ident(attname) FROM pg_attribute
    WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ORDER BY attnum
"""
SEQUENCES = """
    SELECT format('%I.%I', schemaname, sequencename) FROM pg_sequences
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND schemaname NOT LIKE 'pg_temp%'
"""
MIGRATIONS = "SELECT app, name FROM django_migrations ORDER BY id"

Database = Connection[tuple[Any, ...]]


def write_rows(database: Database, file: Path, facts: dict[str, Any]) -> None:
    """Write what a transaction sees, with `facts` about it, into a file."""
    names = [name for (name,) in database.execute(TABLES, [list(LEFT_OUT)])]
    columns = {name: columns_of(database, name) for name in names}
    sequences = {}
    for (name,) in database.execute(SEQUENCES).fetchall():
        query = sql.SQL("SELECT last_value, is_called FROM {}").format(as_named(name))
        sequences[name] = list(database.execute(query).fetchone() or ())
    head = {
        "format": FORMAT,
        "version": VERSION,
        **facts,
        "migrations": [list(row) for row in database.execute(MIGRATIONS)],
        "columns": columns,
        "sequences": sequences,
    }
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(HEAD, json.dumps(head, indent=1))
        for name in names:
            command = _copy(as_named(name), columns[name], "TO STDOUT")
            with (
                packed.open(FOLDER + name, "w", force_zip64=True) as rows,
                database.cursor() as cursor,
                cursor.copy(command) as copy,
            ):
                for piece in copy:
                    rows.write(piece)
        packed.comment = WORD + b"0" * DIGEST
    write_digest(file)


def as_named(name: str) -> sql.SQL:
    """A name as SQL, which PostgreSQL itself has quoted where needed."""
    return sql.SQL(name)  # it never comes from a file: see `filling.py`


def columns_of(database: Database, table: str) -> list[str]:
    """The columns of a table that are stored, quoted."""
    return [name for (name,) in database.execute(COLUMNS, [table])]


def _copy(table: sql.Composable, columns: list[str], way: str) -> sql.Composed:
    names = sql.SQL(", ").join(map(as_named, columns))
    return sql.SQL("COPY {} ({}) {}").format(table, names, as_named(way))


def is_rows(file: Path) -> bool:
    """Whether a file is such a backup, sealed or not."""
    with file.open("rb") as data:
        return data.read(4) == b"PK\x03\x04" or is_sealed(file)


class BackupRows:
    """A whole backup in a file; NoBackup if it is damaged, or of another kind.

    `ask` gives the passphrase of a sealed one.
    """

    def __init__(self, file: Path, ask: Callable[[], str]) -> None:
        self.file = file
        if not is_whole(file):
            raise NoBackup(
                f"{file} is not a whole backup: it has changed since it was made, or was cut short."
                " Nothing was changed."
            )
        try:
            self._data = opened(file, ask()) if is_sealed(file) else file.open("rb")
            self._zip = zipfile.ZipFile(self._data)
            with self._zip.open(HEAD) as head:
                self.head = json.loads(head.read(MOST_HEAD))
            if (self.head["format"], self.head["version"]) != (FORMAT, VERSION):
                raise ValueError
            self.migrations = {(str(app), str(name)) for app, name in self.head["migrations"]}
            self.columns: dict[str, list[str]] = {
                str(table): [str(name) for name in names]
                for table, names in self.head["columns"].items()
            }
            self.contents: dict[str, list[Any]] = dict(self.head["contents"])
            self.sequences = {
                str(name): (int(last), bool(called))
                for name, (last, called) in self.head["sequences"].items()
            }
        except (zipfile.BadZipFile, ValueError, KeyError, TypeError, AttributeError) as problem:
            raise NoBackup(
                f"{file} is no backup that this Clubcomp reads. Nothing was changed."
            ) from problem

    def applied_migrations(self) -> set[tuple[str, str]]:
        """The (app, name) of every migration of the database that was backed up."""
        return self.migrations

    @contextmanager
    def rows_of(self, table: str) -> Iterator[IO[bytes]]:
        """The rows of a table, as COPY reads them."""
        try:
            with self._zip.open(FOLDER + table) as rows:
                yield rows
        except (zipfile.BadZipFile, KeyError) as problem:
            raise NoBackup(f"{self.file} lacks the rows of {table}.") from problem

    def close(self) -> None:
        """Nothing more is read."""
        self._zip.close()
        self._data.close()

    def __enter__(self) -> "BackupRows":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def restore_into(self, database: Database, table: str, target: sql.Composable) -> int:
        """Put the rows of one of its tables into another one; returns how many."""
        with self.rows_of(table) as rows, database.cursor() as cursor:
            with cursor.copy(_copy(target, self.columns[table], "FROM STDIN")) as copy:
                while piece := rows.read(PIECE):
                    copy.write(piece)
            return cursor.rowcount

    def read_back(self, database: Database) -> str:
        """Check the rows; returns how: "restored" in tables like ours, or "counted". NoBackup."""
        restored: dict[str, list[Any]]
        try:
            with database.transaction(force_rollback=True):
                restored = {table: self._tried(database, table) for table in self.columns}
        except InsufficientPrivilege:  # the account may make no tables
            restored = {
                table: [self._count(table), self.contents[table][1]] for table in self.columns
            }
            checked = "counted"
        else:
            checked = "restored"
        check_same(restored, {table: self.contents[table] for table in self.columns})
        return checked

    def _tried(self, database: Database, table: str) -> list[Any]:
        """What a table like this holds once the rows are in it."""
        copy = sql.Identifier("pg_temp", table)
        like = sql.SQL("CREATE TEMP TABLE {} (LIKE {} INCLUDING ALL) ON COMMIT DROP")
        database.execute(like.format(sql.Identifier(table), as_named(table)))
        self.restore_into(database, table, copy)
        return contents_of_one(database, copy)

    def _count(self, table: str) -> int:
        with self.rows_of(table) as rows:
            return sum(1 for _row in rows)


def check_same(restored: dict[str, Any], expected: dict[str, Any]) -> None:
    """NoBackup if what was read back differs from what was written."""
    if restored != expected:
        names = sorted({*restored, *expected})
        wrong = [name for name in names if restored.get(name) != expected.get(name)]
        raise NoBackup(f"The backup does not hold what the database holds: {', '.join(wrong)}.")
