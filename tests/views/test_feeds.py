"""What a feed reader is told: the entries, what they are known by, and when they changed."""

from datetime import date
from xml.etree import ElementTree

import pytest
from django.db.models import F

from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import correct_result
from clubcomp.models import Game
from clubcomp.pages.identifiers import site_of_ids
from pairing.core.types import Result
from tests import make
from tests.views.public import reader, season

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def competition():
    return season()


def feed(address="/toren/intern/feed.xml"):
    response = reader().get(address)
    assert response.status_code == 200
    assert response["Content-Type"].startswith("application/atom+xml")
    return ElementTree.fromstring(response.content)  # noqa: S314 our own


def entries(address="/toren/intern/feed.xml"):
    """The entries, by what they are known by, each with the texts of its parts."""
    found = {}
    for entry in feed(address).iter(f"{ATOM}entry"):
        parts = {part.tag.removeprefix(ATOM): part.text for part in entry}
        parts["href"] = entry.find(f"{ATOM}link").get("href")
        found[parts["id"].split("/", 1)[1]] = parts
    return found


def test_a_feed_tells_of_rounds_and_of_standings_in_the_language_of_the_club(competition):
    assert entries().keys() == {"1/1", "1/standings", "2/1", "2/standings"}
    told = entries()["2/1"]
    assert told["title"].startswith("Interne competitie, dinsdag 10 november, long: ")
    assert told["title"].endswith("partij 1")
    assert "1. " in told["summary"]
    assert told["href"] == "http://testserver/toren/intern/evenings/2/games/1/"
    assert feed().get("{http://www.w3.org/XML/1998/namespace}lang") == "nl"


def test_every_entry_leads_to_a_page_and_the_newest_is_first(competition):
    times = [told["updated"] for told in entries().values()]
    assert times == sorted(times, reverse=True)
    assert feed().find(f"{ATOM}updated").text == times[0]
    for told in entries().values():
        path = told["href"].removeprefix("http://testserver")
        assert reader().get(path).status_code == 200


def test_a_round_is_told_as_soon_as_it_is_published_and_not_before(competition):
    evening = make.make_evening(competition, date=date(2026, 11, 17))
    assert "3/1" not in entries()
    publish_next(evening, after=0, by=None)
    told = entries()["3/1"]
    assert told["title"] != entries()["2/1"]["title"].replace("10 november", "17 november")
    assert "nog open" in told["summary"]
    assert "3/standings" not in entries()


def test_results_and_corrections_come_into_the_same_entry_and_make_it_newer(competition):
    before = entries()
    game = Game.objects.get(round__evening__number=1, board=1)
    correct_result(game, result=Result.BLACK_WINS, seen=game.result, reason="Vergissing", by=None)
    after = entries()
    assert before.keys() == after.keys()
    assert after["1/1"]["published"] == before["1/1"]["published"]
    for what in ("1/1", "1/standings"):
        assert after[what]["updated"] > before[what]["updated"]
        assert after[what]["summary"] != before[what]["summary"]
    assert after["2/1"] == before["2/1"]
    # The standing of later counts the same game.
    assert after["2/standings"]["summary"] != before["2/standings"]["summary"]
    assert after["2/standings"]["updated"] > before["2/standings"]["updated"]


def test_a_correction_of_a_later_evening_leaves_what_was_told_before_as_it_was(competition):
    before = entries()
    game = Game.objects.get(round__evening__number=2, board=1)
    correct_result(game, result=Result.BLACK_WINS, seen=game.result, reason="Vergissing", by=None)
    after = entries()
    assert after["1/standings"] == before["1/standings"]
    assert after["2/standings"]["updated"] > before["2/standings"]["updated"]


@pytest.mark.parametrize("address", ["/toren/feed.xml", "/toren/intern/feed.xml"])
def test_a_feed_is_the_same_feed_at_another_address_and_under_another_name(
    competition, settings, address
):
    settings.ALLOWED_HOSTS = ["*"]
    ids = {feed(address).find(f"{ATOM}id").text}
    club = competition.club
    type(club).objects.update(name="Anders", version=F("version") + 1)
    other = reader().get(address, headers={"host": "toren.example.org"})
    ids.add(ElementTree.fromstring(other.content).find(f"{ATOM}id").text)  # noqa: S314 our own
    assert ids == {f"tag:{site_of_ids(club)},2026:" + IDS[address].format(competition.pk, club.pk)}


IDS = {"/toren/feed.xml": "club/{1}", "/toren/intern/feed.xml": "competition/{0}"}


def test_a_club_tells_of_all_its_competitions(competition):
    swiss = make.make_swiss(4, club=competition.club)
    make.play_swiss_round(swiss, Result.DRAW)
    titles = [title.text for title in feed("/toren/feed.xml").iter(f"{ATOM}title")]
    for name in ("Zwitsers", "Interne competitie"):
        assert any(title.startswith(f"{name}, ") for title in titles)


def test_a_club_without_games_has_an_empty_feed():
    make.make_club()
    assert entries("/toren/feed.xml") == {}
    assert feed("/toren/feed.xml").find(f"{ATOM}updated").text.startswith("2000")


def test_a_name_is_no_markup(competition):
    player = competition.entries.get(key="adema").player
    player.name = "Adema <b>& Zn."
    player.save()
    summaries = [told["summary"] for told in entries().values()]
    assert any("Adema &lt;b&gt;&amp; Zn." in summary for summary in summaries)


def test_pages_name_the_feed(competition):
    make.make_club("Leeg", "leeg")
    for page, address in (("/leeg/", "/leeg"), ("/toren/intern/standings/", "/toren/intern")):
        html = reader().get(page).content.decode()
        link = f'<link rel="alternate" type="application/atom+xml" href="{address}/feed.xml">'
        assert link in html
