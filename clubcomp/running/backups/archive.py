"""What is in a file that pg_dump wrote? It is read as the SQL that pg_restore makes of it.

It is put into a database over a connection of ours, in one transaction: if anything goes wrong on
the way, nothing is changed.
"""

import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from psycopg import Connection

from clubcomp.running.backups.reach import NoBackup, reader

COPY = re.compile(rb"^(COPY (.+?) \(.*\) FROM stdin);\n$")
END_OF_ROWS = b"\\.\n"
#: Lines for psql, and settings that PostgreSQL before 17 does not know and we do not need.
NOT_FOR_US = re.compile(rb"^(\\(un)?restrict |SET transaction_timeout )")
MIGRATIONS = "django_migrations"


class Archive:
    """A file of pg_dump."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def restore_into(self, database: "Connection[tuple[Any, ...]] | None" = None) -> dict[str, int]:
        """Put all of it into an empty database; returns how many rows each table has.

        Without a database it is only read from beginning to end.
        """
        rows: dict[str, int] = {}
        with self._script() as lines:
            statements: list[bytes] = []
            for line in lines:
                if copy := COPY.match(line):
                    _execute(database, statements)
                    rows[copy[2].decode()] = _copy(database, copy[1], lines)
                elif not NOT_FOR_US.match(line):
                    statements.append(line)
            _execute(database, statements)
        return rows

    def applied_migrations(self) -> set[tuple[str, str]]:
        """The (app, name) of every migration of the database that was dumped."""
        with self._script("--data-only", f"--table={MIGRATIONS}") as lines:
            for line in lines:
                if COPY.match(line):
                    columns = line.split(b"(")[1].split(b")")[0].decode().split(", ")
                    return {
                        (row["app"], row["name"])
                        for text in _rows(lines)
                        if (row := dict(zip(columns, text.decode().split("\t"), strict=True)))
                    }
        return set()

    @contextmanager
    def _script(self, *words: str) -> Iterator[IO[bytes]]:
        """The SQL, line by line; NoBackup at the end if not all of it could be read."""
        with tempfile.TemporaryFile() as complaints:
            command: list[str | Path] = [
                reader(),
                "--no-owner",
                "--no-privileges",
                *words,
                "-f",
                "-",
                self.file,
            ]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints) as reading:
                assert reading.stdout is not None  # noqa: S101 -- a pipe
                try:
                    yield reading.stdout
                    reading.stdout.read()
                except BaseException:
                    reading.kill()
                    raise
            complaints.seek(0)
            complaint = complaints.read().decode(errors="replace").strip()
        if reading.returncode:
            raise NoBackup(f"{self.file} is not a whole backup.\n{complaint}")


def _rows(lines: IO[bytes]) -> Iterator[bytes]:
    """The rows of a COPY, until the line that ends it."""
    for line in lines:
        if line == END_OF_ROWS:
            return
        yield line.removesuffix(b"\n")
    raise NoBackup("The backup ends in the middle of a table.")


def _copy(database: "Connection[tuple[Any, ...]] | None", command: bytes, lines: IO[bytes]) -> int:
    if database is None:
        return sum(1 for _row in _rows(lines))
    count = 0
    with database.cursor() as cursor, cursor.copy(command) as copy:
        for row in _rows(lines):
            copy.write(row + b"\n")
            count += 1
    return count


def _execute(database: "Connection[tuple[Any, ...]] | None", statements: list[bytes]) -> None:
    if database is not None and statements:
        database.execute(b"".join(statements))
    statements.clear()
