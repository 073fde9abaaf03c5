"""The devices people look at the site with: a tablet, a phone, a desktop, each signed in or not."""

import shutil
from typing import Any

from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page

from clubcomp.models import Evening, User
from tests.make import PASSWORD

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-breakpad",
    # Nobody looks: no graphics card, none in software either, and no process kept at hand.
    "--disable-gpu",
    "--disable-gpu-compositing",
    "--disable-software-rasterizer",
    "--in-process-gpu",
    "--num-raster-threads=1",
    "--disable-checker-imaging",
    "--disable-features=SpareRendererForSitePerProcess,PaintHolding,Translate,OptimizationHints",
]

PHONE = {"width": 375, "height": 812}
TABLET = {"width": 810, "height": 1080}
DESKTOP = {"width": 1280, "height": 900}

PRIMARY = ".primary:visible"
#: For what comes by itself: a page asks every four seconds, and a busy machine may be late.
BY_ITSELF = 20_000

#: Where the first one begins that is shown, in px from the top; how many are in sight whole
#: between the bars of a page that is led with one hand.
TOP = """selector => Math.min(...[...document.querySelectorAll(selector)]
    .map(one => one.getBoundingClientRect()).filter(box => box.height).map(box => box.top))"""
IN_SIGHT = """selector => {
    const bar = document.querySelector("h1").getBoundingClientRect().bottom
    const dock = document.querySelector(".dock").getBoundingClientRect().top
    return [...document.querySelectorAll(selector)].map(one => one.getBoundingClientRect())
        .filter(box => box.height && box.top >= bar && box.bottom <= dock).length
}"""


class Screen:
    """A page on one device, at the addresses of `site`."""

    def __init__(self, page: Page, site: str):
        self.page, self.site = page, site

    def open(self, address: str) -> None:
        """Go to an address of the site."""
        self.page.goto(self.site + address)

    def find(self, selector: str) -> Locator:
        """What the selector finds on the page."""
        return self.page.locator(selector)

    def sign_in(self, user: User | str, password: str = PASSWORD, *, then: str = "/") -> None:
        """Sign in by the form, and on to `then`."""
        self.open(f"/sign-in/?next={then}")
        self.find("#id_username").fill(user if isinstance(user, str) else user.email)
        self.find("#id_password").fill(password)
        self.press()

    def press(self, selector: str = PRIMARY) -> None:
        """Press what leads to another page; by default the one primary button."""
        with self.page.expect_navigation():
            self.find(selector).click()

    def tap(self, board: int, result: str) -> None:
        """Enter the result of a board; the row shows it before this returns."""
        row = self.find(f"#board-{board}")
        row.locator(f'button[value="{result}"]').click()
        row.locator(f'button[value="{result}"][aria-pressed="true"]:not(.unsent)').wait_for()


class Screens:
    """All devices of a test. `complaints`: what any page said on its console, or broke on."""

    def __init__(self, browser: Browser):
        self.browser = browser
        self.contexts: list[Any] = []
        self.complaints: list[str] = []

    def __enter__(self) -> "Screens":
        return self

    def __exit__(self, *_: object) -> None:
        for context in self.contexts:
            context.close()

    def new(self, site: str, size: dict[str, int] = TABLET, **settings: Any) -> Screen:
        """A device of its own: cookies of its own, and a page."""
        # What a service worker hands on counts with the size it was unpacked to.
        usual = {"locale": "nl-NL", "service_workers": "block"}
        context = self.browser.new_context(viewport=size, **usual | settings)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: self._complain(page, said.text, said.type == "error"))
        page.on("pageerror", lambda error: self._complain(page, str(error)))
        page.on("response", lambda answer: self._complain(page, answer.url, answer.status >= 500))
        return Screen(page, site)

    def _complain(self, page: Page, text: str, is_bad: bool = True) -> None:
        if is_bad:
            self.complaints.append(f"{page.url}: {text}")


def lead(name: str, evening: Evening, *arguments: object) -> str:
    """The address of a leader's page of an evening."""
    return of(name, evening, evening.serial, *arguments)


def of(name: str, evening: Evening, *arguments: object) -> str:
    """The address of a page of an evening's competition."""
    competition = evening.competition
    return reverse(name, args=[competition.club.slug, competition.slug, *arguments])
