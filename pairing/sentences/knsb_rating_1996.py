"""The sentences of the KNSB's edition of 1996: the titles of its own articles."""

from django.utils.translation import gettext_lazy

from pairing.sentences import rating_swiss
from pairing.sentences.rating_swiss import (
    FAILURES,
    PROBLEMS,
)

__all__ = ["ARTICLES", "FAILURES", "NAME", "PROBLEMS"]

NAME = gettext_lazy("Swiss by rating 1996 (KNSB)")

ARTICLES = rating_swiss.ARTICLES | {
    "C9": gettext_lazy("a downfloat as two rounds ago"),
    "C10": gettext_lazy("a downfloat as in the last round"),
    "C11": gettext_lazy("repeated upfloats"),
    "C12": gettext_lazy("one more colour denied"),
    "C13": gettext_lazy("opening the bracket above"),
    "C14": gettext_lazy("the last bracket"),
    "C15": gettext_lazy("fewer pairs"),
}
