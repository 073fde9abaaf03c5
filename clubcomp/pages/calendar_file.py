"""The evenings as an iCalendar file (RFC 5545), for calendar programs.

Such a program fetches the file every few hours, and recognises an evening by its UID. So an evening
that is moved keeps its UID and gets a higher SEQUENCE, and an evening that is removed stays in the
file as cancelled for a while; the club's log has their former dates. The same evenings give the
same file, to the byte.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from clubcomp.doors.names import names_as_written
from clubcomp.flow.rounds import count_largest_groups
from clubcomp.models import Club, Competition, Evening, TrailEntry
from clubcomp.pages.identifiers import site_of_ids
from clubcomp.pages.report_text import language_of
from clubcomp.words.evenings import programme

if TYPE_CHECKING:
    from icalendar import Event

#: How long past evenings stay in the file, and how long removed ones are listed as cancelled.
PAST, CANCELLED = timedelta(days=366), timedelta(days=90)
#: How long an evening takes, which nobody records: the last train goes at half past eleven.
DURATION = timedelta(hours=3, minutes=30)
#: How often a program should fetch the file; most do so less often.
REFRESH = timedelta(hours=1)
PROGRAM = "-//Clubcomp//Clubcomp//EN"
#: The steps on an evening in the calendar.
PLANNED, CHANGED, REMOVED = STEPS = "plan_evening", "change_evening", "remove_evening"


@dataclass
class Changes:
    """The changes of an evening in the log: how many, when the last was, and the values before."""

    count: int = 0
    at: datetime | None = None
    before: dict[str, Any] = field(default_factory=dict)

    @property
    def is_recent(self) -> bool:
        """Whether the change is recent enough to be listed, and the evening had a date before."""
        is_recent = self.at is not None and self.at > timezone.now() - CANCELLED
        return is_recent and bool(self.before.get("date"))


@dataclass(frozen=True)
class Mine:
    """An evening for a member: whether they come (`word`), their boards, when that changed.

    `stays_away`: they do not come, so the evening takes none of their time.
    """

    word: str
    sentences: Sequence[str]
    at: datetime | None = None
    stays_away: bool = False


@names_as_written()
def calendar_file(
    club: Club,
    competitions: Sequence[Competition],
    page: Callable[[Competition, int | None], str],
    *,
    key: str,
    name: str,
    mine: Callable[[Evening], Mine | None] | None = None,
    gone: Iterable[TrailEntry] = (),
) -> bytes:
    """The evenings of some competitions of a club, in the club's language.

    `key` identifies the calendar within the club's site, whatever its name. `page` gives the
    address of an evening by its serial, or of the calendar (None). With `mine` the file belongs to
    a member, and has only their evenings. `gone` are the log lines of removed competitions.
    """
    from icalendar import Calendar  # slow to import, and only needed here

    with override(language_of(club)), timezone.override(club.time_zone):
        calendar = Calendar.new(
            prodid=PROGRAM,
            name=name,
            uid=f"{key}@{site_of_ids(club)}",
            language=language_of(club),
            method="PUBLISH",
            refresh_interval=REFRESH,
        )
        calendar.add("X-WR-TIMEZONE", club.time_zone)
        shifts = _shifts(club)
        for event in (*_events(competitions, page, mine), *_of_removed(gone, club)):
            calendar.add_component(_shifted(event, shifts))
        calendar.add_missing_timezones()
        return bytes(calendar.to_ical())


def _shifts(club: Club) -> list[datetime]:
    """When the club's time zone, and so the start of all its evenings, was changed."""
    lines = TrailEntry.objects.filter(club=club, action="change_club").order_by("pk")
    zones = lines.values_list("at", "before__time_zone", "after__time_zone")
    return [at.replace(microsecond=0) for at, before, after in zones if before != after]


def _shifted(event: "Event", shifts: list[datetime]) -> "Event":
    """The event, marked as changed if the club's time zone was changed."""
    if shifts:
        event.sequence += len(shifts)
        event.DTSTAMP = event.LAST_MODIFIED = max(event.DTSTAMP, shifts[-1])
    return event


