"""A scratch database beside the one of the tests: made, dumped, restored, dropped."""

import lzma
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

HERE = Path(__file__).parent
NAME = "scratch_of_upgrade"
#: What a newer pg_dump writes and PostgreSQL 15 does not know.
NOT_FOR_15 = re.compile(rb"^(SET transaction_timeout .*|\\(un)?restrict .*)\n", re.MULTILINE)


@contextmanager
def scratch_database() -> Iterator[None]:
    """An empty database, which Django uses meanwhile."""
    usual = connection.settings_dict["NAME"]
    name = f"{NAME}_{os.getpid()}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
    try:
        _use(name)
        yield
    finally:
        _use(usual)
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _use(name: str) -> None:
    connection.close()
    connection.close_pool()
    _forget()
    connection.settings_dict["NAME"] = name


def _forget() -> None:
    """Nothing is kept of another database, whose competitions have the same numbers."""
    for kept in caches.all():
        kept.clear()


def dump() -> bytes:
    """The database that Django uses now, as SQL that PostgreSQL 15 and newer read, compressed."""
    written = dumped("--rows-per-insert=500", "--no-comments")
    return lzma.compress(written, preset=9 | lzma.PRESET_EXTREME)


def dumped(*further: str) -> bytes:
    """The same, as pg_dump writes it where it is told this further."""
    connection.ensure_connection()
    where = connection.get_connection_params()
    asked = ("--no-owner", "--no-privileges", "--inserts", *further)
    command = [_pg_dump(), *asked, "-h", where["host"], "-U", where["user"], where["dbname"]]
    environment = os.environ | {"PGPASSWORD": where.get("password", "")}
    if where.get("port"):
        environment["PGPORT"] = str(where["port"])
    written = subprocess.run(command, capture_output=True, check=True, env=environment).stdout
    return NOT_FOR_15.sub(b"", written)


def _pg_dump() -> str:
    """The pg_dump that came with our own server, else the one on the path."""
    if connection.settings_dict["ENGINE"] == "clubcomp.running.postgres":
        from clubcomp.running.postgres.base import OWN_SERVER

        return str(OWN_SERVER.programs.folder / "pg_dump")
    return "pg_dump"


def restore(release: str) -> None:
    """Fill an empty database with the dump of a release."""
    with connection.cursor() as cursor:
        cursor.execute(lzma.decompress((HERE / release / "database.sql.xz").read_bytes()).decode())
    # The dump empties the search path for its session.
    connection.close()
    connection.close_pool()


def step_of_a_migration(name: str) -> Any:
    """A function that fills columns, in whichever migration it stands; a release joins them."""
    for migration in (MigrationLoader(None).disk_migrations or {}).values():
        if found := getattr(sys.modules[type(migration).__module__], name, None):
            return found
    raise LookupError(name)


def migrate() -> None:
    """Bring its tables up to date."""
    call_command("migrate", interactive=False, verbosity=0, backup=False)
    _forget()
