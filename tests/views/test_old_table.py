"""The page on which the options of a club's own Keizer are found out from its old table."""

import json
import re
import threading
import time
from html import unescape

import pytest

from clubcomp.flow.competitions.competition import written_options
from clubcomp.flow.documents.documents import import_document
from clubcomp.flow.incoming import old_tables
from clubcomp.flow.incoming.files import Incoming
from clubcomp.flow.people.forgetting import forget_person
from clubcomp.models import Competition, Evening, OldTableSearch, Role, Round
from pairing.formats.document import read_document
from pairing.old_table.apart import of_own_rules
from pairing.old_table.chosen import with_chosen
from tests.make import make_competition
from tests.pairing.test_old_table import CLUB, LEFT, TABLE
from tests.views.visitor import Visitor, said, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """The page waits until the search is over."""
    monkeypatch.setattr(old_tables, "PATIENCE", 60.0)


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
    """What the page says once the search is over."""
    return leader.client.post(leader.address("old-table", slug), {"text": pasted, **more})


@pytest.mark.django_db(transaction=True)
def test_the_options_are_found_and_one_press_takes_them_over(leader, competition):
    assert "old-table" in leader.see("options", "keizer").content.decode()
    first = text(search(leader, "keizer", TABLE + LEFT))
    assert "No options make the two tables equal." in first
    assert "Verdandi played and has no points in the old table" in first
    assert "Take these options over" not in first
    page = search(leader, "keizer", TABLE, gone="12", left_out="12").content.decode()
    words = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    assert "Equal for 5 of 8 players; the others are explained below." in words
    assert "Compared without Verdandi, with the games against them as played elsewhere." in words
    for line in ("Ninedena 23.15 22.80", "Ajax 10.30 10.15", "Isenbrink 9.00 11.80"):
        assert line in words
    assert "played Verdandi, who has left" in words
    before = {**competition.options}
    [written] = re.findall(r'name="options" value="([^"]*)"', page)
    assert "What changes with it?" in words
    leader.fill_in("old-table", "keizer", act="take", options=unescape(written))
    competition.refresh_from_db()
    assert competition.options != before
    kinds = {kind["key"]: kind for kind in competition.options["absences"]["kinds"]}
    assert kinds["no_notice"]["tiers"] == [{"times": None, "amount": "1/20"}]
    assert {**competition.options, "absences": 0} == {**before, "absences": 0}


@pytest.mark.django_db(transaction=True)
def test_a_keizer_that_came_as_attacalc_gets_its_own_rules(leader):
    snapshot = read_document(CLUB.read_bytes())
    assert snapshot.system == "attacalc"
    competition = import_document(leader.club, Incoming(snapshot, b""), name="K", slug="k", by=None)
    for page in ("options", "receipt"):
        assert leader.address("old-table", "k") in leader.see(page, "k").content.decode()
    page = search(leader, "k", TABLE, gone="12", left_out="12").content.decode()
    words = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    assert "Equal for 5 of 8 players" in words
    assert "The competition goes by AttaCalc (Keizer) now." in words
    [written] = re.findall(r'name="options" value="([^"]*)"', page)
    [key] = re.findall(r'name="search" value="([^"]*)"', page)
    done = leader.fill_in("old-table", "k", act="take", options=unescape(written), search=key)
    assert done.url.endswith(f"?search={key}")
    assert "nobody gets other points" in text(leader.client.get(done.url))
    competition.refresh_from_db()
    assert competition.system == "keizer"
    assert {**competition.options} == written_options("keizer", json.loads(unescape(written)))
    tempos = competition.tempos.values_list("last_n", "absence_limit")
    assert {*tempos} == {(0, 0)}
    log = text(leader.see("trail"))
    assert "The competition went from AttaCalc to a Keizer by its own rules." in log


def test_once_a_round_was_paired_here_the_system_stays(leader):
    snapshot = read_document(CLUB.read_bytes())
    competition = import_document(leader.club, Incoming(snapshot, b""), name="K", slug="k", by=None)
    Round.objects.filter(evening__competition=competition).update(paired_by=Round.PairedBy.SYSTEM)
    refused = leader.fill_in("old-table", "k", act="take", options="{}")
    words = "A round was paired here by AttaCalc (Keizer), so the competition stays with it."
    assert words in said(refused)[0]
    competition.refresh_from_db()
    assert competition.system == "attacalc"


