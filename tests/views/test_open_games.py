"""A game that was put off stands as open until its result is in: for its leader and its players."""

from datetime import date

import pytest

from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import correct_result, put_off
from clubcomp.models import Game, Role
from pairing.core.types import Result
from tests import make
from tests.views.public import TUESDAYS, address, reader, words
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    """Of four only Adema was there, so that both semi-finals were postponed."""
    competition = make.make_cup(4)
    evening = make.make_evening(competition, "standard", date=TUESDAYS[0], present=3)
    make.play_game(evening)
    close_evening(evening, by=None)
    return competition


def member(entry):
    visitor = Visitor(Role.MEMBER, club=entry.competition.club, name=entry.key)
    visitor.membership.player = entry.player
    visitor.membership.save()
    return visitor


def test_a_postponed_tie_says_so_in_the_bracket_and_who_waits_is_known(cup):
    said = words(reader().get(address(cup, "standings/")))
    assert "Tue 3 November · postponed" in said
    assert said.count("postponed") == 1


def test_the_leader_reads_which_games_wait_and_enters_the_result_from_there(cup):
    leader = Visitor(Role.LEADER, club=cup.club)
    waits = f'href="{leader.address("correct-result", cup.slug, 1, 1, 1)}"'
    for page in (["competition", cup.slug], ["lead", cup.slug, 1], ["close", cup.slug, 1]):
        shown = text(leader.see(*page))
        assert "Waiting for a result:" in shown
        assert waits in shown
    assert waits in text(leader.client.get(leader.address("dashboard", cup.slug), follow=True))
    make.make_evening(cup, "standard", date=TUESDAYS[1], is_open=False)
    assert waits in text(leader.see("lead", cup.slug, 2))
    assert "Waiting for a result:" not in words(reader().get(address(cup)))


def test_a_game_on_an_open_evening_is_entered_on_its_sheet():
    competition = make.make_swiss(4)
    evening = make.make_evening(competition, "standard", date=TUESDAYS[0])
    game = publish_next(evening, after=0, by=None).games.get(board=2)
    leader = Visitor(Role.LEADER, club=competition.club)
    assert "Waiting for a result:" not in text(leader.see("lead", competition.slug, 1))
    put_off(game, kind="postponed", seen="*", by=None)
    sheet = leader.address("results-of", competition.slug, 1, 1)
    assert f'href="{sheet}#board-2"' in text(leader.see("lead", competition.slug, 1))


def test_a_player_reads_that_a_game_is_still_to_be_played(cup):
    for key, other in (("adema", "Dekker"), ("dekker", "Adema")):
        page = words(member(make.entry(cup, key)).see("me"))
        assert f"Still to be played against {other} postponed" in page
        assert "Beker, round 1, Tue 3 November" in page
    assert "Still to be played" not in words(member(make.entry(cup, "bakker")).see("me"))


def test_a_player_reads_on_which_day_an_adjourned_game_goes_on():
    competition = make.make_swiss(4)
    evening = make.make_evening(competition, "standard", date=TUESDAYS[0])
    game = publish_next(evening, after=0, by=None).games.get(board=2)
    put_off(game, kind="adjourned", played_on=date(2026, 11, 5), seen="*", by=None)
    page = words(member(game.white).see("me"))
    assert f"against {game.black.player} adjourned" in page
    assert "Thu 5 November" in page


def test_an_evening_that_is_paired_or_closed_does_not_say_that_nothing_can_be_paired(cup):
    leader, nothing = Visitor(Role.LEADER, club=cup.club), "nothing can be paired yet"
    assert nothing not in text(leader.see("lead", cup.slug, 1))
    evening = make.make_evening(cup, "standard", date=TUESDAYS[1])
    assert nothing in text(leader.see("lead", cup.slug, 2))
    postponed = Game.objects.open_in(cup).get()
    correct_result(postponed, result=Result.WHITE_WINS, reason="played", seen="*", by=None)
    assert nothing not in text(leader.see("lead", cup.slug, 2))
    publish_next(evening, after=0, by=None)
    assert nothing not in text(leader.see("lead", cup.slug, 2))


def test_what_a_rule_has_against_a_board_begins_a_sentence():
    cup = make.make_cup(4)
    evening = make.make_evening(cup, "standard", date=TUESDAYS[0], present=3)
    propose_round(evening, by=None)
    shown = words(Visitor(Role.LEADER, club=cup.club).see("pairing", cup.slug, 1))
    assert "not met yet. Postponed" in shown
    assert "not met yet why?" in shown
