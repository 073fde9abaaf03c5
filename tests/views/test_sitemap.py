"""Which addresses search engines are told of: those that everybody may read and find."""

import re

import pytest
from django.db.models import F

from clubcomp.models import Club, Competition
from tests import make
from tests.views.public import reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]


def listed():
    answer = reader().get("/sitemap.xml")
    assert answer["Content-Type"].startswith("application/xml")
    return re.findall(r"<loc>http://testserver([^<]*)</loc>", answer.content.decode())


def test_a_club_is_listed_once_it_says_that_it_may_be_found():
    make.make_competition(4)
    assert listed() == []
    Club.objects.update(is_findable=True)
    assert listed()[:2] == ["/toren/", "/toren/intern/"]
    for address in listed():
        answer = reader().get(address)
        assert answer.status_code == 200
        assert "X-Robots-Tag" not in answer


def test_what_is_for_fewer_readers_is_not_listed():
    make.make_competition(4)
    Club.objects.update(is_findable=True)
    Competition.objects.update(audience="members")
    assert listed() == ["/toren/"]
    Club.objects.update(audience="link")
    assert listed() == []


def test_the_first_page_is_found_only_while_all_the_clubs_on_it_are():
    make.make_competition(4)
    make.make_club("Luid", "luid")
    assert reader().get("/")["X-Robots-Tag"] == "noindex"
    Club.objects.update(is_findable=True, version=F("version") + 1)
    assert "X-Robots-Tag" not in reader().get("/")
    make.make_club("Stil", "stil")
    assert reader().get("/")["X-Robots-Tag"] == "noindex"


def test_robots_are_told_where_the_list_is():
    assert "Sitemap: http://testserver/sitemap.xml" in reader().get("/robots.txt").content.decode()
