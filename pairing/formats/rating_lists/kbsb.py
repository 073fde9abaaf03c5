"""The list of the Belgian federation (KBSB, FRBE), a database of SQLite, as a table.

A stranger's database is opened in a process of its own, with limits of memory and time, read only
and unchanged: `table_of` starts it, and run as a program this module writes the table. It takes
only the year of a birthday, and leaves out people who have died.
"""

import csv
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from pairing.formats.programs.apart import take_limits
from pairing.formats.rating_lists.listed import ListRefused

HEADS = ("IdNumber", "Name", "Sex", "Birthday", "Affiliated", "Elo", "FideId")
PATIENCE = 60


def table_of(path: str) -> Iterator[str]:
    """The lines of the table; ListRefused if the database has no such table, or is too large."""
    command = [sys.executable, "-m", __name__, path]
    folder = Path(__file__).parents[3]
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=PATIENCE, check=False, cwd=folder
        )
    except subprocess.TimeoutExpired:
        raise ListRefused("too_much") from None
    if done.returncode:
        raise ListRefused("no_database")
    yield from done.stdout.decode("utf-8", "replace").splitlines(keepends=True)


def _write(path: str) -> None:
    writer = csv.writer(sys.stdout, delimiter=";", lineterminator="\n")
    address = f"{Path(path).resolve().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as database:
        database.execute("PRAGMA trusted_schema = OFF")
        kind = database.execute("SELECT type FROM sqlite_master WHERE name = 'players'").fetchone()
        columns = {row[1] for row in database.execute("PRAGMA table_info(players)")}
        if kind != ("table",) or not {"IdNumber", "Name", "Elo"} <= columns:
            sys.exit(1)
        present = [head for head in HEADS if head in columns]
        died = " WHERE Died IS NULL OR Died IN ('', '0', 0)" if "Died" in columns else ""
        writer.writerow(present)
        for row in database.execute(f"SELECT {', '.join(present)} FROM players{died}"):  # noqa: S608 -- the names are ours
            cells = dict(
                zip(present, ("" if cell is None else str(cell) for cell in row), strict=True)
            )
            if "Birthday" in cells:
                cells["Birthday"] = next(
                    (
                        part
                        for part in cells["Birthday"].replace("/", "-").split("-")
                        if len(part) == 4
                    ),
                    "",
                )
            writer.writerow([" ".join(cell.split())[:200] for cell in cells.values()])


if __name__ == "__main__":
    take_limits()
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    _write(sys.argv[1])
