"""What does a process keep instead of making it again? The SQL of queries, and objects.

Django takes longer to write the SQL of a query than PostgreSQL to answer it. Computed values are
kept as the objects themselves: nobody changes what comes out of the cache, since other requests get
the same.
"""

from collections.abc import Callable
from copy import copy
from functools import cache, wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar, cast

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.db import connections
from django.db.models import Expression, Model, QuerySet
from django.db.models.sql.compiler import SQLCompiler

Asked = ParamSpec("Asked")
Row = TypeVar("Row", bound=Model)


class _Argument(Expression):
    """The place of an argument in the SQL."""

    def __init__(self, place: int):
        super().__init__()
        self.place = place

    def as_sql(self, _compiler: Any, _connection: Any) -> Any:
        return "%s", [self]


class _Written:
    """The part of a query that a queryset uses when it is read."""

    def __init__(self, compiler: SQLCompiler):
        self.compiler = compiler

    def get_compiler(self, **_using: str) -> SQLCompiler:
        return self.compiler


def written_once(ask: Callable[Asked, QuerySet[Row]]) -> Callable[Asked, list[Row]]:
    """Turn a function that returns a queryset into one that returns its rows. One query.

    It compares columns with its arguments, plain values, and does nothing else with them; but a
    None stays None in the function, which may then ask something else.
    """
    count = len(signature(ask).parameters)

    @cache
    def written(*given: bool) -> tuple[QuerySet[Row], SQLCompiler, str, tuple[Any, ...]]:
        places: Any = [_Argument(place) if given[place] else None for place in range(count)]
        rows: QuerySet[Row] = cast(Any, ask)(*places)
        compiler = rows.query.get_compiler(rows.db)
        return rows, compiler, *compiler.as_sql()

    @wraps(ask)
    def answer(*arguments: Any) -> list[Row]:
        rows, compiler, sql, places = written(*(value is not None for value in arguments))
        values = [arguments[one.place] if isinstance(one, _Argument) else one for one in places]
        now, using = copy(compiler), rows.db
        vars(now).update(using=using, connection=connections[using], as_sql=lambda: (sql, values))
        return list(QuerySet(rows.model, cast(Any, _Written(now)), using))

    return cast("Callable[Asked, list[Row]]", answer)


def row_written_once(ask: Callable[Asked, QuerySet[Row]]) -> Callable[Asked, Row | None]:
    """The same for a function that asks for a single row, or None."""
    rows = written_once(ask)

    @wraps(ask)
    def answer(*arguments: Any) -> Row | None:
        return next(iter(cast(Any, rows)(*arguments)), None)

    return cast("Callable[Asked, Row | None]", answer)


class ObjectCache(LocMemCache):
    """Django's cache in memory, but without pickling."""

    _cache: Any  # one of Django's texts with its placeholders filled in
    _lock: Any
    _has_expired: Any
    _delete: Any
    _set: Any

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Keep an object, unless there is one already."""
        key = self.make_and_validate_key(key, version=version)
        with self._lock:
            is_new: bool = self._has_expired(key)
            if is_new:
                self._set(key, value, timeout)
            return is_new

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """The object that was kept."""
        key = self.make_and_validate_key(key, version=version)
        with self._lock:
            if self._has_expired(key):
                self._delete(key)
                return default
            self._cache.move_to_end(key, last=False)
            return self._cache[key]

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Keep an object."""
        key = self.make_and_validate_key(key, version=version)
        with self._lock:
            self._set(key, value, timeout)
