"""Reserves are asked without a press: once, at a decent hour, and they hear when it is over."""

import datetime
import re

import pytest
from django.test import Client
from django.utils import timezone

from clubcomp.flow.absences.taking_part import help_out, say_for_oneself
from clubcomp.flow.attendance.marks import mark_present, plan_now
from clubcomp.flow.attendance.odd_games import expected_at
from clubcomp.flow.attendance.reserves import ask_by_itself, ask_reserves, follow_forecast
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import open_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.wishes import choose
from clubcomp.models import Competition, Message, MessageKind, Player, TrailEntry
from clubcomp.models.competitions import AskedAhead
from clubcomp.running.sending.push import tag_of
from clubcomp.running.sending.queue import send_due
from clubcomp.words.trail import trail_text
from tests import make
from tests.views.public import words
from tests.views.test_taking_part import leader
from tests.views.two_clubs import hold_link

pytestmark = pytest.mark.django_db
NOON = datetime.time(12)


@pytest.fixture(autouse=True)
def its_address(mail, settings):
    settings.SITE_URL = "https://toren.example.org"


@pytest.fixture
def evening(mail):
    """Tomorrow; of seven players the last two are reserves, who want to be asked: five come."""
    competition = make.make_led_competition(7)
    Competition.objects.update(reserves_asked_ahead=AskedAhead.ONE_DAY)
    day = timezone.localdate() + datetime.timedelta(days=1)
    evening = make.make_evening(competition, "blitz", date=day, is_open=False)
    for key in ("faber", "gerritsen"):
        reserve = entry(evening, key)
        address = f"{key}@example.org"
        Player.objects.filter(pk=reserve.player_id).update(email=address)
        choose(reserve.player, {"email": ["reserve"]}, language="en")
        say_for_oneself(reserve, evening, status="reserve", by=reserve.player)
    return evening


def entry(evening, key):
    entries = evening.competition.entries.select_related("player__club", "competition__club")
    return entries.get(key=key)


def says(evening, key, status):
    one = entry(evening, key)
    say_for_oneself(one, evening, status=status, by=one.player)


@pytest.fixture
def look(monkeypatch, mail):
    """The sender looks at the forecasts, some days on and at some hour, and sends what waits."""

    def look(days=0, at=NOON):
        day = timezone.localdate() + datetime.timedelta(days=days)
        now = timezone.make_aware(datetime.datetime.combine(day, at))
        with monkeypatch.context() as patch:
            patch.setattr(timezone, "now", lambda: now)
            ask_by_itself()
        send_due()
        told = [(letter.to[0].partition("@")[0], letter.subject) for letter in mail]
        mail.clear()
        return sorted(told)

    return look


def lines(evening):
    asked = TrailEntry.objects.filter(evening=evening, action__contains="reserves")
    return [trail_text(line) for line in asked.order_by("pk")]


def test_an_odd_forecast_asks_reserves_once_and_the_log_says_so(evening, look):
    assert [name for name, _subject in look()] == ["faber", "gerritsen"]
    assert look() == look() == []
    assert lines(evening) == ["For evening 1 those who wanted it were asked to help."]
    assert TrailEntry.objects.get(action="ask_reserves").by_name == ""


def test_whoever_helped_makes_it_even_and_the_other_one_hears_that(evening, look):
    look()
    faber = entry(evening, "faber")
    help_out(faber, evening, by=faber.player)
    [(name, subject)] = look()
    assert (name, subject.partition(":")[0]) == ("gerritsen", "Not needed any more")
    assert look() == []
    assert lines(evening)[1].startswith("For evening 1 an even number is expected again")


def test_nobody_is_asked_a_second_time_when_it_becomes_odd_again(evening, look):
    look()
    says(evening, "adema", "absent")
    assert len(look()) == 2
    says(evening, "adema", "expected")
    assert look() == []
    dekker = entry(evening, "dekker")
    Player.objects.filter(pk=dekker.player_id).update(email="dekker@example.org")
    choose(dekker.player, {"email": ["reserve"]}, language="en")
    for key in ("dekker", "evers"):
        says(evening, key, "absent")
    [(name, subject)] = look()
    assert (name, subject.partition(":")[0]) == ("dekker", "One more player would help")


