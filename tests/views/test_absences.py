"""Who does not come, on the pages: many ticks and one reason, holidays, and the way back."""

import re
from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from clubcomp.flow.accounts.deputies import name_deputy
from clubcomp.models import Attendance, Away, Evening
from tests.make import entry, make_competition, make_evening, make_membership, make_user
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db
SUMMER = {"first": "2030-07-01", "last": "2030-07-21"}


@pytest.fixture
def leader() -> Leader:
    """Leads an open blitz evening of six, of whom nobody is there yet."""
    evening = make_evening(make_competition(6), "blitz", present=0, date=date(2030, 7, 2))
    return Leader(evening)


def holidays(leader: Leader, key: str, **data: str):
    player = entry(leader.evening.competition, key).player
    address = reverse("member-away", args=[leader.club.slug, player.pk])
    if not data:
        return leader.client.get(address)
    return leader.client.post(address, data, follow=True)


def test_many_are_external_with_one_press(leader):
    page = leader.press("not-coming", players=["adema", "bakker"], way="external")
    assert page.redirect_chain[-1][0] == leader.address("attendance")
    assert "Adema and Bakker: plays elsewhere for the club (external)." in text(page)
    rows = Attendance.objects.order_by("entry__key").values_list("entry__key", "status")
    assert list(rows) == [("adema", "external"), ("bakker", "external")]


def test_the_page_shows_what_was_said_already_and_takes_it_back(leader):
    leader.press("not-coming", players=["adema"], way="absent")
    assert "Adema (signed off)" in text(leader.see("not-coming"))
    leader.press("not-coming", players=["adema"], way="back")
    assert "Adema (signed off)" not in text(leader.see("not-coming"))


def test_days_make_a_holiday_of_each(leader):
    page = leader.press("not-coming", players=["adema", "bakker"], way="absent", **SUMMER)
    assert Away.objects.count() == 2
    assert "signed off until Sunday 21 July 2030" in text(page)
    days = "from Monday 1 July 2030 until Sunday 21 July 2030"
    assert f"Adema and Bakker: signed off, {days}." in text(page)
    leader.press("not-coming", players=["adema"], way="back", **SUMMER)
    assert [away.player.name for away in Away.objects.all()] == ["Bakker"]


def test_with_only_a_last_day_the_holiday_begins_with_the_evening(leader):
    leader.press("not-coming", players=["adema"], way="absent", last="2030-07-21")
    away = Away.objects.get()
    assert (away.first, away.last) == (date(2030, 7, 2), date(2030, 7, 21))


def test_with_only_a_last_day_an_evening_without_a_date_asks_for_the_first(leader):
    Evening.objects.update(date=None)
    page = leader.press("not-coming", players=["adema"], way="absent", last="2030-07-21")
    assert "Enter both days" in text(page)
    assert not Away.objects.exists()


def test_a_holiday_that_begins_later_stands_there_too(leader):
    days = {"first": "2030-08-01", "last": "2030-08-08"}
    leader.press("not-coming", players=["adema"], way="absent", **days)
    assert "Adema (away from Thursday 1 August 2030 until Thursday 8 August 2030)" in text(
        leader.see("not-coming")
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"way": "absent"}, "Tick somebody."),
        ({"players": ["adema"]}, "Choose one of these."),
        ({"players": ["adema"], "way": "absent", "first": "2030-07-01"}, "Enter both days"),
        ({"players": ["adema"], "way": "absent", "last": "2030-07-01"}, "cannot be before"),
        ({"players": ["adema"], "way": "no_notice", **SUMMER}, "leave the days empty"),
        (
            {"players": ["adema"], "way": "absent", "first": "2030-07-03", "last": "2030-07-01"},
            "cannot be before",
        ),
        ({"players": ["nobody"], "way": "absent"}, "nobody"),
    ],
)
def test_what_is_not_right_yet_is_said_and_nothing_is_kept(leader, data, said):
    page = leader.press("not-coming", **data)
    assert said in text(page)
    assert not Attendance.objects.exists()
    assert not Away.objects.exists()


def test_when_one_is_playing_the_ticks_stay(leader):
    for key in ("adema", "bakker"):
        leader.press("mark-attendance", key, present="1")
    leader.press("next-game", after="0")
    page = leader.press("not-coming", players=["adema", "cornelis"], way="absent")
    assert "Adema is playing game 1" in text(page)
    assert leader.address("drop-out", "adema") in text(page)
    assert page.context["form"]["players"].value() == ["adema", "cornelis"]


