"""The rating list through its page: looked at, asked about, taken over in one press."""

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubcomp.flow.people.identities import number_at
from clubcomp.models import Player, Role
from tests.flow.test_ratings import player, rows
from tests.make import entries, give_number, make_club, make_competition
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Visitor:
    return Visitor()


def upload(leader, content):
    """Choose a file and look at it."""
    return leader.fill_in("rating-list", file=SimpleUploadedFile("lijst.csv", content))


def take(leader, looked, **answers):
    """The second press, with what the page carried."""
    preview = looked.context["preview"]
    carried = {"text": looked.context["text"], "seen": preview.digest, "issuer": preview.issuer}
    carried["sets_rating"] = "yes" if preview.sets_rating else "no"
    return leader.fill_in("rating-list", act="take", **carried | answers)


def test_looking_shows_what_changes_and_keeps_nothing(leader):
    player(leader.club, "Jan de Vries", "1234567", rating=1500)
    player(leader.club, "Ann Bol", "1234568", rating=1400)
    player(leader.club, "Bo Cor")
    said = text(
        upload(
            leader,
            rows("1234567;De Vries, J.;FM;NED;1520;9;1960;", "1234568;Bol, Ann;;;1400;;;", "x;y"),
        )
    )
    assert "rating: 1500 → 1520; title: – → FM; year of birth: – → 1960" in said
    assert "1 stays as it is" in said
    assert "1 member is not in the list" in said
    assert "1 row of the list is not used" in said
    assert "Line 4: “x” is not a member number." in said
    assert Player.objects.get(identities__number="1234567").rating == 1500


def test_one_press_takes_it_over_with_every_answer(leader):
    competition = make_competition(2, club=leader.club)
    adema, bakker = (entry.player for entry in entries(competition))
    give_number(adema, "1234567")
    jan = player(leader.club, "Jan Smit", "1234568")
    looked = upload(
        leader,
        rows(
            "1234567;Adema, A.;;;2100;;;",
            "1234568;Jansen, Jan;;;1700;;;",
            "1234569;Bakker, Bo;;;1800;;;",
        ),
    )
    said = text(looked)
    assert "Jan Jansen, 1234568, 1700" in said
    assert "Bo Bakker, 1234569, 1800" in said
    assert "Interne competitie: 1 player" in said
    answers = {f"is-{jan.pk}": "1234568", f"is-{bakker.pk}": "1234569"}
    answer = take(leader, looked, **answers, **{f"competition-{competition.pk}": "on"})
    assert answer.status_code == 302
    assert "The rating list is taken over for 3 players." in text(leader.client.get(answer.url))
    assert {number_at(one, "KNSB"): one.rating for one in Player.objects.all()} == {
        "1234567": 2100,
        "1234568": 1700,
        "1234569": 1800,
    }
    assert list(entries(competition).values_list("rating", flat=True)) == [2100, 1800]
    lines = text(leader.see("trail"))
    assert "3 players have the data of the rating list: " in lines
    assert "Adema (2000 → 2100)" in lines
    assert "count with the new ratings from the next pairing on" in lines


def test_without_an_answer_nobody_is_matched_by_name(leader):
    jan = player(leader.club, "Jan Smit", rating=1500)
    take(leader, upload(leader, rows("1234568;Smit, Jan;;;1700;;;")))
    jan.refresh_from_db()
    assert (jan.rating, number_at(jan, "KNSB")) == (1500, "")


def test_what_changed_meanwhile_is_looked_at_again(leader):
    jan = player(leader.club, "Jan Smit", "1234567", rating=1500)
    looked = upload(leader, rows("1234567;Smit, Jan;;;1700;;;"))
    Player.objects.filter(pk=jan.pk).update(rating=1600)
    again = take(leader, looked)
    assert "The players have changed meanwhile." in text(again)
    assert "rating: 1600 → 1700" in text(again)
    assert take(leader, again).status_code == 302
    assert Player.objects.get().rating == 1700


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"\0", b"a;b", b"PK\x03\x04", b'"' * 1000, b"Relatienummer;Naam;Rating\n;;"],
    ids=["empty", "UTF-16", "NUL", "no heads", "zip", "quotes", "no players"],
)
def test_a_file_that_is_no_list_is_refused_in_words(leader, content):
    said = text(upload(leader, content))
    assert "Something is not right yet" in said
    assert content == b"" or "Nothing was taken over." in said


def test_nothing_chosen_is_said(leader):
    assert "Choose the file of the rating list." in text(leader.fill_in("rating-list", text=""))


def test_a_name_with_markup_stays_text(leader):
    player(leader.club, "Jan Smit")
    said = upload(leader, rows("1234567;Smit, Jan</textarea><script>;;;1;;;")).content.decode()
    assert "<script>" not in said


def test_a_member_does_not_reach_it(leader):
    assert Visitor(Role.MEMBER, club=leader.club, name="Bob").see("rating-list").status_code == 403


