"""The demo for strangers, on a phone: one leads an evening in a copy; another sees none of it."""

import re
from urllib.parse import urlsplit

import pytest
from django.test import override_settings
from playwright.sync_api import expect

from clubcomp.settings import MIDDLEWARE
from tests.browser.screens import PHONE, Screens
from tests.browser.site import DemoSite

pytestmark = pytest.mark.django_db

KEPT, PUBLIC = "clubcomp.record.kept_pages.KeptPages", "clubcomp.demo.public.PublicDemo"
STEPS = "/{}/intern/evenings/{}/lead/{}/"


@pytest.fixture(scope="module")
def public(django_db_setup, django_db_blocker):
    """The demo as `serve --demo --public` has it."""
    middleware = [*(one for one in MIDDLEWARE if one != KEPT), PUBLIC]
    mode = override_settings(IS_DEMO=True, IS_PUBLIC_DEMO=True, MIDDLEWARE=middleware)
    with django_db_blocker.unblock(), mode, DemoSite() as site:
        yield site


def path(screen):
    """Where a device is."""
    return urlsplit(screen.page.url).path


def test_a_stranger_leads_an_evening_that_nobody_else_sees(public, browser):
    with Screens(browser) as screens:
        phone, other = (screens.new(public.url, PHONE) for _ in range(2))
        phone.open("/")
        phone.press()
        slug = re.fullmatch(r"/([0-9a-f]{32})/intern/evening.*", path(phone))[1]
        evening = re.search(r"/evenings/(\d+)/lead/", path(phone))[1]
        phone.open(STEPS.format(slug, evening, "attendance"))
        here = phone.find(".sheet > li button.row[aria-pressed='true']")
        count = here.count()
        phone.find(".sheet > li button.row[aria-pressed='false']").first.click()
        expect(here).to_have_count(count + 1)
        phone.press()  # pair
        expect(phone.find(".proposal")).to_be_visible()
        phone.press()  # publish
        phone.tap(1, "1-0")
        wide = phone.page.evaluate("document.documentElement.scrollWidth")
        assert wide == PHONE["width"]
        # A second browser finds neither the club nor a way to it.
        for address in (f"/{slug}/", path(phone), STEPS.format(slug, evening, "results")):
            answer = other.page.goto(public.url + address)
            assert answer.status == 404, address
        other.open("/")
        assert slug not in other.page.content()
        other.press()
        own = re.match(r"/([0-9a-f]{32})/", path(other))[1]
        assert own != slug
        other.open(f"/{own}/intern/tonight/")
        assert other.find(".results [aria-pressed='true']").count() == 0
        # And the first goes on in the same copy.
        phone.open("/")
        phone.press()
        assert path(phone).startswith(f"/{slug}/")
        phone.open(STEPS.format(slug, evening, "results"))
        expect(phone.find("#board-1 button[value='1-0']")).to_have_attribute("aria-pressed", "true")
        assert [said for said in screens.complaints if "404" not in said] == []
