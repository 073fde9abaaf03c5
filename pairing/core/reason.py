"""What is a reason? A value that says what was decided, by which article, and in which words.

Each reason is a class of its own. Its fields are the facts; the text beside it has their names in
it, `%(player)s`, and the *kind* of each field says how it is written: a player by name, points as
the game counts them. Nothing is translated here: `pairing.sentences` does that, by these kinds,
for pages, drawings and the command line alike.
"""

import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from enum import Enum
from fractions import Fraction
from operator import attrgetter
from typing import Annotated, Any, ClassVar, NamedTuple, dataclass_transform, get_type_hints

from pairing.core.types import Fact, PlayerId


class Kind(Enum):
    """How a field of a reason is written."""

    PLAYER = "player"
    PLAYERS = "players"
    POINTS = "points"
    AMOUNT = "amount"
    SHARE = "share"
    DAY = "day"
    COLOURS = "colours"


#: What the fields of a reason are made of; plain numbers, texts, `Colour` and other reasons
#: stand for themselves. Points are written with their unit: "2½ points", "1 point".
Who = Annotated[PlayerId, Kind.PLAYER]
Several = Annotated[tuple[PlayerId, ...], Kind.PLAYERS]
Points = Annotated[Fraction, Kind.POINTS]
#: What is made of points, as a bare number: "2½".
Amount = Annotated[Fraction, Kind.AMOUNT]
#: A share of white, from 0 to 1.
Share = Annotated[Fraction, Kind.SHARE]
#: A player's games as "w" and "b", a round without one as "-".
Colours = Annotated[str, Kind.COLOURS]


class Day(NamedTuple):
    """When a game was played: its evening and round within it (from 1); `date` may be ""."""

    evening: int
    number: int
    date: str = ""


When = Annotated[Day, Kind.DAY]


class Plural(NamedTuple):
    """A text in two numbers; `number` names the field that counts, or whose players are counted."""

    singular: str
    plural: str
    number: str


Text = str | Plural


#: "[%(player)s has|You have] the bye": what anybody reads, and what the one named there reads
#: instead. Where nobody is named, or somebody else: "[their|one,other:your]", with the fields.
_BY_READER = re.compile(r"\[([^][|]*)\|([^][]*)\]")
_INSTEAD = re.compile(r"(?:([\w,]+):(?! ))?([^|]+)")
_NAMED = re.compile(r"%\((\w+)\)")

#: In a table of texts: the one for every other case.
OTHERWISE = object()


def gettext_noop(text: str) -> str:
    """Mark a text for translators; it stays as it is."""
    return text


def ngettext_lazy(singular: str, plural: str, number: str) -> Plural:
    """Mark a text with a number for translators; `number` names the field."""
    return Plural(singular, plural, number)


@dataclass_transform(frozen_default=True)
class _Value:
    """Each class below it is a frozen dataclass, without being decorated."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Reason(_Value):
    """Why something was decided. `article`: the part of the rules that decided it.

    `text` is one or two whole sentences. In brackets stands what changes for a reader who is named
    in it: "[%(player)s plays|You play] ...".
    """

    article: str

    #: One text, or a table of them by `case`: by default by the facts in `cases`.
    text: ClassVar[Text | Mapping[Any, Text]]
    cases: ClassVar[tuple[str, ...]]
    #: It is understood only behind the reason before it.
    goes_on: ClassVar[bool] = False

    @property
    def code(self) -> str:
        """The stable name of this kind of reason."""
        return type(self).__name__

    def case(self) -> object:
        """Which of the texts of its table a reason has."""
        return attrgetter(*self.cases)(self)

    def wording(self) -> Text:
        """The text for its facts."""
        if isinstance(self.text, Mapping):
            return self.text.get(self.case(), self.text.get(OTHERWISE, ""))
        return self.text

    def said_to(self, reader: PlayerId, text: str) -> str:
        """A text, or its translation, as `reader` should have it; "": as anybody should."""

        def chosen(choice: re.Match[str]) -> str:
            anybody, instead = choice.groups()
            for names, to_them in _INSTEAD.findall(instead) if reader else ():
                named = names.split(",") if names else _NAMED.findall(anybody)
                if any(getattr(self, name) in (reader, (reader,)) for name in named):
                    return str(to_them)
            return str(anybody)

        return _BY_READER.sub(chosen, text)

    def facts(self) -> dict[str, Fact]:
        """The fields but for the article, ready for JSON."""
        return {
            field.name: as_fact(getattr(self, field.name))
            for field in fields(self)
            if field.name != "article"
        }

    def as_fact(self) -> dict[str, Fact]:
        """The whole reason, ready for JSON."""
        return {"article": self.article, "code": self.code, "facts": self.facts()}


class Refusal(Reason):
    """Why two are no pair, or why somebody is not in another's place.

    `text` is a clause: it stands behind "Coen: " and behind ", but ", without a capital or a full
    stop.
    """


def kinds_of(reason: Reason) -> Mapping[str, Kind]:
    """The kinds of the fields of a reason that have one, by name."""
    cls = type(reason)
    if cls not in _KINDS:
        _KINDS[cls] = {
            name: mark
            for name, hint in get_type_hints(cls, include_extras=True).items()
            for mark in getattr(hint, "__metadata__", ())
            if isinstance(mark, Kind)
        }
    return _KINDS[cls]


#: Looking hints up takes longer than writing a sentence.
_KINDS: dict[type[Reason], Mapping[str, Kind]] = {}


def as_fact(value: Any) -> Fact:
    """A field's value as JSON has it: points "p/q", colours and days in words."""
    if isinstance(value, Reason):
        return value.as_fact()
    if isinstance(value, Day):
        return {"evening": value.evening, "number": value.number, "date": value.date}
    if isinstance(value, tuple):
        return [as_fact(item) for item in value]
    if isinstance(value, Fraction | Enum):
        return str(value)
    if value is None or isinstance(value, int | str):
        return value
    raise TypeError(value)
