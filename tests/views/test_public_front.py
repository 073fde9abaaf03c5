"""The front pages: the site, a club, a competition."""

import re
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from clubcomp.flow.evenings import close_evening
from clubcomp.flow.messages import send_links
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.people.guests import make_guest
from clubcomp.flow.standings import rounds_of, standings_of
from clubcomp.models import Evening
from clubcomp.pages.front import evenings_to_lead
from clubcomp.pages.pictures import picture_of
from clubcomp.pages.scopes import last_round_key
from pairing.core.types import OVERALL, Result
from tests import make
from tests.views.public import TUESDAYS, address, reader, season, words

pytestmark = pytest.mark.django_db


def test_a_site_without_a_club_says_how_to_begin():
    said = words(reader().get("/"))
    assert "There is no club here yet" in said
    assert said.count("Sign in") == 1, "nobody has an account yet: the link at the top will do"
    keeper = make.make_user("Kees")
    keeper.is_staff = True
    keeper.save()
    client = reader()
    client.force_login(keeper)
    assert "/clubs/new/" in client.get("/").content.decode()


def test_the_only_club_of_a_site_is_its_first_page_until_there_is_a_second():
    club = make.make_club()
    user = make.make_membership(club, make.make_user("Bob")).user
    stranger, member = reader(), reader()
    member.force_login(user)
    for client in (stranger, member):
        answer = client.get("/")
        assert (answer.status_code, answer.url) == (302, "/toren/")
        assert "no-store" in answer["Cache-Control"]
        assert client.get("/?search=x").status_code == 200
    nobody = reader()
    nobody.force_login(make.make_user("Nemo"))
    assert "De Toren" in words(nobody.get("/")), "perhaps it is not for them"
    user.is_staff = True
    user.save()
    assert "/clubs/new/" in member.get("/").content.decode()
    make.make_club("Zukertort", "zukertort")
    assert "Zukertort" in words(stranger.get("/"))


def test_your_own_clubs_come_first():
    make.make_club("Aagje", "aagje")
    mine = make.make_club("Zukertort", "zukertort")
    client = reader()
    client.force_login(make.make_membership(mine, make.make_user("Bob")).user)
    said = words(client.get("/"))
    assert said.index("Zukertort") < said.index("Aagje")
    said = words(reader().get("/"))
    assert said.index("Aagje") < said.index("Zukertort")


def test_a_club_without_a_competition_says_so_and_shows_the_leader_the_way():
    club = make.make_club()
    assert "There is no competition yet" in words(reader().get("/toren/"))
    assert "/competitions/new/" not in reader().get("/toren/").content.decode()
    client = reader()
    client.force_login(make.make_membership(club, make.make_user("Ria"), "leader").user)
    assert "/toren/competitions/new/" in client.get("/toren/").content.decode()


def test_a_club_shows_this_week_the_last_results_and_the_podium():
    competition = season()
    make.make_evening(competition, date=TUESDAYS[3], is_open=False)
    said = words(reader().get("/toren/"))
    for part in ("The next evening", "Tuesday 24 November", "Last results", "The whole standings"):
        assert part in said
    page = reader().get("/toren/").content.decode()
    podium = page.split('<ol class="podium">')[1].split("</ol>")[0]
    assert re.findall(r'class="step">(\d)<', podium) == ["1", "2", "3"]
    assert "For the leader" not in page


def test_who_has_no_place_is_on_no_step_of_the_podium():
    competition = season()
    make_guest(standings_of(competition, OVERALL)[1].entry, by=None)
    page = reader().get("/toren/").content.decode()
    podium = page.split('<ol class="podium">')[1].split("</ol>")[0]
    assert re.findall(r'class="step">(.*?)<', podium) == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("days", "title"), [(0, "Today"), (3, "The next evening"), (-1, "The open evening")]
)
def test_an_open_evening_is_called_by_its_day(days, title):
    day = timezone.localdate() + timedelta(days=days)
    competition = make.make_competition(4)
    make.make_evening(competition, date=day)
    page = reader().get("/toren/").content.decode()
    assert f"<h2>{title}: <a href=" in page
    assert page.count('class="button primary"') == 1
    page = reader().get(address(competition, "tonight/")).content.decode()
    assert re.search(rf"<title>\s*{title}\s+· ", page)
    assert f"<h1>{title}</h1>" in page


def test_an_evening_that_is_open_comes_before_all():
    competition = season()
    other = make.make_competition(4, club=make.make_club("Other", "other"), slug="zomer")
    other.club = competition.club
    other.save()
    make.make_evening(competition, date=TUESDAYS[3])
    page = reader().get("/toren/").content.decode()
    assert address(competition, "tonight/") in page
    assert "/toren/zomer/" in page


def test_an_evening_that_is_open_before_its_day_waits_for_its_turn():
    today = timezone.localdate()
    later = make.make_competition(4)
    make.make_evening(later, date=today + timedelta(days=5))
    sooner = make.make_competition(4, club=make.make_club("Other", "other"), slug="zomer")
    sooner.club = later.club
    sooner.save()
    make.make_evening(sooner, date=today + timedelta(days=3), is_open=False)
    page = reader().get("/toren/calendar/").content.decode()
    assert re.findall(r'href="/toren/(\w+)/evenings/1/"', page) == ["zomer", "intern"]
    assert [row.competition for row in evenings_to_lead([later.club])] == [sooner, later]
    Evening.objects.filter(competition=later).update(date=today - timedelta(days=1))
    assert [row.competition for row in evenings_to_lead([later.club])] == [later, sooner]


def test_a_leader_finds_the_evening_and_the_members():
    competition = season()
    leader = make.make_membership(competition.club, make.make_user("Ria"), "leader")
    client = reader()
    client.force_login(leader.user)
    page = client.get("/toren/").content.decode()
    for where in (address(competition, "evening/"), "/toren/members/"):
        assert where in page


