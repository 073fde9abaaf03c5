"""The federation's rating list: read row by row, matched by number, taken over in one step."""

from datetime import date as Date

import pytest

from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.competitions.entries import add_entry
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.incoming.rating_list import MOST_BYTES, read_rating_list, written_list
from clubcomp.flow.incoming.ratings import ListFile, preview_ratings, take_ratings
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.people.identities import number_at
from clubcomp.models import Club, Player, Round, TrailEntry
from tests import make

pytestmark = pytest.mark.django_db

HEAD = "Relatienummer;Naam;Titel;FED;Rating;Nv;Geboren;S"


def rows(*lines: str) -> bytes:
    return "\r\n".join([HEAD, *lines, ""]).encode()


@pytest.fixture
def club() -> Club:
    return make.make_club()


player = make.make_player


# The file ---------------------------------------------------------------------------------


def test_the_list_is_read_with_its_gaps_quotes_and_repeated_rows():
    read = read_rating_list(
        rows(
            "9900001;Van der Beek, Quinten;;NED;1679;24;2012;",
            "9900002;Okeefe, Jacob;GM;DEN;2428;100;1973;",
            "9900003;Ait Said, Jan-Marco;;NED;;;2015;",
            '"9900004";"Öztürk, Saša ""de""";FM;NED;2345;100;2004;w',
            '"9900004";"Öztürk, Saša ""de""";FM;NED;2345;100;2004;w',
            "",
        )
    )
    found = [(p.line, p.number, p.title, p.rating, p.birth_year) for p in read.players.values()]
    assert found == [
        (2, "9900001", "", 1679, 2012),
        (3, "9900002", "GM", 2428, 1973),
        (4, "9900003", "", None, 2015),
        (5, "9900004", "FM", 2345, 2004),
    ]
    assert read.players["9900004"].name == 'Öztürk, Saša "de"'
    assert read.problems == []


def test_columns_stand_in_any_order_and_others_are_passed_over():
    data = b"\xef\xbb\xbfRating;NAAM;Club;relatienummer\n1500;Anna;X;1234567\n"
    [found] = read_rating_list(data).players.values()
    assert (found.number, found.name, found.rating) == ("1234567", "Anna", 1500)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("99;Anna;;NED;1500;;;", "Line 3: “99” is not a member number."),
        ("1234567;;;NED;1500;;;", "Line 3: a name has 1 to 200 letters."),
        ("1234567;Anna;;NED;15x0;;;", "Line 3: “15x0” is not a rating."),
        ("1234567;Anna;;NED;4001;;;", "Line 3: “4001” is not a rating."),
        ("1234567;Anna;;NED;²;;;", "Line 3: “²” is not a rating."),
        ("1234567;Anna;;NED;1500;;12;", "Line 3: “12” is not a year of birth."),
        ("1234567;Anna;GRAND;NED;1500;;;", "Line 3: “GRAND” is not a title."),
        ("1234567", "Line 3: a name has 1 to 200 letters."),
    ],
)
def test_a_row_that_cannot_be_used_is_told_with_its_line_and_the_others_count(row, said):
    read = read_rating_list(rows("9900001;Bo;;;1;;;", row, "9900002;Cor;;;2;;;"))
    assert read.problems == [said]
    assert list(read.players) == ["9900001", "9900002"]


def test_rows_that_contradict_each_other_decide_nothing():
    read = read_rating_list(rows(*(f"1234567;Anna;;;{n};;;" for n in (1, 2, 1)), "9900002;C;;;;;;"))
    assert read.problems == ["Line 3: 1234567 stands on line 2 with other data."]
    assert list(read.players) == ["9900002"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "There is no player in this list."),
        (rows(), "There is no player in this list."),
        (b"\xff\xfeR\0", "Line 1: the file is not a text"),
        (b"PK\x03\x04\0\0", "This zip cannot be opened"),
        (b"Naam,Rating\nAnna,1500\n", "Line 1: here the names of the columns must stand"),
        (rows('1234567;"Anna;;;1;;;'), "Line 2: the quotes or the length of a cell"),
        (rows('1234567;An"na";;;1;;;', '"x"y;'), "Line 3: the quotes or the length of a cell"),
        (rows("1234567;" + "x" * 200_000), "Line 2: the quotes or the length of a cell"),
        (rows(*["x;y"] * 101), "more than 100 rows are wrong. Line 2: “x”"),
        (b"x" * (MOST_BYTES + 1), "larger than 64 MB"),
    ],
)
def test_what_is_no_list_is_refused_with_the_line(data, said):
    with pytest.raises(StepError, match=said.replace("(", r"\(")):
        read_rating_list(data)


