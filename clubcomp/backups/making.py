"""How is a backup made, and when is it called good?

One transaction sees the database at one moment: its rows are counted there, and pg_dump writes
what that transaction sees. The file is then read back into a database made for it and counted
again; only when all is equal it gets its name. Where the account may not make a database the file
is read from beginning to end, and its rows are counted.
"""

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from psycopg import Connection, sql
from psycopg.errors import UndefinedColumn, UndefinedTable

from clubcomp import __version__
from clubcomp.backups.archive import Archive
from clubcomp.backups.contents import LEFT_OUT, SHAPE_NAME, Contents, contents_of
from clubcomp.backups.keys import key_to_keep
from clubcomp.backups.made import UNFINISHED, Backup, digest_of, put_in_place
from clubcomp.backups.reach import NoBackup, Reach

#: The number of the advisory lock that only one maker holds, on whatever machine.
LOCK = 0x636C7562

#: A text that every change changes.
STATE = """
    SELECT md5(concat_ws(' ',
        (SELECT concat_ws('-', count(*), sum(version)) FROM clubcomp_club),
        (SELECT concat_ws('-', count(*), sum(version)) FROM clubcomp_competition),
        (SELECT string_agg(concat_ws(' ', id, email, password, is_active, is_staff), ','
                           ORDER BY id) FROM clubcomp_user),
        (SELECT max(id) FROM clubcomp_trailentry),
        (SELECT max(id) FROM django_migrations)))
"""


class AlreadyUnderWay(NoBackup):
    """Another process is making a backup just now."""

    def __init__(self) -> None:
        super().__init__("A backup is being made just now. Try again in a minute.")


def make_backup(
    file: Path,
    *,
    why: str,
    is_needed: Callable[[], bool] = lambda: True,
    reach: Reach | None = None,
) -> Backup:
    """Make a backup of the site's database in a new file, and prove it; NoBackup.

    `is_needed` is asked when nobody else can make one any more; `reach` leads to the database while
    the site does not use it.
    """
    if file.exists():
        raise NoBackup(f"There is a file {file} already. Nothing was done.")
    reach, made_at = reach or Reach.of_site(), datetime.now(UTC)
    try:
        unfinished = _new_file(file.parent)
    except OSError as problem:
        raise NoBackup(f"Nothing can be written in {file.parent}: {problem}") from problem
    try:
        with reach.connect() as source, source.transaction():
            _claim(source)
            if not is_needed():
                raise AlreadyUnderWay
            contents, state = contents_of(source), state_of(source)
            dump(reach, source, unfinished)
            checked = _proved(reach, unfinished, contents)
        backup = Backup(
            file=file,
            made_at=made_at,
            why=why,
            release=__version__,
            size=unfinished.stat().st_size,
            sha256=digest_of(unfinished),
            checked=checked,
            state=state,
            contents=contents,
        )
        put_in_place(unfinished, backup, key_to_keep())
    except (OSError, psycopg.Error) as problem:
        raise NoBackup(f"The backup in {file.parent} was not made: {problem}") from problem
    finally:
        for left in file.parent.glob(f"{unfinished.name}*"):
            left.unlink()
    return backup


def state_of(database: "Connection[tuple[Any, ...]]") -> str:
    """A text that is another one after each change; "" in a database of an earlier release."""
    try:
        with database.transaction():
            return str((database.execute(STATE).fetchone() or [""])[0])
    except (UndefinedTable, UndefinedColumn):
        return ""


def _new_file(folder: Path) -> Path:
    """A file for its owner alone; removes what a killed maker left more than an hour ago."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for left in folder.glob(f"{UNFINISHED}*"):
        with suppress(OSError):
            if datetime.now(UTC).timestamp() - left.stat().st_mtime > 3600:
                left.unlink()
    handle, name = tempfile.mkstemp(prefix=UNFINISHED, dir=folder)
    os.close(handle)
    return Path(name)


def _claim(source: "Connection[tuple[Any, ...]]") -> None:
    """See the database as it is now until the end, and let nobody else make a backup meanwhile."""
    source.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    row = source.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK]).fetchone()
    if not row or not row[0]:
        raise AlreadyUnderWay


def dump(
    reach: Reach,
    source: "Connection[tuple[Any, ...]]",
    file: Path,
    left_out: Sequence[str] = LEFT_OUT,
) -> None:
    """Write what a transaction sees into a file."""
    (snapshot,) = source.execute("SELECT pg_export_snapshot()").fetchone() or ("",)
    words = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
    words += [f"--exclude-table-data={table}" for table in left_out]
    done = reach.program("pg_dump", *words, "--file", file)
    if done.returncode:
        raise NoBackup(f"pg_dump did not succeed:\n{done.stderr.decode(errors='replace').strip()}")


def _proved(reach: Reach, file: Path, contents: Contents) -> str:
    """How the file was checked; NoBackup when it does not hold what the database held."""
    restored: dict[str, Any]
    expected: dict[str, Any] = contents
    with _database_for(reach) as copy:
        counted = Archive(file).pour(copy)
        if copy:
            restored = contents_of(copy)
        else:
            tables = {table: row for table, row in contents.items() if table != SHAPE_NAME}
            expected = {table: count for table, (count, _digest) in tables.items()}
            restored = {table: count for table, count in counted.items() if table in expected}
    check_same(restored, expected)
    return "restored" if copy else "counted"


def check_same(restored: dict[str, Any], expected: dict[str, Any]) -> None:
    """NoBackup if what was read back differs from what was written."""
    if restored != expected:
        names = sorted({*restored, *expected})
        wrong = [name for name in names if restored.get(name) != expected.get(name)]
        raise NoBackup(f"The backup does not hold what the database holds: {', '.join(wrong)}.")


@contextmanager
def _database_for(reach: Reach) -> "Iterator[Connection[tuple[Any, ...]] | None]":
    """An empty database to read back into; None where the account may not make one.

    Its name is always the same, so that one which a killed program left goes with the next. Nobody
    else uses it: the advisory lock is held.
    """
    name = f"{reach.database[:40]}_read_back"
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    make = sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'")
    try:
        with reach.connect(autocommit=True) as server:
            server.execute(drop)
            server.execute(make.format(sql.Identifier(name)))
        copy = reach.to(name).connect()
    except psycopg.Error:
        copy = None
    try:
        yield copy
    finally:
        if copy:
            copy.close()
        with suppress(psycopg.Error), reach.connect(autocommit=True) as server:
            server.execute(drop)
