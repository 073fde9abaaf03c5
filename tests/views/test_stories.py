"""The club's front page says in a line how each of its other competitions stands."""

import re

import pytest

from clubcomp.flow.evenings import close_evening
from clubcomp.models import Competition
from clubcomp.pages.stories import stories_of, story_of
from pairing.core.types import Result
from tests.make import (
    make_berger,
    make_club,
    make_competition,
    make_cup,
    make_evening,
    make_swiss,
    play_game,
    play_swiss_round,
)
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db
WHITE, DRAW = Result.WHITE_WINS, Result.DRAW


def fresh(competition):
    return Competition.objects.get(pk=competition.pk)


def test_nothing_is_told_before_the_first_round():
    swiss = make_swiss(4)
    assert story_of(swiss) == ""
    assert story_of(make_berger(4, club=swiss.club)) == ""


def test_a_swiss_says_how_far_it_is_and_who_leads():
    swiss = make_swiss(4, rounds=3)
    play_swiss_round(swiss, WHITE, DRAW)
    told = story_of(fresh(swiss))
    assert told.startswith("Round 1 of 3. ")
    assert told.endswith((" leads with 1.", " takes the lead with 1."))
    play_swiss_round(swiss, DRAW)
    assert story_of(fresh(swiss)).startswith("Round 2 of 3. ")


def test_players_who_share_the_first_place_are_all_named_or_counted():
    swiss = make_swiss(4, rounds=3, tie_breaks=[])
    play_swiss_round(swiss, WHITE)
    assert " and " in story_of(fresh(swiss))
    assert story_of(fresh(swiss)).endswith(" share the lead with 1.")
    many = make_swiss(8, club=swiss.club, slug="groot", rounds=3, tie_breaks=[])
    play_swiss_round(many, WHITE)
    assert story_of(fresh(many)) == "Round 1 of 3. 4 players share the lead with 1."


def test_a_keizer_counts_evenings():
    competition = make_competition(4)
    play_game(make_evening(competition))
    assert re.fullmatch(
        r"Evening 1\. \w+ (leads|takes the lead) with \d+.?\.", story_of(fresh(competition))
    )


def test_a_cup_says_who_meets_whom_and_then_who_won():
    cup = make_cup(4)
    assert story_of(cup) == "The semi-final: Adema – Dekker, Bakker – Cornelis"
    evening = make_evening(cup, "standard")
    play_game(evening)
    close_evening(evening, by=None)
    assert story_of(fresh(cup)) == "The final: Adema – Cornelis"
    play_game(make_evening(cup, "standard"))
    assert story_of(fresh(cup)).endswith(" has won the cup.")


def test_the_front_page_lists_the_others_with_their_line():
    club = make_club()
    make_evening(make_competition(4, club=club))
    swiss = make_swiss(4, club=club, rounds=3, tie_breaks=[])
    play_swiss_round(swiss, WHITE)
    told = story_of(fresh(swiss))
    shown = text(Visitor("", club=club).see("club"))
    assert "Other competitions" in shown
    assert told in shown
    assert [story.line for story in stories_of([fresh(swiss)], [])] == [told]


def test_the_front_page_says_beside_its_evening_who_leads():
    club = make_club()
    swiss = make_swiss(4, club=club, rounds=3)
    play_swiss_round(swiss, WHITE, DRAW)
    make_evening(swiss, "standard")
    shown = text(Visitor("", club=club).see("club"))
    told = story_of(fresh(swiss), says_how_far=False)
    assert told.endswith((" leads with 1.", " takes the lead with 1."))
    assert f"<b>{told}</b>" in shown
    assert shown.index(told) < shown.index("Last results")


def test_a_bracket_says_itself_how_the_cup_stands():
    cup = make_cup(4)
    play_game(make_evening(cup, "standard"))
    shown = text(Visitor("", club=cup.club).see("club"))
    assert story_of(fresh(cup)) not in shown
