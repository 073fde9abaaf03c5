"""Which messages are sent, and to whom? They are stored here, and sent afterwards.

A message is a row, stored in the transaction of its event: a step that is rolled back sends
nothing, and one that is committed sends every message at least once (`clubcomp.running.sending`).
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubcomp.flow.checks import check_email, check_texts
from clubcomp.flow.errors import StepError
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import (
    Channel,
    Club,
    Doer,
    Membership,
    Message,
    MessageKind,
    Player,
    Role,
    User,
)
from clubcomp.models.messages import WISHED, key_of

#: How long an address waits for another link to sign in.
ONE_LINK_IN = timedelta(minutes=10)
#: Messages that did not arrive are reported together after this time.
GATHERED_IN = timedelta(minutes=15)


def enqueue(messages: Iterable[Message]) -> None:
    """Send these once the transaction is committed, except messages that exist already."""
    Message.objects.bulk_create(messages, ignore_conflicts=True)


def language_now() -> str:
    """The language of the person who causes a message."""
    return get_language() or settings.LANGUAGE_CODE


def ask_for_link(address: str) -> None:
    """Send a link to sign in to this address, if it has an account.

    That is looked up when the message is sent, so neither the answer nor its timing gives away who
    has an account.
    """
    address = address.strip().lower()
    check_email(address)
    when = timezone.now().timestamp() // ONE_LINK_IN.total_seconds()
    key = key_of(MessageKind.SIGN_IN, address, when)
    enqueue([Message(key=key, kind=MessageKind.SIGN_IN, address=address, language=language_now())])


@all_or_nothing
def send_invitation(membership: Membership, *, by: User | None) -> None:
    """Send somebody with a role the link to take it, or to choose a password."""
    with club_held(membership.club) as club:
        lately = Message.objects.filter(
            kind=MessageKind.INVITATION, club=club, user=membership.user
        )
        if last := lately.filter(made_at__gt=timezone.now() - ONE_LINK_IN).last():
            at = timezone.localtime(last.made_at)
            raise StepError(_("A link was sent at %(time)s. Wait ten minutes."), time=f"{at:%H:%M}")
        line = write_trail(club, "send_invitation", by=by, facts={"person": membership.shown_name})
        enqueue([to_user(MessageKind.INVITATION, club, membership.user, line.pk)])


def tell_owners(club: Club) -> None:
    """Tell a club's owners, once a day, that messages did not arrive."""
    if not settings.SENDS_EMAIL:
        return
    people = club.memberships.in_force().filter(role=Role.OWNER)
    owners = User.objects.filter(memberships__in=people)
    reports = [to_user(MessageKind.GIVEN_UP, club, owner, timezone.localdate()) for owner in owners]
    for message in reports:
        message.due_at += GATHERED_IN
    enqueue(reports)


def tell_keepers(count: int) -> None:
    """Tell those who run the site, once a day, that very many links to sign in are asked for."""
    if not settings.SENDS_EMAIL:
        return
    keepers = User.objects.filter(is_staff=True)
    if not keepers and Club.objects.count() == 1:
        owners = Membership.objects.in_force().filter(role=Role.OWNER)
        keepers = User.objects.filter(memberships__in=owners)
    facts, language = {"count": count}, language_now()
    enqueue(
        Message(
            key=key_of(MessageKind.STORM, timezone.localdate(), keeper.pk),
            kind=MessageKind.STORM,
            user=keeper,
            language=language,
            facts=facts,
        )
        for keeper in keepers
        if keeper.is_active
    )


def tell_of_asked_clubs() -> None:
    """Tell those who run the site, once a day, that clubs wait to be approved."""
    kind, language = MessageKind.SIGN_UP_WAITS, settings.LANGUAGE_CODE
    enqueue(
        Message(
            key=key_of(kind, timezone.localdate(), keeper.pk),
            kind=kind,
            user=keeper,
            language=language,
        )
        for keeper in User.objects.filter(is_staff=True, is_active=True)
    )


@all_or_nothing
def change_messages(
    club: Club, *, sender_name: str, reply_to: str, kinds_off: Iterable[str], by: Doer
) -> Club:
    """Change the sender of the club's messages, where replies go, and what it does not send."""
    with club_held(club) as now:
        before = _settings_of(now)
        now.sender_name, now.reply_to = sender_name.strip(), reply_to.strip()
        now.kinds_off = sorted(set(kinds_off) & set(WISHED))
        check_texts(now)
        if now.reply_to:
            check_email(now.reply_to)
        after = _settings_of(now)
        if after != before:
            now.save(update_fields=["sender_name", "reply_to", "kinds_off"])
            write_trail(now, "change_messages", by=by, before=before, after=after)
    return now


def _settings_of(club: Club) -> dict[str, Any]:
    return {
        "sender_name": club.sender_name,
        "reply_to": club.reply_to,
        "kinds_off": ", ".join(club.kinds_off),
    }


def send_test(club: Club, user: User) -> None:
    """Send oneself a message, to see whether it arrives."""
    enqueue([to_user(MessageKind.TEST, club, user, timezone.now().isoformat())])


class Receivers(NamedTuple):
    """Players who would be sent a link, and those who would not: without an address, or sent one
    less than ten minutes ago."""

    reached: list[Player]
    without_address: list[Player]
    just_now: list[Player]


def receivers_of(club: Club, players: Iterable[Player]) -> Receivers:
    """Which of these players would be sent a link now, and which would not. By name."""
    lately = Message.objects.filter(
        kind=MessageKind.LINK, club=club, made_at__gt=timezone.now() - ONE_LINK_IN
    )
    have_one = {*lately.values_list("player", flat=True)}
    receivers = Receivers([], [], [])
    for player in club.players.filter(pk__in=[player.pk for player in players]):
        group = receivers.just_now if player.pk in have_one else receivers.reached
        (group if player.email else receivers.without_address).append(player)
    return receivers


@all_or_nothing
def send_links(club: Club, players: Iterable[Player], *, by: Doer) -> Receivers:
    """Send players who have an address their personal links, but not twice in ten minutes."""
    with club_held(club) as now:
        receivers = receivers_of(now, players)
        if not receivers.reached:
            raise StepError(_("Nobody here has an address to which no link was sent just now."))
        names = [str(player) for player in receivers.reached]
        facts = {"count": len(names)}
        line = write_trail(now, "send_links", by=by, facts=facts, after={"players": names})
        enqueue(to_player(MessageKind.LINK, player, line.pk) for player in receivers.reached)
    return receivers


def ask_for_own_link(club: Club, address: str) -> None:
    """Send their personal links to all members with this address, without saying if there are any.

    Several members of a family can share an address.
    """
    check_email(address)
    when = timezone.now().timestamp() // ONE_LINK_IN.total_seconds()
    players = club.players.filter(email__iexact=address.strip())
    messages = [to_player(MessageKind.LINK, player, "asked", when) for player in players]
    for message in messages:
        message.facts = {"asked": True}
    enqueue(messages)


def to_player(
    kind: MessageKind,
    player: Player,
    *event: object,
    language: str = "",
    channel: str = Channel.EMAIL,
) -> Message:
    """A message to a player, by default in the language of the person who causes it."""
    return Message(
        key=key_of(kind, *event, player.pk, channel),
        kind=kind,
        channel=channel,
        club_id=player.club_id,
        player=player,
        language=language or language_now(),
    )


def to_user(kind: MessageKind, club: Club, user: User, event: object) -> Message:
    """A message to an account about a club, in the language of the person who causes it."""
    key = key_of(kind, club.pk, event, user.pk)
    return Message(key=key, kind=kind, club=club, user=user, language=language_now())
