"""Which players want which messages, and when is there one for them?

Steps send them in their own transaction (`board_is_known`, `evening_changed`); in a club in which
nobody wants messages that takes no query.
"""

import base64
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from clubcomp.doors.web_addresses import WebAddress, parsed_address
from clubcomp.flow.errors import StepError
from clubcomp.flow.messages import enqueue, to_player
from clubcomp.flow.step import Step, lock_club
from clubcomp.models import (
    Channel,
    Club,
    Device,
    Entry,
    Evening,
    Game,
    MessageKind,
    Player,
    Round,
    Wish,
)
from clubcomp.models.messages import WISHED

#: How many devices a player may have, and how long an address may be.
MOST_DEVICES, LONGEST_ENDPOINT = 8, 1000


@transaction.atomic
def choose(player: Player, wanted: Mapping[str, Iterable[str]], *, language: str) -> None:
    """Set the kinds of messages that a player wants from now on by each channel in `wanted`.

    The log has no line of it: this concerns nobody else.
    """
    club = lock_club(player.club_id)
    Wish.objects.filter(player=player, channel__in=wanted).delete()
    Wish.objects.filter(player=player).update(language=language)
    Wish.objects.bulk_create(
        Wish(player=player, kind=kind, channel=channel, language=language)
        for channel, kinds in wanted.items()
        for kind in kinds
        if kind in WISHED
    )
    _note_whether_anybody_wishes(club)


@transaction.atomic
def stop(wish: Wish, *, everything: bool = False) -> None:
    """Send no more messages of this kind by this channel, or none at all. Idempotent."""
    club = lock_club(wish.player.club_id)
    wishes = Wish.objects.filter(player=wish.player)
    if not everything:
        wishes = wishes.filter(kind=wish.kind, channel=wish.channel)
    wishes.delete()
    _note_whether_anybody_wishes(club)


def _note_whether_anybody_wishes(club: Club) -> None:
    has_wishes = Wish.objects.filter(player__club=club).exists()
    if has_wishes != club.has_wishes:
        Club.objects.filter(pk=club.pk).update(has_wishes=has_wishes)


# The link that unsubscribes ------------------------------------------------------------------


def stop_token(player: Player, kind: str, channel: str) -> str:
    """The token of the link at the end of a message, which unsubscribes without signing in."""
    wish = f"{player.pk}-{kind}-{channel}"
    digest = salted_hmac("clubcomp.flow.wishes", f"{player.club_id} {wish}", algorithm="sha256")
    return f"{wish}-{digest.hexdigest()[:32]}"


def wish_of_token(club: Club, token: str) -> Wish | None:
    """The wish that an unsubscribe link is about, even if it has ended; None for a false link."""
    number, _, rest = token.partition("-")
    kind, _, rest = rest.partition("-")
    channel = rest.partition("-")[0]
    is_number = number.isascii() and number.isdigit() and len(number) < 18
    player = club.players.filter(pk=int(number)).first() if is_number else None
    if player is None or not constant_time_compare(token, stop_token(player, kind, channel)):
        return None
    return Wish(player=player, kind=kind, channel=channel)


# Devices -------------------------------------------------------------------------------------


def push_service(endpoint: object) -> WebAddress | None:
    """The address of a push service, as a browser names it; None for one that is not allowed.

    Anybody may write such an address. PUSH_SERVICES has hosts, reached by https; with a dot before
    it a name stands for all its hosts. An entry may also be a whole origin.
    """
    address = parsed_address(endpoint)
    if address is None or "#" in address.rest:
        return None
    if is_named_whole(address):
        return address
    if (address.scheme, address.port) != ("https", 443):
        return None
    is_known = any(
        address.host.endswith(service) if service.startswith(".") else address.host == service
        for service in settings.PUSH_SERVICES
    )
    return address if is_known else None


def is_named_whole(address: WebAddress) -> bool:
    """Whether PUSH_SERVICES has this very origin, which then may be in the operator's network."""
    return address.site in settings.PUSH_SERVICES


