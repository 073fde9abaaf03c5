"""Players of one name are told apart wherever they are shown."""

import pytest

from clubcomp.doors.names import name_suffixes
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.people.members import add_member, change_member, remove_member
from clubcomp.models import Player
from tests.make import entry, import_file, make_club, make_competition, make_evening

pytestmark = pytest.mark.django_db


def told(*facts):
    """What stands behind one name, given years of birth and ratings."""
    players = [
        Player(pk=pk, name="J. de Vries", birth_year=year, rating=rating)
        for pk, (year, rating) in enumerate(facts)
    ]
    return list(name_suffixes(players).values())


@pytest.mark.parametrize(
    ("facts", "marks"),
    [
        ([(1958, 1834)], []),
        ([(1958, 1834), (2006, 1500)], ["’58", "’06"]),
        ([(None, 1834), (None, 1500)], ["(1834)", "(1500)"]),
        ([(1958, 1834), (None, 1500)], ["’58", "(1500)"]),
        ([(1958, 1834), (1958, 1500)], ["(1834)", "(1500)"]),
        ([(1958, None), (1958, None)], ["(1)", "(2)"]),
        ([(None, 1834), (None, None), (None, 1834)], ["(1)", "(2)", "(3)"]),
        ([(1906, None), (2006, None)], ["(1)", "(2)"]),
    ],
)
def test_the_year_of_birth_else_the_rating_else_a_number_tells_apart(facts, marks):
    assert told(*facts) == marks


def test_other_names_have_nothing_behind_them():
    players = [Player(pk=1, name="Jan Smit"), Player(pk=2, name="Smit, J.")]
    assert name_suffixes(players) == {}


def shown(club):
    return [str(player) for player in club.players.order_by("pk")]


def test_a_name_written_in_two_ways_is_one_name():
    club = make_club()
    add_member(club, name="Jan de Vries", rating=1834, by=None)
    second = add_member(club, name="Vries, Jan de", rating=1500, by=None)
    assert str(second) == "Jan de Vries (1500)"
    assert shown(club) == ["Jan de Vries (1834)", "Jan de Vries (1500)"]


def test_the_mark_follows_what_is_known_and_goes_with_the_namesake():
    club = make_club()
    first = add_member(club, name="Jan de Vries", rating=1834, by=None)
    second = add_member(club, name="Jan de Vries", rating=1500, by=None)
    change_member(first, birth_year=1958, by=None)
    assert shown(club) == ["Jan de Vries ’58", "Jan de Vries (1500)"]
    change_member(second, name="Piet Bos", by=None)
    assert shown(club) == ["Jan de Vries", "Piet Bos"]
    change_member(second, name="Jan de Vries", by=None)
    remove_member(second, by=None)
    assert shown(club) == ["Jan de Vries"]


def test_a_namesake_of_another_club_changes_nothing():
    club = make_club()
    for one in (club, make_club("De Dame", "dame")):
        add_member(one, name="Jan de Vries", by=None)
    assert shown(club) == ["Jan de Vries"]


def test_pages_of_his_competitions_are_new_when_a_player_is_changed():
    competition = make_competition()
    before = competition.version
    change_member(entry(competition, "adema").player, name="Jan de Vries", by=None)
    competition.refresh_from_db()
    assert competition.version > before


def test_a_document_holds_names_as_written_and_brings_namesakes_apart():
    competition = make_competition()
    for key in ("adema", "bakker"):
        change_member(entry(competition, key).player, name="Jan de Vries", by=None)
    data = export_document(competition)
    assert "Jan de Vries (" not in data
    club = make_club("De Dame", "dame")
    import_file(club, data, slug="again")
    names = [name for name in shown(club) if name.startswith("Jan de Vries")]
    assert len(set(names)) == 2


def test_a_guest_of_the_same_name_is_told_apart_from_the_first_evening():
    evening = make_evening(make_competition())
    change_member(entry(evening.competition, "adema").player, name="Jan Bos", by=None)
    guest = add_guest(evening, name="Jan Bos", rating=1500, by=None)
    assert str(guest) == "Jan Bos (1500)"
    names = [str(row.entry) for row in sheet(evening).rows]
    assert {"Jan Bos (2000)", "Jan Bos (1500)"} <= set(names)
    assert guest.key == "jan-bos"


def test_a_player_is_sorted_by_the_name_that_is_written_one_by_one_or_in_bulk():
    club = make_club()
    alone = Player.objects.create(club=club, name="Jan de Vries")
    (together,) = Player.objects.bulk_create([Player(club=club, name="Jan de Vries")])
    assert alone.sort_key == together.sort_key == Player.objects.last().sort_key
    alone.name = "Anna Adema"
    alone.save()
    assert [player.name for player in club.players.all()] == ["Anna Adema", "Jan de Vries"]
