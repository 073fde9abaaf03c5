"""What does a first visit to a public page weigh over the wire, and what may a page load?"""

import pytest

from clubcomp.demo import season
from tests.browser.screens import PHONE
from tests.browser.test_pages import PUBLIC, address, name_of

MOST = 60 * 1000  # bytes, headers included


@pytest.mark.parametrize("page", PUBLIC, ids=name_of)
def test_a_public_page_weighs_at_most_60_kb_on_a_first_visit(screens, demo, page):
    screen = screens.new(demo.url, PHONE)
    wire = screen.page.context.new_cdp_session(screen.page)
    loaded = []
    wire.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    wire.send("Network.enable")
    screen.page.goto(demo.url + address(demo, *page), wait_until="networkidle")
    assert len(loaded) >= 4
    assert sum(loaded) <= MOST


def test_a_page_may_load_nothing_from_elsewhere_and_run_no_inline_code(screens, demo):
    screen = screens.new(demo.url, PHONE)
    answer = screen.page.goto(demo.url + demo.address("standings", competition=season.SLUG))
    policy = answer.header_value("content-security-policy")
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert answer.header_value("content-encoding") in ("gzip", "br")
