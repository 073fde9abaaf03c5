"""How is a person's name shown, and where is it sorted?

A name is kept as it was written, "Van der Heijden, Quirine" or "Quirine van der Heijden";
the comma decides where there is one. It is shown as first name, prefix, surname and sorted
on the surname without its prefix.

How much of it is shown depends on who reads (`Naming`), and is decided here for every page and
file: a player's `str()` follows it, `name` is always the whole name.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, NamedTuple

# Words that belong to a surname but are not sorted on.
_PREFIXES = """
    van de der den het ter ten te 't ’t 's ’s in op aan bij tot
    von vom zu zum zur da di do dos du des la le el al bin ibn af av
"""
PREFIXES = frozenset(_PREFIXES.split())
#: Those that many families write with a capital, wherever they stand: as typed.
_AS_TYPED = frozenset({"el", "al", "bin", "ibn"})
# Letters that Unicode does not decompose, so that Ø sorts with O and ß with ss.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th"}
)
# A tilde sorts after every letter, so that ç comes right after c.
_TURKISH = str.maketrans({"ç": "c~", "ğ": "g~", "ı": "h~", "ö": "o~", "ş": "s~", "ü": "u~"})
#: Characters of no script: they change the direction of the rest of the line, control a terminal,
#: or are half a character, which nothing can store. A newline and a tab are not among them.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
#: No language's names have more marks on one letter.
MOST_MARKS = 2


def readable(text: str) -> str:
    """The text without characters that would disturb its line, or the lines above and below."""
    text = _HIDDEN.sub("", text)
    if text.isascii():
        return text
    kept, marks = "", 0
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        kept += letter if marks <= MOST_MARKS else ""
    return kept


def has_surrogates(text: str) -> bool:
    """Whether it holds half a character, which cannot be stored or sent."""
    return not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)


def has_hidden_signs(text: str) -> bool:
    """Whether it holds characters of no script."""
    return _HIDDEN.search(text) is not None


def is_readable(text: str) -> bool:
    """Whether the text is `readable` as it is."""
    return readable(text) == unicodedata.normalize("NFC", text)


class Name(NamedTuple):
    """A name in its parts; `str()` is the name as it is shown."""

    first_name: str
    prefix: str
    surname: str

    def __str__(self) -> str:
        return " ".join(part for part in self if part)


def as_read(name: str) -> str:
    """The name with the apostrophes that pages have; in a file, as it was written."""
    return name if _manner.get().is_as_written else name.replace("'", "’")


def parse_name(written: str) -> Name:
    """The parts of a name written "Surname, First" or "First Surname".

    Without a comma the surname starts at the first prefix word after the first name, else it is the
    last word. A prefix may stand before the comma or at the end, and is shown in lower case: "De
    Boer, Daan" and "Boer, Daan de" are "Daan de Boer". Without a comma, and in Arabic names, it is
    as typed: "Jan De Smet", "El Amrani, Yusuf".
    """
    return _parsed(as_read(written))


@lru_cache(maxsize=4096)
def _parsed(written: str) -> Name:
    text = " ".join(written.split())
    if "," in text:
        family, first_names = (part.strip() for part in text.split(",", 1))
        words = family.split()
        cut = _prefix_length(words)
        prefix, surname = words[:cut], " ".join(words[cut:])
        first = first_names.split()
        while len(first) > 1 and _is_prefix(first[-1]):
            prefix.insert(0, first.pop())
        return Name(" ".join(first), " ".join(map(_shown_prefix, prefix)), surname)
    words = text.split()
    for start in range(1, len(words)):
        if length := _prefix_length(words[start:]):
            end = start + length
            parts = (words[:start], words[start:end], words[end:])
            return Name(*(" ".join(part) for part in parts))
    return Name(" ".join(words[:-1]), "", words[-1] if words else "")


def _shown_prefix(word: str) -> str:
    """A prefix beside a comma; in a list all in capitals a capital means nothing."""
    is_as_typed = word.lower() in _AS_TYPED and not word.isupper()
    return word if is_as_typed else word.lower()


def full_name(written: str, apart: str) -> str:
    """The whole name as it is shown, with the suffix that tells it from namesakes."""
    return _full_name(as_read(written), apart)


@lru_cache(maxsize=4096)
def _full_name(written: str, apart: str) -> str:
    return f"{_parsed(written)} {apart}".rstrip()


def initialled(written: str) -> Name:
    """The first name and the initial of the surname: "Anna V.".

    Without a comma only the first word is certainly no part of the surname.
    """
    name = parse_name(written)
    first = name.first_name if "," in written else name.first_name.split(" ")[0]
    return Name(first, "", f"{name.surname[:1].upper()}." if name.surname else "")


def initialled_name(written: str, apart: str) -> str:
    """First name and initial as shown, with the suffix that tells them from namesakes."""
    return f"{initialled(written)} {apart}".rstrip()


# Who reads -----------------------------------------------------------------------------------

#: What is shown of a name; each shows less than the one before.
FULL, INITIAL, HIDDEN = SHOWN = "full", "initial", "hidden"
#: The age up to which strangers read only an initial; by the year of birth alone.
YOUNG = 16


class Naming(NamedTuple):
    """What a stranger may read of names: at most `shown`, and less of the young in `year`."""

    shown: str
    shows_youth: bool
    year: int

    @lru_cache(maxsize=4096)  # noqa: B019 -- of values, which are few
    def of(self, wish: str, birth_year: int | None) -> str:
        """How much of a player's name is shown; the player may `wish` for less."""
        is_young = birth_year is not None and self.year - birth_year <= YOUNG
        least = INITIAL if is_young and not self.shows_youth else FULL
        return max(self.shown, wish or FULL, least, key=SHOWN.index)


