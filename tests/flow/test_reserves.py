"""An odd number is forecast: a reserve helps out, the first one does, and that stays."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import time, timedelta
from functools import partial
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone, translation

from clubcomp.flow.absences import taking_part as flow
from clubcomp.flow.attendance.marks import mark_present, plan_attendance, plan_now
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.errors import StepError
from clubcomp.models import TrailEntry
from clubcomp.models.plans import Plan
from clubcomp.pages.forecast import Forecast
from clubcomp.words.trail import trail_text
from pairing.core.unplayed import Unplayed
from tests import make
from tests.views.public import words
from tests.views.two_clubs import hold_link

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en", "origin": "http://testserver"}


@pytest.fixture
def competition():
    """Seven players; the last two are reserves, so five come."""
    return make.make_led_competition(7)


@pytest.fixture
def evening(competition):
    day = timezone.localdate() + timedelta(days=7)
    evening = make.make_evening(competition, "blitz", date=day, is_open=False)
    for reserve in reserves(competition):
        flow.say_for_oneself(reserve, evening, status=flow.RESERVE, by=reserve.player)
    return evening


def reserves(competition):
    entries = competition.entries.select_related("player__club", "competition__club")
    return [entries.get(key=key) for key in ("faber", "gerritsen")]


def help_out(entry, evening):
    flow.help_out(entry, evening, by=entry.player)


def refused(step):
    with pytest.raises(StepError) as error:
        step()
    return str(error.value)


def test_a_reserve_stays_away_until_wanted_and_one_takes_the_place(competition, evening):
    one, other = reserves(competition)
    assert trail_text(TrailEntry.objects.first()) == (
        "Gerritsen: signed off, as a reserve; before: expected."
    )
    forecast = Forecast(sheet(evening))
    assert (forecast.coming, forecast.is_odd) == (5, True)
    assert [row.entry for row in forecast.reserves] == [one, other]
    help_out(one, evening)
    assert plan_now(evening, one).status == "expected"
    assert trail_text(TrailEntry.objects.first()) == (
        "Faber: expected, as a reserve; before: signed off, as a reserve."
    )
    said = refused(lambda: help_out(other, evening))
    assert said == "The place is taken: Faber comes, and the number is even."
    lines = TrailEntry.objects.count()
    help_out(one, evening)
    assert TrailEntry.objects.count() == lines


def test_who_took_the_place_stays_when_the_number_changes_again(competition, evening):
    one, other = reserves(competition)
    help_out(one, evening)
    adema = competition.entries.get(key="adema")
    plan_attendance(evening, adema, status=Unplayed.ABSENT, by=None)
    assert plan_now(evening, one).status == "expected"
    help_out(other, evening)
    assert Forecast(sheet(evening)).coming == 6


def test_an_even_number_wants_nobody_and_only_reserves_help(competition, evening):
    one, _other = reserves(competition)
    adema, bakker = (
        competition.entries.select_related("player").get(key=key) for key in ("adema", "bakker")
    )
    assert "no reserve" in refused(lambda: help_out(bakker, evening))
    plan_attendance(evening, adema, status=Unplayed.ABSENT, by=None)
    assert "Nobody is wanted any more" in refused(lambda: help_out(one, evening))


def test_a_place_is_taken_after_signing_off_has_closed(competition, evening):
    competition.sign_off_until = time(0, 0)
    competition.save()
    evening.date = timezone.localdate()
    evening.save()
    evening.competition.refresh_from_db()
    one, other = reserves(competition)
    help_out(one, evening)
    assert "closed at" in refused(
        lambda: flow.say_for_oneself(other, evening, status="expected", by=other.player)
    )


def test_a_reserve_by_habit_is_one_on_every_evening_of_the_tempo(competition, evening):
    adema = competition.entries.select_related("player").get(key="adema")
    flow.set_habits(adema, [evening.tempo], is_reserve=True, by=adema.player)
    plan = plan_now(evening, adema)
    assert (plan.status, plan.is_reserve, plan.is_habit) == ("absent", True, True)
    assert trail_text(TrailEntry.objects.first()) == (
        "Adema comes to these tempos as a reserve only: blitz."
    )
    flow.set_habits(adema, [evening.tempo], by=adema.player)
    assert not plan_now(evening, adema).is_reserve


def test_a_reserve_who_is_tapped_by_mistake_did_not_take_a_place(competition, evening):
    one, _other = reserves(competition)
    mark_present(evening, one, present=True, by=None)
    mark_present(evening, one, present=False, by=None)
    assert plan_now(evening, one) == Plan()


def test_the_leader_makes_somebody_a_reserve_and_sees_who_helps(competition, evening):
    client = Client(headers=ENGLISH)
    client.force_login(competition.club.memberships.get().user)
    lead = f"/toren/intern/evenings/{evening.serial}/lead/"
    page = words(client.get(lead))
    assert "Who helps?" in page
    assert "Faber: reserve, own word at" in page
    plan = f"{lead}attendance/adema/plan/"
    data = {"status": "reserve", "from_game": "3", "until_game": "4", "note": ""}
    assert client.post(plan, data).status_code == 303
    adema = competition.entries.get(key="adema")
    assert plan_now(evening, adema) == Plan("absent", is_said=True, is_reserve=True)
    assert "Reserves" in words(client.get(lead))
    assert re.search('value="reserve"[^>]* checked', client.get(plan).content.decode())


def test_reserves_see_the_place_on_their_page_and_the_second_reads_that_it_is_taken(
    competition, evening
):
    phones = []
    for reserve in reserves(competition):
        phones.append(Client(headers=ENGLISH))
        hold_link(phones[-1], reserve.player)
    own = f"/toren/me/intern/{evening.serial}/"
    for phone in phones:
        page = words(phone.get("/toren/me/"))
        assert "You are a reserve: you come only when the number is odd without you." in page
        assert "5 players come, an odd number. Who helps?" in page
    assert phones[0].post(own, {"say": "help"}).status_code == 302
    assert "You help out: you come" in words(phones[0].get("/toren/me/"))
    said = words(phones[1].post(own, {"say": "help"}))
    assert "Not done: The place is taken: Faber comes, and the number is even." in said
    assert "An even number comes now, so nobody is wanted." in words(phones[1].get("/toren/me/"))


@pytest.mark.django_db(transaction=True)
def test_of_two_reserves_at_once_one_takes_the_place(competition, evening):
    def outcome_of(step, start):
        try:
            start.wait(timeout=30)
            with translation.override("en"):
                step()
        except StepError as error:
            return str(error)
        finally:
            connection.close()

    for _ in range(8):
        start = Barrier(2)
        with ThreadPoolExecutor(max_workers=2) as threads:
            steps = [partial(help_out, one, evening) for one in reserves(competition)]
            runs = [threads.submit(outcome_of, step, start) for step in steps]
            outcomes = [run.result(timeout=30) for run in runs]
        assert sorted(map(bool, outcomes)) == [False, True]
        assert "The place is taken" in "".join(filter(None, outcomes))
        assert Forecast(sheet(evening)).coming == 6
        for reserve in reserves(competition):
            flow.say_for_oneself(reserve, evening, status=flow.RESERVE, by=reserve.player)
