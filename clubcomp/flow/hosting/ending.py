"""An owner ends a club: its people hear of it a month before, and on the day everything goes.

The program that sends messages deletes it. The day is a column of the club, so that the club is
ended once more after a restore of an older backup. Nothing of a suspended club is deleted: the day
waits.
"""

import logging
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.hosting.removing import accounts_of_nothing_else, remove_rows
from clubcomp.flow.messages import enqueue, to_player, to_user
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Channel, Club, Message, MessageKind, TrailEntry, User

log = logging.getLogger(__name__)
#: How long beforehand everybody hears of it.
NOTICE = timedelta(days=30)
A_DAY = timedelta(days=1)


@all_or_nothing
def ask_end(club: Club, *, name: str, by: User | None) -> Club:
    """Let the club be deleted in thirty days, and tell its people. `name` is the club's, as the
    owner typed it. Idempotent."""
    with club_held(club) as now:
        if now.suspended_at:
            raise StepError(_("The pages of the club are closed. Ask who keeps the site first."))
        if name.split() != now.name.split():
            words = _("Type the name of the club as it stands here: %(club)s.")
            raise StepError(words, club=now.name)
        if now.ends_on is None:
            now.ends_on = timezone.localdate() + NOTICE
            _decided(now, "ask_end", now.ends_on.isoformat(), by)
    return now


@all_or_nothing
def call_end_off(club: Club, *, by: User | None) -> Club:
    """The club stays; everybody hears that as well. Idempotent."""
    with club_held(club) as now:
        if now.ends_on is not None:
            day, now.ends_on = now.ends_on.isoformat(), None
            _decided(now, "call_end_off", day, by)
    return now


def _decided(club: Club, action: str, day: str, by: User | None) -> None:
    """Store what was decided about a day, say so in the log, and tell everybody."""
    club.save(update_fields=["ends_on"])
    line = write_trail(club, action, by=by, facts={"day": day})
    if settings.SENDS_EMAIL:
        enqueue(_letters(club, line, {"day": day, "is_off": club.ends_on is None}))


def _letters(club: Club, line: TrailEntry, facts: dict[str, str | bool]) -> Iterator[Message]:
    """Letters to the accounts with a role here, and to players who get e-mails; one an address."""
    addressed = set[str]()
    people = User.objects.filter(memberships__in=club.memberships.in_force(), is_active=True)
    for user in people.order_by("pk"):
        addressed.add(user.email)
        letter = to_user(MessageKind.ENDING, club, user, line.pk)
        letter.facts = facts
        yield letter
    by_mail = club.players.exclude(email="").filter(wishes__channel=Channel.EMAIL)
    for player in by_mail.distinct().prefetch_related("wishes"):
        if player.email.lower() not in addressed:
            addressed.add(player.email.lower())
            language = player.wishes.all()[0].language
            letter = to_player(MessageKind.ENDING, player, line.pk, language=language)
            letter.facts = facts
            yield letter


def end_due_clubs() -> None:
    """End every club whose day has come. Each goes as a whole or not at all; the next run, an hour
    later, tries again where that failed."""
    tomorrow = timezone.localdate() + A_DAY  # somewhere it is that day already
    due = Club.objects.not_suspended().filter(ends_on__lte=tomorrow)
    for club in due.order_by("pk"):
        try:
            with suppress(StepError):  # somebody else just ended it, or works in it
                end_club(club)
        except DatabaseError:
            log.exception("The club %s was not deleted: it is tried again", club.slug)


@all_or_nothing
def end_club(club: Club) -> None:
    """Delete the club with all that is its own, unless its day has not come after all.

    Accounts that open nothing else go with it.
    """
    with club_held(club) as now:
        if now.suspended_at or now.ends_on is None or now.ends_on > timezone.localdate():
            return
        # A step in one of them that has begun ends first; one that waits finds nothing afterwards.
        list(now.competitions.select_for_update(no_key=True).order_by("pk").values_list("pk"))
        accounts = accounts_of_nothing_else(now)
        remove_rows(now)
        User.objects.filter(pk__in=accounts).delete()
        words = "The club %s (%s) and %s accounts were deleted: an owner asked for it 30 days ago"
        logged = (words, now.name, now.slug, len(accounts))
        transaction.on_commit(lambda: log.warning(*logged))
