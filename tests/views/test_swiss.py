"""A Swiss competition on the pages: started, paired, played, as rounds and not as games."""

import html

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from clubcomp.flow.attendance.marks import plan_attendance
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import record_result
from clubcomp.models import Competition, Entry, Game, Role
from pairing.core.types import Result
from pairing.registry import get_system
from pairing.sentences.option_words import description_of
from tests.make import (
    entries,
    make_club,
    make_evening,
    make_one_tempo,
    make_players,
    make_swiss,
    play_game,
)
from tests.views.query_counts import counted
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

SWISS = {
    "system": "knsb-rating",
    "name": "Zwitsers",
    "game": "go",
    "who": "all",
    "rounds": "7",
    "bye": "1/2",
    "initial_colour": "black",
    "tie_breaks": ["resistance_points", "", "wins"],
}


@pytest.fixture
def leader() -> Visitor:
    return Visitor(Role.LEADER)


@pytest.fixture
def competition(leader) -> Competition:
    make_players(leader.club, 6)
    leader.fill_in("new-competition", **SWISS)
    return Competition.objects.get()


def test_each_system_is_offered_with_a_sentence_and_its_regulation(leader):
    said = text(leader.see("new-competition"))
    order = (
        "attacalc knsb-rating fide-dutch knsb-resistance knsb-rating-1996 fide-rating-1998".split()
    )
    places = [said.index(f"?system={key}") for key in order]
    assert places == sorted(places)
    for key in order:
        system = get_system(key)
        assert description_of(system) != system.source
        assert description_of(system) in html.unescape(said)
        assert f'href="/rules/{key}/"' in said
    assert "Swiss by rating (KNSB)" in said
    assert "FIDE’s Dutch System of 2012" in said
    assert "AttaCalc" in said


def test_the_page_of_a_swiss_system_asks_for_rounds_and_no_tempo(leader):
    said = text(leader.see("new-competition", system="knsb-rating"))
    assert 'name="rounds"' in said
    assert "tempo" not in said.lower()
    assert said.count('name="tie_breaks"') == 5


def test_a_swiss_competition_is_started_with_all_its_options(competition):
    assert competition.game == "go"
    assert competition.options == {
        "rounds": 7,
        "bye": "1/2",
        "initial_colour": "black",
        "tie_breaks": ["resistance_points", "wins"],
    }
    assert [tempo.key for tempo in competition.tempos.all()] == ["standard"]
    assert [entry.start for entry in entries(competition)] == [1, 2, 3, 4, 5, 6]


def test_the_lot_for_the_colours_is_drawn_when_nobody_chooses(leader, monkeypatch):
    monkeypatch.setattr("secrets.choice", lambda choices: choices[1])
    said = text(leader.see("new-competition", system="knsb-rating"))
    assert '<option value="drawn" selected>' in said
    leader.fill_in("new-competition", **SWISS | {"initial_colour": "drawn"})
    competition = Competition.objects.get()
    assert competition.options["initial_colour"] == "black"
    assert competition.trail.get().facts["drawn"] == {"initial_colour": "black"}
    assert 'value="drawn"' not in text(leader.see("options", "zwitsers"))


def test_a_competition_by_lots_draws_its_start_list(leader):
    make_players(leader.club, 6)
    leader.fill_in("new-competition", **SWISS | {"system": "knsb-resistance", "first_round": "5.1"})
    competition = Competition.objects.get()
    said = text(leader.see("start-list", "zwitsers"))
    assert "drawn by lot" in said
    before = [one.key for one in entries(competition)]
    for _ in range(9):
        leader.fill_in("start-numbers", "zwitsers", act="draw")
    assert sorted(before) == sorted(one.key for one in entries(competition))
    assert competition.trail.filter(action="draw_lots").exists()


