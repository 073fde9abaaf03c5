"""The list of members as a file for a spreadsheet, which can be pasted again."""

import io
from datetime import date

import openpyxl
import pytest

from clubcomp.flow.incoming.pasting import read_pasted
from clubcomp.flow.people.members import add_members
from tests.make import give_number, make_club, make_player
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Visitor:
    leader = Visitor()
    anneke = make_player(leader.club, "Hof, Anneke van 't", "12001", "KNDB", rating=1213)
    anneke.birth_date, anneke.birth_year = date(1961, 3, 12), 1961
    anneke.email = "anneke@example.org"
    anneke.save()
    give_number(anneke, "7", "own")
    make_player(leader.club, "Emre Yılmaz", birth_year=2013)
    make_player(leader.club, "Gast, Gijs", is_member=False)
    return leader


def rows_of(answer) -> list[tuple]:
    """What a workbook says."""
    return list(openpyxl.load_workbook(io.BytesIO(answer.content)).active.values)


def test_the_members_are_a_workbook_with_what_the_club_knows_of_them(leader):
    answer = leader.see("members-file", format="xlsx")
    assert answer["Content-Disposition"] == 'attachment; filename="toren-members.xlsx"'
    assert rows_of(answer) == [
        ("Name", "Rating", "KNDB", "Own number of the club", "Born", "E-mail"),
        ("Hof, Anneke van 't", 1213, "12001", "7", "1961-03-12", "anneke@example.org"),
        ("Emre Yılmaz", None, None, None, "2013", None),
    ]


def test_the_file_can_be_pasted_into_another_club(leader):
    csv = leader.see("members-file", format="csv").content.decode("utf-8-sig")
    other = make_club("Elders", "elders")
    pasted = read_pasted(other, csv)
    assert pasted.unused == []
    add_members(other, pasted.lines, by=None)
    anneke = other.players.get(rating=1213)
    assert (anneke.name, anneke.email) == ("Hof, Anneke van 't", "anneke@example.org")
    assert anneke.birth_date == date(1961, 3, 12)
    assert set(anneke.identities.values_list("issuer", "number")) == {
        *(("KNDB", "12001"), ("own", "7"))
    }
    assert other.players.get(name="Emre Yılmaz").birth_year == 2013


def test_the_list_of_members_leads_leaders_to_it_and_no_others(leader):
    page = text(leader.see("members"))
    assert leader.address("members-file") in page
    member = Visitor("member", club=leader.club, name="Lid")
    assert leader.address("members-file") not in text(member.see("members"))
