"""The page on which games of evenings played before are pasted, looked at and written."""

from datetime import date

import pytest
from django.utils.html import strip_tags

from clubcomp.models import Competition, Game, Unpaired
from tests.make import make_berger, make_one_tempo
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

TABLE = """Datum\tWit\tZwart\tUitslag
5-9-2019\tAdema\tBakker\t2-0
\tCornelis\tDekker\t1-1
\tEvers\tvrij"""


@pytest.fixture
def leader() -> Visitor:
    return Visitor()


@pytest.fixture
def draughts(leader) -> Competition:
    competition = make_one_tempo("attacalc", 6, leader.club, "dammen", options={})
    competition.game = "draughts"
    competition.save()
    return competition


def paste(leader, competition, act, pasted=TABLE, **answers):
    tempo = competition.tempos.get().pk
    data = {"act": act, "tempo": tempo, "text": pasted, **answers}
    return text(
        leader.client.post(leader.address("past-games", competition.slug), data, follow=True)
    )


def test_what_was_pasted_is_shown_as_it_is_understood_and_nothing_is_kept(leader, draughts):
    said = paste(leader, draughts, "look")
    assert "Thursday 5 September 2019" in said
    assert "2‑0" in said
    assert "1‑1" in said
    assert "was there and had no opponent (the bye)" in said
    assert "Write 2 games" in said
    assert not Game.objects.exists()


def test_the_second_press_writes_it_and_leads_to_the_standings(leader, draughts):
    said = paste(leader, draughts, "add")
    assert "2 games are in it now. Look whether the table is as it was on paper." in said
    assert Game.objects.count() == 2
    again = paste(leader, draughts, "add")
    assert "The evening of 5 September 2019 has games already." in again
    assert Game.objects.count() == 2


def test_a_line_that_is_not_understood_is_named_and_the_text_can_be_changed(leader, draughts):
    wrong = TABLE.replace("Bakker", "Baker")
    said = paste(leader, draughts, "look", wrong)
    assert "1 line is not understood." in said
    assert "“Baker” is not in this competition. Is it Bakker?" in said
    assert "Write" not in said
    assert "Baker" in paste(leader, draughts, "change", wrong)
    assert "Is it Bakker?" in paste(leader, draughts, "add", wrong)
    assert not Game.objects.exists()


def test_the_competition_leads_to_it_unless_a_schedule_says_who_plays_whom(leader, draughts):
    berger = make_berger(4, club=leader.club)
    pages = [text(leader.see("competition", one.slug)) for one in (draughts, berger)]
    assert ["Games played before" in page for page in pages] == [True, False]
    hint = "Has the season begun already?"
    assert [hint in page for page in pages] == [True, False]
    paste(leader, draughts, "add")
    assert hint not in text(leader.see("competition", draughts.slug))


def test_a_season_to_come_is_not_asked_about(leader, draughts):
    season = draughts.season
    season.first, season.last = date(2149, 7, 1), date(2150, 6, 30)
    season.save()
    assert "begun already?" not in text(leader.see("competition", draughts.slug))


def test_an_evening_of_which_nobody_was_marked_does_not_say_that_all_came(leader, draughts):
    paste(leader, draughts, "add")
    page = text(leader.see("lead", draughts.slug, draughts.evenings.get().serial))
    assert "The evening is closed." in page
    assert "Who came?" not in page


def test_in_go_black_stands_first_with_what_is_shown_of_the_result(leader, draughts):
    draughts.game = "go"
    draughts.save()
    said = paste(leader, draughts, "look", "5-9-2019\tAdema\tBakker\t1-0")
    assert "Black White Result Adema Bakker 1‑0" in " ".join(strip_tags(said).split())


def test_a_word_that_is_no_name_is_asked_once_and_holds_for_all_its_lines(leader, draughts):
    pasted = "5-9-2019;Adema;Bakker;2-0\n;Cornelis;arbiter;\n;Dekker;Arbiter;"
    said = paste(leader, draughts, "look", pasted)
    assert said.count("What does “arbiter” mean?") == 1
    assert "Write 1 game" not in said
    answer = {"word-arbiter": "external"}
    assert "Write 1 game" in paste(leader, draughts, "look", pasted, **answer)
    paste(leader, draughts, "add", pasted, **answer)
    kinds = Unpaired.objects.order_by("entry__key").values_list("entry__key", "kind")
    assert list(kinds) == [("cornelis", "external"), ("dekker", "external")]


def test_an_answer_that_is_none_of_the_choices_means_nothing(leader, draughts):
    pasted = "5-9-2019;Adema;arbiter;"
    said = paste(leader, draughts, "look", pasted, **{"word-arbiter": "champion"})
    assert "What does “arbiter” mean?" in said