def test_the_start_list_is_renumbered_by_the_regulation_after_a_look(leader, competition):
    leader.fill_in("entry", "zwitsers", "faber", start="1", rating="1950", joined="1", act="keep")
    said = text(leader.see("start-numbers", "zwitsers"))
    assert "6 players would have another number" in said
    seen = said.split('name="seen" value="')[1].split('"')[0]
    leader.fill_in("start-numbers", "zwitsers", act="number", seen="old")
    assert entries(competition)[0].key == "faber"
    leader.fill_in("start-numbers", "zwitsers", act="number", seen=seen)
    assert entries(competition)[0].key == "adema"
    assert "Everybody has the number" in text(leader.see("start-numbers", "zwitsers"))


def test_the_start_list_says_when_it_is_not_the_regulations(leader, competition):
    said = text(leader.see("start-list", "zwitsers"))
    assert "Numbered by the regulation" in said
    assert "Number everybody by the regulation" not in said
    leader.fill_in("entry", "zwitsers", "faber", start="1", rating="", joined="1", act="keep")
    said = text(leader.see("start-list", "zwitsers"))
    assert "In the leader’s order" in said
    assert "Numbered by the regulation" not in said
    assert "Number everybody by the regulation" in said
    visitor = Client(headers={"accept-language": "en"})
    stranger = text(visitor.get(leader.address("start-list", "zwitsers")))
    assert "In the leader’s order" in stranger
    assert "Number everybody by the regulation" not in stranger


def test_a_changed_title_shows_on_the_start_list_and_who_came_late_does_not(leader):
    competition = make_swiss(6, club=leader.club)
    last = entries(competition)[5]
    last.player.title = "GM"
    last.player.rating = last.rating = 2900
    last.player.save()
    last.save()
    assert "In the leader’s order" in text(leader.see("start-list", competition.slug))
    publish_next(make_evening(competition, "standard"), after=0, by=None)
    assert "In the leader’s order" in text(leader.see("start-list", competition.slug))
    last.joined = 2
    last.save()
    assert "who came later" in text(leader.see("start-list", competition.slug))


def test_the_evening_of_a_swiss_competition_has_rounds_and_not_games(leader):
    competition = make_swiss(5, club=leader.club)
    evening = make_evening(competition, "standard", games=2)
    plan_attendance(evening, entries(competition)[4], status="present", from_game=2, by=None)
    for number in (0, 1):
        round_ = publish_next(evening, after=number, by=None)
        for game in round_.games.all():
            record_result(game, result=Result.DRAW, seen="*", by=None)
    place = [competition.slug]
    said = text(leader.see("tonight", *place))
    assert "All rounds of this evening" in said
    assert "counts 1 point <" in said
    assert "All rounds of this evening" in text(leader.see("competition", *place))
    assert "Other rounds of this evening:" in text(leader.see("results", *place, 1))
    close_evening(evening, by=None)
    trail = text(leader.see("trail"))
    assert "closed after 2 rounds" in trail
    assert "present, from round 2" in trail


def test_a_new_competition_begins_with_the_usual_tie_breaks_and_says_what_none_means(leader):
    page = leader.see("new-competition", system="knsb-rating")
    said = text(page)
    assert "nothing: who have equal points share a place" in said
    assert "Who is level in all of these shares a place." in said
    assert "Usual: resistance points (Buchholz), Sonneborn-Berger, the result between" in said
    assert page.content.decode().count("selected>resistance points (Buchholz)") == 1


def test_an_evening_is_planned_by_rounds_and_the_pages_say_which(leader, competition):
    said = text(leader.see("plan-evening", "zwitsers"))
    assert "Rounds on this evening" in said
    assert "empo" not in said
    leader.fill_in("plan-evening", "zwitsers", date="2030-09-05", games="2")
    leader.fill_in("plan-evening", "zwitsers", date="2030-09-12")
    said = text(leader.see("calendar", "zwitsers"))
    assert "rounds 1 to 2 of 7" in said
    assert "Planned: Thursday 12 September 2030, round 3 of 7." in said
    assert "standard" not in said
    for page in ("dashboard", "competition", "tonight"):
        answer = leader.client.get(leader.address(page, "zwitsers"), follow=True)
        assert "ame 1" not in text(answer), page
        assert "standard" not in text(answer).replace("/standard/", ""), page


