"""The page with every part, in the demo."""

import pytest
from django.test import Client

from tests import make

pytestmark = pytest.mark.django_db


def test_the_sheets_of_the_style_page_follow_the_address_whatever_the_browser_is_set_to(settings):
    settings.IS_DEMO = True
    make.make_competition(4)
    page = Client().get("/style/?scheme=dark&size=200").content.decode()
    assert '/style/clubcomp.css?scheme=dark&amp;size=200"' in page
    assert 'href="?scheme=light&amp;size=200"' in page
    sheet = Client().get("/style/clubcomp.css?scheme=dark&size=200").content.decode()
    assert "prefers-color-scheme" not in sheet
    assert "color-scheme: dark;" in sheet
    assert "(min-width: 96.0em)" in sheet
    assert "(min-width: 48em)" not in sheet


def test_a_sheet_that_is_none_of_the_style_page_is_not_given(settings):
    settings.IS_DEMO = True
    assert Client().get("/style/settings.css").status_code == 404
    usual = Client().get("/style/clubcomp.css?scheme=grey&size=1").content.decode()
    assert "prefers-color-scheme: dark" in usual
