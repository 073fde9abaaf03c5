"""Codes sent to a player's present address, for what a personal link alone does not allow.

A stranger who got hold of the link can neither change the address with it nor fetch all data.
"""

import base64
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from clubcomp.flow.checks import check_email
from clubcomp.flow.errors import StepError
from clubcomp.flow.messages import enqueue, to_player
from clubcomp.flow.people.kept_about import kept_about
from clubcomp.flow.rows_now import player_now
from clubcomp.flow.step import all_or_nothing, club_held, release, write_trail
from clubcomp.models import Message, MessageKind, Player

#: How many codes a player gets in an hour; a code has forty bits.
MOST_CODES = 5
CODE_LETTERS = 8
#: What a code is for, if not for an address.
FILE = "file"


def send_code(player: Player, wanted: str) -> None:
    """Send a code to a player's present address; `wanted` is the new address, or `FILE`."""
    if wanted != FILE:
        check_email(wanted)
    now = timezone.now()
    sent = Message.objects.filter(kind=MessageKind.CODE, player=player)
    if sent.filter(made_at__gt=now - timedelta(hours=1)).count() >= MOST_CODES:
        raise StepError(_("Too many codes were asked for in this hour. Try again later."))
    message = to_player(MessageKind.CODE, player, wanted, now.isoformat())
    message.facts = {"wanted": wanted}
    enqueue([message])


def code_for(player: Player, wanted: str, hours_ago: int = 0) -> str:
    """The code for a player's wish (an address, or `FILE`), which changes every hour."""
    hour = int(timezone.now().timestamp()) // 3600 - hours_ago
    value = f"{player.pk} {player.email} {wanted} {hour}"
    digest = salted_hmac("clubcomp.flow.codes", value, algorithm="sha256").digest()
    return base64.b32encode(digest).decode()[:CODE_LETTERS]


def is_code_for(player: Player, wanted: str, code: str) -> bool:
    """Whether this is the code that was sent, within the last hour or two."""
    code = "".join(code.split()).upper()
    return any(constant_time_compare(code, code_for(player, wanted, ago)) for ago in (0, 1))


def note_tried_codes(player: Player, count: int) -> None:
    """Note in the log how many codes were tried for this player."""
    with transaction.atomic(), club_held(player.club) as club:
        facts = {"player": str(player), "count": count}
        write_trail(club, "tried_codes", by=None, facts=facts)


@all_or_nothing
def take_own_file(player: Player, *, by: Player) -> dict[str, Any]:
    """All data about a player, for themselves; the log notes it, which is in the data too."""
    with club_held(player.club) as club:
        now = player_now(club, player)
        write_trail(club, "take_own_file", by=by, facts={"player": str(now)})
        release()  # so that the form may be sent again if the file did not arrive
        return kept_about(now)
