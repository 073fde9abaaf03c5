"""The state's number of a person is read by leaders only, and in the report that asks for it."""

from datetime import date

import pytest

from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.documents.downloads import export_trf
from clubcomp.flow.documents.federation_reports import ReportChoice, make_report
from clubcomp.flow.people.members import change_member
from clubcomp.models import Role
from tests.make import give_number, make_evening, make_swiss, play_game
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

NATIONAL, OTHER = "10000000146", "12345"


@pytest.fixture
def leader() -> Visitor:
    return Visitor()


@pytest.fixture
def competition(leader):
    competition = make_swiss(4, rounds=3, club=leader.club)
    one, other = (entry.player for entry in competition.entries.order_by("start")[:2])
    give_number(one, NATIONAL, "TSF")
    give_number(other, OTHER, "TSF")
    play_game(make_evening(competition, "standard"))
    return competition


def test_members_do_not_read_it_and_leaders_do(leader, competition):
    member = Visitor(Role.MEMBER, club=leader.club, name="Bob")
    assert NATIONAL not in text(member.see("members"))
    assert OTHER in text(member.see("members"))
    assert NATIONAL in text(leader.see("members"))


def test_the_log_tells_leaders_alone_that_it_was_changed(leader, competition):
    player = competition.entries.order_by("start").last().player
    change_member(player, identities=[("TSF", "10000000214")], by=leader.user)
    member = Visitor(Role.MEMBER, club=leader.club, name="Bob")
    assert "national identity number" in text(leader.see("trail"))
    assert "10000000214" not in text(member.see("trail"))
    assert "was changed" in text(leader.see("trail", search="10000000214"))
    assert "was changed" not in text(member.see("trail", search="10000000214"))


def test_it_stands_in_the_rating_report_and_in_no_other_file(leader, competition):
    assert NATIONAL.encode() in export_trf(competition, "26", "rating")
    assert NATIONAL.encode() in bytes(make_report(competition, ReportChoice("trf26"), by=None).data)
    for written in (
        export_document(competition),
        export_trf(competition, "26").decode(),
        leader.see("members-file", format="csv").content.decode(),
        bytes(make_report(competition, ReportChoice("table"), by=None).data).decode(),
    ):
        assert NATIONAL not in written
    assert OTHER in export_document(competition)


def test_a_date_of_birth_is_read_by_owners_and_leaders_only(leader, competition):
    player = competition.entries.order_by("start")[0].player
    change_member(player, birth_date=date(1987, 6, 5), by=None)
    written = ("1987-06-05", "5 June 1987", "1987/06/05", "1987")
    pages = [("members",), ("member", player.pk), ("members-file",), ("document", competition.slug)]
    member = Visitor(Role.MEMBER, club=leader.club, name="Bob")
    owner = Visitor(Role.OWNER, club=leader.club, name="Olga")
    for page, *place in pages:
        read = member.see(page, *place).content.decode(errors="replace")
        assert not [words for words in written if words in read]
    for reader in (leader, owner):
        assert "1987-06-05" in reader.see("member", player.pk).content.decode()
    assert member.see("trf", competition.slug, **{"for": "rating"}).status_code == 403
    assert b"1987/06/05" in export_trf(competition, "26", "rating")
