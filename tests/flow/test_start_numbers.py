"""The start list: numbers by the regulation or by lot, late entrants, renumbering by word."""

from pathlib import Path

import pytest

from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.competitions.entries import add_entry, change_entry
from clubcomp.flow.competitions.start_order import (
    asks_numbers,
    draw_lots,
    frozen_by,
    new_numbers,
    number_players,
    numbers_digest,
)
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.incoming.pasting import read_pasted
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.people.members import add_members, change_member
from clubcomp.models import Player
from pairing.systems.knsb_rating import SYSTEM
from tests.make import entries, entry, make_club, make_evening, make_swiss, play_game

pytestmark = pytest.mark.django_db

LIST = Path(__file__).parent / "titles.csv"


@pytest.fixture
def by_lot(monkeypatch):
    """The system of these tests draws lots."""
    lots = SYSTEM.abilities._replace(start_numbers="lot")
    monkeypatch.setattr(type(SYSTEM), "abilities", lots)


def numbers(competition):
    return [(one.start, one.key) for one in entries(competition)]


def newcomer(competition, rating, title=""):
    name = f"Nieuw{rating}"
    return Player.objects.create(club=competition.club, name=name, rating=rating, title=title)


def test_the_start_list_goes_by_rating_then_title_then_name():
    club = make_club()
    for name, rating, title in (
        ("Cor", 2000, ""),
        ("Bas", 2000, "FM"),
        ("Aad", 2000, ""),
        ("Dirk", 2100, ""),
        ("Zoe", None, ""),
    ):
        Player.objects.create(club=club, name=name, rating=rating, title=title)
    competition = start_competition(
        club,
        name="Zwitsers",
        slug="zwitsers",
        system="knsb-rating",
        options={"rounds": 5},
        tempos=[{"key": "standard"}],
        players=club.players.all(),
        by=None,
    )
    assert numbers(competition) == [(1, "dirk"), (2, "bas"), (3, "aad"), (4, "cor"), (5, "zoe")]


def test_who_enters_before_round_one_gets_his_place_and_later_the_last_number():
    competition = make_swiss(4)
    early = newcomer(competition, 1985)
    assert add_entry(competition, early, by=None).start == 3
    play_game(make_evening(competition, "standard"))
    assert add_entry(competition, newcomer(competition, 1999), by=None).start == 6
    assert [key for _number, key in numbers(competition)][:3] == ["adema", "bakker", "nieuw1985"]


def test_a_guest_of_a_later_round_is_numbered_behind():
    competition = make_swiss(4)
    evening = make_evening(competition, "standard", games=2)
    play_game(evening)
    assert add_guest(evening, name="Tom", rating=2500, by=None).start == 5


def test_another_rating_moves_a_player_before_round_one_only():
    competition = make_swiss(4)
    change_entry(entry(competition, "dekker"), rating=2200, by=None)
    assert numbers(competition)[0] == (1, "dekker")
    play_game(make_evening(competition, "standard"))
    change_entry(entry(competition, "adema"), rating=1000, by=None)
    assert entry(competition, "adema").start == 2
    assert [(one.entry.key, one.now, one.then) for one in new_numbers(competition)] == [
        ("bakker", 3, 2),
        ("cornelis", 4, 3),
        ("adema", 2, 4),
    ]


def test_the_leader_renumbers_what_he_has_seen():
    competition = make_swiss(4)
    change_entry(entry(competition, "dekker"), start=1, by=None)
    mark = numbers_digest(new_numbers(competition))
    change_entry(entry(competition, "cornelis"), start=1, by=None)
    with pytest.raises(StepError, match="changed meanwhile"):
        number_players(competition, seen=mark, by=None)
    number_players(competition, seen=numbers_digest(new_numbers(competition)), by=None)
    assert [key for _number, key in numbers(competition)][:2] == ["adema", "bakker"]
    assert not new_numbers(competition)
    line = competition.trail.first()
    assert (line.action, line.before["numbers"]["Cornelis"]) == ("number_players", 1)


