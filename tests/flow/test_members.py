"""Members, and lists of them as people paste them."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubcomp.doors.names import parse_name
from clubcomp.flow.competitions.entries import add_entry
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.pasting import read_pasted
from clubcomp.flow.people.members import add_member, add_members, change_member, remove_member
from clubcomp.models import Player, TrailEntry
from tests.attempts import every
from tests.make import make_club, make_competition, make_user
from tests.views.two_clubs import tried

pytestmark = pytest.mark.django_db


def read(text, club=None):
    """(name, rating, federation number) of every line."""
    pasted = read_pasted(club or make_club(), text)
    assert [line.problem for line in pasted.lines] == [""] * len(pasted.lines)
    return [(line.name, line.rating, _numbers(line)) for line in pasted.lines]


def _numbers(line):
    return ", ".join(number for _issuer, number in line.identities)


JAN = ("Jan de Vries", 1500, "")
JAN_COMMA = ("Vries, Jan de", 1500, "")


@every(
    "text, line",
    [
        ("Jan de Vries\t1500", JAN),
        ("Jan de Vries;1500", JAN),
        ("Jan de Vries, 1500", JAN),
        ("Jan de Vries 1500", JAN),
        ("Jan de Vries\u00a01500", JAN),
        ("Jan\u00a0de\u202fVries\t1500", JAN),
        ("\ufeffJan de Vries\t1500", JAN),
        ("  Jan   de Vries \t 1500 ", JAN),
        ("1. Jan de Vries 1500", JAN),
        ("12\tJan de Vries\t1500", JAN),
        ("Vries, Jan de, 1500", JAN_COMMA),
        ("Vries, Jan de 1500", JAN_COMMA),
        ('"Vries, Jan de",1500', JAN_COMMA),
        ('"Vries, Jan de"\t"1500"', JAN_COMMA),
        ("Vries, Jan de;1500", JAN_COMMA),
        ("Vries;Jan de;1500", JAN_COMMA),
        ("Vries, Jan de; 1500", JAN_COMMA),
        ('"Vries, Jan de"; 1500', JAN_COMMA),
        ('"Vries; Jan de"; 1500', JAN_COMMA),
        ("Jan de Vries, 1500; 7654321", ("Jan de Vries", 1500, "7654321")),
        ("Jan de Vries;1500;7654321\t", ("Jan de Vries", 1500, "7654321")),
        ("Jan de Vries;1500\t7654321", ("Jan de Vries", 1500, "7654321")),
        ("Jan de Vries,", ("Jan de Vries", None, "")),
        ("Jan de Vries", ("Jan de Vries", None, "")),
        ("Vries, Jan de", ("Vries, Jan de", None, "")),
        ("Jan de Vries\t", ("Jan de Vries", None, "")),
        ("Jan de Vries\t-", ("Jan de Vries", None, "")),
        ("Jan de Vries\t1500\t7654321", ("Jan de Vries", 1500, "7654321")),
        ("7654321;Jan de Vries;1500", ("Jan de Vries", 1500, "7654321")),
        ("Jan de Vries, 7654321, 1500", ("Jan de Vries", 1500, "7654321")),
        ("Jan de Vries\t\t7654321", ("Jan de Vries", None, "7654321")),
        ("O'Brien, Seán, 1500", ("O'Brien, Seán", 1500, "")),
        ("Öztürk, Ayşe\t1612", ("Öztürk, Ayşe", 1612, "")),
        ('Jan "Joop" Smit\t1500', ('Jan "Joop" Smit', 1500, "")),
        ("Jan de Vries\t0", ("Jan de Vries", 0, "")),
        ("Jan de Vries\t4000", ("Jan de Vries", 4000, "")),
    ],
    around=tried,
)
def test_a_line_is_understood(text, line):
    assert read(text) == [line]


EXAMPLE = "Vries, Jan de; 1512; 7654321\nAyşe Öztürk, 1640\nSean O'Brien"


@pytest.mark.parametrize(
    ("before", "after"), [("", ""), ("Naam\n", ""), ("Piet Bos\t1700\n", ""), ("", "\nPiet Bos\t1")]
)
def test_each_line_has_its_own_separator(before, after):
    lines = read(before + EXAMPLE + after)
    example = lines[:3] if after or before in ("", "Naam\n") else lines[1:]
    assert example == [
        ("Vries, Jan de", 1512, "7654321"),
        ("Ayşe Öztürk", 1640, ""),
        ("Sean O'Brien", None, ""),
    ]
    assert [str(Player(name=name)) for name, _rating, _id in example] == [
        "Jan de Vries",
        "Ayşe Öztürk",
        "Sean O’Brien",
    ]


def test_a_comma_before_a_rating_alone_does_not_make_the_name_a_surname():
    [line] = read("Ayşe Öztürk, 1640")
    assert Player(name=line[0]).parts == ("Ayşe", "", "Öztürk")


@every("head", ["Naam;Rating", "Naam\tRating", "Naam;Rating;KNSB"])
@every(
    "line, said",
    [
        ("Ayşe Öztürk, 1640", ("Ayşe Öztürk", 1640, "")),
        ("Ayşe Öztürk,;1640", ("Ayşe Öztürk", 1640, "")),
        ("Vries, Jan de; 1500", JAN_COMMA),
        ("Vries, Jan de\t1500", JAN_COMMA),
        ("Vries, Jan de", ("Vries, Jan de", None, "")),
    ],
    around=tried,
)
def test_a_line_that_differs_from_the_heads_keeps_its_name(head, line, said):
    assert read(f"{head}\n{line}") == [said]


@pytest.mark.parametrize(
    "text",
    [
        "Naam\tRating\nJan de Vries\t1500",
        "Naam;Rating\r\nJan de Vries;1500\r\n",
        "name,rating\nJan de Vries,1500",
        "Rating\tNaam\n1500\tJan de Vries",
        "Naam Rating\nJan de Vries 1500",
        "Naam\nJan de Vries 1500",
        "Speler\tClub\tKNSB-rating\nJan de Vries\tDe Toren\t1500",
        '"Naam","Elo"\n"Jan de Vries","1500"',
        "Ad Soyad\tUKD\nJan de Vries\t1500",
    ],
)
def test_a_line_that_names_the_columns_is_obeyed(text):
    assert read(text) == [JAN]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Naam,Rating\nVries, Jan de,1500", JAN_COMMA),
        (
            "Voornaam\tTussenvoegsel\tAchternaam\tElo\nJan\tde\tVries\t1500",
            ("de Vries, Jan", 1500, ""),
        ),
        ("Achternaam;Voornaam;Bondsnummer\nÖztürk;Ayşe;7654321", ("Öztürk, Ayşe", None, "7654321")),
        ("FIDE ID\tName\tRating\n12345\tJan de Vries\t1500", ("Jan de Vries", 1500, "12345")),
    ],
)
def test_named_columns_put_a_name_together(text, line):
    assert read(text) == [line]


def test_a_name_put_together_from_columns_shows_its_prefix_in_the_middle():
    text = "Voornaam\tTussenvoegsel\tAchternaam\nJan\tde\tVries"
    [line] = read_pasted(make_club(), text).lines
    assert str(Player(name=line.name)) == "Jan de Vries"


def test_windows_line_ends_and_empty_lines_are_nothing_and_lines_keep_their_numbers():
    pasted = read_pasted(make_club(), "Jan Smit\t1500\r\n\r\n\t\r\nPiet Bos\t1600\r\n")
    assert [(line.number, line.name) for line in pasted.lines] == [(1, "Jan Smit"), (4, "Piet Bos")]


@pytest.mark.parametrize("rating", ["abc", "-5", "4001", "15000", "1500.5", "½", "٣٤"])
def test_a_rating_that_is_none_is_a_problem_of_its_line_alone(rating):
    pasted = read_pasted(make_club(), f"Piet Bos\t1600\nJan Smit\t{rating}\nKees Kok\t1700")
    [broken] = pasted.broken
    assert broken.number == 2
    assert rating in broken.problem
    assert [line.rating for line in pasted.lines if line.is_certain] == [1600, 1700]


def test_words_in_the_place_of_the_rating_are_a_problem_in_a_list_with_commas_too():
    pasted = read_pasted(make_club(), "Piet Bos, 1600\nJan Smit, strong")
    assert "strong" in pasted.broken[0].problem


def test_a_list_without_ratings_may_have_surnames_first():
    assert [name for name, _, _ in read("Bos, Piet\nSmit, Jan")] == ["Bos, Piet", "Smit, Jan"]


@pytest.mark.parametrize("line", ["\t1500", "1500", ";;1500;", '""\t1500', "...\t1500"])
def test_a_line_without_a_name_is_a_problem(line):
    [broken] = read_pasted(make_club(), line).lines
    assert broken.problem


def test_a_name_with_a_number_in_it_is_a_problem():
    [broken] = read_pasted(make_club(), "Jan Smit 1500 oud").lines
    assert "number" in broken.problem


def test_five_hundred_lines_go_in_at_once_and_not_one_more():
    club = make_club()
    lines = [f"Speler {chr(97 + n % 26)}{chr(97 + n // 26)}\t1500" for n in range(501)]
    assert len(read_pasted(club, "Naam\tRating\n" + "\n".join(lines[:500])).lines) == 500
    with pytest.raises(StepError, match="501"):
        read_pasted(club, "\n".join(lines))


def test_an_enormous_name_is_refused():
    club = make_club()
    [line] = read_pasted(club, "x" * 201).lines
    assert "200" in line.problem
    assert len(line.text) < 200
    with pytest.raises(StepError):
        read_pasted(club, "x" * 3_000_000)
    with pytest.raises(StepError):
        add_member(club, name="x" * 3_000_000, by=None)


def test_a_byte_that_a_database_refuses_goes_away():
    assert read("Jan\x00 Smit\x07\t1500") == [("Jan Smit", 1500, "")]


def test_nothing_pasted_is_nothing_read():
    assert read_pasted(make_club(), " \r\n\t\n").lines == []


def test_two_of_the_same_name_are_asked_about():
    pasted = read_pasted(make_club(), "J. de Vries\t1500\nJ. de Vries\t1300")
    first, second = pasted.lines
    assert first.is_certain
    assert "1" in second.doubt
    assert not second.problem


@pytest.mark.parametrize("name", ["Jan de Vries", "Vries, Jan de", "J. de Vries", "jan de vries"])
def test_a_member_pasted_again_is_asked_about(name):
    club = make_club()
    add_member(club, name="Vries, Jan de", by=None)
    [line] = read_pasted(club, f"{name}\t1500").lines
    assert "Jan de Vries" in line.doubt


def test_somebody_with_the_same_surname_is_no_doubt():
    club = make_club()
    add_member(club, name="Vries, Jan de", by=None)
    [line] = read_pasted(club, "Piet de Vries\t1500").lines
    assert line.is_certain


def test_a_federation_number_of_somebody_else_is_a_problem():
    club = make_club()
    add_member(club, name="Jan Smit", identities=[("", "7654321")], by=None)
    pasted = read_pasted(club, "Piet Bos\t1600\t7654321\nA Bos\t1\t1234567\nC Kok\t2\t1234567")
    assert [bool(line.problem) for line in pasted.lines] == [True, False, True]
    assert "Jan Smit" in pasted.lines[0].problem


def test_twenty_members_come_in_at_once_with_one_line_in_the_trail():
    club, anna = make_club(), make_user("Anna")
    text = (
        "Naam\tRating\nO'Brien, Pat\t1500\nÖztürk, Ayşe\t1600\nJ. de Vries\t1400\nJ. de Vries\t1300"
    )
    pasted = read_pasted(club, text)
    players = add_members(club, pasted.lines, confirmed={5}, by=anna)
    assert [str(player) for player in club.players.all()] == [
        "Pat O’Brien",
        "Ayşe Öztürk",
        "J. de Vries (1400)",
        "J. de Vries (1300)",
    ]
    assert len(players) == 4
    line = TrailEntry.objects.get()
    assert (line.action, line.by, line.club) == ("add_members", anna, club)
    assert line.after["players"][0] == "Pat O’Brien"


def test_an_unanswered_doubt_adds_nobody():
    club = make_club()
    pasted = read_pasted(club, "Piet Bos\nJ. de Vries\nJ. de Vries")
    with pytest.raises(StepError, match="3"):
        add_members(club, pasted.lines, by=None)
    assert not club.players.exists()
    assert not TrailEntry.objects.exists()


def test_a_second_press_does_not_double_the_club():
    club = make_club()
    pasted = read_pasted(club, "Piet Bos\t1500\nJan Smit\t1400")
    add_members(club, pasted.lines, by=None)
    with pytest.raises(StepError, match="Piet Bos"):
        add_members(club, pasted.lines, by=None)
    assert club.players.count() == 2


def test_a_broken_line_adds_nobody():
    club = make_club()
    with pytest.raises(StepError, match="2"):
        add_members(club, read_pasted(club, "Piet Bos\t1500\nJan Smit\tabc").lines, by=None)
    assert not club.players.exists()


# One member -----------------------------------------------------------------------------


def test_a_member_is_added_changed_and_removed_and_the_trail_says_so():
    club, anna = make_club(), make_user("Anna")
    player = add_member(club, name=" Jan Smit ", rating=1500, by=anna)
    assert player.name == "Jan Smit"
    change_member(player, rating=1600, is_occasional=True, by=anna)
    change_member(player, rating=1600, by=anna)
    remove_member(player, by=anna)
    removed, changed, added = TrailEntry.objects.all()
    assert (added.action, added.after["rating"]) == ("add_member", 1500)
    assert changed.before == {"rating": 1500, "is_occasional": False}
    assert changed.after == {"rating": 1600, "is_occasional": True}
    assert (removed.action, removed.before["name"]) == ("remove_member", "Jan Smit")


@pytest.mark.parametrize(
    "values", [{"name": "  "}, {"rating": 4001}, {"rating": -1}, {"title": "x" * 11}]
)
def test_what_cannot_be_is_refused(values):
    club = make_club()
    with pytest.raises(StepError):
        add_member(club, **{"name": "Jan Smit"} | values, by=None)
    assert not club.players.exists()


def test_one_federation_number_is_one_player():
    club = make_club()
    add_member(club, name="Jan Smit", identities=[("KNSB", "123")], by=None)
    other = add_member(club, name="Piet Bos", by=None)
    with pytest.raises(StepError, match="Jan Smit"):
        change_member(other, identities=[("KNSB", "123")], by=None)
    change_member(other, identities=[("FIDE", "123")], by=None)
    assert [str(one) for one in other.identities.all()] == ["FIDE 123"]


def test_a_changed_rating_leaves_a_running_competition_alone():
    competition = make_competition(4)
    entry = competition.entries.first()
    change_member(entry.player, rating=2500, by=None)
    entry.refresh_from_db()
    assert entry.rating == 2000


def test_who_plays_in_a_competition_cannot_be_removed():
    competition = make_competition(4)
    player = add_member(competition.club, name="Jan Smit", by=None)
    add_entry(competition, player, by=None)
    with pytest.raises(StepError, match="Interne competitie"):
        remove_member(player, by=None)


def test_a_member_removed_twice_is_told_so():
    player = add_member(make_club(), name="Jan Smit", by=None)
    remove_member(player, by=None)
    player.pk = 999_999
    with pytest.raises(StepError):
        remove_member(player, by=None)


# Names ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("Quirine van der Heijden", ("Quirine", "van der", "Heijden")),
        ("Van der Heijden, Quirine", ("Quirine", "van der", "Heijden")),
        ("Heijden, Quirine van der", ("Quirine", "van der", "Heijden")),
        ("O'Brien, Pat", ("Pat", "", "O’Brien")),
        ("van 't Hof, Bert", ("Bert", "van ’t", "Hof")),
        ("Smith, Al", ("Al", "", "Smith")),
        ("El Amrani, Yusuf", ("Yusuf", "El", "Amrani")),
        ("el Amrani, Yusuf", ("Yusuf", "el", "Amrani")),
        ("Amrani, Yusuf El", ("Yusuf", "El", "Amrani")),
        ("EL AMRANI, YUSUF", ("YUSUF", "el", "AMRANI")),
        ("De Smet, Jan", ("Jan", "de", "Smet")),
        ("Jan De Smet", ("Jan", "De", "Smet")),
        ("Çağla Öztürk", ("Çağla", "", "Öztürk")),
        ("Magnus", ("", "", "Magnus")),
        ("", ("", "", "")),
    ],
)
def test_a_name_has_its_parts_however_it_is_written(written, parts):
    assert parse_name(written) == parts


def test_the_competitions_of_a_changed_member_are_locked_in_the_order_of_steps():
    club = make_club()
    competitions = [make_competition(2, club=club, slug=slug) for slug in ("een", "twee")]
    player = competitions[0].entries.first().player
    with CaptureQueriesContext(connection) as queries:
        change_member(player, rating=1234, by=None)
    touching = [
        query["sql"]
        for query in queries
        if re.search(r"UPDATE.*clubcomp_competition|clubcomp_competition.*FOR NO KEY", query["sql"])
    ]
    assert re.search(r'ORDER BY "clubcomp_competition"."id" ASC FOR NO KEY UPDATE', touching[0])
