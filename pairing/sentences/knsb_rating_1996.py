"""The sentences of the KNSB's edition of 1996: the titles of its own articles."""

from django.utils.translation import gettext_lazy as _

from pairing.sentences import rating_swiss
from pairing.sentences.rating_swiss import (
    FAILURES,
    PROBLEMS,
)

__all__ = ["ARTICLES", "FAILURES", "NAME", "PROBLEMS"]

NAME = _("Swiss by rating 1996 (KNSB)")

ARTICLES = rating_swiss.ARTICLES | {
    "C9": _("a downfloat as two rounds ago"),
    "C10": _("a downfloat as in the last round"),
    "C11": _("repeated upfloats"),
    "C12": _("one more colour denied"),
    "C13": _("opening the bracket above"),
    "C14": _("the last bracket"),
    "C15": _("fewer pairs"),
}
