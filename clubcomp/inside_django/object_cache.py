"""Where is what was computed kept? In the process, as the objects themselves.

Nobody changes what comes out of it: other requests get the same objects.
"""

from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache


class ObjectCache(LocMemCache):
    """Django's cache in memory, which does not write objects down and read them again."""

    _cache: Any  # a text of Django's with its placeholders filled in
    _lock: Any
    _has_expired: Any
    _delete: Any
    _set: Any

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Keep an object unless there is one."""
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
