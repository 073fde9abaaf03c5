"""How do PostgreSQL's programs, and connections beside Django's, reach the site's database?"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dj_database_url
import psycopg
from django.conf import settings
from django.db import connection, connections
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from clubcomp.running.postgres.programs import installed
from clubcomp.running.postgres.server import Server

#: The settings of a connection; Django knows more, for itself.
KNOWN = frozenset(option.keyword.decode() for option in psycopg.pq.Conninfo.get_defaults())
#: What libpq calls a setting of Django.
REACHED_BY = {"HOST": "host", "PORT": "port", "USER": "user", "PASSWORD": "password"}
LIMITS = "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"


class NoBackup(Exception):
    """A backup was not made, or not restored; the text says why and what to do about it."""


@contextmanager
def past_pooler() -> Iterator[None]:
    """Within, this thread's queries go to PostgreSQL itself, past a pooler if there is one."""
    pooled = connections["default"]
    if not settings.DIRECT_DATABASE_URL:
        yield
        return
    direct = pooled.copy()
    reach: dict[str, Any] = {"OPTIONS": {}, **dj_database_url.parse(settings.DIRECT_DATABASE_URL)}
    direct.settings_dict |= reach | {"NAME": pooled.settings_dict["NAME"]}
    connections["default"] = direct
    try:
        yield
    finally:
        direct.close()
        connections["default"] = pooled


@dataclass(frozen=True)
class DatabaseAddress:
    """The site's database, or another one of its server. No command line has the password."""

    settings: dict[str, Any]

    @classmethod
    def of_site(cls) -> "DatabaseAddress":
        """The database that Django uses; a server of our own is started for it."""
        connection.ensure_connection()
        known = connection.get_connection_params()
        if settings.DIRECT_DATABASE_URL:
            direct = conninfo_to_dict(settings.DIRECT_DATABASE_URL)
            known = direct | {"dbname": known["dbname"]}
        return cls({name: value for name, value in known.items() if name in KNOWN})

    @classmethod
    def of_server(cls, server: Server, database: str) -> "DatabaseAddress":
        """A database of a server of our own that is running."""
        known = server.way.address(server.cluster)
        address = cls({REACHED_BY[name]: value for name, value in known.items()})
        return address.database_named(database)

    @property
    def database(self) -> str:
        return str(self.settings["dbname"])

    def database_named(self, database: str) -> "DatabaseAddress":
        """Another database of the same server."""
        return DatabaseAddress(self.settings | {"dbname": database})

    def connect(self, *, autocommit: bool = False) -> "psycopg.Connection[tuple[Any, ...]]":
        """A connection without time limits, which writes times as UTC."""
        database = psycopg.connect(**self.settings, autocommit=autocommit)
        try:
            for limit in LIMITS:
                database.execute(f"SET {limit} = 0")
            database.execute("SET TimeZone = 'UTC'")
            if not autocommit:
                database.commit()
        except BaseException:
            database.close()
            raise
        return database

    def program(self, name: str, *words: str | Path) -> "subprocess.CompletedProcess[bytes]":
        """Run one of PostgreSQL's programs, such as pg_dump, on this database."""
        parameters = {name: value for name, value in self.settings.items() if name != "password"}
        environment = _clean() | {"PGPASSWORD": str(self.settings.get("password", ""))}
        program = dumper(self.server_major()) / name
        command = [program, *words, "-d", make_conninfo(**parameters)]
        return subprocess.run(command, check=False, capture_output=True, env=environment)

    def server_major(self) -> int:
        """The first number of the server's version."""
        with self.connect() as database:
            return database.info.server_version // 10000


def dumper(server: int) -> Path:
    """The pg_dump that reads a server of this version; the server's own if it is here."""
    fitting = [programs for programs in installed("pg_dump") if int(programs.major) >= server]
    if not fitting:
        raise NoBackup(_missing("pg_dump", server))
    return min(fitting, key=lambda programs: int(programs.major)).folder


def reader() -> Path:
    """The newest pg_restore: it reads what every older pg_dump wrote."""
    candidates = installed("pg_restore")
    if not candidates:
        raise NoBackup(_missing("pg_restore", 0))
    return max(candidates, key=lambda programs: int(programs.major)).folder / "pg_restore"


def _missing(program: str, server: int) -> str:
    version = f" of version {server} or newer" if server else ""
    package = f"postgresql-client-{server}" if server else "postgresql-client"
    return (
        f"There is no {program}{version} here, which this needs. Nothing was done. Install what"
        f" Clubcomp requires once more, or PostgreSQL's programs (Debian: apt install"
        f" {package}). Where that cannot be, let who keeps the database server make its backups."
    )


def _clean() -> dict[str, str]:
    """The environment without the caller's PG* variables."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return kept | {"LC_ALL": "C"}
