"""Django's PostgreSQL engine, which checks a connection of the pool without asking the server.

The pool's own check is a round trip at every request. A server that has ended a connection says so:
there is something to read on it, and only then is the check made.
"""

import selectors
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection, never one that the server has ended."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> psycopg.Connection[Any]:
        """One of the pool, if there is a pool, which replaces connections that come back ended."""
        connection: psycopg.Connection[Any] = super().get_new_connection(conn_params)
        if has_ended(connection):
            self.pool.putconn(connection)
            return self.get_new_connection(conn_params)
        return connection


def has_ended(connection: psycopg.Connection[Any]) -> bool:
    """Whether the server has ended this connection, which is not in use now."""
    with selectors.DefaultSelector() as selector:
        selector.register(connection, selectors.EVENT_READ)
        if not selector.select(timeout=0):
            return False
    try:
        ConnectionPool.check_connection(connection)
    except psycopg.OperationalError:
        return True
    return False
