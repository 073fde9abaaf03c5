"""What the tests of the public pages share: a small season, and a reader who reads English."""

import re
from datetime import date

from django.test import Client
from django.utils.html import strip_tags

from clubcomp.flow.evenings import close_evening
from clubcomp.models import Competition, Evening
from pairing.core.types import Result
from tests import make

TUESDAYS = [date(2026, 11, day) for day in (3, 10, 17, 24)]


def reader() -> Client:
    """A stranger who reads English."""
    return Client(headers={"accept-language": "en"})


def address(competition: Competition, rest: str = "") -> str:
    """The address of a page of a competition."""
    return f"/{competition.club.slug}/{competition.slug}/{rest}"


def words(response) -> str:
    """What a page says, without its markup and with single blanks."""
    assert response.status_code == 200, response.status_code
    return re.sub(r"\s+", " ", strip_tags(response.content.decode()))


def season(count: int = 7, *, slug: str = "toren", **options: object) -> Competition:
    """Two closed long evenings, the second without the last player: `count` players."""
    club = make.make_club(name=slug.title(), slug=slug)
    competition = make.make_competition(count, club=club, **options)
    play_evening(competition, TUESDAYS[0], Result.WHITE_WINS)
    play_evening(competition, TUESDAYS[1], Result.DRAW, present=count - 1)
    return competition


def play_evening(
    competition: Competition,
    day: date,
    result: Result,
    *,
    tempo: str = "long",
    games: int = 1,
    present: int | None = None,
) -> Evening:
    """An evening from opening to closing."""
    evening = make.make_evening(competition, tempo, date=day, games=games, present=present)
    for _game in range(games):
        make.play_game(evening, result)
    close_evening(evening, by=None)
    return evening


def poll_address(response):
    """The address that a page asks again, from its markup."""
    written = response.content.decode().split('id="poll"')[1]
    return written.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")


def poll(client, where):
    """What a page that asks is answered."""
    return client.get(where, headers={"hx-request": "true"})