def test_lots_are_drawn_at_the_start_and_a_seed_gives_the_same_again(by_lot):
    competition = make_swiss(12)
    assert "seed" in competition.trail.get(action="start_competition").facts
    assert sorted(number for number, _key in numbers(competition)) == list(range(1, 13))
    draw_lots(competition, seed=7, by=None)
    first = numbers(competition)
    draw_lots(competition, seed=8, by=None)
    assert numbers(competition) != first
    draw_lots(competition, seed=7, by=None)
    assert numbers(competition) == first
    assert competition.trail.first().facts["seed"] == 7
    with pytest.raises(StepError, match="draw them"):
        number_players(competition, seen="", by=None)


def test_once_round_one_is_paired_the_lots_stay(by_lot):
    competition = make_swiss(4)
    play_game(make_evening(competition, "standard"))
    with pytest.raises(StepError, match="they stay"):
        draw_lots(competition, by=None)
    assert add_entry(competition, newcomer(competition, 2500), by=None).start == 5


def test_where_numbers_are_no_lots_none_are_drawn():
    with pytest.raises(StepError, match="no lots"):
        draw_lots(make_swiss(4), by=None)


# By places in the order of the regulation -----------------------------------------------------


@pytest.fixture
def dutch():
    """The list of the report: five players with 1999, one GM, an IM and a WGM among them."""
    club = make_club()
    lines = read_pasted(club, LIST.read_text())
    add_members(club, lines.lines, by=None)
    return start_competition(
        club,
        name="Open",
        slug="open",
        system="fide-dutch",
        options={"rounds": 9},
        tempos=[{"key": "standard"}],
        players=club.players.all(),
        by=None,
    )


def names(competition):
    return [one.player.name.split(",")[0] for one in entries(competition).order_by("start")]


def test_titles_and_then_names_decide_between_equal_ratings(dutch):
    assert names(dutch) == ["Bravo", "Charlie", "Echo", "Alfa", "Delta", "Foxtrot"]


def test_in_the_dutch_system_a_corrected_rating_gives_another_number_before_round_one(dutch):
    change_entry(entry(dutch, "test-foxtrot"), rating=2100, by=None)
    assert names(dutch)[0] == "Foxtrot"
    assert not asks_numbers(dutch)


def test_who_comes_late_gets_the_number_of_his_place_title_included(dutch):
    play_game(make_evening(dutch, "standard"))
    late = Player.objects.create(club=dutch.club, name="Golf, Test", rating=1999, title="g")
    assert add_entry(dutch, late, by=None).start == 2
    assert names(dutch)[:3] == ["Bravo", "Golf", "Charlie"]


def test_names_stand_in_the_alphabet_of_the_club():
    club = make_club()
    club.country = "TR"
    club.save()
    for name in ("Şen, Ali", "Tan, Ali", "Sur, Ali", "Öz, Ali", "Pak, Ali", "Oy, Ali"):
        Player.objects.create(club=club, name=name, rating=1500)
    competition = start_competition(
        club,
        name="Open",
        slug="open",
        system="fide-dutch",
        options={"rounds": 5},
        tempos=[{"key": "standard"}],
        players=club.players.all(),
        by=None,
    )
    assert names(competition) == ["Oy", "Öz", "Pak", "Sur", "Şen", "Tan"]


def test_the_leader_is_asked_until_round_four_is_paired(dutch):
    for rating in range(1000, 1006):
        add_entry(dutch, newcomer(dutch, rating), by=None)
    for round_ in range(1, 5):
        assert frozen_by(dutch) is None
        close_evening(play_game(make_evening(dutch, "standard")).evening, by=None)
        if round_ == 1:
            alfa = dutch.club.players.get(name="Alfa, Test")
            alfa = change_member(alfa, title="gm", by=None)
            assert alfa.title == "GM"
            assert asks_numbers(dutch)
            assert names(dutch)[0] == "Bravo"
            number_players(dutch, seen=numbers_digest(new_numbers(dutch)), by=None)
            assert names(dutch)[:2] == ["Alfa", "Bravo"]
            assert not asks_numbers(dutch)
    change_entry(entry(dutch, "test-foxtrot"), rating=2500, by=None)
    assert frozen_by(dutch) == 4
    assert not asks_numbers(dutch)
    with pytest.raises(StepError, match="Round 4 has been paired"):
        number_players(dutch, seen=numbers_digest(new_numbers(dutch)), by=None)
    with pytest.raises(StepError, match="Round 4 has been paired"):
        change_entry(entry(dutch, "test-foxtrot"), start=1, by=None)
