"""Planning and changing evenings: tempos that take turns, what was typed, evenings of before."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from clubcomp.models import Evening
from tests.make import make_competition, make_evening, play_game
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db

TUESDAY = datetime.date(2026, 12, 1)
WEEK = datetime.timedelta(weeks=1)


@pytest.fixture
def leader() -> Leader:
    """Leads a planned long evening."""
    return Leader(make_evening(make_competition(4), date=TUESDAY, is_open=False))


def tempo(leader: Leader, key: str) -> int:
    return leader.evening.competition.tempos.get(key=key).pk


def plan(leader: Leader, **data: object):
    address = reverse("plan-evening", args=[leader.club.slug, leader.evening.competition.slug])
    return leader.client.post(address, {"tempo": tempo(leader, "long")} | data, follow=True)


def change(leader: Leader, **data: object):
    shown = {"tempo": tempo(leader, "long"), "date": "2026-12-01", "games": "1"}
    return leader.press("change-evening", **shown | data)


def planned() -> list[tuple[str, int, int]]:
    evenings = Evening.objects.order_by("number")
    return [(one.tempo.key, one.games, one.date.day) for one in evenings]


def test_another_tempo_takes_that_tempos_number_of_games(leader):
    page = change(leader, tempo=tempo(leader, "blitz"))
    assert planned() == [("blitz", 7, 1)]
    assert "Tuesday 1 December, blitz: The evening is changed: blitz, 7 games." in text(page)


def test_a_number_of_games_that_was_typed_stays_with_another_tempo(leader):
    change(leader, tempo=tempo(leader, "blitz"), games="5")
    assert planned() == [("blitz", 5, 1)]


def test_tempos_take_turns_in_a_weekly_series_each_with_its_own_games(leader):
    other = tempo(leader, "blitz")
    plan(leader, date="2026-12-08", until="2026-12-29", turn_2=other)
    assert planned()[1:] == [("long", 1, 8), ("blitz", 7, 15), ("long", 1, 22), ("blitz", 7, 29)]


def test_three_tempos_take_turns_and_holidays_cost_nobody_a_turn(leader):
    turns = {"turn_2": tempo(leader, "bmw"), "turn_3": tempo(leader, "blitz")}
    holidays = "Kerst: 21-12-2026 t/m 3-1-2027\n2027-01-12"
    days = {"date": "2026-12-08", "until": "2027-02-02", "holidays": holidays}
    page = text(plan(leader, **days, **turns))
    expected = [("long", 8), ("bmw", 15), ("blitz", 5), ("long", 19), ("bmw", 26), ("blitz", 2)]
    assert [(key, date) for key, _games, date in planned()[1:]] == expected
    assert "Left out: Tue 22 December, Tue 29 December and Tue 12 January." in page


@pytest.mark.parametrize("line", ["Christmas", "1-1-2027 until 24-12-2026", "24-12", "40-1-2027"])
def test_a_line_of_holidays_that_is_none_is_named(leader, line):
    page = text(plan(leader, date="2026-12-08", until="2026-12-29", holidays=line))
    assert f"“{line}” is no day" in page
    assert len(planned()) == 1


def test_a_series_of_holidays_only_is_refused(leader):
    days = {"date": "2026-12-08", "until": "2026-12-15", "holidays": "1-12-2026 - 31-12-2026"}
    assert "Then no evening is left." in text(plan(leader, **days))


def test_a_refused_form_keeps_what_was_typed(leader):
    page = text(plan(leader, date="2026-12-01", starts_at="", tempo=tempo(leader, "long")))
    assert "is in the calendar already" in page
    assert 'value="2026-12-01"' in page
    page = text(plan(leader, date="2026-12-08", starts_at="19:30", games="40"))
    for typed in ("2026-12-08", "19:30", "40"):
        assert f'value="{typed}"' in page
    assert len(planned()) == 1


def test_an_evening_of_before_the_last_one_played_comes_after_it_once_that_is_ticked(leader):
    competition = leader.evening.competition
    played = make_evening(competition, date=TUESDAY + WEEK)
    play_game(played)
    page = text(plan(leader, date="2026-12-05"))
    assert "The evening of 8 December 2026 has begun already" in page
    assert "An evening of before can only come after it." in page
    assert 'name="late"' in page
    assert 'value="2026-12-05"' in page
    assert Evening.objects.count() == 2
    plan(leader, date="2026-12-05", late="on")
    added = Evening.objects.get(date="2026-12-05")
    assert (added.number, added.serial) == (3, 3)
    played.refresh_from_db()
    assert played.number == 2


def test_the_tick_for_an_evening_of_before_is_not_there_unasked(leader):
    address = reverse("plan-evening", args=[leader.club.slug, leader.evening.competition.slug])
    assert 'name="late"' not in text(leader.client.get(address))


@pytest.mark.parametrize("date", ["1926-12-08", "2062-12-08", "2025-12-08"])
def test_a_date_of_another_year_is_asked_about(leader, date):
    page = text(plan(leader, date=date))
    assert "This date is far from the other evenings" in page
    assert 'name="far"' in page
    assert f'value="{date}"' in page
    assert Evening.objects.count() == 1
    plan(leader, date=date, far="on")
    assert Evening.objects.filter(date=date).exists()


def test_a_first_evening_is_near_its_season(leader):
    Evening.objects.all().delete()
    assert "Look at the year" in text(plan(leader, date="1926-12-08"))
    assert "Look at the year" in text(plan(leader, date="2126-12-08"))
    assert not Evening.objects.exists()


def test_after_a_season_of_long_ago_the_next_evening_is_proposed_from_today(leader):
    today = timezone.localdate()
    for ago, proposed in ((364, 0), (360, 4), (7, 0), (5, 2), (-3, 10)):
        Evening.objects.update(date=today - datetime.timedelta(ago))
        address = reverse("plan-evening", args=[leader.club.slug, leader.evening.competition.slug])
        shown = leader.client.get(address).context["form"].initial["date"]
        assert shown == today + datetime.timedelta(proposed)


def test_a_date_of_now_is_never_asked_about(leader):
    today = timezone.localdate()
    Evening.objects.update(date=today - datetime.timedelta(400))
    assert "Look at the year" not in text(plan(leader, date=today.isoformat()))
    assert Evening.objects.filter(date=today).exists()


def test_where_nothing_is_planned_the_leader_is_led_to_planning(leader):
    Evening.objects.all().delete()
    slugs = [leader.club.slug, leader.evening.competition.slug]
    page = text(leader.client.get(reverse("competition", args=slugs)))
    sentence = page.split("Nothing planned.")[1].split("</p>")[0]
    assert reverse("plan-evening", args=slugs) in sentence


def test_the_last_evening_without_a_date_has_its_number(leader):
    Evening.objects.update(date=None, status=Evening.Status.CLOSED)
    slugs = [leader.club.slug, leader.evening.competition.slug]
    assert "The last one: evening 1" in text(leader.client.get(reverse("dashboard", args=slugs)))


def test_another_year_is_asked_about_when_an_evening_is_moved_and_once_only(leader):
    make_evening(leader.evening.competition, date=TUESDAY + WEEK, is_open=False)
    assert "Look at the year" in text(change(leader, date="2062-12-01"))
    change(leader, date="2062-12-01", far="on")
    leader.evening.refresh_from_db()
    assert leader.evening.date.year == 2062
    page = change(leader, date="2062-12-01", games="2")
    assert "Look at the year" not in text(page)


def test_an_evening_without_a_time_is_not_planned_beside_one_of_the_same_day(leader):
    plan(leader, date="2026-12-08", starts_at="19:30")
    assert "say of each when it starts" in text(plan(leader, date="2026-12-08"))
    plan(leader, date="2026-12-08", starts_at="13:00")
    assert [day for *_others, day in planned()] == [1, 8, 8]


def test_a_page_of_before_somebody_elses_change_changes_nothing(leader):
    page = leader.client.get(leader.address("change-evening"))
    seen = page.context["form"]["seen"].value()
    change(leader, games="2")
    page = text(change(leader, games="3", seen=seen))
    assert "Somebody else changed this evening meanwhile" in page
    assert planned() == [("long", 2, 1)]
