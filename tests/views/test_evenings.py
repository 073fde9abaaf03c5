"""What now? The dashboard, opening and closing, the calendar, absence put right afterwards."""

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse

from clubcomp.flow.absences.signing_off import LONGEST
from clubcomp.flow.attendance.marks import plan_attendance
from clubcomp.forms.attendance import AwayForm
from clubcomp.forms.calendar import MOST_EVENINGS, NewEveningForm
from clubcomp.forms.taking_part import OwnAwayForm
from clubcomp.models import Evening, TrailEntry, Unpaired
from tests.make import entry, finish_round, make_club, make_competition, make_evening
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db

TUESDAY = datetime.date(2026, 11, 24)


@pytest.fixture
def leader() -> Leader:
    """Leads an open long evening of five who are there and one who is expected."""
    return Leader(make_evening(make_competition(6), present=5, date=TUESDAY))


def of_competition(leader: Leader, name: str, *args: object) -> str:
    """The address of a page of the competition."""
    return reverse(name, args=[leader.club.slug, leader.evening.competition.slug, *args])


# What now? -----------------------------------------------------------------------------------


def test_the_dashboard_is_the_evening_that_is_open(leader):
    answer = leader.client.get(of_competition(leader, "dashboard"))
    assert answer.url == leader.address("lead")


def test_without_an_open_evening_the_dashboard_is_the_next_one():
    leader = Leader(make_evening(make_competition(4), is_open=False))
    answer = leader.client.get(of_competition(leader, "dashboard"))
    assert answer.url == leader.address("lead")


def test_without_evenings_the_dashboard_says_how_to_plan_one(leader):
    Evening.objects.all().delete()
    page = leader.client.get(of_competition(leader, "dashboard"))
    assert of_competition(leader, "plan-evening") in text(page)


def test_the_forecast_is_a_sum_that_adds_up(leader):
    leader.press("plan-attendance", "faber", status="external")
    forecast = leader.see("lead").context["forecast"]
    assert (forecast.total, forecast.away, forecast.coming) == (6, [("external", 1)], 5)
    assert forecast.is_odd
    assert forecast.total - sum(number for _, number in forecast.away) == forecast.coming


def test_who_was_expected_and_never_came_did_not_come_once_the_evening_is_closed(leader):
    leader.press("next-game", after="0")
    finish_round(leader.evening.rounds.get())
    assert leader.see("lead").context["forecast"].coming == 6
    leader.press("close")
    page = leader.see("lead")
    forecast = page.context["forecast"]
    assert (forecast.total, forecast.away, forecast.coming) == (6, [("expected", 1)], 5)
    assert "were expected, and never came" in text(page)


@pytest.mark.parametrize(
    ("until", "sentence"),
    [
        ("open", "5 of 6 expected players are here."),
        ("proposed", "The proposal for game 1 is ready"),
        ("published", "Game 1 is being played, 0 of 2 results are in."),
        ("finished", "Everything is played and all results are in."),
        ("closed", "The evening is closed."),
        ("closed", "Who came?"),
    ],
)
def test_one_sentence_says_how_far_the_evening_is(leader, until, sentence):
    states = ["open", "proposed", "published", "finished", "closed"]
    for state in states[1 : states.index(until) + 1]:
        if state == "proposed":
            leader.press("pairing")
        elif state == "published":
            leader.press("next-game", after="0")
        elif state == "finished":
            finish_round(leader.evening.rounds.get())
        else:
            leader.press("close")
    assert sentence in text(leader.see("lead"))


def test_the_last_acts_are_named_with_who_did_them(leader):
    for present in ("1", "", "1", "", "1"):
        leader.press("mark-attendance", "faber", present=present)
    acts = leader.see("lead").context["acts"]
    assert len(acts) == 5
    assert acts[0].by == leader.user


# Opening, closing, reopening -----------------------------------------------------------------


def test_one_press_opens_the_evening():
    leader = Leader(make_evening(make_competition(4), is_open=False))
    assert "Open the evening" in text(leader.see("attendance"))
    page = leader.press("open-evening")
    assert "The evening is open" in text(page)
    assert Evening.objects.get().is_open


def test_opening_twice_is_opening_once(leader):
    assert leader.press("open-evening").status_code == 200
    assert TrailEntry.objects.filter(action="open_evening").count() == 1


def test_an_evening_with_boards_still_playing_is_not_closed(leader):
    leader.press("next-game", after="0")
    assert "possible as soon as boards 1 and 2 are in or put off" in text(leader.see("close"))
    page = leader.press("close")
    assert "There is no result yet" in text(page)
    assert Evening.objects.get().is_open


def test_closing_asks_about_those_who_never_came(leader):
    leader.press("next-game", after="0")
    finish_round(leader.evening.rounds.get())
    page = leader.see("close")
    assert [row.entry.key for row in page.context["forecast"].awaited] == ["faber"]
    assert 'name="players" value="faber"' in text(page)


