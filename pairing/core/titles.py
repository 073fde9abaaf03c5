"""What does a title in a file mean, and who stands before whom by it?

FIDE's older lists, TRF files and French programs write titles in short. What is no title of a
player (an arbiter's, a trainer's, an honorary one) orders nobody, and stays as it was written.
"""

from collections.abc import Sequence

#: In the order of FIDE's general handling rules (C.04.2).
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")

_SHORT = {
    "G": "GM",
    "M": "IM",
    "F": "FM",
    "C": "CM",
    "WG": "WGM",
    "WM": "WIM",
    "WF": "WFM",
    "WC": "WCM",
    "GF": "WGM",
    "MF": "WIM",
    "FF": "WFM",
    "CF": "WCM",
    "H": "HGM",
    "WH": "WHG",
}
#: How a woman's sex is written in rating lists and files.
WOMAN = frozenset("wfv")


def official(title: str) -> str:
    """A title as FIDE writes it in full; another text as it is."""
    folded = title.strip().upper()
    full = _SHORT.get(folded, folded)
    return full if full in TITLES or full in _SHORT.values() else title.strip()


def title_place(title: str, titles: Sequence[str]) -> int:
    """The place of a title among some, the highest first; behind all of them for any other."""
    full = official(title)
    return titles.index(full) if full in titles else len(titles)
