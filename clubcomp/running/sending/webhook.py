"""How does another program get the news? By a POST that is signed, and names no player.

It says where there is news; what that is the program asks the API, which answers it like any
stranger. However many processes send, a club's program gets one message at a time, and one a
second.
"""

import hashlib
import hmac
import json
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from clubcomp.doors.readers import STRANGER
from clubcomp.flow.webhook import allowed_address, count_answer, secret_of, tells_from_here
from clubcomp.models import Evening, Message, Webhook, WebhookNews
from clubcomp.running.sending.connecting import Way, post
from clubcomp.running.sending.ways import DeliveryRefused, Later, NotYet

HEADER = "Clubcomp-Signature"
NOT_REACHED = "-"
#: Anybody may name the address, and others wait meanwhile: seconds for each answer, and in all.
WAY = Way(patience=4, most_seconds=8)
#: From the end of one message to the next.
BETWEEN = timedelta(seconds=1)
#: With the key of a webhook: the advisory lock that the process sending to it holds.
_TURN = 20_261_128


def tell_program(message: Message) -> bool:
    """Send it; False if there is nothing to send. `DeliveryRefused`, `Later`, `NotYet`."""
    webhooks = Webhook.objects.filter(club=message.club_id or 0, club__has_webhook=True)
    webhook = webhooks.select_related("club").first()
    if webhook is None or not tells_from_here(webhook):
        return False
    address, contents = allowed_address(webhook.address), contents_of(message, webhook)
    if address is None or contents is None:
        return False
    _take_turn(webhook)
    body = json.dumps(contents).encode()
    headers = {"Content-Type": "application/json", HEADER: signed(body, secret_of(webhook))}
    try:
        status = post(address, body, headers, WAY)
    except OSError:  # the reason may give the network away
        status = 0
    is_taken = 200 <= status < 300
    message.answer = str(status) if status else NOT_REACHED
    is_on = True
    if webhook.failures or not is_taken:
        is_on = count_answer(webhook.club, is_taken=is_taken)
    # Steps lock the club before its webhook, so this comes after what may lock the club.
    Webhook.objects.filter(pk=webhook.pk).update(told_at=timezone.now())
    if not is_taken:
        raise (Later if is_on else DeliveryRefused)(message.answer)
    return True


def _take_turn(webhook: Webhook) -> None:
    """Keep others from sending to it until this transaction ends. `NotYet`: one does, or just did.

    The lock is a number and not its row, so an owner who turns it off need not wait for its answer.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [_TURN, webhook.pk])
        (is_ours,) = cursor.fetchone()
    if not is_ours:
        raise NotYet(timezone.now() + BETWEEN)
    webhook.refresh_from_db(fields=["told_at"])  # another sender may just have finished
    if webhook.told_at and (until := webhook.told_at + BETWEEN) > timezone.now():
        raise NotYet(until)


def contents_of(message: Message, webhook: Webhook) -> dict[str, Any] | None:
    """What the message says; None if a stranger may not read it, or it is gone."""
    club = webhook.club
    contents: dict[str, Any] = {"id": message.key, "event": "test", "club": club.slug}
    if not STRANGER.may_read(club):
        return None
    if "evening" not in message.facts:
        return contents | {"api": _address("api-club", club.slug)}
    evenings = Evening.objects.select_related("competition__club")
    evening = evenings.filter(pk=message.facts["evening"]).first()
    if evening is None or not STRANGER.may_read(evening.competition):
        return None
    news, game = WebhookNews(message.facts["news"]), message.facts["game"]
    where = (club.slug, evening.competition.slug)
    contents |= {"event": news.value, "competition": where[1], "evening": evening.serial}
    if news == WebhookNews.STANDINGS:
        return contents | {"api": _address("api-standings", *where)}
    is_there = evening.rounds.on_record().filter(number=game).exists()
    round_ = ("api-round", *where, evening.serial, game)
    page = round_ if is_there else ("api-evening", *where, evening.serial)
    return contents | {"game": game, "api": _address(*page)}


def signed(body: bytes, secret: str, at: int | None = None) -> str:
    """The time, and a digest of time and body that only a holder of the secret can make."""
    at = int(timezone.now().timestamp()) if at is None else at
    digest = hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def _address(name: str, *parts: object) -> str:
    return f"{settings.SITE_URL}{reverse(name, args=parts)}"
