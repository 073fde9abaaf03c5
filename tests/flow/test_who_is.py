"""Who is this person? Whatever asks it gets the same answer, and nobody is taken for another."""

import json

import pytest
from django.db import transaction

from clubcomp.doors.names import parse_name
from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.files import read_incoming
from clubcomp.flow.incoming.past_games import read_past_games
from clubcomp.flow.incoming.pasting import read_pasted
from clubcomp.flow.incoming.players import preview_of
from clubcomp.flow.incoming.ratings import preview_ratings
from clubcomp.flow.people.guests import players_elsewhere
from clubcomp.flow.people.members import add_members
from clubcomp.flow.people.who_is import People, Person, Source, check_chosen
from clubcomp.record.snapshots import whole_snapshot
from pairing.formats.errors import DocumentError
from pairing.old_table.pasted import read_old_table
from tests.make import TEMPOS, make_club, make_competition, make_evening, make_player

FILE = {
    "format": "clubcomp-competition",
    "version": 1,
    "name": "Summer",
    "system": "knsb-rating",
    "options": {"rounds": 5},
    "tempos": [{"id": "round"}],
    "evenings": [],
}


def answered(sure, asked=()):
    """How it was answered, and whom the answer names."""
    names = {str(player) for player in (*sure, *asked)}
    return "sure" if sure else "asked" if asked else "new", names


def pasted(club, name, issuer="", number=""):
    head = "KNSB" if issuer else "Lidnr"
    [line] = read_pasted(club, f"Naam\t{head}\n{name}\t{number}").lines
    assert bool(line.doubt or line.problem) == bool(line.known)
    return answered(line.known) if line.problem else answered([], line.known)


def added(club, name):
    """By the step alone, whatever a page has asked."""
    lines = read_pasted(make_club("Elders", "elders"), f"Naam\n{name}").lines
    players = list(club.players.all())
    try:
        with transaction.atomic():
            new = add_members(club, lines, by=None)
            transaction.set_rollback(True)
    except StepError as refused:
        return answered([], [player for player in players if str(player) in str(refused)])
    return answered([], new[1:])


def in_file(club, name, issuer="", number=""):
    player = {"id": "p1", "name": name} | ({"federation_id": number} if number else {})
    data = json.dumps(FILE | {"players": [player]}).encode()
    preview = preview_of(club, read_incoming(data, issuer=issuer))
    asked = [member for _player, members in preview.doubtful for member in members]
    return answered([member for _player, member in preview.known], asked)


def in_rating_list(club, name, issuer="KNSB", number="7000000"):
    head = "Relatienummer;Naam;Titel;FED;Rating;Nv;Geboren;S"
    preview = preview_ratings(club, f"{head}\n{number};{name};;;1500;9;;".encode())
    asked = [player for player, _rows in preview.candidates]
    return answered([match.player for match in preview.certain], asked)


def as_guest(club, name):
    evening = make_evening(make_competition(2, club=club, slug="beker"), "blitz", present=0)
    return answered([], players_elsewhere(evening, name))


def everybody(club):
    """A competition of all, among whom everybody who is named has to be."""
    facts = {"name": "Nieuw", "slug": "nieuw", "system": "attacalc", "options": {}}
    players = club.players.order_by("pk")
    return start_competition(club, tempos=TEMPOS[:1], players=players, by=None, **facts)


def in_a_game(competition, name):
    past = read_past_games(competition.tempos.get(), f"5-9-2019\t{name}\tAdema\t1-0")
    return {str(line.white) for evening in past.evenings for line in evening.lines}


def in_an_old_table(competition, name):
    players = {player.id: player for player in whole_snapshot(competition).players}
    try:
        table = read_old_table(f"Naam\tPunten\n{name}\t3\nAdema\t2", players.values())
    except DocumentError:
        return set()
    rows = {str(parse_name(players[key].name)) for key in table.rows}
    return rows - {"Adema"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("known", "written", "who"),
    [
        (["Jan de Vries"], "Jan de Vries", ["Jan de Vries"]),
        (["Jan de Vries"], "Vries, Jan de", ["Jan de Vries"]),
        (["Jan de Vries"], "De Vries, Jan", ["Jan de Vries"]),
        (["Jan de Vries"], "J. de Vries", ["Jan de Vries"]),
        (["J. de Vries"], "Jan de Vries", ["J. de Vries"]),
        (["Jan de Vries"], "P. de Vries", []),
        (["Jan de Vries"], "Piet de Vries", []),
        (["Jan de Vries"], "Vries", ["Jan de Vries"]),
        (["Jan de Vries"], "De Vries", ["Jan de Vries"]),
        (["Piet van der Ven"], "Ven, van der", ["Piet van der Ven"]),
        (["Piet van der Ven"], "Ven, Piet van der", ["Piet van der Ven"]),
        (["Piet van der Ven"], "Ven, Piet", ["Piet van der Ven"]),
        (["Piet van der Ven"], "Ven Piet van der", ["Piet van der Ven"]),
        (["Anneke van ’t Hof"], "Van 't Hof, Anneke", ["Anneke van ’t Hof"]),
        (["Ayşe Öztürk"], "Ozturk, Ayse", ["Ayşe Öztürk"]),
        (["Maria Garcia Lopez"], "Garcia Lopez, Maria", ["Maria Garcia Lopez"]),
        (["Garcia Lopez, Maria"], "Garcia Lopez", ["Maria Garcia Lopez"]),
        (["Bob Smith"], "Smith, Al", []),
        (["Jan Bos", "Joop Bos", "Piet Bos"], "J. Bos", ["Jan Bos", "Joop Bos"]),
        (["Jan Bos", "Piet Bos"], "Bos", ["Jan Bos", "Piet Bos"]),
        (["Jan Bos"], "Kees Kok", []),
    ],
)
def test_a_name_is_answered_alike_wherever_it_is_written(known, written, who):
    club = make_club()
    for name in known:
        make_player(club, name)
    asked = ("asked" if who else "new"), {*who}
    callers = (pasted, added, in_file, in_rating_list, as_guest)
    assert {caller.__name__: caller(club, written) for caller in callers} == {
        caller.__name__: asked for caller in callers
    }
    competition = everybody(club)
    # Where everybody has to be among them one is enough, and with several it is refused.
    meant = {*who} if len(who) == 1 else set()
    assert in_a_game(competition, written) == meant
    assert in_an_old_table(competition, written) == meant


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("issuer", "number", "written", "is_sure"),
    [
        ("KNSB", "7654321", "J. de Vries", True),
        ("KNSB", "7654321", "Piet Bos", True),
        ("KNSB", "1111111", "Jan de Vries", False),
        ("", "7654321", "Piet Bos", False),
        ("", "7654321", "Jan de Vries", False),
        ("", "17", "Piet Bos", False),
    ],
)
def test_a_number_of_a_federation_decides_and_any_other_is_asked_about(
    issuer, number, written, is_sure
):
    club = make_club()
    jan = make_player(club, "Jan de Vries", "7654321")
    jan.identities.create(club=club, issuer="own", number="17")
    expected = ("sure" if is_sure else "asked"), {"Jan de Vries"}
    assert pasted(club, written, issuer, number) == expected
    assert in_file(club, written, issuer, number) == expected


