"""Which player does a personal link name, and whose browser is this?

A link holds the player's number and a code that only this site can make from it (an HMAC with the
site's secret key), so no secret lies in the database. Renewing raises `Player.link_generation`:
the links and cookies of before are nobody's then. Opening a link puts a signed cookie of the club
into the browser; what it says is compared with the row of the player in each request.
"""

import base64
import logging
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from clubcomp.models import Club, Player

COOKIE = "me"
TWO_YEARS = 60 * 60 * 24 * 730
#: Of the code; five bits a letter.
LETTERS = 26
_NUMBER = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)


class Holder(NamedTuple):
    """Whom a browser's cookie names: the number of the player, and the generation of the link."""

    player: int
    generation: int


# The link ------------------------------------------------------------------------------------


#: What a link is for. A calendar program holds one that opens nothing else.
PERSONAL, CALENDAR = "clubcomp.links", "clubcomp.links.calendar"


def token_of(player: Player, purpose: str = PERSONAL) -> str:
    """What the player's link has behind the address of the club: a number and a code."""
    value = f"{player.club_id} {player.pk} {player.link_generation}"
    digest = salted_hmac(purpose, value, algorithm="sha256").digest()
    return f"{player.pk}-{base64.b32encode(digest).decode().lower()[:LETTERS]}"


def player_of(club: Club, token: str, purpose: str = PERSONAL) -> Player | None:
    """The player of the club whose link has this token; None for anything else."""
    number, _, _code = token.partition("-")
    player = club.players.filter(pk=int(number)).first() if _NUMBER.fullmatch(number) else None
    return player if player and constant_time_compare(token, token_of(player, purpose)) else None


def link_of(request: HttpRequest, player: Player, club: Club) -> str:
    """The whole address of a player's link, as it is passed on."""
    path = reverse("open-link", args=[club.slug, token_of(player)])
    return f"{settings.SITE_URL}{path}" if settings.IS_PUBLIC else request.build_absolute_uri(path)


# The browser ---------------------------------------------------------------------------------


def holder_in(request: HttpRequest, club: int) -> Holder | None:
    """Whom the cookie of the club with this id names; None without one that we signed."""
    if COOKIE not in request.COOKIES:
        return None
    try:
        said = request.get_signed_cookie(COOKIE, "", salt=_salt(club)) or ""
        player, _, generation = said.partition(":")
        return Holder(int(player), int(generation))
    except (BadSignature, ValueError):
        return None


def held_by(request: HttpRequest, club: Club) -> Player | None:
    """The player whose link this browser holds, if it is still the newest. At most one query."""
    holder = holder_in(request, club.pk)
    if holder is None:
        return None
    players = club.players.filter(pk=holder.player, link_generation=holder.generation)
    return players.first()


def remember(request: HttpRequest, response: HttpResponse, club: Club, player: Player) -> None:
    """Let the browser hold the player's link."""
    response.set_signed_cookie(
        COOKIE,
        f"{player.pk}:{player.link_generation}",
        salt=_salt(club.pk),
        max_age=TWO_YEARS,
        path=f"/{club.slug}/",
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def forget(response: HttpResponse, club: Club) -> None:
    """Let the browser hold no link any more."""
    response.delete_cookie(COOKIE, path=f"/{club.slug}/", samesite="Lax")


def _salt(club: int) -> str:
    return f"{COOKIE}:{club}"


# What is written about requests --------------------------------------------------------------

_IN_AN_ADDRESS = re.compile(r"((?:/|%2[fF])me(?:/|%2[fF]))[0-9]+-[a-z0-9]+")


def without_links(text: str) -> str:
    """A text in which no personal link can be read any more."""
    return _IN_AN_ADDRESS.sub(r"\1...", text)


def keep_links_out_of_logs() -> None:
    """No line of a log says a personal link, whoever writes it: Django, gunicorn, a library."""
    make = logging.getLogRecordFactory()
    if not getattr(make, "keeps_links_out", False):
        logging.setLogRecordFactory(_without_links_in(make))


def _without_links_in(make: Callable[..., logging.LogRecord]) -> Callable[..., logging.LogRecord]:
    def record_of(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = make(*args, **kwargs)
        try:
            said = record.getMessage()
        except Exception:  # a mistake in somebody's format is told by whoever writes the line
            return record
        if (kept := without_links(said)) != said:
            record.msg, record.args = kept, ()
        return record

    record_of.keeps_links_out = True  # type: ignore[attr-defined]
    return record_of
