"""Pictures of pages for `docs/`, and of its manual: python -m tests.browser.pictures [folder].

The demo club on a fixed evening, so that two runs differ only where the pages do: the clock
stands still, except that whoever asks for the time finds it a little later.
"""

import itertools
import os
import sys
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from unittest import mock
from zoneinfo import ZoneInfo

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

import django

django.setup()

from django.db import connection  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from clubcomp.demo import blitz, club, keizer, knockout, season, swiss  # noqa: E402
from clubcomp.models import AttemptCount  # noqa: E402
from tests.browser.screens import CHROMIUM, DESKTOP, FLAGS, PHONE, TABLET, Screen, Screens  # noqa: E402
from tests.browser.site import TODAY, DemoSite  # noqa: E402

SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
BEGIN = datetime(TODAY.year, TODAY.month, TODAY.day, 19, 0, tzinfo=ZoneInfo("Europe/Amsterdam"))

#: Each picture: its name, who looks, the competition, the address in it, and the sizes.
TONIGHT, COMING = "evenings/3/lead/", "evenings/26/lead/"
PAGES = [
    ("evening", club.LEADER, blitz.SLUG, TONIGHT, "phone desktop"),
    ("attendance", club.LEADER, season.SLUG, f"{COMING}attendance/", "phone tablet desktop"),
    ("proposal", club.LEADER, season.SLUG, f"{COMING}pairing/", "phone desktop"),
    ("results", club.LEADER, blitz.SLUG, f"{TONIGHT}results/", "phone tablet desktop"),
    ("standings", None, season.SLUG, "standings/", "phone desktop"),
    ("why", None, blitz.SLUG, "evenings/3/games/4/boards/2/", "phone desktop"),
    ("player", None, season.SLUG, "players/p13/", "phone desktop"),
    ("tonight", club.MEMBER, blitz.SLUG, "tonight/", "phone desktop"),
    ("swiss-why", None, swiss.SLUG, "evenings/3/games/1/boards/4/", "phone"),
    ("swiss-standings", None, swiss.SLUG, "standings/", "phone desktop"),
    ("cross-table", None, swiss.SLUG, "cross-table/", "desktop"),
    ("hall", None, blitz.SLUG, "hall/", "desktop"),
]

#: The picture of each task of the manual: who looks, at what, and what stands at its top.
TASKS = {
    "set-up": (club.OWNER, "settings/", "h1"),
    "members": (club.LEADER, "members/paste/", "h1"),
    "competition": (club.LEADER, "competitions/new/", "h1"),
    "rules": (club.LEADER, f"{keizer.SLUG}/options/", "h1"),
    "evening": (club.LEADER, f"{blitz.SLUG}/{TONIGHT}", "h1"),
    "late": (club.LEADER, f"{season.SLUG}/{COMING}attendance/{season.LATER}/plan/", ".lead"),
    "swap": (club.LEADER, f"{season.SLUG}/{COMING}pairing/", "h1"),
    "correct": (club.LEADER, f"{blitz.SLUG}/evenings/2/lead/results/7/1/correct/", "h1"),
    "guests": (club.LEADER, f"{blitz.SLUG}/{TONIGHT}attendance/guest/", "h1"),
    "close": (club.LEADER, f"{blitz.SLUG}/{TONIGHT}close/", "h1"),
    "kinds": (club.LEADER, f"{knockout.SLUG}/standings/", "h1"),
    "season": (club.LEADER, f"{season.SLUG}/next-season/", "h1"),
    "successor": (club.OWNER, "people/", "#invite"),
    "files": (club.LEADER, f"{season.SLUG}/downloads/", "h1"),
    "players": (club.MEMBER, "me/", "h1"),
    "keeper": (club.OWNER, "../backups/", "h1"),
}
STRIP = {"width": 375, "height": 460}
#: The height of a strip that ends elsewhere: below the field that the task is about, and above
#: what is of the machine that takes the pictures.
HEIGHTS = {"late": 580, "keeper": 202}
#: What is ticked there first, as the task says.
TICKED = {"late": "[name=status][value=expected]"}


def ticking_clock():
    """A `timezone.now` that begins at `BEGIN` and goes on 12 s for each who asks."""
    asked = itertools.count()
    return lambda: BEGIN + timedelta(seconds=12 * next(asked))


def with_palette(png: bytes) -> bytes:
    """The same picture in at most 256 colours, a third of the size.

    Colours that few points have, as those of a crest, are among them.
    """
    image, file = Image.open(BytesIO(png)).convert("RGB"), BytesIO()
    few = image.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


def take(screens: Screens, site: DemoSite, folder: Path) -> None:
    """Every page at every size of its own, and the pictures of the manual."""
    seen_by: dict[str, Screen] = {}

    def screen_of(person: club.Person | None) -> Screen:
        email = person.email if person else ""
        if email not in seen_by:
            seen_by[email] = screens.new(site.url)
            if email:
                # The database counts attempts by its own clock, which does not stand still.
                AttemptCount.objects.all().delete()
                connection.close()
                seen_by[email].sign_in(email, club.password())
        return seen_by[email]

    for name, person, competition, address, sizes in PAGES:
        if name == "proposal":
            site.propose()
        screen = screen_of(person)
        for size in sizes.split():
            screen.page.set_viewport_size(SIZES[size])
            screen.open(f"/{club.SLUG}/{competition}/{address}")
            picture = folder / f"{name}-{size}.png"
            picture.write_bytes(with_palette(screen.page.screenshot()))
    for task, (person, address, top) in TASKS.items():
        screen = screen_of(person)
        screen.page.set_viewport_size(STRIP | {"height": HEIGHTS.get(task, STRIP["height"])})
        screen.open(f"/{club.SLUG}/{address}")
        if task in TICKED:
            screen.find(TICKED[task]).check()
        screen.find(top).first.evaluate("found => scrollTo(0, found.offsetTop - 4)")
        picture = folder / "manual" / "pictures" / f"{task}.png"
        picture.write_bytes(with_palette(screen.page.screenshot()))


def main(folder: Path) -> None:
    """Make a database for the occasion, take the pictures, and remove it."""
    (folder / "manual" / "pictures").mkdir(parents=True, exist_ok=True)
    setup_test_environment()
    own = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0)
    try:
        with (
            mock.patch("django.utils.timezone.now", ticking_clock()),
            DemoSite() as site,
            sync_playwright() as playwright,
            playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS) as browser,
            Screens(browser) as screens,
        ):
            take(screens, site, folder)
    finally:
        connection.creation.destroy_test_db(own, verbosity=0)


if __name__ == "__main__":
    main(Path(sys.argv[1] if sys.argv[1:] else "docs"))
