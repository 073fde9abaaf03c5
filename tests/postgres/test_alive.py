"""A connection that the server has ended is lent to nobody."""

from django.db import connections

from clubcomp.settings import DATABASES


def test_the_pool_looks_before_it_lends(django_db_blocker, django_db_setup):
    with django_db_blocker.unblock():
        pooled = DATABASES["default"]
        assert pooled["CONN_HEALTH_CHECKS"]
        link = connections.create_connection("default")
        link.settings_dict = link.settings_dict | {
            "OPTIONS": pooled["OPTIONS"],
            "CONN_HEALTH_CHECKS": pooled["CONN_HEALTH_CHECKS"],
        }
        try:
            with link.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                first = cursor.fetchone()[0]
            link.close()
            with connections["default"].cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [first])
            with link.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                assert cursor.fetchone()[0] != first
        finally:
            link.close()
            link.close_pool()
            connections["default"].close()
