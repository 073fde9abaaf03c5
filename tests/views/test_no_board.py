"""Who has no board in a game reads why; of others nobody reads more than that they were absent."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from clubcomp.flow.attendance.marks import plan_attendance
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import put_off, record_result
from clubcomp.models.plans import Status
from pairing.core.types import Result
from pairing.core.unplayed import Unplayed
from tests import make
from tests.views.public import address, reader, words

pytestmark = pytest.mark.django_db

NO_BOARD = "You do not play in game 1."
UNMARKED = "You were not marked present when it was paired."
#: Who only took this name reads no more than that.
UNKNOWN = "You were not marked present when it was paired, or did not come."


@pytest.fixture
def evening():
    """Six of eight are there."""
    competition = make.make_competition(8)
    return make.make_evening(competition, "blitz", date=timezone.localdate(), present=6)


def absentee(evening):
    return make.entries(evening.competition).order_by("pk").last()


def member(entry):
    membership = make.make_membership(entry.competition.club, make.make_user("Bob"))
    membership.player = entry.player
    membership.save()
    client = reader()
    client.force_login(membership.user)
    return client


def read(client, entry, rest="tonight/"):
    return words(client.get(address(entry.competition, rest)))


WAITS = "Your board appears here as soon as the pairing is made."


def test_who_said_no_is_promised_no_board_and_reads_how_to_change_it(evening):
    entry = absentee(evening)
    client = member(entry)
    assert WAITS in read(client, entry)
    plan_attendance(evening, entry, status=Unplayed.ABSENT, by=None)
    page = client.get(address(entry.competition, "tonight/")).content.decode()
    mine = page[page.index('<section class="mine"') :].partition("</section>")[0]
    assert WAITS not in mine
    assert "You are not coming." in mine
    place = [entry.competition.club.slug, entry.competition.slug, evening.serial]
    assert f'href="{reverse("my-evening", args=place)}"' in mine


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        ({"status": Unplayed.ABSENT}, "You are not coming."),
        ({"status": Status.PRESENT, "from_game": 3}, "You are coming, from game 3."),
        ({"status": Status.EXPECTED}, UNMARKED),
        ({"status": Unplayed.EXTERNAL}, "You play elsewhere for the club."),
    ],
    ids=["away", "later", "expected", "elsewhere"],
)
def test_a_player_reads_why_they_have_no_board(evening, plan, told):
    entry = absentee(evening)
    plan_attendance(evening, entry, **plan, by=None)
    publish_next(evening, after=0, by=None)
    client = member(entry)
    assert f"{NO_BOARD} {told}" in read(client, entry)
    assert f"{NO_BOARD} {told}" in words(client.get(f"/{evening.competition.club.slug}/me/"))


def test_who_came_after_the_pairing_reads_so(evening):
    entry = absentee(evening)
    publish_next(evening, after=0, by=None)
    plan_attendance(evening, entry, status=Status.PRESENT, by=None)
    assert f"{NO_BOARD} {UNMARKED}" in read(member(entry), entry)


def test_nobody_reads_of_another_why_they_are_away(evening):
    entry = absentee(evening)
    plan_attendance(evening, entry, status=Unplayed.ABSENT, note="ill", by=None)
    publish_next(evening, after=0, by=None)
    said = read(reader(), entry, f"tonight/?player={entry.address}")
    assert f"{NO_BOARD} {UNKNOWN}" in said
    assert "not coming" not in said


def test_who_lost_is_out_of_the_cup():
    cup = make.make_cup(4)
    first = make.make_evening(cup, "standard", date=timezone.localdate() - timedelta(7))
    make.play_game(first)
    lost = first.rounds.get().games.first().black
    close_evening(first, by=None)
    make.play_game(make.make_evening(cup, "standard", date=timezone.localdate()))
    said = read(reader(), lost, f"tonight/?player={lost.address}")
    assert "You do not play in round 2. You are out of the cup." in said


def test_who_was_there_for_a_cup_that_had_nothing_for_them_reads_what_it_waits_for():
    evening = make.make_evening(make.make_cup(4), "standard", games=2, date=timezone.localdate())
    games = publish_next(evening, after=0, by=None).games.order_by("board")
    put_off(games[0], kind="postponed", seen="*", by=None)
    record_result(games[1], result=Result.DRAW, seen="*", by=None)
    publish_next(evening, after=1, by=None)
    waits, other = games[0].white, games[0].black
    told = f"Your tie against {other} waits for the result of an earlier game."
    page = read(member(waits), waits)
    assert f"You do not play in round 2. {told}" in page
