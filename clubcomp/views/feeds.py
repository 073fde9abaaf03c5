"""Feeds (Atom) of what is new in a competition or a club."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.urls import reverse

from clubcomp.doors.requests import ClubRequest, CompetitionRequest, daily_competitions
from clubcomp.models import Competition, Evening
from clubcomp.pages.feeds import Feed, feed_of
from clubcomp.views.access import Action, club_page


@club_page(Action.SEE)
def of_competition(request: CompetitionRequest) -> HttpResponse:
    """The latest rounds and standings of a competition."""
    competition = request.competition
    whole = reverse("competition", args=[request.club.slug, competition.slug])
    name, key = f"{request.club}: {competition}", f"competition/{competition.pk}"
    return _feed(request, [competition], name, whole, key)


@club_page(Action.SEE)
def of_club(request: ClubRequest) -> HttpResponse:
    """The latest rounds and standings of all competitions of the club that this reader may see."""
    competitions, whole = daily_competitions(request), reverse("club", args=[request.club.slug])
    return _feed(request, competitions, str(request.club), whole, f"club/{request.club.pk}")


def _feed(
    request: ClubRequest, competitions: Sequence[Competition], name: str, whole: str, key: str
) -> HttpResponse:
    def address(evening: Evening, number: int, is_standing: bool) -> str:
        slugs = [request.club.slug, evening.competition.slug]
        if not is_standing:
            return absolute(reverse("round", args=[*slugs, evening.serial, number]))
        tempo = reverse("standings-of", args=[*slugs, evening.tempo.key])
        return absolute(f"{tempo}?after={evening.serial}.{number}")

    absolute = request.build_absolute_uri
    link, feed_url = absolute(whole), absolute(request.path)
    feed = feed_of(request.club, competitions, name, link, feed_url, address, key=key)
    return HttpResponse(feed, content_type=Feed.content_type)
