"""Searching a club: what is found, by whom, and at what cost."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubcomp.models import Audience, Club, Competition, Entry, Evening, NameShown, Role
from tests import make
from tests.views.public import reader, season
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


def found(client, club, asked: str) -> str:
    """What the page says below its box."""
    page = client.get(f"/{club.slug}/search/", {"q": asked})
    assert page.status_code == 200
    assert page["X-Robots-Tag"] == "noindex"
    return text(page).partition("</form>")[2].partition("</main>")[0]


def call(competition, key: str, name: str) -> None:
    player = Entry.objects.get(competition=competition, key=key).player
    player.name = name
    player.save()


def test_a_name_a_day_and_a_competition_are_found_with_the_way_to_them():
    competition = season(10)
    club, there = competition.club, f"/toren/{competition.slug}/"
    call(competition, "adema", "Ann O'Hara")
    call(competition, "bakker", "Çelik Öztürk")
    link = f'<a href="{there}players/adema/">Ann <b>O’Hara</b></a>'
    assert link in found(reader(), club, "o'hara")
    assert "Öztürk" in found(reader(), club, "OZTURK")
    assert f'href="{there}"' in found(reader(), club, str(competition)[:4])
    Evening.objects.filter(competition=competition, number=1).update(date="2026-03-12")
    for day in ("12-3-2026", "2026-03-12", "12 March", "12 maart 2026", "12-3"):
        assert f'href="{there}evenings/1/"' in found(reader(), club, day), day
    assert "There is nothing here of “%_zzz”." in found(reader(), club, "%_zzz")
    for nothing in ("", " "):
        assert "<h2" not in found(reader(), club, nothing)


def test_what_a_reader_may_not_see_is_not_found():
    competition = season(10)
    club = competition.club
    closed = make.make_competition(2, club=club, slug="board")
    secret = {"name": "Board of secrets", "audience": Audience.MEMBERS}
    Competition.objects.filter(pk=closed.pk).update(**secret)
    call(closed, "adema", "Hidde Verborgen")
    make.make_evening(closed, date=datetime.date(2026, 5, 5))
    member = Visitor(Role.MEMBER, club=club)
    for asked in ("Verborgen", "secrets", "5-5-2026"):
        assert "There is nothing" in found(reader(), club, asked), asked
        assert "There is nothing" not in found(member.client, club, asked), asked
    Competition.objects.filter(pk=competition.pk).update(names_shown=NameShown.HIDDEN)
    assert "There is nothing" in found(reader(), club, "Cornelis")
    assert "Cornelis" in found(member.client, club, "Cornelis")
    Club.objects.filter(pk=club.pk).update(audience=Audience.MEMBERS)
    assert reader().get(f"/{club.slug}/search/", {"q": "Cornelis"}).status_code == 403


def test_twice_the_players_take_as_many_queries():
    counts = []
    for slug, players in (("ten", 10), ("twenty", 20)):
        competition = season(players, slug=slug)
        with CaptureQueriesContext(connection) as queries:
            said = found(reader(), competition.club, "e")
        assert "<h2" in said
        counts.append(len(queries))
    assert counts[0] == counts[1]
