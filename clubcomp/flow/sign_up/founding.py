"""When is a requested club founded? Once it is approved, and there is room."""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.doors.look_alikes import folded
from clubcomp.doors.slugs import SITE_WORDS, free_slug
from clubcomp.flow.checks import check_readable, reread
from clubcomp.flow.clubs import found_club
from clubcomp.flow.errors import StepError
from clubcomp.flow.messages import enqueue
from clubcomp.flow.sign_up.terms import held_sign_up, is_on
from clubcomp.flow.step import all_or_nothing, write_trail
from clubcomp.models import AskedClub, Club, Membership, Message, MessageKind, Role, SignUp, User
from clubcomp.models.messages import key_of

#: The most letters of the line to a founder who is declined.
LONGEST = 500


def look_alikes(asked: AskedClub, clubs: Iterable[Club | AskedClub]) -> list[Club | AskedClub]:
    """The other clubs that a reader would take for this one by their name or address."""
    faces = _faces(asked)
    return [club for club in clubs if club != asked and faces & _faces(club)]


def comparable() -> list[Club | AskedClub]:
    """All clubs, and those that wait to be one."""
    return [*Club.objects.order_by("pk"), *AskedClub.objects.waiting()]


def _faces(club: Club | AskedClub) -> set[str]:
    return {folded(club.name), folded(club.slug)}


def owns_club(asked: AskedClub) -> bool:
    """Whether the founder owns a club here."""
    owners = Membership.objects.in_force().filter(role=Role.OWNER)
    return owners.filter(user__email=asked.email).exists()


def needs_approval(asked: AskedClub, now: SignUp) -> bool:
    """Whether somebody has to approve it; where clubs are founded at once, only an odd one."""
    return now.mode != SignUp.Mode.OPEN or is_odd(asked)


def room_of(now: SignUp) -> int:
    """How many more clubs there is room for."""
    return max(0, now.most_clubs - Club.objects.count())


def is_odd(asked: AskedClub) -> bool:
    """Whether it looks like another one, or its founder has a club already."""
    return owns_club(asked) or bool(look_alikes(asked, comparable()))


@all_or_nothing
def approve_club(asked: AskedClub, *, by: User | None) -> Club | None:
    """Let a club be founded once there is room: now, or after those that came before."""
    now = held_sign_up()
    row = _still_waiting(asked)
    if not row.approved_at:
        row.approved_at = timezone.now()
        row.save(update_fields=["approved_at"])
    return found_waiting(now, by=by).get(row.pk)


@all_or_nothing
def let_club_in(asked: AskedClub, *, by: User | None) -> Club:
    """Found a club now, room or not, ahead of those that wait."""
    held_sign_up()
    return _founded(_still_waiting(asked), by)


@all_or_nothing
def decline_club(asked: AskedClub, *, line: str = "", by: User | None) -> None:
    """Decline a club; nothing of it is kept, and the founder reads `line` in a mail.

    The log has no line of it: only the person who runs the site can do it, and the request goes.
    """
    held_sign_up()
    row, line = _still_waiting(asked), line.strip()
    if len(line) > LONGEST:
        raise StepError(_("The reason is too long: at most %(most)s letters."), most=LONGEST)
    check_readable(line)
    _tell(row, facts={"club": row.name, "line": line})
    row.delete()


@all_or_nothing
def found_as_room_comes() -> None:
    """Found the clubs that waited only for room, if there is some now."""
    now = held_sign_up()
    if is_on(now):
        found_waiting(now)


@all_or_nothing
def found_waiting(now: SignUp, *, by: User | None = None) -> dict[int, Club]:
    """Found the clubs that there is room for, first come first, in a step that holds the settings.

    Returns the clubs, by the primary key of the request.
    """
    waiting = AskedClub.objects.waiting().exclude(approved_at=None)
    return {row.pk: _founded(row, by) for row in list(waiting[: room_of(now)])}


def _still_waiting(asked: AskedClub) -> AskedClub:
    gone = _("Somebody was first: it is decided already, or it was taken back.")
    return reread(AskedClub.objects.waiting(), asked, gone)


def _founded(row: AskedClub, by: User | None) -> Club:
    owner = User.objects.filter(email=row.email).first()
    if owner is None:
        owner = User.objects.create_user(row.email, name=row.person)
    slug, taken = row.slug, {*Club.objects.values_list("slug", flat=True)}
    if slug in taken or slug in SITE_WORDS:  # it was not when the founder chose it
        slug = free_slug(row.name, taken=taken, reserved=SITE_WORDS)
    club = found_club(row.name, slug, owner, country=row.country, by=by or owner)
    day = timezone.localdate(row.accepted).isoformat()
    write_trail(club, "accept_terms", by=owner, facts={"day": day})
    _tell(row, user=owner, club=club)
    row.delete()
    return club


def _tell(row: AskedClub, **values: Any) -> None:
    key, kind = (
        key_of(MessageKind.SIGN_UP_ANSWER, row.pk, row.confirmed_at),
        MessageKind.SIGN_UP_ANSWER,
    )
    answer = Message(key=key, kind=kind, address=row.email, language=row.language, **values)
    enqueue([answer])
