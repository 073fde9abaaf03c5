"""The club's calendar goes by months, and says of each evening what is played and when."""

import re
from datetime import date, time

import pytest
from django.test import Client

from clubcomp.models import Evening
from tests.make import make_competition, make_evening

pytestmark = pytest.mark.django_db


def test_evenings_stand_under_their_month_each_day_as_a_numeral():
    competition = make_competition(4)
    days = [date(2090, 1, 5), date(2090, 1, 12), date(2090, 2, 2), date(2091, 2, 1)]
    for day in days:
        make_evening(competition, date=day, is_open=False)
    Evening.objects.update(starts_at=time(20, 0))
    page = Client(headers={"accept-language": "en"}).get("/toren/calendar/").content.decode()
    found = re.findall(
        r"<h2>\s*(\w+ 209\d)|datetime=\"(209\d-[-\d]+)\"><b class=\"number\">(\d+)", page
    )
    assert found == [
        ("January 2090", "", ""),
        ("", "2090-01-05", "5"),
        ("", "2090-01-12", "12"),
        ("February 2090", "", ""),
        ("", "2090-02-02", "2"),
        ("February 2091", "", ""),
        ("", "2091-02-01", "1"),
    ]
    assert page.count("20:00") == 4
