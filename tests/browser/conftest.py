"""What the browser tests share: which Chromium, which site, and that no page complains.

Without a Chromium on PATH they are skipped and say so; in CI (CI=true) that is an error.
"""

import os
from pathlib import Path

import pytest

from tests.browser.screens import CHROMIUM, FLAGS, Screens
from tests.browser.site import DemoSite

HERE = Path(__file__).parent
MISSING = "no Chromium on PATH (chromium, chromium-browser or google-chrome)"


def pytest_collection_modifyitems(items):
    """Every test here is a browser test; without a browser it cannot be run."""
    mine = [item for item in items if HERE in item.path.parents]
    if mine and not CHROMIUM and os.environ.get("CI"):
        raise pytest.UsageError(f"In CI the browser tests must run: {MISSING}.")
    for item in mine:
        item.add_marker(pytest.mark.browser)
        if not CHROMIUM:
            item.add_marker(pytest.mark.skip(reason=MISSING))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """The Chromium of the machine, also as root and without a graphics card."""
    return browser_type_launch_args | {"executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture
def screens(browser):
    """Devices to open the site on; in the end none of their pages may have complained."""
    with Screens(browser) as screens:
        yield screens
    assert screens.complaints == []


@pytest.fixture(scope="module")
def demo(django_db_setup, django_db_blocker):
    """The demo club on the program that serves it in production; these tests only look at it."""
    with django_db_blocker.unblock(), DemoSite() as site:
        site.propose()
        yield site
