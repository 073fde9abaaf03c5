"""Django's PostgreSQL engine, on a server of our own that it starts when the database is needed."""

import os
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import psycopg
from django.db import OperationalError
from django.db.backends.postgresql import client
from psycopg import sql
from psycopg.errors import DuplicateDatabase

from clubcomp.inside_django.postgresql import base
from clubcomp.running.postgres.data_folder import own_home
from clubcomp.running.postgres.programs import NoServer
from clubcomp.running.postgres.server import DATABASE, Server

OWN_SERVER = Server(own_home())
#: The databases of the two demos, made when they are first needed.
OF_DEMOS = (f"{DATABASE}_demo", f"{DATABASE}_public_demo")


class DatabaseClient(client.DatabaseClient):
    """`manage.py dbshell`, by the psql that came with the server if there is no other."""

    def runshell(self, parameters: Iterable[str]) -> None:
        self.connection.ensure_connection()
        if OWN_SERVER.programs:
            os.environ["PATH"] += os.pathsep + str(OWN_SERVER.programs.folder)
        super().runshell(parameters)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to our own server: the settings have its NAME, the server gives the rest."""

    client_class = DatabaseClient

    def get_connection_params(self) -> dict[str, Any]:
        """Make sure that the server is there: Django calls this before every connection."""
        try:
            is_new = OWN_SERVER.ensure_running()
        except NoServer as problem:
            raise OperationalError(str(problem)) from problem
        who = {name: self.settings_dict[name] for name in ("USER", "PASSWORD")}
        self.settings_dict |= OWN_SERVER.way.address(OWN_SERVER.cluster)
        if who["USER"]:  # named already, here or by a caller that connects as somebody else
            self.settings_dict |= who
        pools = self._connection_pools  # type: ignore[attr-defined]  # a private name
        if is_new and (pool := pools.pop(self.alias, None)):
            pool.close()
        if is_new and self.settings_dict["NAME"] in OF_DEMOS:
            self._make_database(self.settings_dict["NAME"])
        return super().get_connection_params()

    def _make_database(self, name: str) -> None:
        """Make sure that a demo's database is there; a new server has the club's alone."""
        reach = super().get_connection_params() | {"dbname": "postgres"}
        with psycopg.connect(**reach, autocommit=True) as server, suppress(DuplicateDatabase):
            if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).rowcount:
                server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
