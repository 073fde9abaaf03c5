"""The database that every test database is copied from: migrated once, and kept between runs.

All migrations together take ten seconds, a copy half of one. The name of the template holds a
digest of what it was made by: a change of a migration makes another one, and those of before go.
"""

import hashlib
from importlib.metadata import version
from pathlib import Path

from django.db import connection

MIGRATIONS = Path(__file__).parent.parent / "clubcomp" / "migrations"
PREFIX = "template_of_tests_"
_LOCK = 7_261_904  # any number that nothing else takes


def template_name():
    """The template for the migrations as they are now."""
    digest = hashlib.sha256(version("django").encode())
    for path in sorted(MIGRATIONS.rglob("*")):
        if path.suffix in {".py", ".sql"}:
            digest.update(path.name.encode() + path.read_bytes())
    return PREFIX + digest.hexdigest()[:12]


def ensure_template():
    """The name of the template, which is made first where there is none; others wait meanwhile."""
    name = template_name()
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [PREFIX])
        present = {row[0] for row in cursor.fetchall()}
        if name not in present:
            for old in present:
                cursor.execute(f'DROP DATABASE "{old}" WITH (FORCE)')
            _make(PREFIX + "unfinished")
            cursor.execute(f'ALTER DATABASE "{PREFIX}unfinished" RENAME TO "{name}"')
        cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
    return name


def _make(name):
    """A migrated database `name`, with nobody connected to it in the end."""
    before = connection.settings_dict["NAME"], dict(connection.settings_dict["TEST"])
    connection.settings_dict["TEST"]["NAME"] = name
    try:
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        # Statistics taken in the middle of a test, which is taken back in the end, say that the
        # tables are empty; a query that then goes through them all takes seconds.
        with connection.cursor() as cursor:
            for table in connection.introspection.table_names():
                cursor.execute(f"ALTER TABLE {table} SET (autovacuum_enabled = false)")
    finally:
        connection.close()
        connection.close_pool()
        connection.settings_dict["NAME"] = before[0]
        connection.settings_dict["TEST"].clear()
        connection.settings_dict["TEST"].update(before[1])
