"""The calendar by months says what its reader does on each evening, and tells nobody else."""

import re
from datetime import date, timedelta

import pytest

from clubcomp.doors.links import link_of
from clubcomp.flow.absences.signing_off import set_away
from clubcomp.flow.attendance.marks import plan_attendance
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.models import Player
from clubcomp.models.plans import plans_of, plans_of_entries
from tests import make
from tests.views.public import reader, words
from tests.views.visitor import Visitor

pytestmark = pytest.mark.django_db

TODAY = date.today()
#: What a page says of somebody's coming.
SAID = ("Are you coming?", "you come", "expected", "signed off", "from game", "reserve")


@pytest.fixture
def competition():
    return make.make_competition(4)


def planned(competition, days, **values):
    return make.make_evening(
        competition, **{"date": TODAY + timedelta(days=days), "is_open": False} | values
    )


def away(entry, day):
    """On holiday for a day."""
    set_away(entry.player.club, [entry.player], first=day, last=day, by=None)


def member(competition, key="adema"):
    """Somebody who is signed in as that player."""
    visitor = Visitor("member", club=competition.club)
    visitor.membership.player = make.entry(competition, key).player
    visitor.membership.save()
    return visitor.client


def pages(client, competition):
    """The calendars of the club and of the competition, as texts."""
    addresses = "/toren/calendar/", f"/toren/{competition.slug}/calendar/"
    return [words(client.get(address)) for address in addresses]


def test_a_member_reads_what_was_said_of_each_evening(competition):
    entry = make.entry(competition, "adema")
    for days, plan in ((3, {"status": "absent"}), (4, {"from_game": 2}), (5, {}), (6, None)):
        evening = planned(competition, days, games=3)
        if plan is not None:
            plan_attendance(evening, entry, **{"status": "expected"} | plan, by=None)
    away(entry, TODAY + timedelta(7))
    planned(competition, 7)
    for page in pages(member(competition), competition):
        assert [page.count(said) for said in ("signed off", "from game 2")] == [2, 1]
        assert page.count("expected") == 2


def test_nobody_else_reads_whether_somebody_comes(competition):
    plan_attendance(
        planned(competition, 3), make.entry(competition, "adema"), status="absent", by=None
    )
    key = make.entry(competition, "adema").key
    stranger, chosen = reader(), reader()
    chosen.get(f"/toren/{competition.slug}/tonight/?player={key}")
    other = member(competition, "bakker")
    for client in (stranger, chosen, other):
        for page in pages(client, competition):
            assert "signed off" not in page
    for page in (*pages(stranger, competition), *pages(chosen, competition)):
        assert not [said for said in SAID if said in page]


def test_who_comes_now_and_then_is_asked(competition):
    Player.objects.update(is_occasional=True)
    planned(competition, 3)
    for page in pages(member(competition), competition):
        assert "Are you coming?" in page
    assert "Are you coming?" not in words(reader().get("/toren/calendar/"))


def test_the_board_of_now_stands_with_the_evening_that_is_on(competition):
    evening = make.make_evening(competition, date=TODAY, is_open=True, present=4)
    round_ = publish_next(evening, after=0, by=None)
    game = next(game for game in round_.games.all() if "adema" in (game.white.key, game.black.key))
    chosen = reader()
    chosen.get(f"/toren/{competition.slug}/tonight/?player=adema")
    for client in (member(competition), chosen):
        for page in pages(client, competition):
            assert re.search(f"you: board {game.board}, (white|black) against ", page)
            assert "being played" in page
    for page in pages(reader(), competition):
        assert "you: board" not in page


def test_a_fixed_schedule_says_whom_i_meet():
    berger = make.make_berger(4)
    planned(berger, 3, tempo="standard")
    planned(berger, 10, tempo="standard")
    page = pages(member(berger), berger)[1]
    others = [entry for entry in make.entries(berger) if entry.key != "adema"]
    assert sum(str(entry) in page for entry in others) == 2


def test_a_link_reads_it_too_and_each_reader_has_a_page_of_their_own(competition):
    plan_attendance(
        planned(competition, 3), make.entry(competition, "adema"), status="absent", by=None
    )
    player = make.entry(competition, "adema").player
    by_link = reader()
    answer = by_link.get("/toren/")
    by_link.get(link_of(answer.wsgi_request, player, competition.club))
    assert "signed off" in words(by_link.get("/toren/calendar/"))
    assert "signed off" not in words(reader().get("/toren/calendar/"))
    assert "signed off" in words(by_link.get("/toren/calendar/"))


def test_a_calendar_asks_no_more_for_more_evenings(competition, django_assert_max_num_queries):
    client = member(competition)
    counts = []
    for number in range(3):
        planned(competition, 3 + number)
        client.get("/toren/calendar/")
        with django_assert_max_num_queries(20) as asked:
            client.get("/toren/calendar/")
        counts.append(len(asked))
    assert len(set(counts)) == 1


def test_plans_of_some_are_those_of_everybody(competition):
    evenings = [planned(competition, days, games=3) for days in (3, 4, 5)]
    adema, bakker = (make.entry(competition, key) for key in ("adema", "bakker"))
    plan_attendance(evenings[0], adema, status="absent", by=None)
    plan_attendance(evenings[1], bakker, status="expected", from_game=2, by=None)
    away(adema, evenings[2].date)
    found = plans_of_entries([adema.pk], evenings)
    assert found == {
        evening.pk: {pk: plan for pk, plan in plans_of(evening).items() if pk == adema.pk}
        for evening in evenings
    }
    assert len(found[evenings[0].pk]) == len(found[evenings[2].pk]) == 1
