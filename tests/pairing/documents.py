"""Which document do the tests of the format start from? A canonical one with every key in it."""

import json
from pathlib import Path

FULL = Path(__file__).parent / "cases" / "documents" / "full.json"
TEXT = FULL.read_text(encoding="utf-8")


def document():
    """A fresh copy of it, to be spoilt."""
    return json.loads(TEXT)


def spoil(place, value):
    """The document's text with another value at ("players", 0, "name"); AWAY takes it out."""
    data = document()
    *way, last = place
    spot = data
    for step in way:
        spot = spot[step]
    if value is AWAY:
        del spot[last]
    elif isinstance(spot, list) and last == len(spot):
        spot.append(value)
    else:
        spot[last] = value
    return json.dumps(data)


AWAY = object()