@pytest.mark.django_db
def test_in_a_federations_list_another_number_is_another_person():
    club = make_club()
    make_player(club, "Jan de Vries", "7654321")
    assert in_rating_list(club, "J. de Vries", number="7654321") == ("sure", {"Jan de Vries"})
    assert in_rating_list(club, "Piet Bos", number="7654321") == ("asked", {"Jan de Vries"})
    assert in_rating_list(club, "Jan de Vries", number="1111111") == ("new", set())


@pytest.mark.django_db
def test_a_number_that_a_member_has_without_its_federation_is_asked_about_too():
    club = make_club()
    make_player(club, "Jan de Vries", "7654321", "")
    for caller in (pasted, in_file, in_rating_list):
        assert caller(club, "Piet Bos", "KNSB", "7654321") == ("asked", {"Jan de Vries"})
    # Said by nobody on either side it decides with the name; nobody new can have it.
    assert in_file(club, "J. de Vries", "", "7654321") == ("sure", {"Jan de Vries"})
    assert in_file(club, "Piet Bos", "", "7654321") == ("asked", {"Jan de Vries"})
    [line] = read_pasted(club, "Naam\tLidnr\nPiet Bos\t7654321").lines
    assert "The federation number 7654321 is that of Jan de Vries." in line.problem


def test_the_whole_name_comes_before_a_shorter_one_where_everybody_is_known():
    people = People((name, Person(name)) for name in ("J. Bos", "Jan Bos"))
    assert people.who_is(Person("Jan Bos"), Source.CLOSED).sure == "Jan Bos"
    assert people.who_is(Person("Jan Bos")).candidates == ["Jan Bos", "J. Bos"]


@pytest.mark.parametrize(
    ("source", "facts", "is_likely"),
    [
        (Source.OWN_LIST, {}, True),
        (Source.OWN_LIST, {"birth_year": 2001}, False),
        (Source.OUTSIDE, {}, False),
        (Source.OUTSIDE, {"rating": 1500}, True),
        (Source.OUTSIDE, {"rating": 1500, "birth_year": 2001}, False),
        (Source.OUTSIDE, {"rating": 1500, "numbers": [("KNSB", "1111111")]}, False),
    ],
)
def test_a_whole_name_is_likely_the_same_person_where_nothing_says_otherwise(
    source, facts, is_likely
):
    jan = Person("Jan Bos", [("KNSB", "7654321")], 1960, 1500)
    answer = People([("jan", jan)]).who_is(Person("Bos, Jan", **facts), source)
    assert (answer.candidates, answer.likely) == (["jan"], "jan" if is_likely else None)


def test_of_two_with_the_whole_name_nobody_is_likely():
    two = People((key, Person("Jan Bos")) for key in "ab")
    assert two.who_is(Person("Jan Bos"), Source.OWN_LIST).likely is None
    one = People([("a", Person("Jan Bos"))])
    twice = one.who_are([Person("Jan Bos"), Person("Bos, Jan")], Source.OWN_LIST)
    assert [answer.likely for answer in twice] == [None, None]


def test_who_is_one_of_several_by_number_is_none_of_the_others_by_name():
    people = People([("jan", Person("Jan Bos", [("KNSB", "1")]))])
    by_number, by_name = people.who_are([Person("J. Bos", [("KNSB", "1")]), Person("Jan Bos")])
    assert (by_number.sure, by_name.candidates) == ("jan", [])


def test_nobody_is_chosen_for_two():
    check_chosen([("Jan", 1), ("Piet", 2)])
    with pytest.raises(StepError, match="1 was chosen for two players: Jan and Piet."):
        check_chosen([("Jan", 1), ("Piet", 1)])
