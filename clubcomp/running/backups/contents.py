"""What does a database hold? Numbers that are equal when the rows of all tables are equal."""

from collections.abc import Sequence
from typing import Any

from psycopg import Connection, sql

#: Tables whose rows are in no backup: who is signed in, kept pages, the last backup.
LEFT_OUT = ("django_session", "clubcomp_session", "clubcomp_keptpage", "clubcomp_lastbackup")

TABLES = """
    SELECT format('%%I.%%I', schemaname, tablename) FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename <> ALL (%s)
    ORDER BY 1
"""
#: A sum of half the digest of each row, so that the order of the rows does not matter.
ROWS = sql.SQL("""
    SELECT count(*), coalesce(sum(('x' || left(md5({row}::text), 16))::bit(64)::bigint), 0)::text
    FROM {table} t
""")
#: The indexes and constraints, by name; PostgreSQL 18 counts "NOT NULL" as one, and 17 does not.
SHAPE = """
    SELECT count(*), md5(coalesce(string_agg(name, ',' ORDER BY name COLLATE "C"), '')) FROM (
        SELECT schemaname || '.' || indexname AS name FROM pg_indexes
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
        UNION ALL
        SELECT n.nspname || '.' || c.conname FROM pg_constraint c
        JOIN pg_namespace n ON n.oid = c.connamespace
        WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND c.contype <> 'n'
    ) named
"""

SHAPE_NAME = "indexes and constraints"

#: By table: how many rows, and the digest of them.
Contents = dict[str, list[Any]]


def contents_of(
    database: "Connection[tuple[Any, ...]]", left_out: Sequence[str] = LEFT_OUT
) -> Contents:
    """The count and the digest of the rows of every table; times must be written as UTC."""
    tables = [table for (table,) in database.execute(TABLES, [list(left_out)])]
    contents: Contents = {}
    for table in tables:
        contents[table] = contents_of_one(database, sql.SQL(table))
    contents[SHAPE_NAME] = list(database.execute(SHAPE).fetchone() or ())
    return contents


def contents_of_one(
    database: "Connection[tuple[Any, ...]]", table: sql.Composable, columns: Sequence[str] = ()
) -> list[Any]:
    """The count and the digest of the rows of a table; with its columns in this order, or its
    own."""
    names = ", ".join(columns)
    row = sql.SQL(f"ROW({names})" if names else "t")  # of our own tables
    return list(database.execute(ROWS.format(row=row, table=table)).fetchone() or ())
