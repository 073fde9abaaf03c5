"""The page on which the options of a club's own Keizer are found out from its old table."""

import json
import re
import threading
from html import unescape

import pytest

from clubcomp.flow import old_tables
from clubcomp.flow.documents import import_document
from clubcomp.flow.incoming import Incoming
from clubcomp.flow.old_tables import _one_at_a_time, _searches
from clubcomp.models import Competition, Role
from pairing.formats.document import read_document
from pairing.old_table.apart import of_own_rules
from pairing.old_table.chosen import with_chosen
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
    """What the page says once the search is over; who has no JavaScript sees the same pages."""
    response = leader.client.post(leader.address("old-table", slug), {"text": pasted, **more})
    if response.status_code == 302:
        _address, key = response.url.split("?search=")
        assert _searches[key].over.wait(60)
        response = leader.client.get(response.url)
    return response


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


def test_it_says_how_far_it_is_and_comes_again_by_itself(leader, competition, monkeypatch):
    monkeypatch.setattr(old_tables, "PATIENCE", 0.0)
    monkeypatch.setattr(old_tables, "find_apart", lambda *asked: asked[-1](40) or go.wait(60))
    go = threading.Event()
    sent = {"text": TABLE}
    response = leader.client.post(leader.address("old-table", "keizer"), sent)
    search = _searches[response.url.split("?search=")[1]]
    page = leader.client.get(response.url).content.decode()
    while search.hundredths != 40:
        page = leader.client.get(response.url).content.decode()
    page = leader.client.get(response.url).content.decode()
    assert "Searching: 40 % is done." in " ".join(page.split())
    assert f'hx-get="?search={search.key}"' in page
    assert f'<a href="?search={search.key}">' in page
    stranger = Visitor("", club=leader.club)
    assert stranger.client.get(response.url).status_code in (302, 403)
    go.set()
    assert search.over.wait(60)
    monkeypatch.undo()
    search.searched = None
    said = leader.client.get(response.url).content.decode()
    assert "The search broke off. Search again." in said
    assert "Ninedena" in said
    gone = leader.client.get(leader.address("old-table", "keizer") + "?search=nothing")
    assert "This search is no longer kept." in text(gone)


def test_what_the_table_cannot_tell_is_asked_and_taken_over(leader, competition):
    page = search(leader, "keizer", TABLE, gone="12", left_out="12").content.decode()
    said = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    assert "This table cannot tell apart The first of each was found." in said
    [written] = re.findall(r'name="options" value="([^"]*)"', page)
    asked = re.findall(r'<select name="(pick-[^"]*)"', page)
    assert asked
    picks = {}
    for name in asked:
        part = page.split(f'<select name="{name}"')[1].split("</select>")[0]
        choices = [unescape(one) for one in re.findall(r'<option value="([^"]*)"', part)]
        assert len(choices) > 1, name
        picks[name] = choices[1]
    options = unescape(written)
    leader.fill_in("old-table", "keizer", act="take", options=options, **picks)
    competition.refresh_from_db()
    expected = with_chosen(
        json.loads(options),
        {name.removeprefix("pick-"): json.loads(value) for name, value in picks.items()},
    )
    assert competition.options == expected != json.loads(options)


@pytest.mark.parametrize("pick", [{"pick-x": "1"}, {"pick-bye.amount": "{"}])
def test_a_choice_that_is_none_changes_nothing(leader, competition, pick):
    before = {**competition.options}
    data = {"act": "take", "options": "{}", **pick}
    assert leader.client.post(leader.address("old-table", "keizer"), data).status_code < 500
    competition.refresh_from_db()
    assert competition.options == before


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
