"""A real season, imported, and an open evening after it, with half of the attendance taken."""

from collections import Counter
from datetime import date as Date
from datetime import time as Time
from datetime import timedelta
from pathlib import Path
from typing import Any

from clubcomp.flow.attendance.marks import mark_present, plan_attendance
from clubcomp.flow.documents.documents import import_document
from clubcomp.flow.evenings import open_evening, plan_evening
from clubcomp.flow.incoming.files import read_incoming
from clubcomp.flow.people.members import change_member
from clubcomp.models import Attendance, Club, Competition, Entry, Evening, Game, User
from pairing.core.unplayed import Unplayed

DOCUMENT = Path(__file__).with_name("season-2021-2022.json")
SLUG = "intern"
TUESDAY, STARTS_AT = 1, Time(20, 0)

#: A player on fewer than `OFTEN` of the last evenings counts as occasional.
LAST_EVENINGS, OFTEN = 10, 4

# The attendance of the next evening, by key: fifteen players are there for the first game.
PRESENT = "p13 p19 p22 p23 p30 p31 p32 p35 p37 p38 p40 p43 p48 p56".split()
EXTERNAL = "p2 p5 p11 p16".split()
SIGNED_OFF = {
    "p14": "Vakantie",
    "p27": "Ziek",
    "p28": "Nachtdienst",
    "p42": "",
    "p46": "Oppas belde af",
}
LATER, LEAVING = "p33", "p45"


def import_season(club: Club, *, today: Date, by: User) -> Competition:
    """Import the season as it was played, into the club's season of the next evening."""
    document = read_incoming(DOCUMENT.read_bytes())
    return import_document(club, document, slug=SLUG, season=next_tuesday(today), by=by)


def flag_occasional(competition: Competition, *, by: User) -> None:
    """Mark players who hardly came at the end of the season as occasional."""
    evenings = competition.evenings.order_by("-number")[:LAST_EVENINGS]
    games = Game.objects.filter(round__evening__in=[*evenings])
    seats = games.values_list("round__evening", "white", "black")
    attended = {(evening, entry) for evening, *players in seats for entry in players}
    evenings_of = Counter(entry for _evening, entry in attended)
    for entry in competition.entries.select_related("player__club"):
        if evenings_of[entry.pk] < OFTEN:
            change_member(entry.player, is_occasional=True, by=by)


def open_next_evening(competition: Competition, *, today: Date, by: User) -> Evening:
    """Open an evening of rapid on the next Tuesday, and plan one of a long game a week later."""
    rapid, long = competition.tempos.get(key="bmw"), competition.tempos.get(key="long")
    date = next_tuesday(today)
    later = date + timedelta(weeks=1)
    evening = plan_evening(competition, tempo=rapid, date=date, starts_at=STARTS_AT, by=by)
    plan_evening(competition, tempo=long, date=later, starts_at=STARTS_AT, by=by)
    open_evening(evening, by=by)
    _take_attendance(evening, competition.entries.by_key(), by)
    return evening


def next_tuesday(today: Date) -> Date:
    """The first Tuesday after today."""
    return today + timedelta(days=(TUESDAY - 1 - today.weekday()) % 7 + 1)


def _take_attendance(evening: Evening, entries: dict[str, Entry], by: User) -> None:
    def plan(key: str, status: str, note: str, **span: Any) -> None:
        plan_attendance(evening, entries[key], status=status, note=note, by=by, **span)

    for key in EXTERNAL:
        plan(key, Unplayed.EXTERNAL, "Eerste team, uit")
    for key, note in SIGNED_OFF.items():
        plan(key, Unplayed.ABSENT, note)
    plan(LATER, Attendance.Status.PRESENT, "Komt na het eten", from_game=2)
    plan(LEAVING, Attendance.Status.PRESENT, "Laatste trein", until_game=2)
    for key in PRESENT:
        mark_present(evening, entries[key], present=True, by=by)
