"""What does a page depend on? Numbers that rise with every change, read in one query."""

from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import connections
from django.utils import timezone

from clubcomp.record.replica import alias

OF_CLUB_NOW = """
    SELECT id, club, of_competitions, competition, zone, is_open FROM clubcomp_version(%s, %s)
"""
#: Whether clubs sign up stands on the first page; each change of that is one row more.
OF_SITE_NOW = """
    SELECT max(id), count(*), sum(version)::bigint + (SELECT count(*) FROM clubcomp_signup),
        NULL, NULL, true
    FROM clubcomp_club
"""


class PagePlace(NamedTuple):
    """The club and competition whose page an address is; "" without one."""

    club: str
    competition: str


class Version(NamedTuple):
    """What a page depends on: no two states of the club have the same numbers.

    `club` and `of_competitions` never fall, and each change raises one of them. `is_open`:
    everybody may read it; whether there is something new where fewer may is nobody's to hear before
    `views.access` knows who asks.
    """

    id: int
    club: int
    of_competitions: int
    competition: int | None
    zone: str | None = None
    is_open: bool = True

    @property
    def today(self) -> str:
        """The day that it is in the club."""
        zone = ZoneInfo(self.zone) if self.zone else timezone.get_default_timezone()
        return timezone.localdate(None, zone).isoformat()

    def has(self, other: "Version") -> bool:
        """Whether everything of another version of the same place is in this one."""
        return self.club >= other.club and self.of_competitions >= other.of_competitions

    @property
    def stamp(self) -> str:
        """What a page that follows sends along to ask whether it is still current."""
        return str(self.competition or f"{self.club}-{self.of_competitions}")

    def is_shown_by(self, seen: str) -> bool:
        """Whether a screen that says to show this, perhaps with the day, shows what is current."""
        return seen == self.stamp or seen == f"{self.today}-{self.stamp}"


def version_of(place: PagePlace) -> Version | None:
    """What is current there; None without such a club. One query."""
    with connections[alias()].cursor() as cursor:
        if place.club:
            cursor.execute(OF_CLUB_NOW, [place.club, place.competition])
        else:
            cursor.execute(OF_SITE_NOW)
        row = cursor.fetchone()
    return Version(*row) if row and row[0] else None