def test_before_the_evening_nobody_stays_away_without_notice(leader):
    later = make_evening(leader.evening.competition, "blitz", is_open=False)
    page = leader.client.get(reverse("not-coming", args=[leader.club.slug, "intern", later.serial]))
    assert "stays away without notice" not in text(page)
    assert "stays away without notice" in text(leader.see("not-coming"))


def test_a_closed_evening_leads_to_the_correction(leader):
    leader.press("close", unplayed="7")
    assert leader.address("correct-notice") in text(leader.see("not-coming"))


def test_the_forecast_subtracts_a_holiday(leader):
    leader.press("not-coming", players=["adema"], way="absent", **SUMMER)
    forecast = leader.see("lead").context["forecast"]
    assert (forecast.total, forecast.coming) == (6, 5)


def test_the_forecast_says_how_many_are_there_for_the_next_game(leader):
    assert "in game 1 (" not in text(leader.see("lead"))
    leader.press("plan-attendance", "adema", status="expected", from_game="2", note="")
    page = leader.see("lead")
    assert "in game 1 (odd)" in text(page)
    forecast = page.context["forecast"]
    assert (forecast.coming, forecast.by_games[0]) == (6, ([1], 5))


# A player's own page ----------------------------------------------------------------------


def test_a_holiday_is_noted_changed_and_ended_on_the_page_of_the_player(leader):
    page = holidays(leader, "adema", **SUMMER, kind="absent", note="Norway")
    assert "Adema is away until Sunday 21 July 2030." in text(page)
    away = Away.objects.get()
    address = reverse("member-away", args=[leader.club.slug, away.player_id])
    changed = leader.client.get(address, {"change": away.pk})
    assert changed.context["form"]["note"].value() == "Norway"
    data = {"first": "2030-07-08", "last": "2030-07-28", "kind": "exempt", "note": ""}
    leader.client.post(f"{address}?change={away.pk}", data)
    away = Away.objects.get()
    assert (away.first, away.kind) == (date(2030, 7, 8), "exempt")
    assert "28 July 2030" in text(
        leader.client.get(reverse("member", args=["toren", away.player_id]))
    )
    holidays(leader, "adema", act="end", away=str(away.pk))
    assert not Away.objects.exists()


def test_a_holiday_of_another_player_is_not_ended_from_here(leader):
    holidays(leader, "adema", **SUMMER, kind="absent")
    answer = holidays(leader, "bakker", act="end", away=str(Away.objects.get().pk))
    assert answer.status_code == 404
    assert Away.objects.exists()


def test_a_holiday_that_is_over_is_not_listed(leader):
    player = entry(leader.evening.competition, "adema").player
    over = date(timezone.localdate().year - 1, 1, 1)
    Away.objects.create(player=player, first=over, last=over)
    assert "No holidays are noted." in text(holidays(leader, "adema"))


def test_a_deputy_says_it_of_tonight_and_of_no_other_day(leader):
    deputy = make_user("Dora")
    make_membership(leader.club, deputy)
    Evening.objects.update(date=timezone.localdate())
    name_deputy(leader.evening, person=deputy, by=leader.user)
    leader.client.force_login(deputy)
    assert 'name="first"' not in text(leader.see("not-coming"))
    leader.press("not-coming", players=["adema"], way="absent", **SUMMER)
    assert not Away.objects.exists()
    assert Attendance.objects.get().status == "absent"


def test_a_leader_notes_a_holiday_with_one_press(leader):
    page = holidays(leader, "adema")
    forms = re.findall(r"<form.*?</form>", page.content.decode(), re.DOTALL)
    chips = [form for form in forms if 'value="away"' in form]
    week, until_a_day = chips
    assert "This week, until" in week
    hidden = r'type="hidden" name="(first|last|kind)" value="([^"]+)"'
    pressed = dict(re.findall(hidden, week))
    holidays(leader, "adema", act="away", **pressed)
    noted = Away.objects.get()
    assert (str(noted.first), str(noted.last)) == (pressed["first"], pressed["last"])
    until = dict(re.findall(hidden, until_a_day))
    last = timezone.localdate() + timedelta(days=21)
    holidays(leader, "bakker", act="away", last=str(last), **until)
    assert Away.objects.latest("pk").last == last
