"""Do the pages of a Swiss round and of a correction ask as often for 61 players as for 11?"""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.models import Round
from pairing.core.types import Result
from tests.make import make_club, make_evening, make_swiss, play_swiss_round
from tests.views.leader import Leader
from tests.views.two_clubs import undone


@pytest.fixture(scope="module")
def leaders(django_db_setup, django_db_blocker):
    """Two leaders with two rounds played, a game adjourned, and the third proposed."""
    with django_db_blocker.unblock(), undone():
        both = []
        for count in (11, 61):
            competition = make_swiss(count, club=make_club(slug=f"club{count}"))
            play_swiss_round(competition, Result.WHITE_WINS, Result.DRAW)
            play_swiss_round(competition, Result.WHITE_WINS, Result.DRAW, adjourned=2)
            evening = make_evening(competition, "standard")
            propose_round(evening, by=None)
            both.append(Leader(evening, name=f"Leader{count} Postma"))
        yield both


def asked(leader, look):
    """How many queries a page takes when nothing is kept of it."""
    leader.see("lead")
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        assert look(leader).status_code == 200
    return len(queries)


def proposal(leader):
    return leader.see("pairing")


def hand_made(act):
    def look(leader):
        pairs = Round.objects.get(evening=leader.evening).proposal["pairs"]
        one, other = pairs[0]["white"], pairs[3]["black"]
        return leader.see("swap", one=one, other=other, act=act)

    return look


def correction(leader):
    return at_first(leader, lambda: leader.see("correct-result", 1, 1, result="0-1"))


def absence(leader):
    free = Round.objects.get(evening=first(leader)).unpaired.get(kind="bye").entry
    data = {"player": free.key, "number": "1", "kind": "absent", "look": "1"}
    return at_first(leader, lambda: leader.press("correct-notice", **data))


def first(leader):
    return leader.evening.competition.evenings.get(number=1)


def at_first(leader, look):
    """Look at a page of the first evening."""
    now, leader.evening = leader.evening, first(leader)
    try:
        return look()
    finally:
        leader.evening = now


@pytest.mark.django_db
@pytest.mark.parametrize(
    "look",
    [proposal, hand_made(""), hand_made("meet"), hand_made("free"), correction, absence],
    ids=["proposal", "swap", "meet", "free", "correction", "absence"],
)
def test_a_page_asks_as_often_for_61_players_as_for_11(leaders, look):
    few, many = (asked(leader, look) for leader in leaders)
    assert few == many <= 60
