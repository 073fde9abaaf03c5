"""A page of ours in a frame on another site: shown where the club lists it, and nowhere else."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.db import connections
from django.db.models import F

from clubcomp.demo import club, season
from clubcomp.flow.clubs import change_club
from clubcomp.models import Club, Competition

pytestmark = pytest.mark.django_db


class ClubsOwnSite:
    """Another site, with a page that has one frame."""

    def __init__(self, address: str):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(f'<h1>Welkom</h1><iframe src="{address}"></iframe>'.encode())

            def log_message(self, *_):
                """Nothing is written down."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture(scope="module")
def sites(demo, django_db_blocker):
    """Two other sites; the club lists the first one."""
    frame = f"{demo.url}/{club.SLUG}/{season.SLUG}/standings/?embed=1"
    both = ClubsOwnSite(frame), ClubsOwnSite(frame)
    with django_db_blocker.unblock():
        ours = Club.objects.get(pk=demo.club.pk)
        listed = {"name": ours.name, "slug": ours.slug, "country": ours.country}
        change_club(ours, **listed, embed_sites=both[0].url, by=None)
    yield both
    for site in both:
        site.server.shutdown()


def test_the_listed_site_shows_it_and_its_links_lead_out_of_the_frame(demo, sites, browser):
    page = browser.new_page()
    page.goto(sites[0].url)
    frame = page.frame_locator("iframe")
    assert frame.locator("table.standings tbody tr").count() > 20
    assert frame.locator("nav, form").count() == 0
    assert page.context.cookies() == []
    frame.locator("table.standings a").first.click()
    page.wait_for_url(f"{demo.url}/**")
    assert page.locator("iframe").count() == 0
    page.close()


def something_changes(competition):
    """In a thread, so that the site sees it: this test's own connection keeps it to itself."""
    Competition.objects.filter(pk=competition.pk).update(version=F("version") + 1)
    connections.close_all()


def test_what_is_new_comes_into_the_frame_without_loading_it_again(demo, sites, browser):
    page = browser.new_page()
    page.goto(sites[0].url)
    frame = page.frame_locator("iframe")
    asks = frame.locator("#poll").get_attribute("hx-get")
    link = frame.locator("table.standings a").nth(3)
    link.focus()
    link.evaluate("() => { document.body.dataset.first = 'yes' }")
    elsewhere = threading.Thread(target=something_changes, args=[demo.season])
    elsewhere.start()
    elsewhere.join()
    frame.locator(f"#poll:not([hx-get='{asks}'])").wait_for(state="attached")
    assert frame.locator("body[data-first=yes]").count() == 1
    assert link.evaluate("link => link === document.activeElement")
    page.close()


def test_without_script_a_frame_says_of_when_it_is(demo, sites, browser):
    page = browser.new_page(java_script_enabled=False, locale="en-GB")
    page.goto(sites[0].url)
    said = page.frames[1].locator("main").inner_text()
    assert "As of " in said
    assert "keeps itself up to date" not in said
    page.close()


def test_another_site_does_not(sites, browser):
    page = browser.new_page()
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(sites[1].url)
    assert page.frame_locator("iframe").locator("table").count() == 0
    assert any("frame-ancestors" in text for text in said)
    page.close()
