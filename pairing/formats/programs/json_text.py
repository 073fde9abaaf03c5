"""JSON of another program: values of any shape, of which unused keys are named."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pairing.core.types import Fact
from pairing.formats.errors import DocumentError
from pairing.formats.nodes import SIZE_LIMIT, clipped

#: Deeper than any club's file; Python's own parser goes on until its stack ends.
_DEEPEST = 40


def read_json(data: bytes) -> Mapping[str, Any]:
    """The object in a file; DocumentError if it is too large, too deep, or missing."""
    if len(data) > SIZE_LIMIT:
        raise DocumentError("", "too_large", {"limit": SIZE_LIMIT // 1_000_000})
    text = (
        data.decode("utf-8-sig", "replace") if _is_utf8(data) else data.decode("cp1252", "replace")
    )
    try:
        value = json.loads(text, parse_int=_whole, parse_constant=lambda _text: None)
    except RecursionError:
        raise DocumentError("", "too_deep") from None
    except ValueError as error:
        facts: dict[str, Fact] = {"problem": clipped(str(error)), "line": 0, "column": 0}
        if isinstance(error, json.JSONDecodeError):
            facts |= {"problem": error.msg, "line": error.lineno, "column": error.colno}
        raise DocumentError("", "not_json", facts) from None
    if not isinstance(value, dict):
        raise DocumentError("", "wrong_type", {"expected": "object", "found": "list"})
    if _depth(value) > _DEEPEST:
        raise DocumentError("", "too_deep")
    return value


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _whole(text: str) -> int | None:
    """A whole number; None for a giant, which would take long to read."""
    return int(text) if len(text) <= 18 else None


def _depth(value: Any) -> int:
    depth, level = 0, [value]
    while level:
        depth += 1
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return depth


def objects(value: Any, key: str) -> Iterator[Mapping[str, Any]]:
    """The objects in the list under a key; none for another value."""
    inner = value.get(key) if isinstance(value, dict) else None
    return (
        (item for item in inner if isinstance(item, dict)) if isinstance(inner, list) else iter(())
    )


def text_in(value: Mapping[str, Any], *keys: str) -> str:
    """The text under the first of some keys that has one; numbers count as text."""
    for key in keys:
        item = value.get(key)
        if isinstance(item, str) and item.strip():
            return item.strip()
        if isinstance(item, int) and not isinstance(item, bool):
            return str(item)
    return ""


def whole_in(value: Mapping[str, Any], key: str) -> int | None:
    """The whole number under a key, even if it is written as text; None if there is none."""
    item = value.get(key)
    if isinstance(item, str) and item.strip().lstrip("-").isdecimal() and len(item) < 12:
        return int(item)
    if isinstance(item, float) and item.is_integer() and abs(item) < 10**9:
        return int(item)
    return item if isinstance(item, int) and not isinstance(item, bool) else None
