"""What a calendar program is told: read back with its own reader of such files."""

import datetime
import re
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar

from clubcomp.flow.accounts.readers import show_competition_to
from clubcomp.flow.clubs import change_club
from clubcomp.flow.competitions.competition import remove_competition
from clubcomp.flow.evenings import change_evening, remove_evening
from clubcomp.models import Club, TrailEntry
from clubcomp.pages.identifiers import site_of_ids
from tests.make import make_club, make_competition, make_evening, make_swiss
from tests.views.public import reader

pytestmark = pytest.mark.django_db

DAY = datetime.timedelta(days=1)
TUESDAY = datetime.date.today() + 30 * DAY
HALF_PAST_SEVEN = datetime.time(19, 30)


@pytest.fixture
def competition():
    return make_competition(4, club=make_club())


@pytest.fixture
def evening(competition):
    """Planned on a Tuesday, and nobody said when it begins."""
    return make_evening(competition, date=TUESDAY, is_open=False)


def moved(evening, **values):
    planned = {"tempo": evening.tempo, "date": evening.date, "games": evening.games}
    return change_evening(evening, **planned | values, by=None)


def answer(address="/toren/intern/calendar.ics", **headers):
    return reader().get(address, headers=headers)


def events(address="/toren/intern/calendar.ics"):
    response = answer(address)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(response.content).events


def test_an_evening_is_a_whole_day_while_nobody_knows_when_it_begins(evening):
    (event,) = events()
    assert (event.start, event.end) == (TUESDAY, TUESDAY + DAY)
    assert event["STATUS"] == "CONFIRMED"


def test_it_begins_on_the_clock_of_the_club_and_says_in_which_zone(evening):
    moved(evening, starts_at=HALF_PAST_SEVEN)
    (event,) = events()
    begins = datetime.datetime.combine(TUESDAY, HALF_PAST_SEVEN, ZoneInfo("Europe/Amsterdam"))
    assert event.start == begins
    assert event["DTSTART"].params["TZID"] == "Europe/Amsterdam"
    assert event.end - event.start == datetime.timedelta(hours=3, minutes=30)
    calendar = Calendar.from_ical(answer().content)
    assert [zone.tz_name for zone in calendar.timezones] == ["Europe/Amsterdam"]


def test_another_clock_of_the_club_is_another_moment_and_told_as_a_change(evening):
    moved(evening, starts_at=HALF_PAST_SEVEN)
    before = events()[0]
    change_club(Club.objects.get(), name="Kale", slug="toren", time_zone="Europe/Istanbul", by=None)
    after = events()[0]
    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] == before["SEQUENCE"] + 1
    assert after.LAST_MODIFIED >= before.LAST_MODIFIED
    assert before.start - after.start in (datetime.timedelta(hours=1), datetime.timedelta(hours=2))
    change_club(Club.objects.get(), name="De kale", slug="toren", by=None)
    assert events()[0]["SEQUENCE"] == after["SEQUENCE"]
    remove_evening(evening, by=None)
    assert events()[0]["SEQUENCE"] == after["SEQUENCE"] + 1


def test_it_is_called_by_the_language_of_the_club_whoever_asks(competition):
    make_evening(competition, "blitz", date=TUESDAY, is_open=False)
    assert answer().content == answer(**{"accept-language": "tr"}).content
    (event,) = events()
    assert event["SUMMARY"] == "Interne competitie: blitz, 7 partijen"
    assert event["URL"] == "http://testserver/toren/intern/evenings/1/"


def test_a_moved_evening_keeps_its_uid_and_its_sequence_rises(evening):
    (before,) = events()
    moved(evening, date=TUESDAY + 7 * DAY)
    (after,) = events()
    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] == before["SEQUENCE"] + 1
    assert after.last_modified >= before.last_modified
    assert after.start == TUESDAY + 7 * DAY


def test_an_evening_before_it_does_not_change_it(evening):
    before = answer().content
    (told,) = events()
    make_evening(evening.competition, date=TUESDAY - DAY, is_open=False)
    same = next(event for event in events() if event["UID"] == told["UID"])
    assert answer().content != before
    assert same.to_ical() == told.to_ical()


