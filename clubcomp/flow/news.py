"""Which changes are news for a program of the club? Stored here by the step, and sent afterwards.

Results come in by the dozen, so what happens to one game of an evening within some seconds is one
message. It says that there is news; the program asks the API what it is.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from clubcomp.models import (
    Channel,
    Competition,
    Evening,
    Message,
    MessageKind,
    Webhook,
    WebhookNews,
)
from clubcomp.models.messages import key_of

#: The news of so many seconds is one message, due so long after them: a step may still be running.
TOGETHER, AFTERWARDS = 10, 5
#: By the action of a step's line in the log.
NEWS_OF = {
    action: news
    for news, actions in {
        WebhookNews.PAIRING: """publish_round publish_next withdraw_round swap_published add_board
            take_board_back drop_out""",
        WebhookNews.RESULTS: "record_result clear_result put_off date_game correct_result",
        WebhookNews.STANDINGS: "close_evening reopen_evening",
    }.items()
    for action in actions.split()
}


def announce(
    competition: Competition, action: str, evening: Evening | None, facts: Mapping[str, Any]
) -> None:
    """Tell the club's program of a change of an evening, if it wants such news."""
    news = NEWS_OF.get(action)
    webhook = Webhook.objects.filter(club=competition.club_id).first() if news else None
    if news is None or webhook is None or news not in webhook.news or evening is None:
        return
    game = None if news == WebhookNews.STANDINGS else facts.get("game")
    turn = int(timezone.now().timestamp()) // TOGETHER
    due = datetime.fromtimestamp((turn + 1) * TOGETHER + AFTERWARDS, UTC)
    message = Message(
        key=key_of(MessageKind.NEWS, evening.pk, game, news, turn),
        kind=MessageKind.NEWS,
        channel=Channel.WEBHOOK,
        club_id=competition.club_id,
        facts={"news": news, "evening": evening.pk, "game": game},
        due_at=due,
    )
    Message.objects.bulk_create([message], ignore_conflicts=True)