def test_those_who_never_came_are_put_right_in_one_press():
    leader = Leader(make_evening(make_competition(7), present=4, date=TUESDAY))
    leader.press("next-game", after="0")
    finish_round(leader.evening.rounds.get())
    data = {"players": ["faber", "gerritsen"], "reason": "Did not turn up"}
    page = leader.press("without-notice", **data)
    assert "2 players count as absent without notice." in text(page)
    kinds = dict(Unpaired.objects.values_list("entry__key", "kind"))
    assert kinds == {"faber": "no_notice", "gerritsen": "no_notice"}
    lines = TrailEntry.objects.filter(action="correct_notice")
    assert sorted(line.facts["player"].split()[-1] for line in lines) == ["Faber", "Gerritsen"]


def test_without_a_tick_nobody_is_put_right_and_the_page_says_so(leader):
    leader.press("next-game", after="0")
    page = text(leader.press("without-notice", reason="Did not turn up"))
    assert "Something is not right yet" in page
    assert "Close the evening" in page
    assert not Unpaired.objects.filter(kind="no_notice").exists()


def test_closing_leads_to_the_standings(leader):
    leader.press("next-game", after="0")
    finish_round(leader.evening.rounds.get())
    answer = leader.client.post(leader.address("close"))
    assert (answer.status_code, answer.url) == (303, leader.address("evening-standings"))
    assert Evening.objects.get().is_closed


# Notice ------------------------------------------------------------------------------------


def test_absence_without_notice_is_put_right_with_a_reason(leader):
    leader.press("next-game", after="0")
    finish_round(leader.evening.rounds.get())
    leader.press("close")
    data = {"player": "faber", "number": "", "kind": "no_notice", "reason": "Never came"}
    page = leader.press("correct-notice", **data)
    assert "Corrected for Faber" in text(page)
    assert Unpaired.objects.get(entry__key="faber").kind == "no_notice"


def test_an_absence_shows_first_which_places_and_credits_it_changes(leader):
    leader.press("next-game", after="0")
    finish_round(leader.evening.rounds.get())
    first = leader.see("correct-notice")
    assert 'name="look"' in text(first)
    assert 'name="reason"' not in text(first)
    data = {"player": "faber", "number": "", "kind": "no_notice", "look": "1"}
    page = leader.press("correct-notice", **data)
    said = text(page)
    assert "What changes?" in said
    assert re.search(r"Faber: 1 of \d+ used, for \S+ points?; becomes 0 of \d+, for 0\.", said)
    assert "Correct this" in said
    assert not Unpaired.objects.filter(entry__key="faber").exists()


def test_of_two_leaders_who_put_an_absence_right_the_second_looks_again(leader):
    leader.press("next-game", after="0")
    data = {"player": "faber", "number": ""}
    page = leader.press("correct-notice", **data, kind="external", look="1")
    seen = re.search(r'name="seen" value="([^"]+)"', text(page))[1]
    leader.press("correct-notice", **data, kind="no_notice", seen=seen, reason="Never came")
    page = leader.press("correct-notice", **data, kind="external", seen=seen, reason="Team")
    assert "Somebody else put right meanwhile how Faber was away" in text(page)
    assert Unpaired.objects.get(entry__key="faber").kind == "no_notice"
    page = leader.press("correct-notice", **data, kind="external", look="1")
    seen = re.search(r'name="seen" value="([^"]+)"', text(page))[1]
    leader.press("correct-notice", **data, kind="external", seen=seen, reason="Team")
    assert Unpaired.objects.get(entry__key="faber").kind == "external"


def test_absence_is_not_put_right_without_a_reason(leader):
    leader.press("next-game", after="0")
    data = {"player": "faber", "number": "", "kind": "no_notice", "reason": ""}
    assert "Something is not right yet" in text(leader.press("correct-notice", **data))
    assert not Unpaired.objects.filter(entry__key="faber").exists()


def test_one_who_played_was_not_absent(leader):
    leader.press("next-game", after="0")
    data = {"player": "adema", "number": "1", "kind": "no_notice", "reason": "x"}
    page = text(leader.press("correct-notice", **data))
    assert "missed no game" in page
    # What was typed stands there still.
    assert 'value="adema" selected' in page
    assert re.search(r'value="no_notice"[^>]*checked', page)
    assert re.search(r'name="reason"[^>]*value="x"|value="x"[^>]*name="reason"', page)


def test_the_form_says_first_who_was_absent_in_which_game_and_how(leader):
    leader.press("plan-attendance", "faber", status="external", from_game="1")
    leader.press("next-game", after="0")
    page = text(leader.see("correct-notice"))
    round_ = leader.evening.rounds.get()
    assert "<h2>Game 1</h2>" in page
    assert "Played elsewhere for the club (external): Faber." in page
    seated = {one for game in round_.games.all() for one in game.seated}
    assert not [one for one in seated if f"{one}." in page or f": {one}" in page]


# The calendar ---------------------------------------------------------------------------------


def plan(leader: Leader, **data: object):
    """Plan an evening on a form."""
    tempo = leader.evening.competition.tempos.get(key="blitz")
    data = {"tempo": tempo.pk, "starts_at": "20:00", "games": ""} | data
    return leader.client.post(of_competition(leader, "plan-evening"), data, follow=True)


