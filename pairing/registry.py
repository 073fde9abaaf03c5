"""Which pairing systems are there, and which options does each have?

Every module or package in `pairing/systems` is one; its name with hyphens is the key, and it
exposes `SYSTEM`. There is no list to edit.

A system's options are a frozen dataclass. Fields are `bool`, `int` (or `int | None`),
`Fraction`, `Literal["a", "b"]` (also of numbers) or `tuple[Literal["a", "b"], ...]`, a list of
different choices; `metadata={"low": ..., "high": ...}` bounds a number (fractions: 0 to 10
unless it says otherwise), `metadata={"lot": True}` marks a choice that is a matter of lots.
Where there are many they can stand in sections (`pairing.sections`).
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from fractions import Fraction
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import UnionType
from typing import Any, Literal, Protocol, Union, get_args, get_origin

import pairing.systems
from pairing.core.rules import Rules
from pairing.core.system import BadOptions, PairingSystem
from pairing.core.types import Fact
from pairing.sections import read_sections, written_sections

_FRACTION = re.compile(r"\d{1,6}(/\d{1,6})?", re.ASCII)


class UnknownSystem(KeyError):
    """There is no system with this key; `known` are the existing ones."""

    def __init__(self, key: str, known: list[str]):
        super().__init__(key)
        self.key = key
        self.known = known


def system_keys() -> list[str]:
    """The keys of all systems, in alphabetical order."""
    return list(_keys_in(tuple(pairing.systems.__path__)))


@cache
def _keys_in(folders: tuple[str, ...]) -> tuple[str, ...]:
    """Read from the disk once."""
    modules = iter_modules(folders)
    return tuple(sorted(module.name.replace("_", "-") for module in modules))


@cache
def get_system(key: str) -> PairingSystem:
    """The system with this key; UnknownSystem when there is none.

    Looked up once: a page asks for its system in every row.
    """
    known = system_keys()
    if key not in known:
        raise UnknownSystem(key, known)
    module = import_module(f"{pairing.systems.__name__}.{key.replace('-', '_')}")
    system = module.SYSTEM
    if not isinstance(system, PairingSystem):
        raise TypeError(f"{module.__name__}.SYSTEM is no PairingSystem")
    return system


def system_choices() -> list[tuple[str, str]]:
    """Key and label of every system, for a form's list."""
    return [(key, get_system(key).label) for key in system_keys()]


def make_options(system: PairingSystem, written: Mapping[str, object]) -> Any:
    """The system's options dataclass from options as a document writes them.

    Numbers are integers or "p/q" text. BadOptions says which one is wrong. Its codes:
    `unknown` (known: list), `missing`, `not_boolean`, `not_integer`, `not_fraction`,
    `not_a_choice` (choices: list), `not_a_list`, `twice` (value), `out_of_range` (low, high). Those
    of options in sections are in `pairing.sections`.
    """
    if system.sections:
        return read_sections(system, written)
    declared = system.declared
    for name in written:
        if name not in declared:
            known: list[Fact] = list(declared)
            raise BadOptions(str(name), "unknown", {"known": known})
    values = {}
    for name, (_name, option, kind) in declared.items():
        if name in written:
            values[name] = _read(option, kind, written[name])
        elif option.default is MISSING and option.default_factory is MISSING:
            raise BadOptions(name, "missing")
    return system.options(**values)


class UnderRules(Protocol):
    """A competition or its snapshot: its system and its options, as a document writes them."""

    @property
    def system(self) -> str: ...
    @property
    def options(self) -> Mapping[str, Any]: ...


def rules_of(competition: UnderRules) -> Rules:
    """The competition's system with its options; UnknownSystem, BadOptions."""
    return make_rules(get_system(competition.system), competition.options)


def make_rules(system: PairingSystem, written: Mapping[str, object]) -> Rules:
    """The system with options as a document writes them; BadOptions."""
    return Rules(system, make_options(system, written))


def lots_of(system: PairingSystem) -> dict[str, tuple[object, ...]]:
    """The options that are drawn by lot unless somebody chooses, with what can be drawn."""
    return {
        option.name: get_args(option.kind)
        for option in system.declared.values()
        if option.field.metadata.get("lot")
    }


def options_to_document(rules: Rules) -> dict[str, Fact]:
    """The options that differ from the defaults, in declared order, as a document writes them."""
    document: dict[str, Fact] = {}
    if rules.system.sections:
        return written_sections(rules.system, rules.options)
    for option in fields(rules.options):
        value = getattr(rules.options, option.name)
        if value == option.default:
            continue
        if isinstance(value, Fraction):
            value = value.numerator if value.denominator == 1 else str(value)
        if isinstance(value, tuple):
            value = list(value)
        document[option.name] = value
    return document


def _read(option: Field[Any], kind: Any, value: object) -> object:
    """One option's value, checked against its type and bounds."""
    if get_origin(kind) in (Union, UnionType):
        if value is None and type(None) in get_args(kind):
            return None
        (kind,) = (part for part in get_args(kind) if part is not type(None))
    if get_origin(kind) is Literal:
        return _read_choice(option.name, get_args(kind), value)
    if get_origin(kind) is tuple:
        return _read_choices(option.name, get_args(get_args(kind)[0]), value)
    if kind is bool:
        if not isinstance(value, bool):
            raise BadOptions(option.name, "not_boolean")
        return value
    number: int | Fraction
    if kind is Fraction:
        number = _read_fraction(option.name, value)
    elif kind is int and isinstance(value, int) and not isinstance(value, bool):
        number = value
    else:
        raise BadOptions(option.name, "not_integer")
    low, high = option.metadata.get("low", 0), option.metadata.get("high", 10)
    if not low <= number <= high:
        raise BadOptions(option.name, "out_of_range", {"low": low, "high": high})
    return number


def _read_choices(name: str, choices: tuple[str | int, ...], value: object) -> tuple[object, ...]:
    """A list of different choices of a `Literal`."""
    if not isinstance(value, (list, tuple)):
        raise BadOptions(name, "not_a_list")
    chosen = tuple(_read_choice(name, choices, item) for item in value)
    for index, item in enumerate(chosen):
        if item in chosen[:index]:
            raise BadOptions(name, "twice", {"value": item})
    return chosen


def _read_choice(name: str, choices: tuple[str | int, ...], value: object) -> str | int:
    """One of the words or numbers of a `Literal`."""
    for choice in choices:
        if value == choice and not isinstance(value, bool):
            return choice
    listed: list[Fact] = list(choices)
    raise BadOptions(name, "not_a_choice", {"choices": listed})


def _read_fraction(name: str, value: object) -> Fraction:
    """An integer, "p/q" text or a Fraction; never a decimal number."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        numerator, _, denominator = value.partition("/")
        if int(denominator or 1):
            return Fraction(int(numerator), int(denominator or 1))
    raise BadOptions(name, "not_fraction")
