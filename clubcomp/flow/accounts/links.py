"""Personal links: renewing one, and counting attempts to guess them."""

import time

from django.db import transaction

from clubcomp.flow.accounts.attempts import Counter, count_attempt, key_of
from clubcomp.flow.rows_now import player_now
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Club, Doer, Player

#: How many wrong links an hour are answered at once, for one address and for all in one club.
PATIENCE, PATIENCE_OF_CLUB = 20, 1000
#: The numbers of wrong links an hour at which the club's log gets a line.
LOGGED_AT = (10, 100, 1000, 10_000, 100_000)
#: Seconds to wait after one link too many; they double with each further one, up to an hour.
FIRST_WAIT, LONGEST_WAIT = 60, 3600


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


def count_wrong_link(club: Club, address: str) -> int:
    """Count a wrong link in this hour: how many seconds to wait before the next one; 0 for none.

    The club's log gets a line at ten, a hundred, a thousand. Only wrong links are counted and
    refused, so guessing keeps no member out; and with 2^130 codes it leads nowhere.
    """
    subject = f"wrong links of {club.pk} in {int(time.time()) // 3600}"
    here = Counter(key_of(subject, address), PATIENCE + 1, LONGEST_WAIT, first=FIRST_WAIT)
    everywhere = Counter(key_of(subject), PATIENCE_OF_CLUB + 1, LONGEST_WAIT, first=LONGEST_WAIT)
    from_here, in_all = count_attempt([here, everywhere])
    if in_all in LOGGED_AT:
        with transaction.atomic():
            write_trail(club, "wrong_links", by=None, facts={"count": in_all})
    return max(here.wait(from_here), everywhere.wait(in_all))


def note_asked_links(club: Club, count: int) -> None:
    """Note in the log how many personal links were asked for from one network."""
    with transaction.atomic(), club_held(club) as now:
        write_trail(now, "asked_links", by=None, facts={"count": count})
