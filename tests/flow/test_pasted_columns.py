"""What the headings of a pasted list mean, and what of the list is not used."""

from datetime import date

import pytest

from clubcomp.flow.incoming.pasting import read_pasted
from clubcomp.flow.people.members import add_members
from tests.make import make_club, make_player

pytestmark = pytest.mark.django_db

SECRETARY = """Lidnr\tNaam\tGeb.jaar\tE-mail\tRating nov-26\tKNSB nr\tWoonplaats
17\tVries, Jan de\t1987\tjan@example.org\t1654\t8123402\tUtrecht
18\tAyşe Öztürk\t12-03-1990\tayse@example.org\t1701\t8123403\tZeist"""


def test_headings_that_secretaries_write_are_understood():
    pasted = read_pasted(make_club(), SECRETARY)
    assert [column.kind for column in pasted.columns] == [
        *("number", "name", "born", "email", "rating", "knsb", "")
    ]
    assert pasted.unused == ["Woonplaats"]
    jan, ayse = pasted.lines
    assert (jan.rating, jan.birth_year, jan.email) == (1654, 1987, "jan@example.org")
    assert jan.identities == (("", "17"), ("KNSB", "8123402"))
    assert (ayse.birth_year, ayse.birth_date) == (1990, date(1990, 3, 12))


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Bondsnr", "number"),
        ("Bondsnummer", "number"),
        ("Relatienummer", "knsb"),
        ("FIDE-ID", "fide"),
        ("Geboortejaar", "born"),
        ("E-mailadres", "email"),
        ("Rating 2026", "rating"),
        ("KNSB-rating november 2026", "rating"),
        *[(one, "rating") for one in ("GoR", "DWZ", "standard_rating")],
        *[(one, "born") for one in ("Geburtsjahr", "Geburtsdatum", "Jahrgang")],
        *[("PKZ", "dsb"), ("Verbandsnummer", "number"), ("E-Mail-Adresse", "email")],
        *[("DWZ Mai 2026", "rating"), ("Elo Dez. 2026", "rating")],
        ("Rating vorig jaar", ""),
        ("Telefoon", ""),
    ],
)
def test_a_heading_is_taken_where_it_is_certain(heading, kind):
    pasted = read_pasted(make_club(), f"Naam\t{heading}\nJan de Vries\t")
    assert [column.kind for column in pasted.columns] == ["name", kind]
    assert pasted.unused == ([heading] if not kind else [])


@pytest.mark.parametrize("heading", ["", "Ad\tDerece\n", "Ad Soyad\tSeviye\n"])
def test_a_list_of_a_go_club_has_grades(heading):
    club = make_club()
    pasted = read_pasted(club, f"{heading}Ayşe Yılmaz\t3 kyu\nIşık Can\t1. dan\nAli Demir\t12k")
    assert [line.problem for line in pasted.lines] == ["", "", ""]
    add_members(club, pasted.lines, by=None)
    assert dict(club.players.values_list("name", "grade")) == {
        "Ayşe Yılmaz": "3 kyu",
        "Işık Can": "1. dan",
        "Ali Demir": "12k",
    }


def test_a_year_after_the_federation_number_is_that_of_birth():
    [line] = read_pasted(make_club(), "Kasparova, Nina; 2250; 4100018; 1990").lines
    assert (line.rating, line.birth_year, line.unused) == (2250, 1990, "")
    [line] = read_pasted(make_club("B", "b"), "Kasparova, Nina; 4100018; 1990").lines
    assert (line.rating, line.birth_year) == (1990, None)


def test_a_year_after_an_empty_federation_number_is_that_of_birth():
    [line] = read_pasted(make_club(), "Meijer, Tom; 1380; ; 2014").lines
    assert (line.rating, line.birth_year, line.unused) == (1380, 2014, "")
    [line] = read_pasted(make_club("B", "b"), "Meijer, Tom; 1380; 2014").lines
    assert (line.rating, line.birth_year, line.unused) == (1380, None, "2014")


def test_a_number_without_federation_that_somebody_has_is_asked_about():
    club = make_club()
    make_player(club, "Henk Bakker", "7012352")
    text = "Ruud Smit; 1610; 7012352\nJan Bos; 1500; 7012353\nPiet Vos; 1400; 7012354"
    lines = read_pasted(club, text).lines
    assert [bool(line.doubt) for line in lines] == [True, False, False]
    assert "Henk Bakker has the number 7012352" in lines[0].doubt


def test_a_human_says_what_a_column_is():
    kinds = ["knsb", "name", "", "email", "rating", "", ""]
    jan = read_pasted(make_club(), SECRETARY, kinds).lines[0]
    assert (jan.identities, jan.birth_year) == ((("KNSB", "17"),), None)
    assert read_pasted(make_club("B", "b"), SECRETARY, kinds).unused == [
        *("Geb.jaar", "KNSB nr", "Woonplaats")
    ]


def test_of_two_columns_that_are_the_same_the_first_counts_and_the_other_is_shown():
    pasted = read_pasted(make_club(), "Naam\tRating\tElo\nJan de Vries\t1500\t1600")
    assert (pasted.lines[0].rating, pasted.unused) == (1500, ["Elo"])


