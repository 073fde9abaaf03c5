"""The sentences of FIDE's edition of 1998: the titles of its own articles."""

from django.utils.translation import gettext_lazy

from pairing.sentences import rating_swiss
from pairing.sentences.rating_swiss import (
    FAILURES,
    PROBLEMS,
)

__all__ = ["ARTICLES", "FAILURES", "NAME", "PROBLEMS"]

NAME = gettext_lazy("Swiss by rating 1998 (FIDE)")

ARTICLES = rating_swiss.ARTICLES | {
    "C9": gettext_lazy("repeated downfloats"),
    "C10": gettext_lazy("repeated upfloats"),
    "C11": gettext_lazy("one more colour denied"),
    "C12": gettext_lazy("opening the bracket above"),
    "C13": gettext_lazy("the last bracket"),
    "C14": gettext_lazy("fewer pairs"),
    "E5": gettext_lazy("the lot"),
}
