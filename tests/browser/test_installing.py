"""The last pairing and standings without a connection: what is shown then, and what never."""

import pytest

from clubcomp.demo import blitz, club, season
from tests.browser.site import DemoSite

pytestmark = pytest.mark.django_db

TONIGHT = f"/{club.SLUG}/{blitz.SLUG}/tonight/"
STANDINGS = f"/{club.SLUG}/{season.SLUG}/standings/"
KEPT = """async () => {
  const urls = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) urls.push(new URL(url).pathname);
  }
  return urls.filter((path) => !path.startsWith("/static/"));
}"""


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker):
    """A site of its own, for it goes away in the middle."""
    with django_db_blocker.unblock(), DemoSite() as site:
        yield site


def gone():
    """The answer of a site that is not there any more."""
    raise ConnectionResetError


def see(page, site, address):
    """Go there, through the worker: the first page of a device may be older than it."""
    page.goto(site.url + address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    for _time in range(20):
        if page.evaluate("() => navigator.serviceWorker.controller !== null"):
            return
        page.wait_for_timeout(100)
        page.reload()
    raise AssertionError("no worker")


def until(page, said):
    """Wait until the page says so."""
    for _time in range(200):
        if page.evaluate(said):
            return
        page.wait_for_timeout(100)
    raise AssertionError(said)


def until_kept(page, *paths):
    """Wait until these pages are kept, and no others."""
    until(page, f"async () => String((await ({KEPT})()).sort()) === {','.join(sorted(paths))!r}")


def test_the_last_pairing_and_standings_are_shown_without_a_connection(site, browser):
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    see(page, site, f"/{club.SLUG}/")
    for address in (STANDINGS, TONIGHT, f"/{club.SLUG}/{season.SLUG}/players/"):
        see(page, site, address)
    until_kept(page, STANDINGS, TONIGHT)
    # Who leads sees pages that are kept nowhere; what is kept is what a stranger would see.
    leader = browser.new_context(locale="en-GB")
    led = leader.new_page()
    led.goto(f"{site.url}/sign-in/?next={TONIGHT}")
    led.fill("#id_username", club.LEADER.email)
    led.fill("#id_password", club.password())
    led.click("main button")
    led.wait_for_url(f"**{TONIGHT}")
    for address in (TONIGHT, f"/{club.SLUG}/{blitz.SLUG}/evenings/3/lead/", TONIGHT):
        see(led, site, address)
    until_kept(led, TONIGHT)
    text = led.evaluate(
        "async (path) => (await (await caches.open((await caches.keys())[0])).match(path)).text()",
        TONIGHT,
    )
    assert "Sign in" in text
    assert club.LEADER.name.split()[0] not in text.split("<main")[0]

    site.server.get_app = gone  # for connections that are open already
    site.server.shutdown()
    site.server.server_close()
    page.goto(site.url + TONIGHT)
    assert "no connection" in page.locator("main .note").first.inner_text().lower()
    assert page.locator("ol.boards > li").count() > 3
    # It has its stylesheet too.
    assert (
        page.evaluate("() => getComputedStyle(document.querySelector('ol.boards')).listStyleType")
        == "none"
    )
    page.goto(site.url + STANDINGS)
    assert page.locator("table.standings tbody tr").count() > 20
    page.goto(f"{site.url}/{club.SLUG}/")
    assert page.url.endswith(TONIGHT)
    with pytest.raises(Exception, match="ERR_"):
        page.goto(f"{site.url}/{club.SLUG}/{season.SLUG}/players/")
    with pytest.raises(Exception, match="ERR_"):
        led.goto(f"{site.url}/{club.SLUG}/{blitz.SLUG}/evenings/3/lead/")
    context.close()
    leader.close()
