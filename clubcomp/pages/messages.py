"""A club's messages that wait to be sent, and messages that did not arrive."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from clubcomp.models import Channel, Club, MessageKind, WebhookNews
from clubcomp.words.values import few

#: How many messages are listed, and how many messages to another program.
MOST_LISTED, MOST_ANSWERS = 20, 10


@dataclass(frozen=True)
class QueueLine:
    """A message that has not arrived yet, or never will."""

    kind: str
    to: str
    made_at: datetime
    tries: int
    answer: str
    is_given_up: bool


@dataclass(frozen=True)
class Queue:
    """The messages of a club: their numbers, and the messages with problems."""

    waiting: int
    sent_today: int
    given_up: int
    lines: list[QueueLine]
    more: int


def queue_of(club: Club) -> Queue:
    """The state of a club's messages. Four queries."""
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    messages = club.messages.all()
    given_up = messages.filter(given_up_at__gt=timezone.now() - timedelta(days=30))
    late = (messages.waiting().filter(tries__gt=0) | given_up).order_by("-made_at")
    shown = few(late.select_related("player", "user"), MOST_LISTED)
    return Queue(
        waiting=messages.waiting().count(),
        sent_today=messages.filter(sent_at__gte=today).count(),
        given_up=given_up.count(),
        more=shown.more,
        lines=[
            QueueLine(
                kind=str(MessageKind(message.kind).label),
                to=str(message.player or message.user or Channel(message.channel).label),
                made_at=message.made_at,
                tries=message.tries,
                answer=message.answer,
                is_given_up=message.given_up_at is not None,
            )
            for message in shown
        ],
    )


@dataclass(frozen=True)
class WebhookAnswer:
    """Another program's answer to a message: `status` is that of HTTP, "-" for no answer at all."""

    what: str
    at: datetime
    status: str
    is_waiting: bool
    is_taken: bool


def answers_of(club: Club) -> list[WebhookAnswer]:
    """The last messages to the club's program, and what it answered. One query."""
    messages = club.messages.filter(channel=Channel.WEBHOOK).order_by("-made_at", "-pk")
    return [
        WebhookAnswer(
            what=str(
                WebhookNews(news).label
                if (news := message.facts.get("news"))
                else MessageKind.TEST.label
            ),
            at=message.sent_at or message.made_at,
            status=message.answer,
            is_waiting=not (message.sent_at or message.given_up_at),
            is_taken=message.sent_at is not None,
        )
        for message in messages[:MOST_ANSWERS]
    ]
