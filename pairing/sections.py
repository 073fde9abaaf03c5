"""How are options in sections read and written, and what can be wrong with them?

A section is a frozen dataclass, in a field of the dataclass of options. Beside what
`pairing.registry` knows, a field of a section can be an `Amount` (a bare number is a multiple of
the value that its metadata `bare` names; `game`: it may depend on an opponent), a list of numbers
or of texts, a text, or a table of `AbsenceKind` (`standard`: those that are always in it). `kinds`:
the option names kinds, or one of these words.

BadOptions has the name `section.option` and one of the codes `unknown_option` (section, option),
`out_of_range` (option, value; of a number low, high), `amount_with_opponent` (where),
`kind_reserved` (key), `tier_after_endless` (key), `rule_unknown` and `tie_unknown` (name: a word
that is not in a list whose metadata `of` says what it lists). How several options must agree is
checked by the dataclass itself.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import Field, fields
from fractions import Fraction
from types import UnionType
from typing import Any, Literal, NoReturn, Union, get_args, get_origin

from pairing.core.amounts import AbsenceKind, Amount, Tier
from pairing.core.system import BadOptions, Declared, PairingSystem
from pairing.core.types import Fact

_FRACTION = re.compile(r"-?\d{1,6}(/\d{1,5})?", re.ASCII)
_KEY = re.compile(r"[a-z_]{1,20}", re.ASCII)
_MOST_POINTS, _MOST_TIMES, _FINEST, _MOST_KINDS = 999, 10, 10_000, 20
#: Words that are no key of a kind of absence, since they mean something else.
RESERVED = ("exempt", "bye", "game", "forfeit_loss")
_KINDS = "absences.kinds"


def value_of(options: Any, name: str) -> Any:
    """The value of an option by its name."""
    for part in name.split("."):
        options = getattr(options, part)
    return options


def flat(written: Mapping[str, Any]) -> dict[str, Any]:
    """A document's options without sections: each by its full name, `section.option`."""
    named: dict[str, Any] = {}
    for name, value in written.items():
        if isinstance(value, Mapping):
            named |= {f"{name}.{option}": member for option, member in value.items()}
        else:
            named[name] = value
    return named


def in_sections(named: Mapping[str, Any]) -> dict[str, Any]:
    """Options by their full names, put in sections again."""
    written: dict[str, Any] = {}
    for name, value in named.items():
        section, _, option = name.partition(".")
        if option:
            written.setdefault(section, {})[option] = value
        else:
            written[name] = value
    return written


def read_sections(system: PairingSystem, written: Mapping[str, object]) -> Any:
    """The system's options dataclass from what a document says; BadOptions."""
    declared, sections = system.declared, system.sections
    values: dict[str, Any] = {}
    for section, members in written.items():
        if section not in sections:
            _refuse(section, "unknown_option", section=section, option=None)
        if not isinstance(members, Mapping):
            _out_of_range(section, members)
        own: dict[str, Any] = {}
        for option, value in members.items():
            name = f"{section}.{option}"
            if name not in declared:
                _refuse(name, "unknown_option", section=section, option=str(option))
            own[option] = _read(declared[name], value)
        values[section] = sections[section](**own)
    return system.options(**values)


def written_sections(system: PairingSystem, options: Any) -> dict[str, Any]:
    """The options that differ from the defaults, as a document has them."""
    differing = {
        name: _written(value, option.field)
        for name, option in system.declared.items()
        if (value := value_of(options, name)) != option.field.default
    }
    return in_sections(differing)


def _read(option: Declared, value: object) -> object:
    """One option's value, checked against its type and bounds."""
    name, metadata, kind = option.name, option.field.metadata, option.kind
    if get_origin(kind) in (Union, UnionType):
        if value is None:
            return None
        (kind,) = (part for part in get_args(kind) if part is not type(None))
    if get_origin(kind) is Literal:
        return _word(name, get_args(kind), value)
    if get_origin(kind) is tuple:
        return _read_list(option, get_args(kind)[0], value)
    if kind is Amount:
        return _read_amount(name, value, metadata["bare"], with_game=metadata.get("game", False))
    if kind is str:
        return value if isinstance(value, str) else _out_of_range(name, value)
    if kind is Fraction:
        number = _fraction(value)
        bounds = metadata["low"], metadata["high"]
        if number is None or not bounds[0] < number <= bounds[1]:
            _out_of_range(name, value, bounds)
        return number
    return _whole(name, value, metadata["low"], metadata["high"])


def _read_list(option: Declared, kind: Any, value: object) -> tuple[object, ...]:
    name = option.name
    if not isinstance(value, list | tuple):
        _out_of_range(name, value)
    if kind is AbsenceKind:
        if len(value) > _MOST_KINDS:
            _out_of_range(name, len(value), (0, _MOST_KINDS))
        return tuple(map(kind_from, value))
    if get_origin(kind) is Literal:
        for word in value if (what := option.field.metadata.get("of")) else ():
            if word not in get_args(kind):
                if what == "rules":
                    _refuse(name, "rule_unknown", name=_plain(word))
                _refuse(name, "tie_unknown", name=_plain(word))
        return tuple(_word(name, get_args(kind), word) for word in value)
    for item in value:
        if not isinstance(item, kind) or isinstance(item, bool):
            _out_of_range(name, item)
    if kind is int and len(value) > option.field.metadata["most"]:
        _out_of_range(name, len(value), (1, option.field.metadata["most"]))
    return tuple(value)