def test_a_competition_has_its_own_front_page():
    competition = season()
    said = words(reader().get(address(competition)))
    assert "Interne competitie" in said
    assert "AttaCalc" in said
    assert words(reader().get(address(make.make_competition(0, club=make.make_club("N", "n")))))


def test_the_next_step_of_a_new_competition_is_its_one_blue_button():
    for players, first in ((0, "entries"), (4, "calendar/new")):
        club = make.make_club("De Toren", f"toren{players}")
        page = as_leader(make.make_competition(players, club=club), f"Ria {players}")
        steps = page[page.index("What to do first") : page.index("</ol>")]
        assert re.findall(r"\w+ \(\d\)", steps) == [f"Players ({players})", "Evenings (0)"]
        links = re.findall(r'href="([^"]+)"', steps)
        own = f"/{club.slug}/intern/"
        assert links == [f"{own}entries/", f"{own}calendar/new/", f"/{club.slug}/members/links/"]
        assert re.findall(r'button primary" href="([^"]+)"', page) == [f"{own}{first}/"]


def test_a_cup_is_drawn_among_the_first_steps():
    cup = make.make_cup(4, numbers="lot")
    page = as_leader(cup)
    assert re.findall(r'button primary" href="([^"]+)"', page) == ["/toren/beker/standings/"]
    assert "Draw the cup" in page[page.index("What to do first") :].split("</ol>")[0]


def test_the_first_steps_stay_until_everybody_has_a_link_or_an_evening_was_opened():
    evening = make.make_evening(make.make_competition(4), is_open=False)
    competition = evening.competition
    page = as_leader(competition)
    steps = " ".join(page[page.index("What to do first") :].split("</ol>")[0].split())
    assert steps.count(">done<") == 2
    assert "4 links are neither sent nor used yet" in steps
    assert re.findall(r'button primary" href="([^"]+)"', page) == ["/toren/members/links/"]
    competition.club.players.update(email="who@example.org")
    send_links(competition.club, list(competition.club.players.all()), by=None)
    assert "What to do first" not in as_leader(competition, "Rob")
    club = make.make_club("N", "n")
    opened = make.make_evening(make.make_competition(4, club=club))
    assert "What to do first" not in as_leader(opened.competition, "Jo")


def test_a_competition_without_players_begins_with_them_though_an_evening_is_planned():
    nobody = make.make_evening(make.make_competition(0), is_open=False)
    page = as_leader(nobody.competition)
    assert re.findall(r'button primary" href="([^"]+)"', page) == ["/toren/intern/entries/"]


def test_after_the_last_round_the_next_step_is_to_finish():
    competition = make.make_swiss(4, rounds=1)
    make.play_swiss_round(competition, Result.WHITE_WINS)
    page = as_leader(competition)
    assert "All rounds have been played" in page
    assert re.findall(r'button primary" href="([^"]+)"', page) == ["/toren/zwitsers/stage/"]


def as_leader(competition, name: str = "Ria") -> str:
    """The front page of a competition for who leads it."""
    leader = make.make_membership(competition.club, make.make_user(name), "leader")
    client = reader()
    client.force_login(leader.user)
    return client.get(address(competition)).content.decode()


def test_boards_without_a_result_are_not_called_results():
    competition = make.make_competition(4)
    evening = make.make_evening(competition, "blitz", date=TUESDAYS[0])
    publish_next(evening, after=0, by=None)
    said = words(reader().get("/toren/"))
    assert "Last results" not in said
    assert "The boards" in said
    assert re.search(r"\w, game 1\b", said)
    make.finish_round(evening.rounds.get())
    assert "Last results" in words(reader().get("/toren/"))


def test_a_date_of_the_calendar_leads_to_its_evening():
    competition = make.make_competition(4)
    make.make_evening(competition, date=TUESDAYS[0])
    for page in ("/toren/", "/toren/intern/"):
        listed = reader().get(page).content.decode().split("Calendar</h2>")[1]
        assert 'href="/toren/intern/evenings/1/"' in listed


def test_each_kind_of_competition_has_its_own_first_picture_on_its_front_page():
    club = make.make_club()
    swiss, round_robin = make.make_swiss(6, club=club), make.make_berger(12, club=club)
    long = make.make_competition(8, club=club)
    for competition, tempo in ((swiss, "standard"), (round_robin, "standard"), (long, "long")):
        for _ in range(3):
            evening = make.make_evening(competition, tempo)
            make.play_game(evening)
            close_evening(evening, by=None)
    scores = words(reader().get(address(swiss)))
    groups = scores.split("Points Who ")[1].split("The whole standings")[0]
    assert groups.strip() == "2 Adema · Cornelis · Evers 1 Bakker · Dekker · Faber"
    lines = [line for line in standings_of(swiss, OVERALL) for _ in range(9)]
    for at, line in enumerate(lines):
        lines[at] = replace(line, row=replace(line.row, points=Fraction(at // 9, 2)))
    after = last_round_key(rounds_of(swiss, OVERALL))
    assert picture_of(swiss, OVERALL, lines, after, "")["lower"] == 18
    table = reader().get(address(round_robin)).content.decode()
    assert 'class="cross some"' in table
    assert table.count('class="self"') == 12
    race = reader().get(address(long)).content.decode()
    assert race.count('<path class="way') == 7
    assert "The top of the standings" in race
    assert 'class="way chosen"' in reader().get(address(long, "?player=adema")).content.decode()
    for competition, mark in (
        (swiss, "how many points"),
        (round_robin, "cross some"),
        (long, '<path class="way'),
    ):
        assert mark in reader().get(address(competition, "standings/")).content.decode()
