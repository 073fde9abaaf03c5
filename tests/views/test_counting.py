"""A game of a cup that counts in another competition: how it is chosen, and what both pages say."""

from datetime import date

import pytest

from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.models import Competition, Game
from tests import make
from tests.flow.test_counting import counting_cup
from tests.views.leader import Leader, text
from tests.views.public import address, reader, words

pytestmark = pytest.mark.django_db
DAY = date(2026, 10, 8)


@pytest.fixture
def evenings():
    """The evening of the internal competition and of the cup, neither of them paired."""
    internal = make.make_competition(6)
    cup = counting_cup(internal, 2)
    return make.make_evening(internal, date=DAY), make.make_evening(cup, "standard", date=DAY)


def test_the_sheet_of_the_cup_says_why_not_yet_and_lets_it_count(evenings):
    evening, of_cup = evenings
    leader = Leader(of_cup)
    leader.press("next-game", after="0")
    said = text(leader.tap("record-result", 1, 1, result="1-0", seen="*"))
    assert "Does not count in Interne competitie yet. The pairing of" in said
    assert "is not published yet" in said
    game = Game.objects.get()
    leader.press("let-count", 1, 1, game=game.seating)
    assert "is not published yet" in text(leader.see("results-of", 1))
    # A sheet that is open hears of it: by what it asks with, and what it shows of the board.
    sheet = leader.see("results-of", 1)
    query = {"version": sheet.context["version"], "shown": sheet.context["boards"][0].shown}
    assert leader.see("results-of", 1, **query).status_code == 204
    publish_next(evening, after=0, by=None)
    changed = text(leader.see("results-of", 1, **query))
    assert "Board 1: let it count" in changed
    assert "is not published yet" not in changed
    assert "Board 1: let it count" in text(leader.see("results-of", 1))
    leader.press("let-count", 1, 1, game=game.seating)
    said = text(leader.see("results-of", 1))
    assert "counts in Interne competitie" in said
    assert "let it count" not in said
    log = words(leader.client.get("/toren/trail/"))
    assert "counts in “Interne competitie” from now on." in log
    # On the other side it says what it is, and offers nothing that would be refused.
    leader.evening = evening
    said = text(leader.see("results-of", 1))
    assert "cup game" in said
    assert leader.address("correct-result", 1, 3) not in said
    for competition, told in ((evening.competition, "cup game"), (of_cup.competition, "counts in")):
        page = reader().get(address(competition, "evenings/1/games/1/"))
        assert told in words(page)


def test_it_is_chosen_on_the_page_of_the_cup_before_round_1(evenings):
    evening, of_cup = evenings
    leader = Leader(of_cup)
    url = "/toren/beker/name/"
    field = 'name="counts_in"'
    assert field in leader.client.get(url).content.decode()
    assert field not in leader.client.get("/toren/intern/name/").content.decode()
    sent = {"name": "Beker", "slug": "beker"}
    for wrong in ("9" * 30, "-1", "x", of_cup.competition.pk):
        assert leader.client.post(url, sent | {"counts_in": wrong}).status_code == 200
    assert leader.client.post(url, sent | {"counts_in": ""}).status_code == 302
    assert Competition.objects.get(slug="beker").counts_in is None
    leader.client.post(url, sent | {"counts_in": evening.competition_id})
    assert Competition.objects.get(slug="beker").counts_in == evening.competition
    assert "counts in: – → Interne competitie" in words(leader.client.get("/toren/trail/"))
    publish_next(of_cup, after=0, by=None)
    page = leader.client.get(url)
    assert field not in page.content.decode()
    assert "The games of this competition count in Interne competitie too." in text(page)
    again = leader.client.get(address(of_cup.competition, "next-season/"))
    assert "Its games counted in Interne competitie." in text(again)


def test_a_proposal_says_which_of_the_two_is_published_first(evenings):
    evening, of_cup = evenings
    leader = Leader(evening)

    def says(evening):
        leader.evening = evening
        return text(leader.see("pairing"))

    too = "“Beker” is played on this day too, and its games count here."
    published = "“Interne competitie” has been published for this day already."
    for leader.evening in (of_cup, evening):
        leader.press("pairing", number=1)
    assert too in says(evening)
    assert published not in says(of_cup)
    publish_next(evening, after=0, by=None)
    assert published in says(of_cup)
    withdraw_round(evening.rounds.get(), by=None)
    publish_next(of_cup, after=0, by=None)
    assert too not in says(evening)
    assert "Not invited (Beker):" in says(evening)


def test_why_says_that_it_is_a_game_of_the_cup_and_leads_to_why_they_met_there(evenings):
    evening, of_cup = evenings
    leader = Leader(of_cup)
    leader.press("next-game", after="0")
    publish_next(evening, after=0, by=None)
    leader.tap("record-result", 1, 1, result="1-0", seen="*")
    board = Game.objects.get(counted_from__isnull=False)
    why = address(evening.competition, f"evenings/1/games/1/boards/{board.board}/")
    there = address(of_cup.competition, "evenings/1/games/1/boards/1/")
    page = reader().get(why)
    assert "A game of “Beker” that counts here too." in words(page)
    assert "by hand" not in words(page)
    assert "Fixed by" not in words(page)
    assert f'href="{there}"' in page.content.decode()
    assert reader().get(there).status_code == 200
    whole = words(reader().get(address(evening.competition, "evenings/1/games/1/why/")))
    assert "A game of “Beker” that counts here too." in whole
    assert "by hand" not in whole