def test_everybody_sees_the_calendar_and_nobody_else_may_change_it(leader, client):
    page = client.get(of_competition(leader, "calendar"), headers={"accept-language": "en"})
    assert '<time datetime="2026-11-24">' in text(page)
    assert of_competition(leader, "plan-evening") not in text(page)


def test_an_evening_is_planned_with_the_games_of_its_tempo(leader):
    page = plan(leader, date="2026-12-01")
    assert "Planned: Tuesday 1 December, blitz." in text(page)
    assert Evening.objects.get(number=2).games == 7


def test_every_week_until_a_date_is_one_form(leader):
    page = plan(leader, date="2026-12-01", until="2026-12-22", games="5")
    said = "4 evenings planned, from Tuesday 1 December until Tuesday 22 December."
    assert said in text(page)
    dates = Evening.objects.filter(number__gt=1).values_list("date", "games")
    assert list(dates) == [(datetime.date(2026, 12, day), 5) for day in (1, 8, 15, 22)]


def test_when_one_date_is_refused_none_is_planned(leader):
    page = plan(leader, date="2026-11-17", until="2026-12-22")
    assert "has begun already" in text(page)
    assert 'value="2026-12-22"' in text(page)
    assert Evening.objects.count() == 1


def test_what_comes_stands_before_what_was_played_which_begins_with_the_last(leader):
    evening = leader.evening
    plan(leader, date="2026-12-01", until="2026-12-08")
    Evening.objects.filter(number__lte=2).update(status=Evening.Status.CLOSED)
    page = text(leader.client.get(of_competition(leader, "calendar")))
    places = [page.index(f'id="evening-{serial}"') for serial in (3, 2, evening.serial)]
    assert places == sorted(places)
    assert page.index("Evenings that were played") < places[1]
    Evening.objects.update(status=Evening.Status.CLOSED)
    page = text(leader.client.get(of_competition(leader, "calendar")))
    assert page.index('id="evening-1"') < page.index('id="evening-3"')


@pytest.mark.parametrize("until", ["2026-11-30", "2036-12-01"])
def test_a_last_date_that_makes_no_sense_is_asked_again(leader, until):
    assert "Something is not right yet" in text(plan(leader, date="2026-12-01", until=until))
    assert Evening.objects.count() == 1


def test_how_long_a_series_or_a_holiday_may_be_is_said_before_it_is_refused():
    assert f"at most {MOST_EVENINGS} weeks" in str(NewEveningForm.base_fields["until"].help_text)
    assert datetime.timedelta(days=2 * 366) == LONGEST
    for form in (AwayForm, OwnAwayForm):
        assert form.base_fields["last"].help_text == "At most two years."


@pytest.mark.parametrize("date", ["0024-12-01", "9999-12-31"])
def test_a_year_that_no_evening_is_in_is_asked_again(leader, date):
    assert "Something is not right yet" in text(plan(leader, date=date))
    assert Evening.objects.count() == 1


def test_an_evening_is_changed_and_taken_out_again(leader):
    plan(leader, date="2026-12-01")
    tempo = leader.evening.competition.tempos.get(key="blitz")
    data = {"tempo": tempo.pk, "date": "2026-12-08", "starts_at": "19:30", "games": "6"}
    leader.client.post(of_competition(leader, "change-evening", 2), data)
    changed = Evening.objects.get(number=2)
    assert (changed.date.day, changed.games) == (8, 6)
    assert "who signed off" not in text(
        leader.client.get(of_competition(leader, "remove-evening", 2))
    )
    plan_attendance(changed, entry(changed.competition, "adema"), status="absent", by=None)
    assert "who signed off" in text(leader.client.get(of_competition(leader, "remove-evening", 2)))
    leader.client.post(of_competition(leader, "remove-evening", 2))
    assert Evening.objects.count() == 1


def test_from_the_public_pages_a_leader_finds_the_way_to_lead_the_evening(leader):
    leader.press("next-game", after="0")
    way = f'href="{leader.address("lead")}"'
    pages = ["evening", "round"]
    addresses = [leader.address(name, *([1] if name == "round" else [])) for name in pages]
    addresses += [of_competition(leader, name) for name in ("calendar", "tonight")]
    stranger = Client(headers={"accept-language": "en"})
    for address in addresses:
        assert way in text(leader.client.get(address)), address
        assert way not in text(stranger.get(address)), address


def test_every_open_or_next_evening_of_the_club_can_be_led_from_home(leader):
    other = make_competition(2, club=leader.club, slug="zomer")
    second = make_evening(other, "blitz", date=TUESDAY)
    later = make_evening(other, "blitz", is_open=False)
    ways = [f"/toren/{place}/evenings/1/lead/" for place in ("intern", "zomer")]
    make_club("Zukertort", "zukertort")  # the only club of a site is its first page
    for address in (reverse("club", args=[leader.club.slug]), reverse("home")):
        page = leader.client.get(address)
        assert set(page.context["to_lead"]) == {leader.evening, second}
        assert later not in page.context["to_lead"]
        assert all(f'href="{way}"' in text(page) for way in ways)
    assert "Evenings to lead" not in text(
        Client(headers={"accept-language": "en"}).get(reverse("home"))
    )