def test_a_list_of_twenty_thousand_is_read_and_only_the_clubs_rows_are_carried(club):
    anna = player(club, "Anna Jansen", "1000007")
    many = [f"{1_000_000 + n};Jansen{n % 900}, A.;;;{n % 2500};9;1990;" for n in range(20_000)]
    many[7] = "1000007;Jansen, Anna;;;1507;9;;"
    preview = preview_ratings(club, rows(*many))
    assert [one.player for one in preview.certain] == [anna]
    carried = written_list(preview.concerned).encode()
    assert carried.count(b"\n") == 2
    again = preview_ratings(club, ListFile(carried, issuer="KNSB"))
    assert [dict(one.after) for one in again.certain] == [{"rating": 1507}]


# Who is who ---------------------------------------------------------------------------------


def test_the_number_decides_and_what_the_list_does_not_know_stays(club):
    jan = player(club, "Jan de Vries", "1234567", rating=1500, title="NM", birth_year=1960)
    found = preview_ratings(club, rows("1234567;De Vries, J.;;;1520;9;;")).certain
    assert [(one.player, dict(one.before), dict(one.after)) for one in found] == [
        (jan, {"rating": 1500}, {"rating": 1520})
    ]


def test_another_name_at_a_number_is_asked(club):
    jan = player(club, "Jan de Vries", "1234567", rating=1500)
    data = rows("1234567;Smit, Piet;;NED;1520;9;;")
    preview = preview_ratings(club, data)
    assert [(one, [row.number for row in found]) for one, found in preview.candidates] == [
        (jan, ["1234567"])
    ]
    assert take_ratings(club, data, by=None) == 0
    assert take_ratings(club, data, matches={jan.pk: "1234567"}, by=None) == 1
    jan.refresh_from_db()
    assert (jan.rating, str(jan)) == (1520, "Jan de Vries")


def test_a_name_is_never_matched_by_itself_but_shown_to_a_human(club):
    jan = player(club, "J. de Vries", rating=1500)
    ann = player(club, "Ann Other", "1111111")
    data = rows(
        "1234567;De Vries, Jan;;NED;1520;9;1960;",
        "1234568;De Vries, Joop;FM;NED;2100;9;;",
        "1111111;De Vries, Joke;;NED;1000;9;;",
        "1234569;Vries, Karel de;;NED;1300;9;;",
    )
    preview = preview_ratings(club, data)
    assert [(one, [row.number for row in found]) for one, found in preview.candidates] == [
        (ann, ["1111111"]),
        (jan, ["1234567", "1234568"]),
    ]
    assert take_ratings(club, data, by=None) == 0
    assert take_ratings(club, data, matches={jan.pk: "1234567"}, by=None) == 1
    jan.refresh_from_db()
    assert (jan.rating, number_at(jan, "KNSB"), jan.birth_year) == (1520, "1234567", 1960)


def test_two_players_are_not_one_row_and_a_row_that_was_not_offered_is_refused(club):
    one, other = player(club, "Jan Smit"), player(club, "J. Smit")
    data = rows("1234567;Smit, Jan;;;1;;;", "7654321;Bol, Bo;;;1;;;")
    for matches in ({one.pk: "1234567", other.pk: "1234567"}, {one.pk: "7654321"}, {0: "1234567"}):
        with pytest.raises(StepError):
            take_ratings(club, data, matches=matches, by=None)
    assert not TrailEntry.objects.exists()


