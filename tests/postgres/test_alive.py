"""A connection that the server has ended is lent to nobody, and no other one is asked about."""

from select import select

import pytest
from django.db import connections
from psycopg_pool import ConnectionPool

from clubcomp.settings import DATABASES


def process_of(link):
    with link.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]


@pytest.fixture
def link(django_db_blocker, django_db_setup):
    """A connection as a site has them, from a pool of one."""
    with django_db_blocker.unblock():
        link = connections.create_connection("default")
        link.alias = "lent"  # the pool is that of the alias
        options = DATABASES["default"]["OPTIONS"]
        options = options | {"pool": options["pool"] | {"max_size": 1}}
        link.settings_dict = link.settings_dict | {"OPTIONS": options}
        try:
            yield link
        finally:
            link.close()
            link.close_pool()
            connections["default"].close()


def test_the_pool_looks_before_it_lends(link):
    first = process_of(link)
    link.close()
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [first])
    assert process_of(link) != first


def test_the_server_is_not_asked_before_each_request(link, monkeypatch):
    asked = []
    monkeypatch.setattr(ConnectionPool, "check_connection", staticmethod(asked.append))
    first = process_of(link)
    for _ in range(3):
        link.close()
        assert process_of(link) == first
    assert not asked
    # What the server says unasked is no end.
    with link.cursor() as cursor, connections["default"].cursor() as other:
        cursor.execute("LISTEN told")
        other.execute("NOTIFY told")
        assert select([link.connection], [], [], 30)[0]
    link.close()
    assert process_of(link) == first
    assert len(asked) == 1
