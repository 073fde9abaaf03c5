"""What does a process keep instead of making it again? The SQL of queries, and objects.

Django takes longer to write the SQL of a query than PostgreSQL to answer it. Computed values are
kept as the objects themselves: nobody changes what comes out of the cache, since other requests get
the same object.
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

Args = ParamSpec("Args")
Row = TypeVar("Row", bound=Model)


class _Argument(Expression):
    """A placeholder in the SQL for the function's argument at an index."""

    def __init__(self, index: int):
        super().__init__()
        self.index = index

    def as_sql(self, _compiler: Any, _connection: Any) -> Any:
        return "%s", [self]


class _Written:
    """The part of `Query` that a queryset uses when it is read."""

    def __init__(self, compiler: SQLCompiler):
        self.compiler = compiler

    def get_compiler(self, **_using: str) -> SQLCompiler:
        return self.compiler


def written_once(ask: Callable[Args, QuerySet[Row]]) -> Callable[Args, list[Row]]:
    """Turn a function that returns a queryset into one that returns its rows. One query.

    The function only compares columns with its arguments, plain values, for which it gets
    placeholders; but None stays None, so that the function may return another queryset for it.
    """
    count = len(signature(ask).parameters)

    @cache
    def written(*has_value: bool) -> tuple[QuerySet[Row], SQLCompiler, str, tuple[Any, ...]]:
        arguments = [_Argument(index) if has_value[index] else None for index in range(count)]
        rows: QuerySet[Row] = cast(Any, ask)(*arguments)
        compiler = rows.query.get_compiler(rows.db)
        return rows, compiler, *compiler.as_sql()

    @wraps(ask)
    def answer(*arguments: Any) -> list[Row]:
        rows, compiler, sql, params = written(*(value is not None for value in arguments))
        values = [
            arguments[param.index] if isinstance(param, _Argument) else param for param in params
        ]
        now, using = copy(compiler), rows.db
        vars(now).update(using=using, connection=connections[using], as_sql=lambda: (sql, values))
        return list(QuerySet(rows.model, cast(Any, _Written(now)), using))

    return cast("Callable[Args, list[Row]]", answer)


def row_written_once(ask: Callable[Args, QuerySet[Row]]) -> Callable[Args, Row | None]:
    """The same for a function whose queryset has one row or none."""
    rows = written_once(ask)

    @wraps(ask)
    def answer(*arguments: Any) -> Row | None:
        return next(iter(cast(Any, rows)(*arguments)), None)

    return cast("Callable[Args, Row | None]", answer)


class ObjectCache(LocMemCache):
    """Django's cache in memory, but without pickling."""

    _cache: Any  # these are LocMemCache's own, of which its types say nothing
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