def test_members_who_are_not_in_the_list_are_named_and_guests_are_not(club):
    gone, nobody = player(club, "Anna Bol", "1234567"), player(club, "Bo Cor")
    player(club, "Gast", is_member=False)
    preview = preview_ratings(club, rows("9999999;X, Y;;;1;;;"))
    assert preview.missing == [gone, nobody]


def test_what_was_seen_must_still_be_so(club):
    jan = player(club, "Jan Smit", "1234567", rating=1500)
    data = rows("1234567;Smit, Jan;;;1600;;;")
    digest = preview_ratings(club, data).digest
    Player.objects.filter(pk=jan.pk).update(rating=1550)
    with pytest.raises(StepError, match="changed meanwhile"):
        take_ratings(club, data, seen=digest, by=None)
    assert take_ratings(club, data, seen=preview_ratings(club, data).digest, by=None) == 1


def test_it_is_one_line_in_the_trail_and_a_second_time_none(club):
    anna = make.make_user("Anna")
    player(club, "Jan Smit", "1234567", rating=1500)
    player(club, "Bo Bol", "1234568")
    data = rows("1234567;Smit, Jan;;;1600;;;", "1234568;Bol, Bo;;;1700;;;")
    take_ratings(club, data, by=anna)
    take_ratings(club, data, by=anna)
    line = TrailEntry.objects.get()
    assert (line.action, line.by, line.facts) == (
        "take_ratings",
        anna,
        {"count": 2, "list": "KNSB"},
    )
    assert line.after == {"players": ["Bo Bol (– → 1700)", "Jan Smit (1500 → 1600)"]}


# Competitions -------------------------------------------------------------------------------


@pytest.fixture
def swiss(club):
    players = make.make_players(club, 6)
    for number, one in enumerate(players):
        make.give_number(one, str(1000000 + number))
    return start_competition(
        club,
        name="Najaar",
        slug="najaar",
        system="knsb-rating",
        options={"rounds": 3},
        tempos=[{"key": "standard"}],
        players=players,
        by=None,
    )


UPSIDE_DOWN = rows(
    *(f"{1000000 + n};{name};;NED;{1500 + 100 * n};9;;" for n, name in enumerate(make.SURNAMES[:6]))
)


def test_a_competition_goes_on_with_its_ratings_unless_it_is_chosen(swiss):
    take_ratings(swiss.club, UPSIDE_DOWN, by=None)
    assert list(make.entries(swiss).values_list("rating", flat=True))[:2] == [2000, 1990]
    [(competition, count)] = preview_ratings(swiss.club, UPSIDE_DOWN).running
    assert (competition, count) == (swiss, 6)
    take_ratings(swiss.club, UPSIDE_DOWN, competitions=[swiss.pk], by=None)
    assert list(make.entries(swiss).values_list("rating", flat=True))[:2] == [1500, 1600]
    assert preview_ratings(swiss.club, UPSIDE_DOWN).running == []


def test_rounds_that_were_paired_stay_and_the_next_one_counts_with_the_new_ratings(swiss):
    evening = make.make_evening(swiss, "standard")
    make.play_game(evening)
    close_evening(evening, by=None)
    first = Round.objects.on_record().get()
    before = (first.paired_from, list(first.games.values_list("white__key", "black__key")))
    open_evening = make.make_evening(swiss, "standard")
    proposal = propose_round(open_evening, by=None)
    paired_from = Round.objects.get(pk=proposal.pk).paired_from
    take_ratings(swiss.club, UPSIDE_DOWN, competitions=[swiss.pk], by=None)
    first = Round.objects.get(pk=first.pk)
    assert before == (first.paired_from, list(first.games.values_list("white__key", "black__key")))
    again = Round.objects.get(pk=proposal.pk).paired_from
    assert again != paired_from
    assert '"rating": 1500' in again
    assert '"rating": 1990' in paired_from
    assert '"rating": 1990' not in again


