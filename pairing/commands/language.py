"""In which language does a command write? That of the environment, unless it runs in a site."""

import os
import re
from functools import cache
from types import ModuleType

from pairing.installed import FILES

#: The language of the code, and for an environment whose language has no texts.
LANGUAGE = "en"
#: The variables that name the language of an environment, the strongest first.
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")

#: The languages with all texts, as the site offers them (clubcomp/settings.py).
OFFERED = ("nl", "en", "tr", "de")


def spoken() -> str:
    """The language that the environment asks for, where there are texts in it; else English."""
    locale = next((value for name in VARIABLES if (value := os.environ.get(name))), "")
    language = re.split(r"[_.@-]", locale)[0].lower()
    return language if language in OFFERED else LANGUAGE


@cache
def translation() -> ModuleType:
    """Django's translation, ready for use; outside a site with nothing except the texts.

    It takes longer to load than most rounds take to pair, so it is loaded with the first text.
    """
    from django.apps import apps
    from django.conf import settings
    from django.utils import translation

    if not settings.configured:
        settings.configure(LANGUAGE_CODE=spoken(), LOCALE_PATHS=[FILES / "locale"])
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
