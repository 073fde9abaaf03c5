"""Which day is it, and what time? That of the club, whatever the site's clock says."""

import datetime
import re
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import caches
from django.utils import timezone
from icalendar import Calendar

from clubcomp.flow.absences.taking_part import closes_at
from clubcomp.flow.accounts.deputies import deputy_of_link, deputy_token, name_deputy
from clubcomp.flow.archives.reading import import_club
from clubcomp.flow.archives.writing import export_club
from clubcomp.flow.clubs import change_club
from clubcomp.flow.errors import StepError
from clubcomp.flow.step import club_held, step_on
from clubcomp.models import Club, Competition, Deputy, TrailEntry
from tests import make
from tests.flow.test_archives import packed, unpacked
from tests.views.public import address, reader
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

ISTANBUL, AMSTERDAM = ZoneInfo("Europe/Istanbul"), ZoneInfo("Europe/Amsterdam")
DAY = datetime.date(2026, 11, 24)


@pytest.fixture
def competition():
    competition = make.make_competition(4)
    Club.objects.update(time_zone="Europe/Istanbul")
    competition.club.refresh_from_db()
    return competition


@pytest.fixture
def at(monkeypatch):
    """Let it be a moment, written in UTC."""

    def at(written):
        moment = written
        if isinstance(written, str):
            moment = datetime.datetime.fromisoformat(f"{written}+00:00")
        monkeypatch.setattr(timezone, "now", lambda: moment)
        return moment

    return at


def tonight(competition):
    caches["pages"].clear()
    return text(reader().get(address(competition, "tonight/")))


def test_an_evening_is_tonights_from_midnight_to_midnight_of_the_club(competition, at):
    make.make_evening(competition, "blitz", date=DAY, is_open=False)
    at("2026-11-23T20:59")
    assert "Today" not in tonight(competition).split("<h1>")[1].split("</h1>")[0]
    at("2026-11-23T21:01")  # it is still yesterday in Amsterdam
    with timezone.override(AMSTERDAM):
        assert timezone.localdate() < DAY
    before = tonight(competition)
    at("2026-11-24T21:01")
    assert tonight(competition) != before


def test_a_kept_page_goes_with_the_day_of_its_club(competition, at):
    make.make_evening(competition, "blitz", date=DAY, is_open=False)
    client, url = reader(), address(competition, "tonight/")
    at("2026-11-23T20:59")
    before = client.get(url)["ETag"]
    at("2026-11-23T21:01")
    assert client.get(url)["ETag"] != before
    at("2026-11-23T22:59")
    after = client.get(url)["ETag"]
    at("2026-11-23T23:01")  # midnight in Amsterdam is nothing here
    assert client.get(url)["ETag"] == after


def test_times_on_pages_are_the_clubs_and_the_next_club_has_its_own(competition, at):
    leader = Visitor(club=competition.club)
    at("2026-07-01T18:30")
    change_club(competition.club, name="Kale", slug="toren", by=leader.user)
    TrailEntry.objects.update(at=timezone.now())
    assert "21:30" in text(leader.see("trail"))
    Club.objects.update(time_zone="Europe/Amsterdam")
    assert "20:30" in text(leader.see("trail"))
    assert timezone.get_current_timezone_name() == "Europe/Amsterdam"


def test_a_step_runs_on_the_clock_of_its_club_whoever_makes_it(competition, at):
    at("2026-11-23T21:30")
    with step_on(competition, "change_event", by=None):
        assert timezone.localdate() == DAY
    with club_held(competition.club):
        assert timezone.localdate() == DAY
    assert timezone.localdate() < DAY


@pytest.mark.parametrize("day", [datetime.date(2026, 3, 28), datetime.date(2026, 10, 24)])
def test_signing_off_and_a_deputys_right_end_by_the_clock_also_when_it_is_changed(
    competition, day, at
):
    """In the night after these evenings the clocks of Amsterdam are changed."""
    Club.objects.update(time_zone="Europe/Amsterdam")
    competition = Competition.objects.select_related("club").get()
    named_at = at(datetime.datetime.combine(day, datetime.time(12), AMSTERDAM))
    evening = make.make_evening(competition, "blitz", date=day)
    competition.sign_off_until = datetime.time(18, 30)
    until = closes_at(evening)
    assert (until.hour, until.minute, until.date()) == (18, 30, day)
    named = name_deputy(evening, name="Bo", by=None)
    Deputy.objects.update(named_at=named_at)
    deputy = Deputy.objects.get(pk=named.pk)
    last = datetime.datetime.combine(day + datetime.timedelta(days=1), datetime.time(2, 59))
    at(last.replace(tzinfo=AMSTERDAM, fold=1))
    assert deputy_of_link(deputy.pk, deputy_token(deputy))
    at(last.replace(tzinfo=AMSTERDAM, fold=1) + datetime.timedelta(minutes=2))
    assert deputy_of_link(deputy.pk, deputy_token(deputy)) is None


def test_a_calendar_file_is_in_the_zone_of_its_club(competition):
    day = timezone.localdate() + datetime.timedelta(days=30)
    evening = make.make_evening(competition, "blitz", date=day, is_open=False)
    evening.starts_at = datetime.time(19, 30)
    evening.save()
    data = reader().get(address(competition, "calendar.ics")).content
    calendar = Calendar.from_ical(data)
    assert calendar["X-WR-TIMEZONE"] == "Europe/Istanbul"
    [event] = calendar.events
    assert event.start == datetime.datetime.combine(day, datetime.time(19, 30), ISTANBUL)


def test_an_owner_chooses_it_and_nobody_takes_one_that_there_is_not(competition):
    owner = Visitor("owner", club=competition.club)
    data = {"name": "De Toren", "slug": "toren", "country": "NL", "time_zone": "America/Curacao"}
    assert owner.fill_in("club-settings", **data).status_code == 302
    assert Club.objects.get().time_zone == "America/Curacao"
    page = owner.see("club-settings").content.decode()
    assert re.findall(r'value="([\w/]*)" selected>[^<]*/', page) == ["America/Curacao"]
    assert "Time zone" in text(owner.see("trail")) or "time zone" in text(owner.see("trail"))
    assert owner.fill_in("club-settings", **data | {"time_zone": "Mars/Base"}).status_code == 200
    with pytest.raises(StepError, match="no time zone"):
        change_club(competition.club, name="X", slug="toren", time_zone="Etc/None", by=None)
    files = unpacked(export_club(Club.objects.get()))
    assert files["club.json"][0]["time_zone"] == "America/Curacao"
    files["club.json"][0]["time_zone"] = "Mars/Base"
    with pytest.raises(StepError, match="no time zone"):
        import_club(packed(files), slug="buiten", by=None)
