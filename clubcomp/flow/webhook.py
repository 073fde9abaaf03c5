"""Which program gets the news of a club, and what becomes of one that does not answer?"""

from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from clubcomp.doors.web_addresses import WebAddress, parsed_address
from clubcomp.flow.errors import StepError
from clubcomp.flow.messages import enqueue
from clubcomp.flow.news import TOGETHER
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Channel, Club, Message, MessageKind, User, Webhook, WebhookNews
from clubcomp.models.messages import key_of

#: After so many failures in a row it is turned off.
MOST_FAILURES = 20
LONGEST_ADDRESS = 500


def allowed_address(written: str) -> WebAddress | None:
    """The address of another program: with https, and not of this site; None for any other.

    Its host is resolved whenever something is sent (`running.sending.connecting`).
    """
    address = parsed_address(written.strip())
    if address is None or address.scheme != "https" or "#" in address.rest:
        return None
    own = {urlsplit(settings.SITE_URL).hostname, *settings.ALLOWED_HOSTS}
    is_free = address.port == 443 or address.port > 1024
    is_short = len(str(address)) <= LONGEST_ADDRESS
    return address if is_free and is_short and address.host not in own else None


def secret_of(webhook: Webhook) -> str:
    """The secret that its messages are signed with, which is not stored."""
    value = f"{webhook.club_id} {webhook.generation}"
    return salted_hmac("clubcomp.flow.webhook", value, algorithm="sha256").hexdigest()


def tells_from_here(webhook: Webhook) -> bool:
    """Whether this is a public site, and the one on which an owner named the program."""
    return settings.IS_PUBLIC and webhook.site == settings.SITE_URL


@all_or_nothing
def change_webhook(club: Club, *, address: str, news: Iterable[str], by: User | None) -> Webhook:
    """Send this program these news from now on; turns it on again if it was off."""
    wanted = [kind.value for kind in WebhookNews if kind in set(news)]
    allowed = allowed_address(address)
    if allowed is None:
        raise StepError(_("This is no address of another site that begins with https://."))
    with club_held(club) as now:
        values = {"address": str(allowed), "news": wanted, "site": settings.SITE_URL}
        is_same = now.has_webhook and Webhook.objects.filter(club=now, **values).exists()
        webhook, _is_new = Webhook.objects.update_or_create(
            club=now, defaults=values | {"failures": 0}
        )
        if not is_same:
            _turn(now, on=True)
            facts = {"host": webhook.host, "news": wanted}
            write_trail(now, "change_webhook", by=by, facts=facts)
    return webhook


@all_or_nothing
def renew_webhook(club: Club, *, by: User | None) -> None:
    """Give it a new secret: from now on nothing is signed with the old one."""
    with club_held(club) as now:
        webhook = _webhook_of(now)
        webhook.generation += 1
        webhook.save(update_fields=["generation"])
        write_trail(now, "renew_webhook", by=by, facts={"host": webhook.host})


@all_or_nothing
def stop_webhook(club: Club, *, by: User | None) -> None:
    """Turn it off. Messages that wait for it are dropped when they are due."""
    with club_held(club) as now:
        webhook = _webhook_of(now)
        if now.has_webhook:
            _turn(now, on=False)
            write_trail(now, "stop_webhook", by=by, facts={"host": webhook.host})


def _turn(club: Club, *, on: bool) -> None:
    club.has_webhook = on
    club.save(update_fields=["has_webhook"])


def _webhook_of(club: Club) -> Webhook:
    webhook = Webhook.objects.filter(club=club).first()
    if webhook is None:
        raise StepError(_("No other program is told anything yet."))
    return webhook


def try_webhook(club: Club) -> None:
    """Send it a message about nothing, to see whether it answers. At most one in some seconds."""
    if not club.has_webhook:
        raise StepError(_("It is turned off."))
    key = key_of(MessageKind.TEST, club.pk, Channel.WEBHOOK, timezone.now().timestamp() // TOGETHER)
    enqueue([Message(key=key, kind=MessageKind.TEST, channel=Channel.WEBHOOK, club=club)])


@transaction.atomic
def count_answer(club: Club, *, is_taken: bool) -> bool:
    """Remember whether it took its message; returns whether it is still on."""
    with club_held(club) as now:
        webhook = _webhook_of(now)
        webhook.failures = 0 if is_taken else webhook.failures + 1
        webhook.save(update_fields=["failures"])
        if webhook.failures >= MOST_FAILURES and now.has_webhook:
            _turn(now, on=False)
            facts = {"host": webhook.host, "failures": webhook.failures}
            write_trail(now, "webhook_failed", by=None, facts=facts)
        return now.has_webhook