def test_looking_asks_the_database_as_often_for_60_players_as_for_10():
    counts = []
    for count in (10, 60):
        leader = Visitor(club=make_club(slug=f"club-{count}"), name=f"Leader{count}")
        make_competition(count, club=leader.club)
        for number, one in enumerate(leader.club.players.all()):
            give_number(one, str(1_000_000 + number))
        listed = [f"{1_000_000 + n};Naam, X;;;{n};;;" for n in range(count)]
        leader.see("rating-list")
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            upload(leader, rows(*listed))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_date_of_the_list_is_asked_and_kept_with_the_ratings(leader):
    jan = player(leader.club, "Jan Smit", "1234568", rating=1500)
    assert 'type="date"' in text(leader.see("rating-list"))
    listed = rows("1234568;Smit, Jan;;;1700;;;").decode()
    looked = text(leader.fill_in("rating-list", text=listed, date="2026-11-01"))
    assert 'name="date" value="2026-11-01"' in looked
    leader.fill_in("rating-list", act="take", text=listed, date="2026-11-01")
    assert [str(one) for one in jan.ratings.all()] == ["KNSB 1700 (2026-11-01)"]
    wrong = text(leader.fill_in("rating-list", act="take", text=listed, date="tomorrow"))
    assert "This is no date." in wrong


def test_a_competition_says_from_which_list_its_ratings_come(leader):
    competition = make_competition(2, club=leader.club)
    page = (
        leader.address("competition-name", competition.slug),
        {"name": "Winter", "slug": "winter"},
    )
    assert "Ratings come from" not in text(leader.client.get(page[0]))
    competition.entries.first().player.ratings.create(list="KNSB", tempo="rapid", value=1700)
    assert "KNSB, rapid" in text(leader.client.get(page[0]))
    refused = leader.client.post(page[0], page[1] | {"seeding": "KNZB|"})
    assert refused.status_code == 200
    leader.client.post(page[0], page[1] | {"seeding": "KNSB|rapid"})
    competition.refresh_from_db()
    assert (competition.seeding_list, competition.seeding_tempo) == ("KNSB", "rapid")
    assert "KNSB|rapid" in text(leader.client.get(leader.address("competition-name", "winter")))


FIDE = """\
ID Number      Name                            Fed Sex Tit  SRtng SGm SK RRtng RGm Rk B-day Flag
9000001        Bos, Anna                       NED F   FM   2301  4   20 2250  0   20 1999  w
9000002        Kok, Bert                       NED M        1810  0   20              2001
9000003        Kok, Bert                       NED M        1700  0   20              1960
"""


def test_fides_list_is_kept_beside_the_one_that_the_club_goes_by(leader):
    anna = player(leader.club, "Anna Bos", "9000001", "FIDE", rating=1500)
    bert = player(leader.club, "Bert Kok", "1234567", rating=1600, birth_year=1960)
    take(leader, upload(leader, rows("1234567;Kok, Bert;;;1610;;;")))
    looked = upload(leader, FIDE.encode())
    said = text(looked)
    assert "The list of FIDE." in said
    assert "The club goes by another list" in said
    assert "rating: 1500" not in said
    # A name is only a question, and another year of birth is another person.
    assert "9000003" in said
    assert "9000002" not in said
    assert take(leader, looked, **{f"is-{bert.pk}": "9000003"}).status_code == 302
    anna.refresh_from_db()
    bert.refresh_from_db()
    assert (anna.rating, anna.title, anna.birth_year) == (1500, "FM", 1999)
    assert bert.rating == 1610
    assert {str(one).split(" (")[0] for one in anna.ratings.all()} == {
        "FIDE 2301",
        "FIDE rapid 2250",
    }
    assert {str(one) for one in bert.identities.all()} == {"KNSB 1234567", "FIDE 9000003"}
    assert "FIDE 9000003" in text(leader.see("trail")) or "Bert Kok" in text(leader.see("trail"))


def test_the_first_list_of_a_club_gives_the_ratings_unless_the_leader_says_otherwise(leader):
    anna = player(leader.club, "Anna Bos", "9000001", "FIDE")
    file = SimpleUploadedFile("list.txt", FIDE.encode())
    looked = leader.fill_in("rating-list", file=file, sets_rating="no")
    assert not looked.context["preview"].sets_rating
    looked = upload(leader, FIDE.encode())
    assert take(leader, looked).status_code == 302
    anna.refresh_from_db()
    assert anna.rating == 2301


def test_a_table_of_a_federation_without_a_list_of_its_own_asks_whose_it_is(leader):
    anna = player(leader.club, "Anna Bos", "77", "TSF")
    table = b"No;Name;Rating\n77;Bos, Anna;1444\n"
    assert "Say whose list it is" in text(upload(leader, table))
    file = SimpleUploadedFile("ukd.csv", table)
    looked = leader.fill_in("rating-list", file=file, issuer="TSF", tempo="rapid")
    assert take(leader, looked).status_code == 302
    assert [str(one).split(" (")[0] for one in anna.ratings.all()] == ["TSF rapid 1444"]
