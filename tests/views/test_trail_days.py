"""The log by day and minute: what is joined, and what can be undone from there."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import F

from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import record_result
from clubcomp.models import Role, TrailEntry
from pairing.core.types import Result
from tests.make import make_competition, make_evening
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Visitor:
    return Visitor()


def listed(page) -> str:
    """The lines of the page, without its form and its foot."""
    return re.search(r'<ol class="trail">.+</ol>', text(page))[0]


def test_boards_that_were_entered_in_one_go_are_one_line_that_folds_out(leader):
    competition = make_competition(10, club=leader.club)
    round_ = publish_next(make_evening(competition, games=2), after=0, by=None)
    for board in (1, 2, 3, 5):
        game = round_.games.get(board=board)
        record_result(game, result=Result.DRAW, seen="*", by=leader.user)
    results = TrailEntry.objects.filter(action="record_result")
    results.update(at=datetime(2026, 11, 24, 20, 15, tzinfo=UTC))
    said = listed(leader.see("trail", kind="results"))
    assert said.count("<time") == said.count("<details") == 1
    assert "Game 1, boards 1 to 3 were entered." in said
    for board in (1, 2, 3, 5):
        assert f"Game 1, board {board}, " in said
    results.filter(facts__board=2).update(at=F("at") - timedelta(minutes=5))
    assert "were entered" not in listed(leader.see("trail", kind="results"))


def test_a_day_is_a_heading_over_its_lines_on_the_clock_of_the_club(leader):
    competition = make_competition(2, club=leader.club)
    for hour in (22, 23, 24):  # in UTC; in Amsterdam the last two are of the next day
        line = TrailEntry.objects.create(
            club=leader.club, competition=competition, action="open_evening"
        )
        at = datetime(2026, 11, 24, tzinfo=UTC) + timedelta(hours=hour)
        TrailEntry.objects.filter(pk=line.pk).update(at=at)
    said = text(leader.see("trail", competition=competition.slug, kind="evenings"))
    heads = re.findall("<h2>(.+?)</h2>|<time[^>]*>(.+?)</time>", said)
    days = ["Wednesday 25 November 2026", "Tuesday 24 November 2026"]
    assert [one or other for one, other in heads] == [days[0], "01:00", "00:00", days[1], "23:00"]


def test_the_leader_undoes_from_the_log_what_can_be_undone(leader):
    competition = make_competition(4, club=leader.club)
    evening = make_evening(competition)
    lead = f"/{leader.club.slug}/{competition.slug}/evenings/{evening.serial}/lead"
    assert f'action="{lead}/open/undo/"' in text(leader.see("trail"))
    round_ = publish_next(evening, after=0, by=None)
    one, other = round_.games.all()
    record_result(one, result=Result.DRAW, seen="*", by=leader.user)
    record_result(other, result=Result.DRAW, seen="*", by=None)
    record_result(other, result=Result.WHITE_WINS, seen="1/2-1/2", by=None)
    page = text(leader.see("trail"))
    assert "open/undo" not in page
    assert f'href="{lead}/pairing/1/withdraw/"' in page
    forms = re.findall(r'<form method="post" action="([^"]+/results/[^"]+)">(.+?)</form>', page)
    assert [address for address, _form in forms] == [f"{lead}/results/1/2/", f"{lead}/results/1/1/"]
    for address, form in forms:
        leader.client.post(address, dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)))
    assert [game.result for game in round_.games.all()] == ["*", "1/2-1/2"]
    # What is over, and what somebody else entered first, is not taken back by one press.
    record_result(one, result=Result.DRAW, seen="*", by=None)
    page = text(leader.see("trail"))
    assert f'href="{lead}/results/1/1/more/?act=clear"' in page
    close_evening(evening, by=None)
    page = text(leader.see("trail"))
    assert f'href="{lead}/reopen/"' in page
    assert page.count("Undo") == 1
    member = Visitor(Role.MEMBER, club=leader.club, name="Bob")
    assert "Undo" not in text(member.see("trail"))
