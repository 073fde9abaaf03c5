"""Which keys does an object of a competition document have? Listed once, to read and to write."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, fields
from fractions import Fraction
from typing import Any

from pairing.core.types import Result
from pairing.formats.nodes import Node

Written = dict[str, Any]
Reader = Callable[[Node], Any]
_forms: "dict[type, Form]" = {}


class Form:
    """An object for a `kind`: its keys in canonical order, each with the reader of its value.

    A key is a field of the dataclass, or `derived` from all of it. A default may be left
    out and is not written; a field without one must be there, unless it is `optional`, and so must
    a field that is `required`, even with a default.
    """

    def __init__(
        self,
        kind: type,
        readers: Mapping[str, Reader],
        *,
        required: Iterable[str] = (),
        optional: Collection[str] = (),
        derived: Mapping[str, Callable[[Any], object]] | None = None,
    ):
        defaults = {field.name: field.default for field in fields(kind)}
        needed = {
            field.name
            for field in fields(kind)
            if field.default is MISSING and field.default_factory is MISSING
        }
        self._readers = readers
        self._derived = derived or {}
        self._required = [key for key in readers if key in {*required, *needed} - {*optional}]
        self._defaults = {key: defaults.get(key) for key in readers if key not in self._required}
        _forms[kind] = self

    def read(self, node: Node, unknown: Collection[str] = ()) -> dict[str, Any]:
        """The values of an object by key; keys in `unknown` are refused."""
        members = node.members(
            self._required, [key for key in self._defaults if key not in unknown]
        )
        return {key: read(members[key]) for key, read in self._readers.items() if key in members}

    def written(self, value: Any) -> Written:
        """The members of a value, as `read` takes them."""
        members = {}
        for key in self._readers:
            if derive := self._derived.get(key):
                if member := derive(value):
                    members[key] = written(member)
            elif (member := getattr(value, key)) != self._defaults.get(key, MISSING):
                members[key] = written(member)
        return members


def written(value: Any) -> Any:
    """A value in JSON's own types, in canonical form."""
    if form := _forms.get(type(value)):
        return form.written(value)
    if isinstance(value, list | tuple):
        return [written(item) for item in value]
    if isinstance(value, Result):
        return value.value
    return written_number(value) if isinstance(value, Fraction) else value


def written_number(number: int | Fraction) -> int | str:
    """A number as documents write it: an integer, or "p/q" in lowest terms."""
    fraction = Fraction(number)
    return fraction.numerator if fraction.denominator == 1 else str(fraction)


def itself(node: Node) -> Node:
    """A reader for values that can only be read together with the rest of the document."""
    return node