#: Until a page knows its reader, and where no code asks for whole names, no name is shown.
NOBODY = Naming(HIDDEN, shows_youth=False, year=0)


class Manner(NamedTuple):
    """How names are written now.

    `naming` is None where they are whole: for readers who belong to the club, and for what is
    stored. `is_as_written`: for a file, which has the apostrophes with which they were written.
    """

    naming: Naming | None
    is_as_written: bool


_manner: ContextVar[Manner] = ContextVar("manner", default=Manner(NOBODY, is_as_written=False))  # noqa: B039 - a value


def naming_now() -> Naming | None:
    """What the reader may see of names; None where they are whole."""
    return _manner.get().naming


def name_by(naming: Naming | None) -> None:
    """From now on, show this much of names."""
    _manner.set(_manner.get()._replace(naming=naming))


@contextmanager
def named_by(naming: Naming | None) -> Iterator[None]:
    """Show this much of names within the block, unless the block says otherwise."""
    before = naming_now()
    name_by(naming)
    try:
        yield
    finally:
        name_by(before)


def whole_names() -> AbstractContextManager[None]:
    """Show whole names within the block: for what is stored or sent, whoever the reader is."""
    return named_by(None)


@contextmanager
def names_as_written() -> Iterator[None]:
    """Show names as they were written, in a file: programs look them up by their spelling."""
    before = _manner.get().is_as_written
    _manner.set(_manner.get()._replace(is_as_written=True))
    try:
        yield
    finally:
        _manner.set(_manner.get()._replace(is_as_written=before))


def _prefix_length(words: list[str]) -> int:
    """How many words at the front are prefixes; the last word never is."""
    count = 0
    while count < len(words) - 1 and _is_prefix(words[count]):
        count += 1
    return count


def _is_prefix(word: str) -> bool:
    return word.lower().strip(".") in PREFIXES


def name_suffixes(players: Iterable[Any]) -> dict[int, str]:
    """The suffixes that distinguish players of the same name, by `pk`.

    The year of birth, "’58", or else the rating, "(1834)", where no namesake has the same one;
    otherwise "(2)" for the second player of that name.
    """
    by_name = defaultdict(list)
    for player in players:
        by_name[str(player.parts)].append(player)
    suffixes = {}
    for namesakes in (group for group in by_name.values() if len(group) > 1):
        pairs = [(_year(player), _rating(player)) for player in namesakes]
        counts = Counter(fact for pair in pairs for fact in pair)
        for number, (player, pair) in enumerate(zip(namesakes, pairs, strict=True), start=1):
            unique = (fact for fact in pair if fact and counts[fact] == 1)
            suffixes[player.pk] = next(unique, f"({number})")
    return suffixes


def initial_suffixes(players: Iterable[Any]) -> dict[int, str]:
    """What tells apart people with the same first name and initial: "(2)" for the second."""
    by_name = defaultdict(list)
    for player in players:
        by_name[initialled(player.name)].append(player.pk)
    return {
        pk: f"({number})"
        for namesakes in by_name.values()
        for number, pk in enumerate(namesakes[1:], start=2)
    }


def _year(player: Any) -> str:
    return f"’{player.birth_year % 100:02d}" if player.birth_year else ""


def _rating(player: Any) -> str:
    return f"({player.rating})" if player.rating else ""


@lru_cache(maxsize=8192)
def search_key(text: str) -> str:
    """Lower case without accents, apostrophes and punctuation: "ozturk" finds "Öztürk"."""
    decomposed = unicodedata.normalize("NFKD", text.replace("İ", "i").lower().translate(_PLAIN))
    letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else " " * (c in " -,") for c in letters).split())


def sort_key(name: Name, language: str = "nl") -> tuple[str, str]:
    """Surname, then first name, in the order of the language's alphabet.

    In Dutch and English Ö sorts with O; in Turkish ç ğ ı ö ş ü are letters of their own.
    """
    if language == "tr":
        family = "".join(
            c for c in _turkish_lower(name.surname).translate(_TURKISH) if c.isalnum() or c in "~ "
        )
        return family, search_key(name.first_name)
    return search_key(name.surname), search_key(f"{name.first_name} {name.prefix}")


def _turkish_lower(text: str) -> str:
    return text.replace("I", "ı").replace("İ", "i").lower()
