"""Personal links: a new one instead of one that went astray, and what was tried that is none."""

import time
from datetime import timedelta
from typing import NamedTuple

from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from clubcomp.flow.reread import player_now
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Club, Doer, Player, WrongLinks

#: So many wrong links an hour are answered to one address, and to all of them for one club.
PATIENCE, PATIENCE_OF_CLUB = 20, 1000
#: At these numbers an hour the log of the club gets a line.
TOLD_AT = (10, 100, 1000, 10_000, 100_000)
#: How long to wait after the first link too many; it doubles with each more, up to an hour.
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)


class Tried(NamedTuple):
    """How often wrong links were tried this hour, from one address and in the whole club."""

    here: int
    in_club: int

    @property
    def wait(self) -> timedelta | None:
        """How long to wait before the next one; None where it need not."""
        if self.in_club > PATIENCE_OF_CLUB:
            return LONGEST_WAIT
        too_many = self.here - PATIENCE
        if too_many <= 0:
            return None
        return min(FIRST_WAIT * (1 << min(too_many - 1, 10)), LONGEST_WAIT)


@all_or_nothing
def renew_link(player: Player, *, seen: int | None = None, by: Doer) -> Player:
    """Give a player another personal link; from now on the one of before is nobody's.

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
    """Count one more wrong link of this hour; the log gets a line at ten, a hundred, a thousand.

    Only the wrong ones are counted and refused: no guessing keeps a member out, and none of the
    2^130 codes of a player is found so. What was counted in earlier hours is deleted.
    """
    hour = int(time.time()) // 3600
    here = _digest_of(address)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, {"club": club.pk, "hour": hour, "address": here})
            counts = dict(cursor.fetchall())
        tried = Tried(counts[here], counts[""])
        if tried.in_club == 1:
            club.wrong_links.filter(hour__lt=hour).delete()
        if tried.in_club in TOLD_AT:
            write_trail(club, "wrong_links", by=None, facts={"count": tried.in_club})
    return tried


def note_asked_links(club: Club, count: int) -> None:
    """A line in the log: so many personal links were asked for from one network."""
    with transaction.atomic(), club_held(club) as now:
        write_trail(now, "asked_links", by=None, facts={"count": count})


def _digest_of(address: str) -> str:
    """A network address as it is kept: alike for the same one, and not to be read back."""
    return salted_hmac("clubcomp.flow.links", address, algorithm="sha256").hexdigest()[:32]