def kind_from(value: object) -> AbsenceKind:
    """A kind of absence as a document writes it; BadOptions."""
    if isinstance(value, AbsenceKind):
        return value
    if not isinstance(value, Mapping):
        _out_of_range(_KINDS, value)
    known = {field.name for field in fields(AbsenceKind)}
    for member in value:
        if member not in known:
            _refuse(_KINDS, "unknown_option", section=_KINDS, option=str(member))
    key = value.get("key")
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        _out_of_range(_KINDS, key)
    if key in RESERVED:
        _refuse(_KINDS, "kind_reserved", key=key)
    where, values = f"{_KINDS}.{key}", {"key": key, **value}
    name, then = value.get("name", ""), value.get("then")
    if not isinstance(name, str) or len(name) > 200:
        _out_of_range(f"{where}.name", name)
    if then is not None and not isinstance(then, str):
        _out_of_range(f"{where}.then", then)
    for word, words in (("counted", ("game", "evening")), ("per", ("season", "period"))):
        if word in value:
            values[word] = _word(f"{where}.{word}", words, value[word])
    if (until := value.get("until_round")) is not None:
        values["until_round"] = _whole(f"{where}.until_round", until, 1, 99)
    for result in ("win", "draw", "loss"):
        if value.get(result) is not None:
            values[result] = _read_amount(f"{where}.{result}", value[result], "own")
    values["tiers"] = tuple(_read_tiers(where, key, value.get("tiers", ())))
    return AbsenceKind(**values)


def _read_tiers(where: str, key: str, value: object) -> Iterator[Tier]:
    if not isinstance(value, list | tuple):
        _out_of_range(f"{where}.tiers", value)
    is_endless = False
    for item in value:
        if is_endless:
            _refuse(where, "tier_after_endless", key=key)
        if isinstance(item, Tier):
            item = {"times": item.times, "amount": item.amount}
        if not isinstance(item, Mapping):
            _out_of_range(where, item)
        for member in item:
            if member not in ("times", "amount"):
                _refuse(where, "unknown_option", section=_KINDS, option=str(member))
        times = item.get("times")
        is_endless = times is None
        if times is not None:
            times = _whole(where, times, 1, 99)
        yield Tier(times, _read_amount(where, item.get("amount", 0), "own"))


def _read_amount(where: str, value: object, bare: str, *, with_game: bool = False) -> Amount:
    """An amount: a number of times the value that `bare` names, or an object with all three."""
    if isinstance(value, Amount):
        value = {field.name: getattr(value, field.name) for field in fields(Amount)}
    members = value if isinstance(value, Mapping) else {bare: value}
    parts = {}
    for member, number in members.items():
        if member not in ("opponent", "own", "points"):
            _refuse(where, "unknown_option", section=where, option=str(member))
        part = _fraction(number)
        low, high = (-_MOST_POINTS, _MOST_POINTS) if member == "points" else (0, _MOST_TIMES)
        if part is None or not low <= part <= high:
            _out_of_range(where, number)
        parts[member] = part
    amount = Amount(**parts)
    if amount.opponent and not with_game:
        _refuse(where, "amount_with_opponent", where=where)
    return amount


def amount_from(value: object) -> Amount:
    """An amount as a document writes it, also one of a game; BadOptions."""
    return _read_amount("", value, "own", with_game=True)


def _fraction(value: object) -> Fraction | None:
    """An integer or "p/q"; None: it is neither, or too fine."""
    if isinstance(value, Fraction) or (isinstance(value, int) and not isinstance(value, bool)):
        number = Fraction(value)
    elif isinstance(value, str) and _FRACTION.fullmatch(value) and not value.endswith("/0"):
        numerator, _, denominator = value.partition("/")
        if not int(denominator or 1):
            return None
        number = Fraction(int(numerator), int(denominator or 1))
    else:
        return None
    return number if number.denominator <= _FINEST else None


def _whole(name: str, value: object, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        _out_of_range(name, value, (low, high))
    return value


def _word(name: str, words: tuple[str, ...], value: object) -> str:
    if not isinstance(value, str) or value not in words:
        _out_of_range(name, value)
    return value


def _out_of_range(name: str, value: object, bounds: tuple[int, int] | None = None) -> NoReturn:
    facts: dict[str, Fact] = {"option": name, "value": _plain(value)}
    if bounds:
        facts |= {"low": bounds[0], "high": bounds[1]}
    raise BadOptions(name, "out_of_range", facts)


def _plain(value: object) -> Fact:
    """A value as an error repeats it: at most 60 characters of anything but a number or text."""
    return value if value is None or isinstance(value, int | str) else str(value)[:60]


def _refuse(path: str, code: str, **facts: Fact) -> NoReturn:
    raise BadOptions(path, code, facts)


def _written(value: Any, option: Field[Any] | None = None) -> Any:
    """A value as a document has it."""
    match value:
        case Fraction():
            return value.numerator if value.denominator == 1 else str(value)
        case Amount():
            bare = option.metadata["bare"] if option else "own"
            parts = {
                field.name: _written(part)
                for field in fields(Amount)
                if (part := getattr(value, field.name))
            }
            return parts.get(bare, 0) if parts.keys() <= {bare} else parts
        case Tier():
            return {"times": value.times, "amount": _written(value.amount)}
        case AbsenceKind():
            return {
                field.name: _written(part)
                for field in fields(AbsenceKind)
                if (part := getattr(value, field.name)) != field.default or field.name == "tiers"
            }
        case tuple():
            return [_written(item) for item in value]
    return value
