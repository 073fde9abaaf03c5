"""In which language does a command write? The site's, unless it runs under other settings."""

from functools import cache
from types import ModuleType

from pairing.installed import FILES

LANGUAGE = "nl"


@cache
def translation() -> ModuleType:
    """Django's translation, ready for use: without a site, with nothing but the texts.

    It takes longer to load than most rounds take to pair, so it is loaded with the first text.
    """
    from django.apps import apps
    from django.conf import settings
    from django.utils import translation

    if not settings.configured:
        settings.configure(LANGUAGE_CODE=LANGUAGE, LOCALE_PATHS=[FILES / "locale"])
        apps.populate(())
    return translation


def gettext(text: str) -> str:
    """A text in the reader's language."""
    translated: str = translation().gettext(text)
    return translated


def ngettext(singular: str, plural: str, number: int) -> str:
    """A text with a number in the reader's language."""
    translated: str = translation().ngettext(singular, plural, number)
    return translated
