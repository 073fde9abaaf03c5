"""The sentences of FIDE's edition of 1998: the titles of its own articles."""

from django.utils.translation import gettext_lazy as _

from pairing.sentences import rating_swiss
from pairing.sentences.rating_swiss import (
    FAILURES,
    PROBLEMS,
)

__all__ = ["ARTICLES", "FAILURES", "NAME", "PROBLEMS"]

NAME = _("Swiss by rating 1998 (FIDE)")

ARTICLES = rating_swiss.ARTICLES | {
    "C9": _("repeated downfloats"),
    "C10": _("repeated upfloats"),
    "C11": _("one more colour denied"),
    "C12": _("opening the bracket above"),
    "C13": _("the last bracket"),
    "C14": _("fewer pairs"),
    "E5": _("the lot"),
}
