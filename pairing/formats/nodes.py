"""Is a value in a JSON text of the right kind, and where in the text is it?

A *node* is a value that knows its path. Its methods give a plain value, or raise
`DocumentError` with that path.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple, NoReturn

from pairing.core.types import Fact
from pairing.formats.errors import DocumentError

#: A large club's season is a tenth of this; a server should not parse more.
SIZE_LIMIT = 20_000_000
#: The code pages of a report that is not in UTF-8. Windows writes the one of its country:
#: western, Turkish, central European, Greek, Cyrillic, Baltic.
CODE_PAGES = ("cp1252", "cp1254", "cp1250", "cp1253", "cp1251", "cp1257")
#: The years of a day or a birth; any other is a typing error.
YEARS = range(1850, 2151)
#: How many characters of a text in the file an error repeats.
_CLIPPED_AFTER = 60
#: Digits that fit in 64 bits; `int` takes quadratic time for longer numbers.
_MOST_DIGITS = 18
_ID = re.compile(r"[A-Za-z0-9_.-]{1,40}", re.ASCII)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_FRACTION = re.compile(r"(-?\d{1,6})/(\d{1,6})", re.ASCII)


class Refused(NamedTuple):
    """A number that JSON allows and a document does not: a decimal, NaN, a giant."""

    code: str
    text: str


class Members(dict[str, object]):
    """A JSON object; `repeated` is a key that it has twice, which JSON does not forbid."""

    def __init__(self, pairs: list[tuple[str, object]]):
        super().__init__(pairs)
        counts = Counter(key for key, _ in pairs) if len(self) < len(pairs) else Counter()
        self.repeated = next((key for key, count in counts.items() if count > 1), None)


def parse(data: bytes | str) -> "Node":
    """The root of a JSON text. A byte order mark, which Windows writes, is skipped."""
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
    if size > SIZE_LIMIT:
        raise DocumentError("", "too_large", {"limit": SIZE_LIMIT // 1_000_000})
    if isinstance(data, bytes):
        try:
            data = data.decode()
        except UnicodeDecodeError as error:
            raise DocumentError("", "not_utf8", {"offset": error.start}) from None
    try:
        return Node(
            json.loads(
                data.removeprefix("\ufeff"),
                object_pairs_hook=Members,
                parse_float=lambda text: Refused("decimal", text),
                parse_constant=lambda text: Refused("decimal", text),
                parse_int=lambda text: (
                    int(text) if len(text) <= _MOST_DIGITS else Refused("giant", text)
                ),
            )
        )
    except json.JSONDecodeError as error:
        facts: dict[str, Fact] = {"line": error.lineno, "column": error.colno, "problem": error.msg}
        raise DocumentError("", "not_json", facts) from None
    except RecursionError:
        raise DocumentError("", "too_deep") from None


def clipped(text: str) -> str:
    """A text of the file as an error may repeat it: short, and fit to print."""
    clean = "".join("\ufffd" if is_bad(letter) else letter for letter in text[:_CLIPPED_AFTER])
    return clean if len(text) <= _CLIPPED_AFTER else clean + "…"


def is_bad(letter: str) -> bool:
    """Whether it is a control character (a database refuses NUL, a line holds one name) or half a
    letter."""
    return unicodedata.category(letter) in ("Cc", "Cs")


def bad_characters(text: str) -> Iterator[tuple[int, str]]:
    """The bad characters of a text, each with its index."""
    # Nearly every text is printable, which is checked all at once.
    letters = "" if text.isprintable() else text
    return ((index, letter) for index, letter in enumerate(letters) if is_bad(letter))


class Node:
    """A value of the text with its path."""

    __slots__ = ("key", "parent", "value")

    def __init__(self, value: object, parent: "Node | None" = None, key: str | int = ""):
        self.value = value
        self.parent = parent
        self.key = key

    @property
    def path(self) -> str:
        """Where the value is: `players[2].name`; "" for the whole text."""
        if self.parent is None:
            return ""
        before = self.parent.path
        if isinstance(self.key, int):
            return f"{before}[{self.key}]"
        return f"{before}.{clipped(self.key)}" if before else clipped(self.key)

    def at(self, key: str) -> "Node":
        """The node of a member of the object, even of a missing one, to refuse it."""
        return Node(None, self, key)

    def refuse(self, code: str, **facts: Fact) -> NoReturn:
        """Raise the DocumentError `code` for this path."""
        raise DocumentError(self.path, code, facts)

    def _wrong_type(self, expected: str) -> NoReturn:
        if isinstance(self.value, Refused):
            self.refuse(self.value.code, text=clipped(self.value.text))
        self.refuse("wrong_type", expected=expected, found=_KINDS[type(self.value)])

    def members(self, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, "Node"]:
        """The nodes of an object that has all of `required` and nothing unknown."""
        nodes = self.any_members()
        known: list[Fact] = [*required, *optional]
        for key, node in nodes.items():
            if key not in known:
                node.refuse("unknown_key", key=clipped(key), known=known)
        for key in required:
            if key not in nodes:
                self.at(key).refuse("missing_key", key=key)
        return nodes

    def any_members(self) -> dict[str, "Node"]:
        """The nodes of an object, whatever its keys; none of them twice."""
        if not isinstance(self.value, Members):
            self._wrong_type("object")
        if (twice := self.value.repeated) is not None:
            self.at(twice).refuse("duplicate_key", key=clipped(twice))
        return {key: Node(value, self, key) for key, value in self.value.items()}

    def items(self) -> Iterator["Node"]:
        """The nodes of a list."""
        if not isinstance(self.value, list):
            self._wrong_type("list")
        return (Node(value, self, index) for index, value in enumerate(self.value))

    def text(self, limit: int, *, required: bool = False) -> str:
        """A text of at most `limit` characters on one line; `required`: not just blanks."""
        if not isinstance(self.value, str):
            self._wrong_type("text")
        if len(self.value) > limit:
            self.refuse("too_long", length=len(self.value), limit=limit)
        for position, letter in bad_characters(self.value):
            self.refuse("bad_character", position=position + 1, character=f"U+{ord(letter):04X}")
        if required and not self.value.strip():
            self.refuse("empty")
        return self.value

    def id(self, *reserved: str) -> str:
        """An id: letters, digits, "_", "." and "-", and none of `reserved`."""
        if not isinstance(self.value, str):
            self._wrong_type("text")
        if not _ID.fullmatch(self.value):
            self.refuse("bad_id", id=clipped(self.value))
        if self.value in reserved:
            self.refuse("reserved_id", id=self.value)
        return self.value

    def choice(self, *choices: str) -> str:
        """One of these words."""
        if not isinstance(self.value, str):
            self._wrong_type("text")
        if self.value not in choices:
            self.refuse("not_a_choice", value=clipped(self.value), choices=[*choices])
        return self.value

    def date(self) -> str:
        """A day of the calendar, as YYYY-MM-DD."""
        text = self.text(10)
        try:
            if not _DATE.fullmatch(text):
                raise ValueError(text)
            year = date.fromisoformat(text).year
        except ValueError:
            self.refuse("bad_date", text=text)
        if year not in YEARS:
            self.refuse("out_of_range", low=YEARS[0], high=YEARS[-1], value=year)
        return text

    def boolean(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self._wrong_type("boolean")
        return self.value

    def integer(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`; true and false are not numbers."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self._wrong_type("integer")
        if not low <= self.value <= high:
            self.refuse("out_of_range", low=low, high=high, value=self.value)
        return self.value

    def fraction(self, low: int, high: int, *, finest: int = 999_999) -> Fraction:
        """An integer or "p/q", from `low` to `high`; `finest` is the greatest q."""
        if not isinstance(self.value, str):
            return Fraction(self.integer(low, high))
        parts = _FRACTION.fullmatch(self.value)
        if parts is None or not int(parts[2]) or (low >= 0 and parts[1].startswith("-")):
            self.refuse("bad_fraction", text=clipped(self.value))
        number = Fraction(int(parts[1]), int(parts[2]))
        if number.denominator > finest:
            self.refuse("bad_fraction", text=clipped(self.value))
        if not low <= number <= high:
            self.refuse("out_of_range", low=low, high=high, value=str(number))
        return number

    def option(self) -> Any:
        """The value of an option, for the system to judge: a scalar or a list of scalars."""
        if isinstance(self.value, list):
            return [node._scalar() for node in self.items()]
        return self._scalar()

    def section(self) -> Any:
        """The value of a section of options: scalars, lists and objects, however deep."""
        if isinstance(self.value, list):
            return [node.section() for node in self.items()]
        if isinstance(self.value, Members):
            return {key: node.section() for key, node in self.any_members().items()}
        return self._scalar()

    def _scalar(self) -> object:
        if self.value is None or isinstance(self.value, bool | int):
            return self.value
        if not isinstance(self.value, str):
            self._wrong_type("scalar")
        return self.text(200)


class Once:
    """Values that may occur once; `code` is the error of a second time."""

    def __init__(self, code: str):
        self._code = code
        self._first: dict[object, Node] = {}

    def has(self, value: Hashable) -> bool:
        """Whether a value has occurred."""
        return value in self._first

    def take(self, node: Node, value: Hashable, **facts: Fact) -> None:
        """Note a value at `node`; refuse it there if it has occurred before."""
        first = self._first.setdefault(value, node)
        if first is not node:
            node.refuse(self._code, **facts, first=first.path)


#: The names of types in the facts of "wrong_type".
_KINDS: dict[type, str] = {
    Members: "object",
    list: "list",
    str: "text",
    int: "integer",
    bool: "boolean",
    type(None): "null",
}
