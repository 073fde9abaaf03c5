"""Do the pages of the evening ask the database as often for 60 players as for 10?"""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubcomp.models import Club
from tests.attempts import every
from tests.make import finish_round, make_club, make_competition, make_evening
from tests.views.leader import Leader
from tests.views.query_counts import COUNTS, counted
from tests.views.two_clubs import tried, undone

pytestmark = pytest.mark.django_db


def evening_of(count: int) -> Leader:
    """A leader with game 1 played, game 2 half played and game 3 proposed, by `count` players."""
    club: Club = make_club(slug=f"club-{count}")
    competition = make_competition(count, club=club)
    leader = Leader(make_evening(competition, "blitz"), name=f"Leader{count} Postma")
    leader.press("next-game", after="0")
    finish_round(leader.evening.rounds.get())
    leader.press("next-game", after="1")
    leader.press("pairing")
    return leader


def queries_of(leader: Leader, name: str, *args: object) -> int:
    """How many queries a page takes when nothing is kept of it."""
    leader.see("attendance")
    with counted() as queries:
        assert leader.see(name, *args).status_code == 200
    return len(queries)


@pytest.fixture(scope="module")
def leaders(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), undone():
        yield evening_of(10), evening_of(60)


@every("page", ["attendance", "pairing", "results", "results-of", "lead", "close"])
def test_a_page_asks_as_often_for_60_players_as_for_10(leaders, page):
    arguments = [1] if page == "results-of" else []
    few, many = (queries_of(leader, page, *arguments) for leader in leaders)
    assert few == many == COUNTS["leader"][page]


#: What is pressed: the address and what the form sends.
PRESSES = {
    "result": (("record-result", 2, 1), {"result": "1-0", "seen": "*"}),
    "attendance": (("mark-attendance", "adema"), {"present": "0"}),
    "attendance, with a proposal": (("mark-attendance", "adema"), {"present": "0"}),
    "pairing": (("pairing",), {"number": 3}),
    "publish": (("publish",), {"number": 3}),
    "next game": (("next-game",), {"after": 2}),
}


@every("press", PRESSES, around=tried)
def test_a_press_asks_as_often_for_60_players_as_for_10(leaders, press):
    assert {queries_of_press(leader, press) for leader in leaders} == {COUNTS["presses"][press]}


def queries_of_press(leader: Leader, press: str) -> int:
    """How many queries a press takes, from the request to the answer."""
    address, data = PRESSES[press]
    if press != "result":
        finish_round(leader.evening.rounds.get(number=2))
    if press not in ("publish", "attendance, with a proposal"):
        leader.press("discard-proposal")
    data = leader.shown_by(*address) | data | {"form_key": press}
    with counted() as queries:
        answer = leader.client.post(leader.address(*address), data, headers={"HX-Request": "true"})
    assert answer.status_code in (200, 303)
    return len(queries)


@every("page", ["results", "result-more", "correct-result", "close"], around=tried)
def test_a_page_leaves_what_a_game_was_paired_from_in_the_database(leaders, page):
    leader = leaders[0]
    args = (2, 1) if page in ("result-more", "correct-result") else ()
    with CaptureQueriesContext(connection) as queries:
        leader.see(page, *args)
        leader.press("close")
        leader.press("mark-attendance", "adema", present="0")
    assert [q["sql"] for q in queries if "paired_from" in q["sql"]] == []