def test_an_evening_that_was_taken_out_is_told_as_cancelled_for_a_while(evening):
    (before,) = events()
    evening = moved(evening, starts_at=HALF_PAST_SEVEN)
    remove_evening(evening, by=None)
    (after,) = events()
    assert after["UID"] == before["UID"]
    assert after["STATUS"] == "CANCELLED"
    assert after["SEQUENCE"] == before["SEQUENCE"] + 2
    assert after.start.time() == HALF_PAST_SEVEN
    assert after["URL"] == "http://testserver/toren/intern/calendar/"
    assert events("/toren/calendar.ics")[0].to_ical() == after.to_ical()
    long_ago = datetime.datetime.now(datetime.UTC) - 100 * DAY
    TrailEntry.objects.filter(action="remove_evening").update(at=long_ago)
    make_evening(evening.competition, date=TUESDAY, is_open=False)
    assert after["UID"] not in [event["UID"] for event in events()]


def test_the_evenings_of_a_competition_that_was_removed_are_told_as_cancelled(evening):
    moved(evening, starts_at=HALF_PAST_SEVEN)
    make_evening(evening.competition, date=datetime.date(2024, 9, 5), is_open=False)
    coming = next(event for event in events("/toren/calendar.ics") if event.start.year > 2024)
    remove_competition(evening.competition, by=None)
    (after,) = events("/toren/calendar.ics")
    assert after["UID"] == coming["UID"]
    assert (after["STATUS"], after.start) == ("CANCELLED", coming.start)
    assert after["SEQUENCE"] == coming["SEQUENCE"] + 1
    assert after["SUMMARY"].endswith(": Interne competitie")
    other = make_competition(4, club=evening.competition.club, slug="besloten")
    make_evening(other, date=TUESDAY, is_open=False)
    show_competition_to(other, audience="members", names_shown="", by=None)
    remove_competition(other, by=None)
    assert len(events("/toren/calendar.ics")) == 1  # strangers knew nothing of it


def test_an_id_ends_in_the_name_of_the_site_or_in_a_code_that_outlives_its_key(evening, settings):
    (event,) = events()
    code = event["UID"].partition("@")[2]
    assert re.fullmatch(r"[0-9a-f]{16}\.invalid", code)
    settings.SECRET_KEY = "of another machine"
    club = Club.objects.get()
    assert site_of_ids(club) == code
    assert site_of_ids(make_club("Ruy", "ruy")) != code
    assert site_of_ids(None) != code
    settings.SITE_URL = "https://toren.example.org"
    assert site_of_ids(club) == "toren.example.org"


def test_a_calendar_is_the_same_one_under_another_name(evening):
    def uids():
        addresses = ("/toren/calendar.ics", "/toren/intern/calendar.ics")
        return [Calendar.from_ical(answer(at).content)["UID"] for at in addresses]

    before = uids()
    Club.objects.update(name="Anders", version=2)
    type(evening.competition).objects.update(name="Ook anders", version=2)
    assert uids() == before
    assert len({*before}) == 2
    assert all(re.fullmatch(r"(club|competition)-\d+@[0-9a-f]{16}\.invalid", one) for one in before)


def test_an_evening_that_has_no_day_any_more_is_cancelled_on_the_day_it_had(evening):
    moved(evening, date=None)
    (event,) = events()
    assert (event["STATUS"], event.start) == ("CANCELLED", TUESDAY)


def test_an_evening_that_never_had_a_day_is_not_told(competition):
    make_evening(competition, date=None, is_open=False)
    assert events() == []


def test_a_club_tells_of_all_its_competitions(evening):
    swiss = make_swiss(4, club=evening.competition.club, slug="open")
    make_evening(swiss, "standard", date=TUESDAY, is_open=False)
    told = events("/toren/calendar.ics")
    assert len({event["UID"] for event in told}) == 2
    assert {event["SUMMARY"].split(":")[0] for event in told} == {"Interne competitie", "Open"}


def test_who_has_it_is_told_so(evening):
    tag = answer()["ETag"]
    assert answer(**{"if-none-match": tag}).status_code == 304
    moved(evening, date=TUESDAY + DAY)
    assert answer(**{"if-none-match": tag}).status_code == 200


def test_the_calendar_page_says_how_to_follow_it(evening):
    page = answer("/toren/intern/calendar/").content.decode()
    assert "webcal://testserver/toren/intern/calendar.ics" in page
    assert "webcal://testserver/toren/calendar.ics" in page
