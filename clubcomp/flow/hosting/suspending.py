"""The person who runs the site closes the pages of a club, and opens them. Nothing is deleted.

`views.access` refuses every page of a suspended club, and `running.sending` sends none of its
messages. Its owners read why, and take its archive away.
"""

from django.utils import timezone

from clubcomp.flow.checks import checked_reason
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Club, User


@all_or_nothing
def suspend_club(club: Club, *, why: str, by: User | None) -> Club:
    """Close the pages of a club, or change the reason where they are closed already."""
    why = checked_reason(why)
    with club_held(club) as now:
        if now.suspended_at and now.suspended_why == why:
            return now
        now.suspended_at, now.suspended_why = now.suspended_at or timezone.now(), why
        now.save(update_fields=["suspended_at", "suspended_why"])
        write_trail(now, "suspend_club", by=by, reason=why)
    return now


@all_or_nothing
def resume_club(club: Club, *, by: User | None) -> Club:
    """Open the pages of a club again. Idempotent.

    If an owner has asked for its end, that day moves: the club has as many days left as before.
    """
    with club_held(club) as now:
        if now.suspended_at:
            if now.ends_on:
                now.ends_on += timezone.localdate() - timezone.localdate(now.suspended_at)
            now.suspended_at, now.suspended_why = None, ""
            now.save(update_fields=["suspended_at", "suspended_why", "ends_on"])
            write_trail(now, "resume_club", by=by)
    return now
