"""What does a rating list say about a player, and which players are looked up in it?"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

#: The field of a player with a tempo's rating.
RATING_OF = {"": "rating", "rapid": "rapid", "blitz": "blitz"}


class Source(Protocol):
    """A file from which a list is read, piece by piece."""

    def read(self, size: int, /) -> bytes:
        """At most this many bytes; none at the end."""


class ListRefused(Exception):
    """A file that is no list, or a row that cannot be used: a `code`, the line (0: none) and
    facts."""

    def __init__(self, code: str, line: int = 0, **facts: object):
        super().__init__(code)
        self.code, self.line, self.facts = code, line, facts


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A row of the list; `line` counts lines of the file from 1. None and "" mean unknown.

    `fide` is the number at FIDE that another federation's list has besides its own. `remark` is
    "inactive" or "passive", "" for neither.
    """

    line: int
    number: str
    name: str
    title: str = ""
    rating: int | None = None
    birth_year: int | None = None
    federation: str = ""
    sex: str = ""
    rapid: int | None = None
    blitz: int | None = None
    fide: str = ""
    remark: str = ""

    @property
    def ratings(self) -> dict[str, int]:
        """The rating of each tempo that the list has."""
        known = {tempo: getattr(self, name) for tempo, name in RATING_OF.items()}
        return {tempo: value for tempo, value in known.items() if value is not None}

    def joined(self, other: "ListedPlayer") -> "ListedPlayer | None":
        """Both rows as one, if one has what the other lacks; None if they contradict each other."""
        missing = {}
        for name in self.__slots__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if name in ("line", "remark") or mine == theirs or theirs in ("", None):
                continue
            if mine not in ("", None):
                return None
            missing[name] = theirs
        return replace(self, **missing)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The players to look up: numbers at the list's federation and at FIDE, and folded names
    (`name_keys`). Nearly all of the million rows of a worldwide list are about other people."""

    numbers: frozenset[str] = frozenset()
    names: frozenset[tuple[str, str]] = frozenset()

    def has(self, number: str, fide: str, name: str) -> bool:
        """Whether a row may be about one of these players."""
        if number in self.numbers or (fide and fide in self.numbers):
            return True
        return not self.names.isdisjoint(name_keys(name))


#: In place of an initial: anyone with the surname.
ANYBODY = "*"


def name_keys(name: str) -> list[tuple[str, str]]:
    """The keys of a row's name: each word of the surname, with the initial of the rest."""
    family, comma, given = name.partition(",")
    if not comma:
        given, _blank, family = name.rpartition(" ")
    initial = folded(given.strip()[:1])
    return [(word, start) for word in folded(family).split() for start in (initial, ANYBODY)]


def wanted_keys(name: str) -> list[tuple[str, str]]:
    """The `name_keys` of every row that may be about a player of that name."""
    words = folded(name.replace(",", " ")).split()
    initials = {word[:1] for word in words} | {""} | ({ANYBODY} if len(words) == 1 else set())
    return [(word, initial) for word in words for initial in initials]


def folded(text: str) -> str:
    """Lower case without marks; anything but letters and digits separates words."""
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
        text = "".join(letter for letter in text if not unicodedata.combining(letter))
    small = text.lower()
    if small.isalpha():
        return small
    return "".join(letter if letter.isalnum() else " " for letter in small if letter not in "'’")


@dataclass
class ListRead:
    """The contents of a list: its kind and federation, its date (ISO 8601, "" if unknown), the
    players by number, rows with a problem, and unused headings and cells.

    `rows` counts all rows. `sample` is a name with a letter outside ASCII: it shows whether the
    letters were read correctly.
    """

    kind: str
    issuer: str
    date: str = ""
    players: dict[str, ListedPlayer] = field(default_factory=dict)
    problems: list[ListRefused] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    rows: int = 0
    sample: str = ""


Cells = Mapping[str, str]