def test_the_start_list_costs_as_many_queries_for_twice_the_players():
    asked = []
    for slug, count in (("klein", 12), ("groot", 24)):
        competition = make_swiss(count, club=make_club(slug, slug))
        with counted() as queries:
            Client().get(f"/{slug}/{competition.slug}/start-list/")
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_a_half_point_bye_and_a_game_on_another_day_are_said_with_the_round(leader):
    competition = make_swiss(7, club=leader.club)
    evening = make_evening(competition, "standard")
    plan_attendance(evening, entries(competition)[6], status="half_point_bye", by=None)
    publish_next(evening, after=0, by=None)
    place = [competition.slug, 1]
    data = {"act": "postponed", "played_on": "2030-09-20", "seen": "*"}
    data["game"] = Game.objects.get(round__evening=evening, board=2).seating
    leader.fill_in("result-more", *place, 1, 2, **data)
    said = text(leader.see("round", *place, 1))
    assert "Half-point bye: Gerritsen." in said
    assert "To be played on Friday 20 September 2030." in said
    assert "Round 1" in said


def test_a_tie_break_twice_is_refused_and_what_was_chosen_stays(leader):
    answer = leader.fill_in("new-competition", **SWISS | {"tie_breaks": ["wins", "wins"]})
    assert "wins" in text(answer)
    assert text(answer).count('<option value="wins" selected>') == 2
    assert not Competition.objects.exists()


def test_the_order_of_the_tie_breaks_is_changed_on_the_options_page(leader, competition):
    said = text(leader.see("options", "zwitsers"))
    assert said.index('<option value="resistance_points" selected>') < said.index(
        '<option value="wins" selected>'
    )
    data = {"rounds": "9", "bye": "1", "initial_colour": "white", "act": "look"}
    leader.fill_in("options", "zwitsers", **data, tie_breaks=["wins", "lot"])
    competition.refresh_from_db()
    assert competition.options == {"rounds": 9, "tie_breaks": ["wins", "lot"]}


def test_an_evening_after_the_last_round_is_planned_and_said(leader, competition):
    tempo, place = competition.tempos.get(), [competition.slug]
    when = {"tempo": tempo.pk, "date": "2030-09-03", "games": "1"}
    too_many = "The competition has 7 rounds; what is planned after them is not paired."
    too_few = "so 6 players can play at most 5 rounds. Let more players in, or plan fewer"
    leader.fill_in("plan-evening", *place, **when, until="2030-10-01")
    assert too_few not in text(leader.see("calendar", *place))
    leader.fill_in("plan-evening", *place, **when | {"date": "2030-10-08"}, until="2030-10-15")
    said = text(leader.see("calendar", *place))
    assert too_few in said
    assert too_many not in said
    leader.fill_in("plan-evening", *place, **when | {"date": "2030-10-22"})
    said = text(leader.see("calendar", *place))
    assert too_many in said
    assert "round 7 of 7" in said.lower()
    assert "round 8 of 7" not in said.lower()


def test_without_ratings_there_is_no_column_of_them(leader, competition):
    for name in ("entries", "start-list", "standings"):
        page = reverse(name, args=["toren", competition.slug])
        for rating in (1500, None):
            Entry.objects.update(rating=rating)
            Competition.objects.update(version=F("version") + 1)
            head = leader.client.get(page).content.decode().split("</thead>")[0]
            assert ("Rating" in head) is bool(rating)


def test_a_field_of_six_with_baku_plays_five_rounds_and_the_sixth_has_no_pairing():
    options = {"rounds": 9, "acceleration": "baku"}
    competition = make_one_tempo("fide-dutch", 6, options=options)
    for _number in range(5):
        close_evening(play_game(make_evening(competition, "standard")).evening, by=None)
    round_ = propose_round(make_evening(competition, "standard"), by=None)
    assert round_.proposal["cannot"]["code"] == "no_pairing"
