"""How are a system's options put in words? Its module of sentences says.

A system without such a module has them by their names, in one group.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from pairing.core.rules import Rules
from pairing.core.system import PairingSystem


@dataclass(frozen=True)
class Option:
    """One option: `label` as it is named, `sentence` with `%(field)s` where its field stands.

    `words` say the values of a choice, `empty` what no value means.
    """

    label: Any
    sentence: Any = "%(field)s"
    words: Mapping[Any, Any] = field(default_factory=dict)
    empty: Any = ""


@dataclass(frozen=True)
class Group:
    """The options of one chapter of the regulation; `article` is its anchor in the rules."""

    title: Any
    article: str
    options: Mapping[str, Option]


class Chapter(NamedTuple):
    """A chapter of a club's own regulation: its articles in order, and the same in one line."""

    title: str
    articles: Sequence[str]
    in_short: str


def chapters_of(rules: Rules) -> Sequence[Chapter]:
    """The regulation that a club has made by its options; empty if only that of the system
    applies."""
    write = getattr(_module(rules.system), "chapters_of", None)
    return write(rules.options) if write else ()


def remarks_on(rules: Rules, evenings: int = 0) -> list[str]:
    """What looks like a mistake in the options, though none of it is refused; `evenings`: how many
    there are, 0 if this is not known."""
    remark = getattr(_module(rules.system), "remarks_on", None)
    return remark(rules.options, evenings) if remark else []


def presets_of(system: PairingSystem) -> list[tuple[str, str]]:
    """What a club can start from: the key of each preset, and what it is called."""
    words = getattr(_module(system), "PRESETS", {})
    return [(key, str(words.get(key, key))) for key in system.presets]


def groups_of(system: PairingSystem) -> Sequence[Group]:
    """Every option of a system, in the regulation's order; those without words by their names."""
    groups: list[Group] = list(getattr(_module(system), "GROUPS", ()))
    worded = {name for group in groups for name in group.options}
    rest = {name: Option(name.replace("_", " ")) for name in system.declared if name not in worded}
    return [*groups, Group(system.label, "", rest)] if rest else groups


def description_of(system: PairingSystem) -> str:
    """Whom the system is for, in a few sentences; its source if nobody wrote them."""
    return str(getattr(_module(system), "DESCRIPTION", system.source))


def place_of(system: PairingSystem) -> int:
    """Where the system stands among those to choose from; unsaid ones at the end."""
    return int(getattr(_module(system), "PLACE", 99))


def _module(system: PairingSystem) -> Any:
    name = f"{__package__}.{system.key.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None