def test_a_competition_that_is_over_is_not_offered(swiss):
    for _round in range(3):
        evening = make.make_evening(swiss, "standard")
        make.play_game(evening)
        close_evening(evening, by=None)
    assert preview_ratings(swiss.club, UPSIDE_DOWN).running == []


def test_a_competition_of_another_club_takes_nothing(swiss):
    other = make.make_club("Buiten", "buiten")
    player(other, "Adema", "1000000")
    take_ratings(other, UPSIDE_DOWN, competitions=[swiss.pk], by=None)
    assert make.entry(swiss, "adema").rating == 2000


# What lists have said ---------------------------------------------------------------------


def test_a_list_is_kept_by_its_date_for_everybody_who_is_found_in_it(club):
    jan = player(club, "Jan de Vries", "1234567", rating=1500)
    for month, rating in ((10, 1500), (11, 1520), (11, 1530)):
        data = rows(f"1234567;De Vries, Jan;;NED;{rating};9;1990;")
        take_ratings(club, data, date=Date(2026, month, 1), by=None)
    jan.refresh_from_db()
    assert (jan.rating, jan.federation, jan.birth_year) == (1530, "NED", 1990)
    assert [str(one) for one in jan.ratings.all()] == [
        "KNSB 1500 (2026-10-01)",
        "KNSB 1530 (2026-11-01)",
    ]


def test_a_number_of_which_nobody_knew_whose_it_was_is_the_lists_when_the_list_has_it(club):
    jan = player(club, "Jan de Vries", "1234567", "")
    fide = player(club, "Piet Bos", "1234568", "FIDE")
    data = rows("1234567;De Vries, Jan;;;1520;9;;", "1234568;Bos, Piet;;;1700;9;;")
    preview = preview_ratings(club, data)
    assert [one.player for one in preview.certain] == [jan]
    assert [one for one, _rows in preview.candidates] == [fide]
    take_ratings(club, data, by=None)
    assert [str(one) for one in jan.identities.all()] == ["KNSB 1234567"]
    assert [str(one) for one in fide.identities.all()] == ["FIDE 1234568"]


def test_the_date_of_birth_that_the_club_knows_is_not_undone_by_a_year(club):
    born = Date(1990, 5, 1)
    jan = player(club, "Jan de Vries", "1234567", birth_date=born, birth_year=1990)
    take_ratings(club, rows("1234567;De Vries, Jan;;;1520;9;1991;"), by=None)
    jan.refresh_from_db()
    assert (jan.birth_date, jan.birth_year, jan.rating) == (born, 1990, 1520)


# The list that a competition goes by ------------------------------------------------------


def seeded(club, *seeding):
    return start_competition(
        club,
        name="Rapid",
        slug="rapid",
        system="knsb-rating",
        options={"rounds": 5},
        tempos=[{"key": "standard"}],
        players=club.players.all(),
        seeding=seeding,
        by=None,
    )


def test_a_competition_starts_with_the_newest_ratings_of_its_list(club):
    for name, rating in (("Anna Bos", 1000), ("Bert Kok", 2000), ("Cem Ay", 1500)):
        one = player(club, name, rating=rating)
        if name != "Cem Ay":
            for date in (None, Date(2026, 10, 1), Date(2026, 9, 1)):
                value = 3000 - rating + (date.month if date else 0)
                one.ratings.create(list="KNSB", tempo="rapid", date=date, value=value)
    competition = seeded(club, "KNSB", "rapid")
    found = [(str(one), one.rating) for one in competition.entries.order_by("start")]
    assert found == [("Anna Bos", 2010), ("Cem Ay", 1500), ("Bert Kok", 1010)]
    dora = player(club, "Dora Fe", rating=100)
    dora.ratings.create(list="KNSB", tempo="rapid", value=1700)
    entry = add_entry(competition, dora, by=None)
    assert (entry.rating, entry.start) == (1700, 2)


def test_a_competition_by_another_list_does_not_take_this_one(club):
    player(club, "Jan de Vries", "1234567", rating=1500)
    seeded(club, "FIDE", "")
    data = rows("1234567;De Vries, Jan;;;1520;9;;")
    assert preview_ratings(club, data).running == []