@pytest.mark.django_db(transaction=True)
def test_the_table_may_be_of_an_earlier_evening(leader, competition):
    """Who plays on before they compare still has the table of the last evening elsewhere."""
    last = Evening.objects.filter(competition=competition).last()
    page = leader.see("old-table", "keizer").content.decode()
    assert f'<option value="{last.number}" selected>' in page
    asked = {"text": TABLE, "gone": "12", "left_out": "12"}
    earlier = text(
        leader.client.post(leader.address("old-table", "keizer"), {**asked, "evening": 2})
    )
    assert "Equal for 5 of 8" not in earlier
    later = text(
        leader.client.post(leader.address("old-table", "keizer"), {**asked, "evening": last.number})
    )
    assert "Equal for 5 of 8" in later


def test_a_table_is_no_rule_of_another_system(leader):
    competition = make_competition(4, club=leader.club, slug="swiss")
    Competition.objects.filter(pk=competition.pk).update(system="knsb-rating", options={})
    refused = leader.fill_in("old-table", "swiss", act="take", options="{}")
    assert "this competition is none" in said(refused)[0]


@pytest.mark.django_db(transaction=True)
def test_whichever_process_is_asked_says_how_far_it_is_and_what_was_found(
    leader, competition, monkeypatch
):
    monkeypatch.setattr(old_tables, "PATIENCE", 0.0)
    is_seen = threading.Event()
    find = old_tables.find_apart

    def finds(snapshot, table, left_out, tell):
        tell(40)
        assert is_seen.wait(60)
        return find(snapshot, table, left_out, tell)

    monkeypatch.setattr(old_tables, "find_apart", finds)
    response = leader.client.post(leader.address("old-table", "keizer"), {"text": TABLE})
    while OldTableSearch.objects.get().hundredths != 40:
        time.sleep(0.05)
    page = leader.client.get(response.url).content.decode()
    assert "Searching: 40 % is done." in " ".join(page.split())
    key = response.url.split("?search=")[1]
    assert f'hx-get="?search={key}"' in page
    assert f'<a href="?search={key}">' in page
    stranger = Visitor("", club=leader.club)
    assert stranger.client.get(response.url).status_code in (302, 403)
    assert "Somebody else is searching now." in text(search(leader, "keizer", TABLE))
    is_seen.set()
    while OldTableSearch.objects.get().answer is None:
        time.sleep(0.05)
    assert "No options make the two tables equal." in text(leader.client.get(response.url))


def test_a_search_whose_process_is_gone_has_broken_off(leader, competition):
    row = OldTableSearch.objects.create(
        competition=competition, asked={"text": TABLE, "left_out": []}
    )
    address = leader.address("old-table", "keizer") + "?search="
    assert "Somebody else is searching now." in text(search(leader, "keizer", TABLE))
    OldTableSearch.objects.update(at=row.at - old_tables.LASTS)
    words = leader.client.get(f"{address}{row.pk}").content.decode()
    assert "The search broke off. Search again." in words
    assert "Ninedena" in words
    for gone in ("nothing", str(row.pk + 1), "9" * 99):
        assert "This search is no longer kept." in text(leader.client.get(address + gone))
    OldTableSearch.objects.update(at=row.at - OldTableSearch.KEPT)
    assert "This search is no longer kept." in text(leader.client.get(f"{address}{row.pk}"))
    search(leader, "keizer", TABLE)
    assert not OldTableSearch.objects.filter(pk=row.pk).exists()


def test_what_was_pasted_goes_when_somebody_in_it_is_forgotten(leader, competition):
    OldTableSearch.objects.create(competition=competition, asked={"text": TABLE, "left_out": []})
    forget_person(competition.entries.first().player, by=None)
    assert not OldTableSearch.objects.exists()


def test_what_the_table_cannot_tell_is_asked_and_taken_over(leader, competition):
    page = search(leader, "keizer", TABLE, gone="12", left_out="12").content.decode()
    words = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    assert "This table cannot tell apart The first of each was found." in words
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
    words = text(search(leader, "keizer", TABLE + "9\tNobody Atall\t1\t1\n"))
    assert "in the table, and not in the competition: Nobody Atall." in words
    assert "there is no table in it" in text(search(leader, "keizer", "hello"))


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
