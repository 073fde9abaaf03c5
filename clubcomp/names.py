"""How is a person's name shown, and where is it sorted?

A name is kept as it was written, "Van der Heijden, Quirine" or "Quirine van der Heijden";
the comma decides where there is one. It is shown as given name, prefix, surname and sorted
on the surname without its prefix.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

# Words that belong to a surname but are not sorted on.
_PREFIXES = """
    van de der den het ter ten te 't ’t 's ’s in op aan bij tot
    von vom zu zum zur da di do dos du des la le el al bin ibn af av
"""
PREFIXES = frozenset(_PREFIXES.split())
# Letters that decomposition leaves alone, so that Ø stands by O and ß by ss.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th"}
)
_TURKISH = str.maketrans({"ç": "c~", "ğ": "g~", "ı": "h~", "ö": "o~", "ş": "s~", "ü": "u~"})


class Name(NamedTuple):
    """A name in its parts; `str()` is the name as it is shown."""

    given: str
    prefix: str
    surname: str

    def __str__(self) -> str:
        return " ".join(part for part in self if part)


@lru_cache(maxsize=4096)
def parse_name(written: str) -> Name:
    """The parts of a name written "Surname, Given" or "Given Surname".

    Without a comma the surname starts at the first prefix word after the given name, else it
    is the last word. A prefix may stand before the comma or at the end, and is shown in lower
    case: "De Boer, Daan" and "Boer, Daan de" are "Daan de Boer".
    """
    text = " ".join(written.replace("'", "’").split())
    if "," in text:
        family, given = (part.strip() for part in text.split(",", 1))
        words = family.split()
        cut = _prefix_length(words)
        prefix, surname = words[:cut], " ".join(words[cut:])
        first = given.split()
        while len(first) > 1 and _is_prefix(first[-1]):
            prefix.insert(0, first.pop())
        return Name(" ".join(first), " ".join(prefix).lower(), surname)
    words = text.split()
    for start in range(1, len(words)):
        length = _prefix_length(words[start:])
        if length:
            given, prefix = words[:start], words[start : start + length]
            return Name(" ".join(given), " ".join(prefix), " ".join(words[start + length :]))
    return Name(" ".join(words[:-1]), "", words[-1] if words else "")


def _prefix_length(words: list[str]) -> int:
    """How many words at the front are prefixes; the last word never is."""
    count = 0
    while count < len(words) - 1 and _is_prefix(words[count]):
        count += 1
    return count


def _is_prefix(word: str) -> bool:
    return word.lower().strip(".") in PREFIXES


def may_be_same(one: Name, other: Name) -> bool:
    """Whether two names may be one person's: "J. de Vries" may be "Jan de Vries"."""
    if search_key(one.surname) != search_key(other.surname):
        return False
    given, others = search_key(one.given), search_key(other.given)
    is_initial = min(len(given), len(others)) <= 1
    return given == others or (is_initial and given[:1] == others[:1]) or not (given and others)


def told_apart(players: Iterable[Any]) -> dict[int, str]:
    """What stands behind the name of each player who shares it, by `pk`.

    The year of birth, "’58", else the rating, "(1834)", each where no namesake has the same;
    else "(2)", the how manieth he is of that name.
    """
    alike = defaultdict(list)
    for player in players:
        alike[str(player.parts)].append(player)
    marks = {}
    for namesakes in (group for group in alike.values() if len(group) > 1):
        facts = [(_year(player), _rating(player)) for player in namesakes]
        counts = Counter(fact for both in facts for fact in both)
        for number, (player, both) in enumerate(zip(namesakes, facts, strict=True), start=1):
            own = [fact for fact in both if fact and counts[fact] == 1]
            marks[player.pk] = own[0] if own else f"({number})"
    return marks


def _year(player: Any) -> str:
    return f"’{player.birth_year % 100:02d}" if player.birth_year else ""


def _rating(player: Any) -> str:
    return f"({player.rating})" if player.rating is not None else ""


@lru_cache(maxsize=8192)
def search_key(text: str) -> str:
    """Lower case without accents, apostrophes and other signs: "ozturk" finds "Öztürk"."""
    decomposed = unicodedata.normalize("NFKD", text.replace("İ", "i").lower().translate(_PLAIN))
    letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else " " * (c in " -,") for c in letters).split())


def sort_key(name: Name, language: str = "nl") -> tuple[str, str]:
    """Surname, then given name, ordered as the language's alphabet orders them.

    In Dutch and English Ö stands with O; in Turkish ç ğ ı ö ş ü are letters of their own.
    """
    if language == "tr":
        family = "".join(
            c for c in _turkish_lower(name.surname).translate(_TURKISH) if c.isalnum() or c in "~ "
        )
        return family, search_key(name.given)
    return search_key(name.surname), search_key(f"{name.given} {name.prefix}")


def _turkish_lower(text: str) -> str:
    return text.replace("I", "ı").replace("İ", "i").lower()
