"""The evenings of a competition, a club or a player as a file for calendar programs."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import conditional_page

from clubcomp.doors.links import CALENDAR as CALENDAR_LINK
from clubcomp.doors.links import player_of
from clubcomp.doors.names import whole_names
from clubcomp.doors.requests import ClubRequest, CompetitionRequest, daily_competitions
from clubcomp.models import Competition
from clubcomp.pages.calendar_file import calendar_file, removed_competitions
from clubcomp.pages.my_calendar import competitions_of_player, evenings_of
from clubcomp.pages.spreadsheets import attachment
from clubcomp.views.access import Action, club_page
from clubcomp.views.me import not_shared, wrong_link

ICS = "text/calendar; charset=utf-8"


@club_page(Action.SEE)
def of_competition(request: CompetitionRequest) -> HttpResponse:
    """The evenings of a competition."""
    competition = request.competition
    name, key = f"{request.club}: {competition}", f"competition-{competition.pk}"
    return _file(request, [competition], name, competition.slug, key=key)


@club_page(Action.SEE)
def of_club(request: ClubRequest) -> HttpResponse:
    """The evenings of all competitions of the club that this reader may see."""
    gone = [
        line
        for line in removed_competitions(request.club)
        if request.reader.may_read(Competition(club=request.club, audience=line.facts["audience"]))
    ]
    club, competitions = request.club, daily_competitions(request)
    return _file(request, competitions, str(club), club.slug, key=f"club-{club.pk}", gone=gone)


@club_page(Action.COME_IN)
@conditional_page
def own_calendar(request: ClubRequest, *, token: str) -> HttpResponse:
    """My evenings: whether I come, and my boards. The address of this file opens nothing else."""
    player = player_of(request.club, token, CALENDAR_LINK)
    if player is None:
        return not_shared(wrong_link(request))
    competitions = competitions_of_player(player)
    with whole_names():  # the link is the player's own
        name = f"{request.club}: {player}"
        key, mine = f"player-{player.pk}", evenings_of(player)
        response = _file(request, competitions, name, "me", key=key, mine=mine)
    response["Referrer-Policy"] = "strict-origin"
    response["X-Robots-Tag"] = "noindex, nofollow"
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _file(
    request: ClubRequest, competitions: Sequence[Competition], name: str, slug: str, **more: Any
) -> HttpResponse:
    def page(competition: Competition, serial: int | None) -> str:
        slugs = [request.club.slug, competition.slug]
        address = (
            reverse("evening", args=[*slugs, serial]) if serial else reverse("calendar", args=slugs)
        )
        return request.build_absolute_uri(address)

    data = calendar_file(request.club, competitions, page, name=name, **more)
    return attachment(data, f"{slug}.ics", ICS)