def test_what_was_not_sent_yet_when_it_became_even_is_not_sent(evening, mail):
    follow_forecast(evening)
    says(evening, "adema", "absent")
    send_due()
    follow_forecast(evening)
    send_due()
    assert not mail
    assert not Message.objects.exists()


def test_a_notification_that_it_is_over_takes_the_place_of_the_question(evening, look):
    look()
    says(evening, "adema", "absent")
    look()
    tags = {tag_of(message) for message in Message.objects.filter(kind=MessageKind.RESERVE)}
    assert Message.objects.count() == 4
    assert tags == {f"reserve-{evening.pk}"}


@pytest.mark.parametrize(
    ("ahead", "days", "at", "is_asked"),
    [
        (None, 0, NOON, False),
        (AskedAhead.ON_THE_DAY, 0, NOON, False),
        (AskedAhead.ON_THE_DAY, 1, NOON, True),
        (AskedAhead.ONE_DAY, 0, datetime.time(9), True),
        (AskedAhead.ONE_DAY, 0, datetime.time(8, 59), False),
        (AskedAhead.ONE_DAY, 0, datetime.time(22), False),
        (AskedAhead.ONE_DAY, 1, datetime.time(19, 59), True),
        (AskedAhead.ONE_DAY, 1, datetime.time(20), False),
        (AskedAhead.THREE_DAYS, -2, NOON, True),
        (AskedAhead.TWO_DAYS, -2, NOON, False),
    ],
)
def test_it_is_done_in_the_days_that_the_competition_sets_by_day_and_before_the_evening(
    evening, look, ahead, days, at, is_asked
):
    Competition.objects.update(reserves_asked_ahead=ahead)
    evening.starts_at = datetime.time(20)
    evening.save()
    assert bool(look(days, at)) is is_asked


def test_once_the_first_game_is_paired_nobody_is_asked(evening, look):
    open_evening(evening, by=None)
    for key in ("adema", "bakker", "dekker"):
        mark_present(evening, entry(evening, key), present=True, by=None)
    publish_next(evening, after=0, by=None)
    assert look(days=1) == []


def test_only_the_next_evening_of_a_competition_is_looked_at(evening, look):
    Competition.objects.update(reserves_asked_ahead=AskedAhead.THREE_DAYS)
    says(evening, "adema", "absent")
    day = evening.date + datetime.timedelta(days=1)
    after = make.make_evening(evening.competition, "blitz", date=day, is_open=False)
    for key in ("faber", "gerritsen"):
        says(after, key, "reserve")
    assert look() == []


def test_the_leaders_press_counts_as_asked(evening, look):
    ask_reserves(evening, by=None)
    assert len(look()) == 2
    assert look() == []


def test_the_leader_sees_that_they_were_asked_and_when_until_it_is_even(evening, look):
    page = f"/toren/intern/evenings/{evening.serial}/lead/"
    assert "Reserves were asked" not in words(leader().get(page))
    look()
    asked_at = timezone.localtime(TrailEntry.objects.get(action="ask_reserves").at)
    assert re.search(
        rf"Reserves were asked automatically: .*{asked_at:%H:%M}", words(leader().get(page))
    )
    says(evening, "adema", "absent")
    look()
    assert "Reserves were asked" not in words(leader().get(page))


def test_the_leader_chooses_it_on_the_page_of_the_competition(evening):
    data = {"name": "Intern", "slug": "intern"}
    for chosen, kept in (("2", 2), ("", None)):
        leader().post("/toren/intern/name/", data | {"reserves_asked_ahead": chosen})
        assert Competition.objects.get().reserves_asked_ahead == kept


# Not everybody comes to every game --------------------------------------------------------------


def comes(evening, key, from_game=1, until_game=None):
    one = entry(evening, key)
    span = {"from_game": from_game, "until_game": until_game}
    say_for_oneself(one, evening, status="expected", by=one.player, **span)


def plan_of(evening, key):
    plan = plan_now(evening, entry(evening, key))
    return plan.status, plan.from_game, plan.until_game


