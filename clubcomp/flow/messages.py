"""Which messages are to be sent, and to whom? Written with what they tell, sent afterwards.

A message is a row, written in the transaction of its event: a step that is taken back tells
nobody, and one that is made tells everybody at least once (`clubcomp.sending`).
"""

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubcomp.flow.checks import check_email
from clubcomp.flow.errors import StepError
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Club, Kind, Membership, Message, Role, User

#: Links to sign in: one an address in so long, and so many for everybody together in an hour.
ONE_LINK_IN = timedelta(minutes=10)
MOST_LINKS = 100
#: What did not arrive is told together.
GATHERED_IN = timedelta(minutes=15)


def enqueue(messages: Iterable[Message]) -> None:
    """Send these as soon as the transaction is through; not again what has been told before."""
    Message.objects.bulk_create(messages, ignore_conflicts=True)


def key_of(kind: Kind, *event_and_receiver: object) -> str:
    """What makes a message the same one, as a digest; its Message-ID is made of it."""
    said = "\n".join(map(str, (kind.value, *event_and_receiver)))
    return salted_hmac("clubcomp.flow.messages", said, algorithm="sha256").hexdigest()[:40]


def language_now() -> str:
    """The language of who causes a message."""
    return get_language() or settings.LANGUAGE_CODE


def ask_for_link(address: str) -> None:
    """Send a link with which one signs in to this address, if there is an account with it.

    That is looked up when it is sent: nobody learns here, by words or by time, who has one.
    """
    address = address.strip().lower()
    check_email(address)
    now = timezone.now()
    lately = Message.objects.filter(kind=Kind.SIGN_IN, made_at__gt=now - timedelta(hours=1))
    if lately.count() >= MOST_LINKS:
        raise StepError(_("Too many links were asked for in this hour. Try again later."))
    key = key_of(Kind.SIGN_IN, address, now.timestamp() // ONE_LINK_IN.total_seconds())
    enqueue([Message(key=key, kind=Kind.SIGN_IN, address=address, language=language_now())])


@all_or_nothing
def send_invitation(membership: Membership, *, by: User | None) -> None:
    """Send somebody with a role the link with which a password is chosen."""
    with club_held(membership.club) as club:
        lately = Message.objects.filter(kind=Kind.INVITATION, club=club, user=membership.user)
        if last := lately.filter(made_at__gt=timezone.now() - ONE_LINK_IN).last():
            at = timezone.localtime(last.made_at)
            raise StepError(
                _("A link was sent at %(time)s. Wait ten minutes.") % {"time": f"{at:%H:%M}"}
            )
        line = write_trail(club, "send_invitation", by=by, facts={"person": str(membership.user)})
        enqueue([_to_user(Kind.INVITATION, club, membership.user, line.pk)])


def tell_owners(club: Club) -> None:
    """A word that messages did not arrive, once a day; not about that word itself."""
    owners = User.objects.filter(memberships__club=club, memberships__role=Role.OWNER)
    told = [_to_user(Kind.GIVEN_UP, club, owner, timezone.localdate()) for owner in owners]
    for message in told:
        message.due_at += GATHERED_IN
    enqueue(told)


def send_test(club: Club, user: User) -> None:
    """A message to oneself, to see whether it arrives."""
    enqueue([_to_user(Kind.TEST, club, user, timezone.now().isoformat())])


def _to_user(kind: Kind, club: Club, user: User, event: object) -> Message:
    key = key_of(kind, club.pk, event, user.pk)
    return Message(key=key, kind=kind, club=club, user=user, language=language_now())
