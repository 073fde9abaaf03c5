"""Django's PostgreSQL engine, on a server of our own that it starts when the database is needed."""

import os
from typing import Any

from django.db import OperationalError
from django.db.backends.postgresql import base, client

from clubcomp.postgres.programs import NoServer, home_of
from clubcomp.postgres.server import CHECKOUT, PORT, USER, Server

OWN_SERVER = Server(home_of(CHECKOUT))


class DatabaseClient(client.DatabaseClient):
    """`manage.py dbshell`, with the psql that came with the server if there is no other."""

    def runshell(self, parameters: list[str]) -> None:
        self.connection.ensure_connection()
        if OWN_SERVER.programs:
            os.environ["PATH"] += os.pathsep + str(OWN_SERVER.programs.folder)
        super().runshell(parameters)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to our own server; NAME is "clubcomp", the address is the server's business."""

    client_class = DatabaseClient

    def __init__(self, settings_dict: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        settings_dict |= {"HOST": str(OWN_SERVER.socket), "PORT": PORT, "USER": USER}
        super().__init__(settings_dict, *args, **kwargs)

    def get_connection_params(self) -> dict[str, Any]:
        """Called by Django before every connection: the moment to see that the server is there."""
        try:
            is_new = OWN_SERVER.ensure_running()
        except NoServer as problem:
            raise OperationalError(str(problem)) from problem
        if is_new and (pool := self._connection_pools.pop(self.alias, None)):
            pool.close()
        return super().get_connection_params()
