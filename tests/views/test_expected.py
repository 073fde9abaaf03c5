"""Who is expected from which game on, who is still missed, and who has the next bye so far?"""

import re

import pytest

from tests.make import finish_round, make_competition, make_evening
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Leader:
    """Leads an open blitz evening of six, of whom nobody is there yet."""
    return Leader(make_evening(make_competition(6), "blitz", present=0))


def test_while_a_game_is_played_the_next_bye_is_said_as_it_stands_now(leader):
    for key in ("adema", "bakker", "cornelis"):
        leader.press("mark-attendance", key, present="1")
    assert re.search(r"Odd: \w+ has the bye in game 1\.", text(leader.see("attendance")))
    leader.press("next-game", after="0")
    said = text(leader.see("attendance"))
    assert re.search(r"Odd: as it stands now, the bye in game 2 is for \w+\.", said)
    finish_round(leader.evening.rounds.get())
    assert re.search(r"Odd: \w+ has the bye in game 2\.", text(leader.see("attendance")))


def test_after_pair_and_publish_it_says_who_was_expected_and_is_not_in_it(leader):
    for key in ("adema", "bakker"):
        leader.press("mark-attendance", key, present="1")
    plan = {"status": "expected", "from_game": "2", "until_game": ""}
    leader.press("plan-attendance", "cornelis", **plan)
    for key in ("dekker", "evers"):
        leader.press("plan-attendance", key, status="absent", from_game="1")
    page = text(leader.press("next-game", after="0"))
    assert "Expected, and not marked present: Faber." in page
    finish_round(leader.evening.rounds.get())
    page = text(leader.press("next-game", after="1"))
    assert "Expected, and not marked present: Cornelis and Faber." in page


def test_who_is_signed_off_for_the_first_game_of_theirs_comes_from_the_next(leader):
    plan = {"status": "expected", "from_game": "2", "until_game": ""}
    leader.press("plan-attendance", "cornelis", **plan)
    off = {"status": "absent", "from_game": "2", "until_game": "2"}
    page = text(leader.press("plan-attendance", "cornelis", **off))
    assert "Noted for Cornelis: expected, from game 3." in page
    off |= {"from_game": "2", "until_game": ""}
    page = text(leader.press("plan-attendance", "cornelis", **off))
    assert "Noted for Cornelis: signed off." in page
