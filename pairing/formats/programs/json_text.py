"""JSON of another program: values of any shape, whose keys are named when nothing uses them."""

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
    """A whole number; giants, which take their time, are nothing."""
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
    """The objects in a list under a key; none where something else stands."""
    inner = value.get(key) if isinstance(value, dict) else None
    return (one for one in inner if isinstance(one, dict)) if isinstance(inner, list) else iter(())


def text_in(value: Mapping[str, Any], *keys: str) -> str:
    """The text under the first of some keys that has one; numbers count as text."""
    for key in keys:
        found = value.get(key)
        if isinstance(found, str) and found.strip():
            return found.strip()
        if isinstance(found, int) and not isinstance(found, bool):
            return str(found)
    return ""


def whole_in(value: Mapping[str, Any], key: str) -> int | None:
    """The whole number under a key, even if it stands there as a text; None if there is none."""
    found = value.get(key)
    if isinstance(found, str) and found.strip().lstrip("-").isdecimal() and len(found) < 12:
        return int(found)
    if isinstance(found, float) and found.is_integer() and abs(found) < 10**9:
        return int(found)
    return found if isinstance(found, int) and not isinstance(found, bool) else None
