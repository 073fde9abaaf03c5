"""Which player does a personal link name?

A link holds the player's number and a code that only this site can make from it (an HMAC with the
site's secret key), so no secret is in the database. Renewing a link raises
`Player.link_generation`, which makes older links and cookies void. Opening a link puts a signed
cookie of the club into the browser (`clubcomp.doors.readers`); each request compares it with the
row of the player.
"""

import base64
import logging
import re
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from clubcomp.models import Club, Player

#: How long the code is; a letter has five bits.
LETTERS = 26
_NUMBER = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)


# The link ------------------------------------------------------------------------------------


#: What a link is for. The link of a calendar program opens nothing else.
PERSONAL, CALENDAR = "clubcomp.links", "clubcomp.links.calendar"


def token_of(player: Player, purpose: str = PERSONAL) -> str:
    """The end of a player's link, after the address of the club: a number and a code."""
    value = f"{player.club_id} {player.pk} {player.link_generation}"
    digest = salted_hmac(purpose, value, algorithm="sha256").digest()
    return f"{player.pk}-{base64.b32encode(digest).decode().lower()[:LETTERS]}"


def player_of(club: Club, token: str, purpose: str = PERSONAL) -> Player | None:
    """The player of the club whose link has this token; None for anything else."""
    number, _, _code = token.partition("-")
    player = club.players.filter(pk=int(number)).first() if _NUMBER.fullmatch(number) else None
    return player if player and constant_time_compare(token, token_of(player, purpose)) else None


def absolute(request: HttpRequest, name: str, *parts: str) -> str:
    """The absolute address of a page, for a link that people pass on."""
    path = reverse(name, args=parts)
    return f"{settings.SITE_URL}{path}" if settings.IS_PUBLIC else request.build_absolute_uri(path)


def link_of(request: HttpRequest, player: Player, club: Club) -> str:
    """A player's personal link, as an absolute address."""
    return absolute(request, "open-link", club.slug, token_of(player))


def club_token(club: Club) -> str:
    """The secret of the club's link; nothing of it is stored."""
    value = f"{club.pk} {club.link_generation}"
    return salted_hmac("clubcomp.readers", value, algorithm="sha256").hexdigest()[:32]


# Logs ----------------------------------------------------------------------------------------

#: What precedes a secret in an address of the site. The example proxies in `deploy/` have `SECRET`
#: too, since their logs must not hold one either.
BEFORE_A_SECRET = (
    *("me/[0-9]+-", "me/messages/stop/", "link/", "invitation/"),
    *("welcome/[^/]+/", "deputy/[0-9]+/", "set-up/", "sign-up/confirm/"),
)
SECRET = rf"(/(?:{'|'.join(BEFORE_A_SECRET)}))[\w.:=~-]+"
#: The same for an address within another one, with its slashes escaped.
_IN_AN_ADDRESS = re.compile(
    SECRET.replace("[^/]", "[^%]").replace("/", "(?:/|%2[fF])").replace("[^%]", "[^/%]")
)


def without_links(text: str) -> str:
    """The text with the secret of every link in it made unreadable."""
    return _IN_AN_ADDRESS.sub(r"\1...", text)


def keep_links_out_of_logs() -> None:
    """Remove the secrets of links from every line of a log: Django's, gunicorn's, a library's."""
    make = logging.getLogRecordFactory()
    if not getattr(make, "keeps_links_out", False):
        logging.setLogRecordFactory(_without_links_in(make))


def _without_links_in(make: Callable[..., logging.LogRecord]) -> Callable[..., logging.LogRecord]:
    def record_of(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = make(*args, **kwargs)
        try:
            message = record.getMessage()
        except Exception:  # the handler that writes the line will report a wrong format
            return record
        if (cleaned := without_links(message)) != message:
            record.msg, record.args = cleaned, ()
        return record

    record_of.keeps_links_out = True  # type: ignore[attr-defined]
    return record_of
