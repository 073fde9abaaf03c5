"""Would somebody mistake one name for another? Asked when a stranger founds a club.

It folds what eyes confuse, and no more: a folded name is compared, and never shown.
"""

import re
import unicodedata

from clubcomp.doors.names import search_key

#: Letters of other alphabets, and digits, each with the Latin letter that it looks like in lower
#: case or as a capital. "i" and "l" count as one as well: a capital i looks like an l.
_ALIKE = str.maketrans(
    "авекмнорстухіјѕԁԛԝ" + "αβεηικνορτυχ" + "01i",
    "abekmhopctyxljsdqw" + "abenlkvoptyx" + "oll",
)
#: Two letters that look like one.
_PAIRS = (("rn", "m"), ("vv", "w"))
#: Alphabets with letters that look the same.
_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK")


def folded(name: str) -> str:
    """What the eye keeps of a name: "De T0ren" and "dé tоrеn" are the same; "" without letters."""
    letters = search_key(name).translate(_ALIKE).replace(" ", "")
    for pair, letter in _PAIRS:
        letters = letters.replace(pair, letter)
    return letters


def mixed_word(name: str) -> str:
    """The first word with letters of two alphabets that look alike; "" for none."""
    return next((word for word in re.split(r"[\s-]+", name) if len(_alphabets(word)) > 1), "")


def _alphabets(word: str) -> set[str]:
    kinds = (unicodedata.name(letter, "").split(" ")[0] for letter in word if letter.isalpha())
    return {kind for kind in kinds if kind in _ALPHABETS}