def test_headings_without_one_for_the_name_wait_for_a_choice():
    text = "Wie\tRating\nJan de Vries\t1500"
    assert read_pasted(make_club(), text).lines[0].problem
    [line] = read_pasted(make_club("B", "b"), text, ["name", "rating"]).lines
    assert (line.name, line.rating, line.problem) == ("Jan de Vries", 1500, "")


def test_a_list_without_any_rating_says_so():
    club = make_club()
    assert read_pasted(club, "Naam\tRtng\nJan Smit\t1500\nPiet Bos\t1400").has_no_rating
    assert not read_pasted(club, "Jan Smit\nPiet Bos, 1400").has_no_rating


def test_a_name_of_one_word_among_whole_names_is_asked_about():
    pasted = read_pasted(make_club(), "Jan Smit\t1500\nVries\t1400\nPiet Bos\t1300")
    assert [bool(line.doubt) for line in pasted.lines] == [False, True, False]
    first_names = read_pasted(make_club("B", "b"), "Jan\t1500\nAyşe\t1400")
    assert not any(line.doubt for line in first_names.lines)


def test_what_is_left_over_of_a_line_without_headings_is_shown():
    [line] = read_pasted(make_club(), "Jan Smit\t1500\tUtrecht\tjan@example.org\t1499").lines
    assert (line.name, line.rating, line.email) == ("Jan Smit", 1500, "jan@example.org")
    assert line.unused == "Utrecht, 1499"


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ("12-31-1990\tjan@example.org\t1", "12-31-1990"),
        ("1990\tjan at example\t1", "jan at example"),
        ("1990\tjan@example.org\tabc", "abc"),
    ],
)
def test_a_wrong_birth_address_or_number_is_a_problem_of_its_line(cells, said):
    text = f"Naam\tGeboren\tE-mail\tKNSB\nJan Smit\t{cells}\nPiet Bos\t1990\tp@example.org\t2"
    lines = read_pasted(make_club(), text).lines
    assert [said in lines[0].problem, lines[1].problem] == [True, ""]


def test_what_was_read_of_the_columns_is_kept():
    club = make_club()
    add_members(club, read_pasted(club, SECRETARY).lines, by=None)
    ayse = club.players.get(email="ayse@example.org")
    assert (ayse.birth_date, ayse.birth_year) == (date(1990, 3, 12), 1990)
    assert [str(one) for one in ayse.identities.all()] == ["18 (not known whose)", "KNSB 8123403"]


def test_a_title_above_the_headings_is_not_a_player_and_the_headings_are_obeyed():
    titled = f"Ledenlijst De Toren, seizoen 2026/2027\n\n\t\t\n{SECRETARY}"
    pasted = read_pasted(make_club(), titled)
    assert [line.name for line in pasted.lines] == ["Vries, Jan de", "Ayşe Öztürk"]
    assert [line.number for line in pasted.lines] == [5, 6]
    assert pasted.unused == ["Ledenlijst De Toren, seizoen 2026/2027", "Woonplaats"]


@pytest.mark.parametrize("first", ["Jan de Vries\t1500", "Vries, Jan de; 1500"])
def test_a_line_with_a_rating_above_the_headings_is_a_player(first):
    pasted = read_pasted(make_club(), f"{first}\nNaam\tRating\nPiet Smit\t1400")
    assert pasted.lines[0].rating == 1500
    assert not pasted.columns


@pytest.mark.parametrize("written", ["1213,0", "1213.00"])
def test_a_rating_may_have_decimals_that_are_nothing(written):
    [line] = read_pasted(make_club(), f"Naam\tRating\nAnneke Hof\t{written}").lines
    assert (line.rating, line.problem) == (1213, "")


@pytest.mark.parametrize("written", ["1.150", "1,150", "1'150"])
@pytest.mark.parametrize("head", ["Naam\tRating\n", ""])
def test_a_rating_may_have_its_thousands_apart(written, head):
    [line] = read_pasted(make_club(), f"{head}Anneke Hof\t{written}").lines
    assert (line.name, line.rating, line.problem) == ("Anneke Hof", 1150, "")


@pytest.mark.parametrize(
    "text",
    [
        "Naam\tE-mail\nAnneke Hof\tAnneke Hof <a.hof@club.example>",
        "Anneke Hof <a.hof@club.example>",
        'Anneke Hof\t1150\t"A. Hof" <a.hof@club.example>',
        "Anneke Hof\t<a.hof@club.example>",
    ],
)
def test_an_address_may_have_the_name_before_it_as_a_mail_program_writes_it(text):
    [line] = read_pasted(make_club(), text).lines
    assert (line.name, line.email, line.problem) == ("Anneke Hof", "a.hof@club.example", "")


@pytest.mark.parametrize("written", ["1213,5", "1.15", "9.150"])
def test_a_rating_with_decimals_is_not_rounded(written):
    [line] = read_pasted(make_club(), f"Naam\tRating\nAnneke Hof\t{written}").lines
    assert f"“{written}” is not a rating" in line.problem


@pytest.mark.parametrize(
    "heading", ["Spielername", "Mitglied", "Achternaam Voornaam", "Volledige naam"]
)
def test_a_heading_of_another_program_says_where_the_name_is(heading):
    pasted = read_pasted(make_club(), f"Nr\t{heading}\tDWZ\n1\tVries, Jan de\t1654")
    assert [(line.name, line.rating) for line in pasted.lines] == [("Vries, Jan de", 1654)]