def test_an_even_number_of_which_one_leaves_after_game_1_is_odd_from_game_2_on(evening, look):
    says(evening, "gerritsen", "expected")
    assert look() == []
    comes(evening, "adema", until_game=1)
    mail = look()
    assert [name for name, _subject in mail] == ["faber"]
    faber = entry(evening, "faber")
    page = words(my_page(faber))
    assert "An odd number comes to games 2 to 7. Who helps?" in page
    help_out(faber, evening, by=faber.player)
    assert plan_of(evening, "faber") == ("expected", 2, None)
    assert not expected_at(evening).wants_one


def test_an_odd_number_in_the_first_of_seven_games_asks_nobody(evening, look):
    says(evening, "gerritsen", "expected")
    comes(evening, "adema", from_game=2)
    assert look() == []
    faber = entry(evening, "faber")
    assert "An even number comes to most games, so nobody is wanted." in words(my_page(faber))
    with pytest.raises(StepError, match="an even number comes to most games"):
        help_out(faber, evening, by=faber.player)


def test_an_odd_number_of_which_one_leaves_early_is_asked_for_until_then_only(evening, look):
    comes(evening, "adema", until_game=5)
    assert len(look()) == 2
    faber = entry(evening, "faber")
    help_out(faber, evening, by=faber.player)
    assert plan_of(evening, "faber") == ("expected", 1, 5)
    comes(evening, "adema", until_game=2)
    assert not expected_at(evening).wants_one


def test_the_leader_reads_in_which_games_the_number_is_odd(evening):
    says(evening, "gerritsen", "expected")
    comes(evening, "adema", until_game=1)
    page = words(leader().get(f"/toren/intern/evenings/{evening.serial}/lead/"))
    assert "come 6 in game 1 (even) 6 in games 2 to 7 (odd) 5" in page
    assert "Ask who wants to be asked to help" in page


def my_page(one):
    phone = Client(headers={"accept-language": "en", "origin": "http://testserver"})
    hold_link(phone, one.player)
    return phone.get("/toren/me/")


def test_one_group_is_asked_and_released_whatever_another_waits_for(look):
    competition = make.make_led_competition(8)
    Competition.objects.update(reserves_asked_ahead=AskedAhead.ONE_DAY)
    for start, one in enumerate(competition.entries.select_related("player").order_by("start")):
        competition.entries.filter(pk=one.pk).update(group="AB"[start % 2])
        Player.objects.filter(pk=one.player_id).update(email=f"{one.key}@example.org")
    day = timezone.localdate() + datetime.timedelta(days=1)
    evening = make.make_evening(competition, "blitz", date=day, is_open=False)
    for key in ("gerritsen", "hoekstra"):  # one of each group
        choose(entry(evening, key).player, {"email": ["reserve"]}, language="en")
    assert look() == []
    says(evening, "gerritsen", "reserve")
    assert [name for name, _subject in look()] == ["gerritsen"]
    says(evening, "hoekstra", "reserve")
    assert [name for name, _subject in look()] == ["hoekstra"]
    says(evening, "adema", "absent")
    [(name, subject)] = look()
    assert (name, subject.partition(":")[0]) == ("gerritsen", "Not needed any more")
    assert look() == []


def wanted_in(expected):
    return tuple(expected.of(group).wants_one for group in "AB")


def test_each_group_has_its_own_number(mail):
    competition = make.make_led_competition(8)
    for key, name in zip("adema bakker cornelis dekker evers faber gerritsen hoekstra".split(),
                         "AAAABBBB", strict=True):  # fmt: skip
        competition.entries.filter(key=key).update(group=name)
    evening = make.make_evening(competition, "long", is_open=False)
    for key in ("dekker", "hoekstra"):
        says(evening, key, "reserve")
    expected = expected_at(evening)
    assert (*wanted_in(expected), expected.wants_one) == (True, True, True)
    dekker = entry(evening, "dekker")
    help_out(dekker, evening, by=dekker.player)
    expected = expected_at(evening)
    assert wanted_in(expected) == (False, True)
