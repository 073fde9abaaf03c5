"""What waits to be sent, and when is it tried again?

The rows are the queue: a sender holds a row until it is marked as sent, so only one of two senders
takes it, and the row of a sender that died is free again. Its message may have left already; it is
sent again, with the same Message-ID.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Min, Q
from django.utils import timezone

from clubcomp.flow.errors import StepError
from clubcomp.flow.messages import tell_owners
from clubcomp.flow.sign_up.founding import found_as_room_comes
from clubcomp.models import Channel, Device, Message, MessageKind
from clubcomp.running.sending.letter import Letter
from clubcomp.running.sending.letters import letter_of
from clubcomp.running.sending.push import Gone, push
from clubcomp.running.sending.ways import DeliveryRefused, Later, Mailbox, NotYet
from clubcomp.running.sending.webhook import tell_program

log = logging.getLogger(__name__)
#: How long messages that were sent or given up are kept, to be looked at.
KEPT_FOR = timedelta(days=30)


def send_due(is_over: Callable[[], bool] = lambda: False) -> None:
    """Send everything whose time has come, unless `is_over` comes first."""
    mailbox = Mailbox()
    try:
        while not is_over() and send_next(mailbox):
            pass
    finally:
        mailbox.close()


@transaction.atomic
def send_next(mailbox: Mailbox) -> bool:
    """Send the message that has waited longest; False if none is due, except those being sent."""
    message = Message.objects.due().select_for_update(skip_locked=True).first()
    if message is None:
        return False
    try:
        if message.is_stale:
            raise DeliveryRefused("over a day old")
        message.answer = ""
        if not _sent(message, mailbox):
            message.delete()
            return True
        message.sent_at = timezone.now()
    except Gone:
        Device.objects.filter(pk=message.device_id or 0).delete()  # and messages that wait for it
        return True
    except NotYet as delay:
        message.due_at = delay.until
        message.save(update_fields=["due_at"])
        return True
    except DeliveryRefused as refusal:
        message.give_up(str(refusal))
    except Later as answer:
        message.try_later(str(answer))
    except Exception as error:  # whatever happens, the other messages are still sent
        log.warning("A message was not sent: %s %r", message, error)
        message.try_later(f"{type(error).__name__}: {error}")
    message.save()
    if message.given_up_at and message.club and message.kind != MessageKind.GIVEN_UP:
        tell_owners(message.club)
    return True


def _sent(message: Message, mailbox: Mailbox) -> bool:
    """Send it by its channel; False if there is nothing left to say, or nobody to receive it.

    Nothing goes out for a club that is suspended, and nothing is kept for later either.
    """
    if message.club and message.club.suspended_at:
        return False
    if message.channel == Channel.WEBHOOK:
        return tell_program(message)
    with transaction.atomic():
        letter = letter_of(message)
    return letter is not None and _hand_over(message, letter, mailbox)


def _hand_over(message: Message, letter: Letter, mailbox: Mailbox) -> bool:
    if message.channel == Channel.PUSH:
        if message.device:
            push(message, message.device, letter)
        return message.device is not None
    if not (settings.SENDS_EMAIL and letter.to):
        return False
    mailbox.send(message, letter)
    return True


def seconds_to_next(most: float) -> float:
    """How long until the next message is due, unless a new one comes."""
    first: datetime | None = Message.objects.waiting().aggregate(first=Min("due_at"))["first"]
    if first is None:
        return most
    return min(most, max(0.0, (first - timezone.now()).total_seconds()))


def sweep() -> None:
    """Forget what was sent or given up long ago; let in clubs that waited for room."""
    past = timezone.now() - KEPT_FOR
    Message.objects.filter(Q(sent_at__lt=past) | Q(given_up_at__lt=past)).delete()
    with suppress(StepError):  # an hour later it is tried again
        found_as_room_comes()
