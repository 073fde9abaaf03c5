"""Where may a line not be broken? Between a noun and its number: "game 4", "4. oyun"."""

import re
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

from django.utils.translation import get_language, gettext

BLANK, NO_BREAK = " ", "\u00a0"


def unbroken(text: str) -> str:
    """A text in which a round, an evening and a board stay on one line with their number.

    A catalogue says once how each is called; every sentence with such a name in it is found here.
    """
    return _numbered(get_language()).sub(_joined, text)


@lru_cache(maxsize=16)
def _numbered(_language: str | None) -> re.Pattern[str]:
    """The names with a number of a language."""
    names = (
        gettext("game %(number)s") % {"number": 0},
        gettext("round %(number)s") % {"number": 0},
        gettext("evening %(number)s") % {"number": 0},
        gettext("board %(board)s") % {"board": 0},
    )
    patterns = (re.escape(name).replace("0", r"\d+") for name in names)
    return re.compile(rf"\b(?:{'|'.join(patterns)})\b", re.IGNORECASE)


def _joined(name: re.Match[str]) -> str:
    return name[0].replace(BLANK, NO_BREAK)


def kept_together(word: Callable[..., Any]) -> Callable[..., Any]:
    """The same word for templates, unbroken; what is no plain text is left as it is."""

    @wraps(word)
    def written(*args: Any, **kwargs: Any) -> Any:
        said = word(*args, **kwargs)
        return unbroken(said) if type(said) is str else said

    return written
