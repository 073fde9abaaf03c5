"""Personal links: renewing one, and counting attempts to guess them."""

import time
from datetime import timedelta
from typing import NamedTuple

from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from clubcomp.flow.reread import player_now
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Club, Doer, Player, WrongLinks

#: How many wrong links an hour are answered at once, for one address and for all in one club.
PATIENCE, PATIENCE_OF_CLUB = 20, 1000
#: The numbers of wrong links an hour at which the club's log gets a line.
LOGGED_AT = (10, 100, 1000, 10_000, 100_000)
#: How long to wait after one link too many; it doubles with each further one, up to an hour.
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)


class Tried(NamedTuple):
    """How often wrong links were tried this hour, from one address and in the whole club."""

    here: int
    in_club: int

    @property
    def wait(self) -> timedelta | None:
        """How long to wait before the next one; None for no wait."""
        if self.in_club > PATIENCE_OF_CLUB:
            return LONGEST_WAIT
        too_many = self.here - PATIENCE
        if too_many <= 0:
            return None
        return min(FIRST_WAIT * (1 << min(too_many - 1, 10)), LONGEST_WAIT)


@all_or_nothing
def renew_link(player: Player, *, seen: int | None = None, by: Doer) -> Player:
    """Give a player a new personal link; the old one is no longer valid.

    `seen` is the generation of the link that the page showed: a second press renews nothing.
    """
    with club_held(player.club) as club:
        now = player_now(club, player)
        if seen is not None and seen != now.link_generation:
            return now
        now.link_generation += 1
        now.save(update_fields=["link_generation"])
        write_trail(club, "renew_link", by=by, facts={"player": str(now)})
    return now


_COUNT = f"""
    INSERT INTO {WrongLinks._meta.db_table} AS tried (club_id, hour, address, count)
    VALUES (%(club)s, %(hour)s, %(address)s, 1), (%(club)s, %(hour)s, '', 1)
    ON CONFLICT (club_id, hour, address) DO UPDATE SET count = tried.count + 1
    RETURNING address, count
"""  # noqa: S608 -- the table's name is ours


def count_wrong_link(club: Club, address: str) -> Tried:
    """Count a wrong link in this hour; the log gets a line at ten, a hundred, a thousand.

    Only wrong links are counted and refused, so guessing keeps no member out; and with 2^130 codes
    it leads nowhere. Counts of earlier hours are deleted.
    """
    hour = int(time.time()) // 3600
    # A digest, so that nobody can read the address back.
    here = salted_hmac("clubcomp.flow.links", address, algorithm="sha256").hexdigest()[:32]
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, {"club": club.pk, "hour": hour, "address": here})
            counts = dict(cursor.fetchall())
        tried = Tried(counts[here], counts[""])
        if tried.in_club == 1:
            club.wrong_links.filter(hour__lt=hour).delete()
        if tried.in_club in LOGGED_AT:
            write_trail(club, "wrong_links", by=None, facts={"count": tried.in_club})
    return tried


def note_asked_links(club: Club, count: int) -> None:
    """Note in the log how many personal links were asked for from one network."""
    with transaction.atomic(), club_held(club) as now:
        write_trail(now, "asked_links", by=None, facts={"count": count})
