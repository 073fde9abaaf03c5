"""Which parts of a competition document change on their own? Its players, evenings and rounds.

From one round to the next most of a document stays as it was, so whoever keeps many of one
competition keeps each part once. Put together in the order of their places, the parts are the
document again, to the byte.
"""

import hashlib
import re
from collections.abc import Iterator

#: Where a part begins in the canonical form: an object in a list of the document or of an evening.
_STARTS = re.compile(r'\n(?:  "(?:players|evenings)": | {4}\{| {8}\{)')
#: Only the round to be paired says who is present.
_TO_PAIR = '\n          "present": '
#: More than any list of a document has.
_MANY = 1_000_000


def divided(document: str) -> tuple[dict[int, str], str]:
    """The parts of a document by place, with "" for the round to be paired; and that round."""
    parts = dict(_parts(document))
    for place, part in parts.items():
        if _TO_PAIR in part:
            return parts | {place: ""}, part
    return parts, ""


def digest_of(parts: dict[int, str]) -> str:
    """A hash that only these parts have."""
    return hashlib.sha256("\0".join(parts.values()).encode()).hexdigest()


def _parts(document: str) -> Iterator[tuple[int, str]]:
    """Each part with its place, which grows, and which nothing in another list moves."""
    section = item = round_ = begin = 0
    for start in _STARTS.finditer(document):
        # The comma belongs to what follows: nothing is written again because something follows it.
        end = start.start() - (document[start.start() - 1] == ",")
        yield (section * _MANY + item) * _MANY + round_, document[begin:end]
        begin = end
        match start[0]:
            case "\n    {":
                item, round_ = item + 1, 0
            case "\n        {":
                round_ += 1
            case _:
                section, item, round_ = section + 1, 0, 0
    yield (section * _MANY + item) * _MANY + round_, document[begin:]
