"""What a member's own calendar says, and to whom."""

import datetime

import pytest
from icalendar import Calendar

from clubcomp.doors.links import CALENDAR, token_of
from clubcomp.flow.absences.signing_off import set_away
from clubcomp.flow.accounts.links import renew_link
from clubcomp.flow.attendance.marks import plan_attendance
from clubcomp.flow.evenings import remove_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.models import Club, Player
from tests import make
from tests.views.public import reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]

DAY = datetime.timedelta(days=1)
TUESDAY = datetime.date.today() + 30 * DAY


@pytest.fixture
def competition():
    """Of a club whose files are in English."""
    club = make.make_club()
    Club.objects.filter(pk=club.pk).update(country="GB")
    return make.make_competition(4, club=club)


@pytest.fixture
def anna(competition) -> Player:
    return make.entry(competition, "adema").player


def address(player, token=None):
    return f"/toren/me/{token or token_of(player, CALENDAR)}/calendar.ics"


def events(player):
    answer = reader().get(address(player))
    assert answer.status_code == 200
    return Calendar.from_ical(answer.content).events


def planned(competition, **values):
    return make.make_evening(competition, **{"date": TUESDAY, "is_open": False} | values)


def test_it_says_whether_i_come(competition, anna):
    evening = planned(competition)
    (event,) = events(anna)
    assert event["SUMMARY"].endswith(" (you come)")
    assert "TRANSP" not in event
    before = event.last_modified
    plan_attendance(evening, make.entry(competition, "adema"), status="absent", by=None)
    (event,) = events(anna)
    assert event["SUMMARY"].endswith(" (you do not come)")
    assert event["TRANSP"] == "TRANSPARENT"
    assert event.last_modified >= before
    assert event["SEQUENCE"] == 0


def test_a_holiday_counts_too_and_who_comes_now_and_then_is_not_said_to_come(competition, anna):
    planned(competition)
    set_away(competition.club, [anna], first=TUESDAY - DAY, last=TUESDAY + DAY, by=None)
    assert events(anna)[0]["SUMMARY"].endswith(" (you do not come)")
    other = make.entry(competition, "bakker").player
    Player.objects.filter(pk=other.pk).update(is_occasional=True)
    assert not events(other)[0]["SUMMARY"].endswith(")")


def test_it_names_my_board_once_it_is_published(competition, anna):
    evening = planned(competition, is_open=True)
    assert "DESCRIPTION" not in events(anna)[0]
    publish_next(evening, after=0, by=None)
    round_ = evening.rounds.get()
    game = next(one for one in round_.games.all() if anna in (one.white.player, one.black.player))
    is_white = game.white.player == anna
    colour, opponent = ("white", game.black) if is_white else ("black", game.white)
    told = f"Game 1: board {game.board}, {colour} against {opponent}"
    assert events(anna)[0]["DESCRIPTION"] == told
    make.finish_round(round_)
    assert events(anna)[0]["DESCRIPTION"] == f"{told}, 1‑0"


def test_an_evening_of_another_competition_is_not_in_it_and_a_removed_one_is_cancelled(
    competition, anna
):
    other = make.make_swiss(4, club=competition.club)
    evening = planned(competition)
    make.make_evening(other, "standard", date=TUESDAY, is_open=False)
    (event,) = events(anna)
    remove_evening(evening, by=None)
    (after,) = events(anna)
    assert (after["UID"], after["STATUS"]) == (event["UID"], "CANCELLED")


def test_it_is_read_by_its_own_address_only(competition, anna):
    planned(competition)
    assert reader().get(address(anna, token_of(anna))).status_code == 404
    assert reader().get(f"/toren/me/{token_of(anna, CALENDAR)}/").status_code == 404
    assert reader().get("/toren/me/999-abc/calendar.ics").status_code == 404
    elsewhere = make.make_club("Buiten", "buiten")
    there = reader().get(address(anna).replace("toren", elsewhere.slug))
    assert there.status_code == 404


def test_a_new_personal_link_ends_it(competition, anna):
    before = address(anna)
    assert reader().get(before).status_code == 200
    renew_link(anna, seen=anna.link_generation, by=None)
    assert reader().get(before).status_code == 404
    anna.refresh_from_db()
    assert reader().get(address(anna)).status_code == 200


def test_who_has_it_is_told_so_and_nobody_else_keeps_it(competition, anna):
    evening = planned(competition)
    answer = reader().get(address(anna))
    assert "private" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "strict-origin"
    assert "noindex" in answer["X-Robots-Tag"]
    assert not answer.cookies
    kept = {"if-none-match": answer["ETag"]}
    assert reader().get(address(anna), headers=kept).status_code == 304
    plan_attendance(evening, make.entry(competition, "adema"), status="absent", by=None)
    assert reader().get(address(anna), headers=kept).status_code == 200


def test_my_page_has_the_address(competition, anna):
    phone = reader()
    phone.get(f"/toren/me/{token_of(anna)}/")
    assert (
        f"webcal://testserver{address(anna)}" in phone.get("/toren/me/settings/").content.decode()
    )
