"""Every part of a page, on the page of the demo that shows them all."""

import pytest

from tests.browser.screens import PHONE, Screens
from tests.browser.test_pages import WIDTHS_OF_AXE, address, faults

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["nl-NL", "en-GB", "tr-TR", "de-DE"])
def test_every_part_is_sound_in_both_schemes_and_every_language(
    browser, demo, settings, scheme, language
):
    settings.IS_DEMO = True
    with Screens(browser) as screens:
        screen = screens.new(demo.url, PHONE, color_scheme=scheme, locale=language)
        screen.open(address(demo, "style", {}))
        axe_at = WIDTHS_OF_AXE if language == "nl-NL" else ()
        assert faults(screen, axe_at=axe_at) + screens.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_parts_are_sound_in_the_scheme_and_the_size_that_the_address_asks(
    browser, demo, settings, scheme
):
    """The browser is set to the other scheme."""
    settings.IS_DEMO = True
    with Screens(browser) as screens:
        other = "light" if scheme == "dark" else "dark"
        screen = screens.new(demo.url, PHONE, color_scheme=other)
        screen.open(address(demo, "style", {}, f"?scheme={scheme}&size=200"))
        assert faults(screen) + screens.complaints == []
        ground = screen.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (ground == "rgb(255, 255, 255)") == (scheme == "light")
        size = screen.page.evaluate("getComputedStyle(document.documentElement).fontSize")
        assert size == "32px"
