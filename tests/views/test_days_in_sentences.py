"""A day of the week has a small letter inside a Dutch sentence, and a capital before a line."""

from datetime import date, timedelta

import pytest
from django.template.loader import render_to_string
from django.utils import timezone, translation

from clubcomp.views.evenings import planned_words
from clubcomp.words.values import day
from tests.make import make_competition, make_evening
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Leader:
    """Leads the first of two evenings on Sundays, and reads Dutch."""
    competition = make_competition(4)
    first = make_evening(competition, date=date(2026, 11, 22))
    make_evening(competition, date=date(2026, 11, 29), is_open=False)
    leader = Leader(first)
    leader.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "nl"
    return leader


def test_an_evening_is_in_small_letters_inside_a_sentence(leader):
    evenings = list(leader.evening.competition.evenings.all())
    with translation.override("nl"):
        for words in (planned_words(evenings), planned_words(evenings[:1])):
            assert "zondag 22 november" in words
            assert "Zondag" not in words
        assert (
            render_to_string("rounds/_when.html", {"evening": leader.evening, "inside": True})
            .strip()
            .startswith("zondag 22 november")
        )


def test_an_evening_has_a_capital_where_it_begins_a_line(leader):
    assert '<p class="crumb which">Zondag 22 november' in text(leader.see("attendance"))
    page = leader.press("mark-attendance", "adema", present="0")
    assert page.status_code == 200
    page = leader.press("plan-attendance", "adema", status="absent", from_game="1")
    assert str(next(iter(page.context["messages"]))).startswith("Zondag 22 november")


def test_a_refusal_is_in_one_language(leader):
    page = leader.press("next-game", after="7")
    said = str(next(iter(page.context["messages"])))
    assert said.startswith("De avond van 22 november 2026, long. Niet gelukt: ")


def test_a_day_of_next_season_is_said_with_its_year():
    near, far = (timezone.localdate() + timedelta(days=days) for days in (30, 300))
    with translation.override("en"):
        assert str(far.year) in day(far)
        assert str(near.year) not in day(near)


def test_a_day_of_an_earlier_season_is_said_with_its_year(monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda: date(2027, 2, 1))
    with translation.override("en"):
        assert day(date(2026, 9, 8)) == "Tuesday 8 September"
        assert day(date(2026, 6, 30)) == "Tuesday 30 June 2026"
        assert day(date(2026, 6, 30), "short") == "Tue 30 June 2026"
        assert day(date(2026, 6, 30), "shortest") == "30 Jun 2026"
    with translation.override("tr"):
        assert day(date(2026, 6, 30)) == "30 Haziran 2026 Salı"
