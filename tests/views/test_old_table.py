"""The page on which the options of a club's own Keizer are found out from its old table."""

import re
from html import unescape

import pytest

from clubcomp.flow.documents import import_document
from clubcomp.flow.incoming import Incoming
from clubcomp.flow.old_tables import _one_at_a_time
from clubcomp.models import Competition, Role
from pairing.formats.document import read_document
from pairing.old_table.apart import of_own_rules
from tests.make import make_competition
from tests.pairing.test_old_table import CLUB, LEFT, TABLE
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Visitor:
    return Visitor(Role.OWNER)


@pytest.fixture
def competition(leader) -> Competition:
    snapshot = of_own_rules(read_document(CLUB.read_bytes()))
    return import_document(
        leader.club, Incoming(snapshot, b""), name="Keizer", slug="keizer", by=None
    )


def search(leader, slug, pasted, **more):
    return leader.client.post(leader.address("old-table", slug), {"text": pasted, **more})


def test_the_options_are_found_and_one_press_takes_them_over(leader, competition):
    assert "old-table" in leader.see("options", "keizer").content.decode()
    first = text(search(leader, "keizer", TABLE + LEFT))
    assert "No options make the two tables equal." in first
    assert "Verdandi played and has no points in the old table" in first
    assert "Take these options over" not in first
    page = search(leader, "keizer", TABLE, gone="12", left_out="12").content.decode()
    said = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    assert "Equal for 5 of 8 players; the others are explained below." in said
    for line in ("Ninedena 23.15 22.80", "Ajax 10.30 10.15", "Isenbrink 9.00 11.80"):
        assert line in said
    assert "played Verdandi, who has left" in said
    before = {**competition.options}
    [written] = re.findall(r'name="options" value="([^"]*)"', page)
    leader.fill_in("old-table", "keizer", act="take", options=unescape(written))
    competition.refresh_from_db()
    assert competition.options != before
    kinds = {kind["key"]: kind for kind in competition.options["absences"]["kinds"]}
    assert kinds["no_notice"]["tiers"] == [{"times": None, "amount": "1/20"}]
    assert {**competition.options, "absences": 0} == {**before, "absences": 0}


def test_a_name_that_is_not_there_and_no_table_are_said_in_a_sentence(leader, competition):
    said = text(search(leader, "keizer", TABLE + "9\tNobody Atall\t1\t1\n"))
    assert "in the table, and not in the competition: Nobody Atall." in said
    assert "there is no table in it" in text(search(leader, "keizer", "hello"))


def test_one_search_at_a_time(leader, competition):
    with _one_at_a_time:
        assert "Somebody else is searching now." in text(search(leader, "keizer", TABLE))


def test_without_a_game_there_is_nothing_to_search(leader):
    make_competition(4, club=leader.club)
    assert "Nothing has been played here yet" in text(search(leader, "intern", TABLE))


@pytest.mark.parametrize("options", ["", "[]", "{", '{"values": {"first": "x"}}', "[" * 9999])
def test_what_are_no_options_is_refused_and_changes_nothing(leader, competition, options):
    before = {**competition.options}
    data = {"act": "take", "options": options}
    response = leader.client.post(leader.address("old-table", "keizer"), data)
    assert response.status_code < 500
    competition.refresh_from_db()
    assert competition.options == before
