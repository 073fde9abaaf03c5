"""The competitions of a club by season, and the days of a season."""

import pytest
from django.urls import reverse

from clubcomp.flow.accounts.readers import show_competition_to
from clubcomp.flow.competitions.competition import change_competition
from clubcomp.models import Competition, Role
from tests.make import make_club, make_competition
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


def page(client):
    address, english = reverse("competitions", args=["toren"]), {"accept-language": "en"}
    return client.get(address, headers=english).content.decode()


def test_competitions_stand_by_season_and_past_seasons_fold_out(client):
    club = make_club()
    now, before = make_competition(2, club=club), make_competition(2, club=club, slug="vorig")
    earlier = now.season.first.replace(year=now.season.first.year - 1)
    change_competition(before, name=now.name, slug="vorig", season=earlier, by=None)
    before.refresh_from_db()
    shown = page(client)
    open_part, _details, folded = shown.partition("<details>")
    assert "/toren/intern/" in open_part.split("<main")[1]
    assert f"{before.season}: 1 competition" in " ".join(folded.split())
    assert "/toren/vorig/" in folded
    # Where both can be chosen they are told apart.
    assert f"{now}, {now.season}" in shown


def test_a_reader_sees_no_season_of_what_is_not_shown_to_them(client):
    hidden = make_competition(2)
    show_competition_to(hidden, audience="members", names_shown="", by=None)
    assert str(hidden.season) not in page(client)


def test_a_leader_moves_a_competition_to_the_season_that_comes():
    competition = make_competition(2)
    leader, season = Visitor(Role.LEADER, club=competition.club), competition.season
    address = reverse("competition-name", args=["toren", "intern"])
    coming = season.first.replace(year=season.first.year + 1)
    assert f"{coming.year}-{coming.year + 1}" in text(leader.client.get(address))
    data = {"name": competition.name, "slug": "intern", "season": coming.isoformat()}
    assert "is changed" in text(leader.client.post(address, data, follow=True))
    moved = Competition.objects.select_related("season").get()
    assert (moved.season.first, moved.season.club) == (coming, competition.club)
    other = {**data, "season": "1999-07-01"}
    assert "Something is not right yet" in text(leader.client.post(address, other))
