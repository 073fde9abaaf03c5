"""How is a backup made, and when is it called good?

One transaction sees the database at one moment: its rows are counted and written there. The file is
then read back into tables made for it, which go with the transaction, and counted again; only if
everything is equal does it get its name. Where the account may not make such tables, the file is
read from beginning to end, and its rows are counted.
"""

import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from psycopg import Connection
from psycopg.errors import UndefinedColumn, UndefinedTable

from clubcomp import __version__
from clubcomp.running.backups.contents import LEFT_OUT, contents_of
from clubcomp.running.backups.keys import key_to_keep
from clubcomp.running.backups.made import UNFINISHED, Backup, put_in_place
from clubcomp.running.backups.reach import DatabaseAddress, NoBackup
from clubcomp.running.backups.rows import BackupRows, write_rows
from clubcomp.running.backups.sealed import digest_of, seal

#: The number of the advisory lock that only one maker holds, on whatever machine.
LOCK = 0x636C7562

#: A text that differs after every change.
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
    reach: DatabaseAddress | None = None,
) -> Backup:
    """Make a backup of the site's database in a new file, and prove it; NoBackup.

    `is_needed` is asked once nobody else can be making one; `reach` leads to the database while the
    site does not use it.
    """
    if file.exists():
        raise NoBackup(f"There is a file {file} already. Nothing was done.")
    reach, made_at = reach or DatabaseAddress.of_site(), datetime.now(UTC)
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
            facts = {"made_at": made_at.isoformat(), "why": why, "release": __version__}
            write_rows(source, unfinished, facts | {"state": state, "contents": contents})
            if settings.BACKUP_PASSPHRASE:
                seal(unfinished, settings.BACKUP_PASSPHRASE)
            with BackupRows(unfinished, lambda: settings.BACKUP_PASSPHRASE) as written:
                checked = written.read_back(source)
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
    """A text that differs after each change; "" in a database of an earlier release."""
    try:
        with database.transaction():
            return str((database.execute(STATE).fetchone() or [""])[0])
    except (UndefinedTable, UndefinedColumn):
        return ""


def _new_file(folder: Path) -> Path:
    """A new file for its owner alone; removes files that killed programs left an hour ago."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for left in folder.glob(f"{UNFINISHED}*"):
        with suppress(OSError):
            if datetime.now(UTC).timestamp() - left.stat().st_mtime > 3600:
                left.unlink()
    handle, name = tempfile.mkstemp(prefix=UNFINISHED, dir=folder)
    os.close(handle)
    return Path(name)


def _claim(source: "Connection[tuple[Any, ...]]") -> None:
    """See the database as it is now until the end, and keep others from making a backup."""
    source.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    row = source.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK]).fetchone()
    if not row or not row[0]:
        raise AlreadyUnderWay


def dump(
    reach: DatabaseAddress,
    source: "Connection[tuple[Any, ...]]",
    file: Path,
    left_out: Sequence[str] = LEFT_OUT,
) -> None:
    """Write what a transaction sees into a file of PostgreSQL's, with the tables themselves."""
    (snapshot,) = source.execute("SELECT pg_export_snapshot()").fetchone() or ("",)
    words = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
    words += [f"--exclude-table-data={table}" for table in left_out]
    done = reach.program("pg_dump", *words, "--file", file)
    if done.returncode:
        raise NoBackup(f"pg_dump did not succeed:\n{done.stderr.decode(errors='replace').strip()}")
