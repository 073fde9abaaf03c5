"""How much of the database does a club take? Counted in rows, in one query."""

from collections.abc import Collection
from typing import Any

from django.db import connection
from django.db.models import Count, F

from clubcomp.flow.archives.graph import ways_to_club

#: Bytes of a row of each table, with its share of indexes and of data outside the table, by
#: PostgreSQL's last statistics; a table without statistics is small.
_ROW = """
    SELECT oid, coalesce(
        current_setting('block_size')::float * nullif(relpages, 0)
            / nullif(greatest(reltuples, 0), 0)
            * pg_total_relation_size(oid) / nullif(pg_relation_size(oid), 0),
        100) AS bytes
    FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
"""
_SIZES = f"""
    SELECT club, round(sum(rows * bytes)) FROM ({{counted}}) AS counted (held_in, club, rows)
    JOIN ({_ROW}) AS a_row ON oid = held_in GROUP BY club
"""  # noqa: S608 -- names are ours


def sizes_of(clubs: Collection[int] | None = None) -> dict[int, int]:
    """About how many bytes each of these clubs takes (None: all clubs): its rows in every table,
    times the average size of such a row. A club without rows is missing."""
    if clubs is not None and not clubs:
        return {}
    parts, values = list[str](), list[Any]()
    for model, way in ways_to_club().items():
        rows = model._base_manager.order_by().values(of=F(way or "pk")).annotate(rows=Count("pk"))
        if clubs is not None:
            rows = rows.filter(of__in=clubs)
        sql, given = rows.query.sql_with_params()
        parts.append(f"SELECT '{model._meta.db_table}'::regclass, one.* FROM ({sql}) AS one")  # noqa: S608 -- names are ours
        values += given
    with connection.cursor() as cursor:
        cursor.execute(_SIZES.format(counted=" UNION ALL ".join(parts)), values)
        return {club: int(size) for club, size in cursor.fetchall()}
