"""Rating lists come from the addresses that are named, and from nowhere else."""

import io
from contextlib import contextmanager

import pytest
from django.core.management import CommandError, call_command

from clubcomp.models import Player, TrailEntry
from clubcomp.running.sending import rating_lists
from clubcomp.running.sending.rating_lists import NotFetched, fetch, take_from
from tests.make import make_club, make_player

pytestmark = pytest.mark.django_db

ADDRESS = "https://lists.example/KNSB-2026-11.csv"
LIST = """Relatienummer;Naam;Titel;FED;Rating;Nv;Geboren;S
9000001;Bakker, A.;;NED;1834;12;1966;
9000002;Heel Iemand Anders;;NED;1600;5;1990;w
"""


class Site:
    """Answers as a federation's site would, and remembers what was asked."""

    def __init__(self):
        self.contents, self.status, self.length, self.asked = LIST.encode(), 200, None, []

    @contextmanager
    def __call__(self, address, way):
        assert way.only_public
        self.asked.append(str(address))
        self._left = io.BytesIO(self.contents)
        yield self

    def read(self, size):
        return self._left.read(size)


@pytest.fixture
def site(monkeypatch):
    site = Site()
    monkeypatch.setattr(rating_lists, "answer_of", site)
    return site


def test_a_list_is_taken_over_for_who_is_certain_in_every_club(site):
    club, other = make_club(), make_club("Elders", "elders")
    anna = make_player(club, "Bakker, Anna", "9000001", rating=1500)
    doubtful = make_player(club, "Visser, Bo", "9000002", rating=1500)
    away = make_player(other, "Bakker, Anna", "9000001", rating=1400)
    Player.objects.create(club=make_club("Leeg", "leeg"), name="Bakker, Anna", rating=1300)
    taken = take_from(ADDRESS)
    assert {one.slug: count for one, count in taken.items()} == {"toren": 1, "elders": 1}
    for player in (anna, doubtful, away):
        player.refresh_from_db()
    assert (anna.rating, doubtful.rating, away.rating) == (1834, 1500, 1834)
    line = TrailEntry.objects.filter(club=club).first()
    assert (line.action, line.by_id) == ("take_ratings", None)
    assert take_from(ADDRESS).keys() == taken.keys()


@pytest.mark.parametrize("status", [302, 404, 500])
def test_another_answer_is_none_and_leads_nowhere(site, status):
    site.status = status
    with pytest.raises(NotFetched, match=str(status)):
        take_from(ADDRESS)
    assert site.asked == [ADDRESS]


def test_more_than_a_list_is_not_taken(site, monkeypatch):
    monkeypatch.setattr(rating_lists, "MOST_BYTES", 100)
    with pytest.raises(NotFetched, match=r"too large|te groot"):
        fetch(ADDRESS, io.BytesIO())


def test_what_ends_in_the_middle_is_not_taken(site):
    site.length = 1
    with pytest.raises(NotFetched, match=r"not reached|niet bereikt"):
        fetch(ADDRESS, io.BytesIO())


@pytest.mark.parametrize(
    "address", ["http://lists.example/a.csv", "ftp://lists.example/", "file:///etc/passwd", "x"]
)
def test_only_addresses_with_https_are_asked(site, address):
    with pytest.raises(NotFetched):
        fetch(address, io.BytesIO())
    assert site.asked == []


def test_no_address_of_a_network_of_our_own_is_asked():
    for host in ("127.0.0.1", "localhost", "10.0.0.1"):
        with pytest.raises(NotFetched):
            fetch(f"https://{host}/list.csv", io.BytesIO())


def test_a_file_that_is_no_list_is_told_club_by_club(site):
    make_player(make_club(), "Bakker, Anna", "9000001")
    site.contents = b"<html>"
    [refused] = take_from(ADDRESS).values()
    assert not isinstance(refused, int)


def test_the_command_says_what_came_of_each_list(site, settings, capsys):
    make_player(make_club(), "Bakker, Anna", "9000001")
    settings.RATING_LISTS = []
    with pytest.raises(CommandError, match="names no list"):
        call_command("fetch_ratings")
    settings.RATING_LISTS = [ADDRESS]
    call_command("fetch_ratings")
    assert "1 players" in capsys.readouterr().out
    settings.RATING_LISTS = ["http://lists.example/", ADDRESS]
    with pytest.raises(CommandError, match="1 lists did not come"):
        call_command("fetch_ratings")
