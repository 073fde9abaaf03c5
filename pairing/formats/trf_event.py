"""What does the head of a TRF file say of the event? Lines 022-122, and 222 of TRF26."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pairing.core.types import Event, Snapshot
from pairing.formats.nodes import is_bad
from pairing.formats.trf_text import Line, iso_date

#: What line 092 says where nobody said anything else: all systems here are Swiss.
SWISS = "Individual: Swiss-System"
#: The lines of texts, by the field they are kept in.
TEXTS: Mapping[str, str] = {
    "022": "place",
    "032": "federation",
    "092": "type",
    "102": "chief_arbiter",
    "122": "time_control",
}
DATES: Mapping[str, str] = {"042": "start", "052": "end"}
ARBITERS = "112"
TAGS = (*TEXTS, *DATES, ARBITERS)

#: What a document has place for.
_LONGEST = 200
_FEDERATION = re.compile(r"[A-Z]{3}", re.ASCII)
_YEAR_FIRST = re.compile(r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})", re.ASCII)
_YEAR_LAST = re.compile(r"(?P<d>\d{1,2})[-/.](?P<m>\d{1,2})[-/.](?P<y>\d{4})", re.ASCII)
_ENCODED = re.compile(r"(?:\d+/)?\d{2,}(?:\+\d+)?(?::(?:\d+/)?\d{2,}(?:\+\d+)?)*", re.ASCII)
_MINUTES = re.compile(
    r"(\d{1,3})\s*(?:\'|’|′|m\w*\.?)?"  # 90, 90', 90 min
    r"(?:\s*(?:\+|en|and|ve)\s*(\d{1,3})\s*(?:\"|”|″|\'\'|s\w*\.?)?)?"  # + 30, + 30", + 30 sec
    r"(?:\s*(?:per|a|an|/|from|vanaf)\s*(?:zet|move)\w*(?:\s*1)?)?",
    re.ASCII | re.IGNORECASE,
)


@dataclass
class EventLines:
    """Reads the lines of the event; what a file says twice, it says the first time."""

    texts: dict[str, str] = field(default_factory=dict)
    arbiters: list[str] = field(default_factory=list)

    def read(self, line: Line) -> str:
        """One more line; the code of a warning when it is no date or no federation, else ""."""
        text = "".join(letter for letter in line.text[4:] if not is_bad(letter)).strip()[:_LONGEST]
        if line.tag == ARBITERS:
            self.arbiters += [text] if text else []
        elif name := DATES.get(line.tag):
            day = iso_date(text, _YEAR_FIRST, _YEAR_LAST)
            before_start = name == "end" and day < self.texts.get("start", "")
            self.texts.setdefault(name, "" if before_start else day)
            return "bad_event_date" if text and not self.texts[name] else ""
        elif line.tag == "032" and text and not _FEDERATION.fullmatch(text.upper()):
            return "bad_federation"
        else:
            self.texts.setdefault(TEXTS[line.tag], text.upper() if line.tag == "032" else text)
        return ""

    def event(self) -> Event:
        """What was said."""
        kind = self.texts.get("type", "")
        texts = {**self.texts, "type": "" if kind == SWISS else kind}
        if texts.get("end", "") < texts.get("start", ""):
            texts["end"] = ""
        return Event(**texts, arbiters=tuple(self.arbiters))


def event_lines(snapshot: Snapshot) -> dict[str, list[str]]:
    """The lines of what is known of the event, by what they say. Where nobody said when it
    starts and ends, it does so with its first and last evening."""
    event = snapshot.event
    dates = sorted(filter(None, (evening.date for evening in snapshot.evenings)))
    start, end = event.start or (dates or [""])[0], event.end or (dates or [""])[-1]
    texts = {
        "place": ("022", event.place),
        "federation": ("032", event.federation),
        "start_date": ("042", start.replace("-", "/")),
        "end_date": ("052", end.replace("-", "/")),
        "chief_arbiter": ("102", event.chief_arbiter),
        "time_control": ("122", event.time_control),
    }
    lines = {name: [f"{tag} {text}"] if text else [] for name, (tag, text) in texts.items()}
    return {**lines, "arbiters": [f"{ARBITERS} {name}" for name in event.arbiters]}


def encoded_time_control(written: str) -> str:
    """A time control as line 222 has it, in seconds: "90'+30" is 5400+30; "" for another text."""
    text = written.strip()
    if match := _MINUTES.fullmatch(text):
        minutes, seconds = match.groups()
        return (
            f"{60 * int(minutes)}+{seconds}" if seconds and int(seconds) else f"{60 * int(minutes)}"
        )
    return text if _ENCODED.fullmatch(text) else ""