def _events(
    competitions: Sequence[Competition],
    page: Callable[[Competition, int | None], str],
    mine: Callable[[Evening], Mine | None] | None,
) -> Iterator["Event"]:
    by_pk = {competition.pk: competition for competition in competitions}
    lines = TrailEntry.objects.filter(competition__in=by_pk, action__in=STEPS).order_by("pk")
    changes, removed = _read(lines)
    evenings = Evening.objects.filter(competition__in=by_pk).in_calendar().with_paired()
    count_largest_groups(competitions)
    for evening in evenings.select_related("tempo").order_by("date", "competition", "number"):
        competition = evening.competition = by_pk[evening.competition_id]
        own = mine(evening) if mine else None
        if mine and own is None:
            continue
        now = changes[evening.pk]
        if own and own.at:
            now.at = max(now.at or own.at, own.at)
        if evening.date and evening.date >= timezone.localdate() - PAST:
            event = _event(competition, evening.serial, now, page)
            yield _planned(event, evening, evening.date, own)
        elif not evening.date and now.is_recent:
            yield _cancelled(_event(competition, evening.serial, now, page), competition, now)
    for line in removed:
        facts, competition = line.facts, by_pk[line.competition_id or 0]
        gone = Changes(facts["changes"] + 1, line.at, line.before or {})
        if gone.is_recent:
            event = _event(competition, facts["serial"], gone, page, is_gone=True)
            yield _cancelled(event, competition, gone)


def removed_competitions(club: Club) -> list[TrailEntry]:
    """The log lines of recently removed competitions, whose evenings are listed as cancelled."""
    lines = TrailEntry.objects.filter(club=club, action="remove_competition")
    recent = lines.filter(at__gt=timezone.now() - CANCELLED, facts__has_key="coming")
    return list(recent.order_by("pk"))


def _of_removed(lines: Iterable[TrailEntry], club: Club) -> Iterator["Event"]:
    """The evenings that removed competitions still had to come, as cancelled."""
    for line in lines:
        competition = Competition(line.facts["number"], club=club, name=line.facts["competition"])
        for evening in line.facts["coming"]:
            changes = Changes(evening["changes"] + 1, line.at, evening)
            event = _event(competition, evening["serial"], changes)
            yield _cancelled(event, competition, changes)


def _read(lines: Iterable[TrailEntry]) -> tuple[dict[int, Changes], list[TrailEntry]]:
    """The changes of each evening, by primary key; and the log lines of removed evenings."""
    changes, removed = defaultdict[int, Changes](Changes), list[TrailEntry]()
    for line in lines:
        if line.action == REMOVED and "serial" in line.facts:
            removed.append(line)
        elif line.evening_id:
            now = changes[line.evening_id]
            now.count += line.action == CHANGED
            now.at, now.before = line.at, line.before or {}
    return changes, removed


def _event(
    competition: Competition,
    serial: int,
    changes: Changes,
    page: Callable[[Competition, int | None], str] | None = None,
    *,
    is_gone: bool = False,
) -> "Event":
    """The event of an evening, still without its time and summary."""
    from icalendar import Event

    changed = (changes.at or competition.made_at).replace(microsecond=0)
    return Event.new(
        uid=f"evening-{competition.pk}-{serial}@{site_of_ids(competition.club)}",
        stamp=changed,
        last_modified=changed,
        sequence=changes.count,
        url=page(competition, None if is_gone else serial) if page else None,
    )


def _planned(event: "Event", evening: Evening, day: date, own: Mine | None) -> "Event":
    _put(event, day, evening.starts_at)
    summary = f"{evening.competition}: {programme(evening)}"
    event.add("summary", f"{summary} ({own.word})" if own and own.word else summary)
    if own and own.sentences:
        event.add("description", "\n".join(own.sentences))
    event.add("status", "CONFIRMED")
    if own and own.stays_away:
        event.add("transp", "TRANSPARENT")
    return event


def _cancelled(event: "Event", competition: Competition, changes: Changes) -> "Event":
    """An evening that is not played on its day: it was removed, or has no date any more."""
    before = changes.before
    starts_at = time.fromisoformat(before["starts_at"]) if before.get("starts_at") else None
    _put(event, date.fromisoformat(before["date"]), starts_at)
    event.add("summary", _("Cancelled: %(what)s") % {"what": competition})
    event.add("status", "CANCELLED")
    return event


def _put(event: "Event", day: date, starts_at: time | None) -> None:
    """Set the time of an event; without a starting time it takes the whole day."""
    if starts_at is None:
        event.add("dtstart", day)
        event.add("dtend", day + timedelta(days=1))
        return
    begins = datetime.combine(day, starts_at, timezone.get_current_timezone())
    event.add("dtstart", begins)
    event.add("dtend", begins + DURATION)
