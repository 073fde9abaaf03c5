"""What waits to be sent for a club, and what did not arrive?"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from clubcomp.models import Club, Kind, Message

#: So many are listed by name.
MOST_LISTED = 20


@dataclass(frozen=True)
class QueueLine:
    """A message that is not there yet, or never will be."""

    kind: str
    to: str
    made_at: datetime
    tries: int
    answer: str
    is_given_up: bool


@dataclass(frozen=True)
class Queue:
    """The messages of a club: how many, and those that somebody may want to know of."""

    waiting: int
    sent_today: int
    given_up: int
    lines: list[QueueLine]


def queue_of(club: Club) -> Queue:
    """What became of the messages of a club. Four queries."""
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    mine = club.messages.all()
    month = mine.filter(given_up_at__gt=timezone.now() - timedelta(days=30))
    late = (mine.waiting().filter(tries__gt=0) | month).order_by("-made_at")
    return Queue(
        waiting=mine.waiting().count(),
        sent_today=mine.filter(sent_at__gte=today).count(),
        given_up=month.count(),
        lines=[*map(_line, late.select_related("player", "user")[:MOST_LISTED])],
    )


def _line(message: Message) -> QueueLine:
    return QueueLine(
        kind=str(Kind(message.kind).label),
        to=str(message.player or message.user or "–"),
        made_at=message.made_at,
        tries=message.tries,
        answer=message.answer,
        is_given_up=message.given_up_at is not None,
    )
