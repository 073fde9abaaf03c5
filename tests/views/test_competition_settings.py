"""The settings of a competition: three groups of pages, each with a line of how it stands."""

import re

import pytest

from clubcomp.flow.competitions.entries import forbid_pair
from clubcomp.models import Category, Prize
from clubcomp.pages.competition_settings import settings_of
from tests import make
from tests.views.query_counts import COUNTS, counted
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


def states(competition) -> dict[str, str]:
    return {one.title: one.state for _title, group in settings_of(competition, 0) for one in group}


def test_the_settings_stand_in_three_groups_with_their_state():
    competition = make.make_competition(5)
    leader = Visitor(club=competition.club)
    page = text(leader.see("competition-settings", competition.slug))
    assert re.findall("<h2>(.*?)</h2>", page) == [
        "How it is played",
        "Who takes part",
        "The season",
    ]
    said = states(competition)
    assert said["Players"] == "5 players"
    assert said["Categories"] == said["Prizes"] == said["Forbidden pairs"] == "none"
    assert said["Calendar"] == "0 evenings played, 0 to come"
    assert said["Running, finished, archived"] == "running"
    assert all(said.values())


def test_a_state_follows_what_was_set():
    competition = make.make_swiss(6, rounds=5)
    one, other, *_rest = competition.entries.all()
    forbid_pair(competition, one, other, reason="", by=None)
    Category.objects.create(competition=competition, name="Youth", born_from=2010)
    Prize.objects.create(competition=competition, number=1, place=1, name="First")
    competition.entries.filter(pk=one.pk).update(guest=True)
    make.make_evening(competition, "standard", is_open=False)
    competition.version += 1
    competition.save()
    said = states(competition)
    assert "5 rounds" in said["Options"]
    assert said["Players"] == "5 players, one guest"
    assert said["Forbidden pairs"] == "one pair"
    assert said["Categories"] == "Youth"
    assert said["Prizes"] == "one prize"
    assert said["Calendar"] == "0 evenings played, one to come"


@pytest.mark.parametrize("make_one", [make.make_competition, make.make_swiss, make.make_berger])
def test_each_link_leads_to_a_page_that_is_called_so_and_leads_back(make_one):
    competition = make_one(4)
    leader = Visitor(club=competition.club)
    page = text(leader.see("competition-settings", competition.slug))
    links = re.findall(r'<li> <a href="([^"]+)">([^<]+)</a>', page)
    assert len(links) > 10
    for address, title in links:
        there = text(leader.client.get(address))
        heading = re.search("<h1>(.*?)</h1>|<h2 id=.players.>", there)
        assert (heading[1] or "").strip() == title or "#players" in address
        if title not in ("Calendar", "Plan the periods"):
            assert f'href="/{competition.club.slug}/{competition.slug}/settings/"' in there


def test_the_page_of_the_competition_leads_to_all_settings_by_one_link():
    competition = make.make_competition(4)
    page = text(Visitor(club=competition.club).see("competition", competition.slug))
    leading = page.split("For the leader</h2>")[1].split("</section>")[0]
    assert re.findall(">([^<]+)</a>", leading) == ["The evening", "Calendar", "Settings"]


def test_the_settings_ask_as_often_for_60_players_as_for_6():
    for players in (6, 60):
        club = make.make_club(f"Club {players}", f"club-{players}")
        competition = make.make_competition(players, club=club)
        leader = Visitor(club=club, name=f"Anna {players}")
        with counted() as queries:
            leader.see("competition-settings", competition.slug)
        assert len(queries) == COUNTS["leader"]["competition-settings"]
