"""What does the head of a TRF file say about the event? Lines 022-122, and 222 of TRF26."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from pairing.core.federations import Event
from pairing.core.types import Snapshot
from pairing.formats.nodes import is_bad
from pairing.formats.trf_text import Line, iso_date

#: The meaning of the lines of the head, in their order: mostly a field of `Event`.
HEAD: Mapping[str, str] = {
    "012": "name",
    "022": "place",
    "032": "federation",
    "042": "start",
    "052": "end",
    "062": "players",
    "072": "rated",
    "082": "teams",
    "092": "type",
    "102": "chief_arbiter",
    "112": "arbiters",
    "122": "time_control",
}
#: The lines that are kept.
TAGS = tuple(tag for tag, name in HEAD.items() if name in Event.__dataclass_fields__)

#: The longest text that a document has room for.
_LONGEST = 200
_FEDERATION = re.compile(r"[A-Z]{3}", re.ASCII)
_YEAR_FIRST = re.compile(r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})", re.ASCII)
_YEAR_LAST = re.compile(r"(?P<d>\d{1,2})[-/.](?P<m>\d{1,2})[-/.](?P<y>\d{4})", re.ASCII)
_ENCODED = re.compile(r"(?:\d+/)?\d{2,}(?:\+\d+)?(?::(?:\d+/)?\d{2,}(?:\+\d+)?)*", re.ASCII)
_ONE_PERIOD = re.compile(r"(\d{2,})(?:\+(\d+))?", re.ASCII)
_MINUTES = re.compile(
    r"(\d{1,3})\s*(?:\'|’|′|m\w*\.?)?"  # 90, 90', 90 min
    r"(?:\s*(?:\+|en|and|ve)\s*(\d{1,3})\s*(?:\"|”|″|\'\'|s\w*\.?)?)?"  # + 30, + 30", + 30 sec
    r"(?:\s*(?:per|a|an|/|from|vanaf)\s*(?:zet|move)\w*(?:\s*1)?)?",
    re.ASCII | re.IGNORECASE,
)


@dataclass
class EventLines:
    """Reads the lines of the event; if a line comes twice, the first counts."""

    texts: dict[str, str] = field(default_factory=dict)
    arbiters: list[str] = field(default_factory=list)

    def read(self, line: Line) -> str:
        """Read one more line; returns the code of a warning if it is no date or no federation, else
        ""."""
        text = "".join(letter for letter in line.text[4:] if not is_bad(letter)).strip()[:_LONGEST]
        name = HEAD[line.tag]
        if name == "arbiters":
            self.arbiters += [text] if text else []
        elif name in ("start", "end"):
            day = iso_date(text, _YEAR_FIRST, _YEAR_LAST)
            before_start = name == "end" and day < self.texts.get("start", "")
            self.texts.setdefault(name, "" if before_start else day)
            return "bad_event_date" if text and not self.texts[name] else ""
        elif name == "federation" and text and not _FEDERATION.fullmatch(text.upper()):
            return "bad_federation"
        else:
            self.texts.setdefault(name, text.upper() if name == "federation" else text)
        return ""

    def event(self, usual: str) -> Event:
        """The event; the `usual` type of competition is left out."""
        kind = self.texts.get("type", "")
        texts = {**self.texts, "type": "" if kind == usual else kind}
        if texts.get("end", "") < texts.get("start", ""):
            texts["end"] = ""
        return Event(**texts, arbiters=tuple(self.arbiters))


def head_lines(snapshot: Snapshot, **counts: str) -> dict[str, list[str]]:
    """The lines of the head by name: the competition's, `counts`, and the facts of the event.

    An event without a start or end has its first and last evening.
    """
    event = snapshot.event
    days = sorted(filter(None, (evening.date for evening in snapshot.evenings))) or [""]
    texts: dict[str, Any] = {**asdict(event), "name": snapshot.name, **counts}
    texts |= {"start": event.start or days[0], "end": event.end or days[-1]}
    texts |= {name: texts[name].replace("-", "/") for name in ("start", "end")}
    lines = {}
    for tag, name in HEAD.items():
        values = event.arbiters if name == "arbiters" else [texts.get(name, "")]
        lines[name] = [f"{tag} {text}" for text in values if text or name == "name"]
    return lines


class Pace(NamedTuple):
    """Minutes for the game, and seconds more for each move."""

    minutes: int
    seconds: int


def pace_of(written: str) -> Pace | None:
    """The pace in a time control of one period: 90'+30", 90+30, 5400+30; None for another text."""
    match = _ONE_PERIOD.fullmatch(encoded_time_control(written))
    return Pace(int(match[1]) // 60, int(match[2] or 0)) if match else None


def encoded_time_control(written: str) -> str:
    """A time control as line 222 has it, in seconds: "90'+30" is 5400+30; "" for another text."""
    text = written.strip()
    if match := _MINUTES.fullmatch(text):
        minutes, seconds = match.groups()
        return f"{60 * int(minutes)}" + (f"+{seconds}" if int(seconds or 0) else "")
    return text if _ENCODED.fullmatch(text) else ""