@transaction.atomic
def add_device(player: Player, subscription: str) -> Device:
    """Let a browser of this player take notifications; `subscription` is the browser's JSON.

    If there are too many devices the oldest goes. StepError for JSON that no browser sends.
    """
    try:
        fields = json.loads(subscription)
        endpoint, keys = fields["endpoint"], fields["keys"]
        point, secret = _bytes(keys["p256dh"]), _bytes(keys["auth"])
        is_sound = len(point) == 65 and point[0] == 4 and len(secret) == 16
    except (ValueError, TypeError, KeyError, AttributeError):
        is_sound = False
    service = push_service(endpoint) if is_sound else None
    if service is None or len(str(service)) > LONGEST_ENDPOINT:
        raise StepError(_("This browser takes no notifications from here."))
    lock_club(player.club_id)
    device, _is_new = Device.objects.update_or_create(
        endpoint=str(service),
        defaults={"player": player, "p256dh": keys["p256dh"], "auth": keys["auth"]},
    )
    kept = player.devices.order_by("-pk").values("pk")[:MOST_DEVICES]
    player.devices.exclude(pk__in=[row["pk"] for row in kept]).delete()
    first = to_player(
        MessageKind.TEST, player, device.endpoint, timezone.now(), channel=Channel.PUSH
    )
    first.device = device
    enqueue([first])
    return device


def _bytes(written: str) -> bytes:
    return base64.urlsafe_b64decode(written + "=" * (-len(written) % 4))


# What there is to send -----------------------------------------------------------------------


def board_is_known(step: Step, round_: Round, games: Iterable[Game], byes: Iterable[Entry]) -> None:
    """Tell the players of these boards, and those with a bye, where they sit."""
    if step.competition.club.has_wishes:
        players = [entry.player_id for game in games for entry in (game.white, game.black)]
        players += [bye.player_id for bye in byes]
        wishes = Q(player__in=players)
        tell(step, MessageKind.BOARD, wishes, {"round": round_.pk, "evening": round_.evening_id})


def evening_changed(
    step: Step, evening: Evening, before: dict[str, Any], after: dict[str, Any] | None
) -> None:
    """Tell the players of an evening that it was moved, or cancelled (`after` None).

    Nothing is sent about an evening that is over, or if only its number changed.
    """
    important = ("date", "starts_at", "tempo")
    same = after and all(before.get(name) == after.get(name) for name in important)
    today = timezone.localdate().isoformat()
    days = [facts["date"] for facts in (before, after or before) if facts["date"]]
    if not step.competition.club.has_wishes or same or not any(day >= today for day in days):
        return
    belongs = Q(
        player__entries__competition=step.competition, player__entries__joined__lte=evening.number
    ) & (Q(player__entries__left=None) | Q(player__entries__left__gte=evening.number))
    facts = {"competition": step.competition.pk, "before": before, "after": after}
    tell(step, MessageKind.EVENING, belongs, facts)


def tell(step: Step, kind: MessageKind, wishes: Q, facts: dict[str, Any]) -> int:
    """Send a message to everybody who wants it; returns to how many players.

    It follows the step's line in the log, whose version identifies the event.
    """
    event = step.competition.pk, step.competition.version
    messages = []
    for wish, device in _wanted(step.competition.club, kind, wishes):
        identity = *event, device.pk if device else ""
        message = to_player(
            kind, wish.player, *identity, language=wish.language, channel=wish.channel
        )
        message.facts, message.device = facts, device
        messages.append(message)
    enqueue(messages)
    return len({message.player_id for message in messages})


def count_told_of_boards(club: Club, entries: Iterable[Entry]) -> int:
    """How many of these players are sent a message when their board is published."""
    if not club.has_wishes:
        return 0
    wishes = Q(player__in=[entry.player_id for entry in entries])
    return len({wish.player_id for wish, _device in _wanted(club, MessageKind.BOARD, wishes)})


def _wanted(club: Club, kind: MessageKind, wishes: Q) -> Iterator[tuple[Wish, Device | None]]:
    """The wishes by which a message of this kind is sent, each with a device; None: by e-mail."""
    if kind in club.kinds_off:
        return
    wanted = Wish.objects.filter(wishes, kind=kind).select_related("player").distinct()
    for wish in wanted.prefetch_related("player__devices"):
        if wish.channel == Channel.PUSH:
            yield from ((wish, device) for device in wish.player.devices.all())
        elif wish.channel != Channel.EMAIL or (settings.SENDS_EMAIL and wish.player.email):
            yield wish, None
