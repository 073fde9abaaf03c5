"""The sentences of FIDE's edition of 1998: what it has of its own."""

from django.utils.translation import gettext_lazy as _

from pairing.sentences import rating_swiss as both

NAME = _("Swiss by rating 1998 (FIDE)")

ARTICLES = both.ARTICLES | {
    "C9": _("repeated downfloats"),
    "C10": _("repeated upfloats"),
    "C11": _("one more colour denied"),
    "C12": _("opening the bracket above"),
    "C13": _("the last bracket"),
    "C14": _("fewer pairs"),
    "E5": _("the lot"),
}

DESCRIPTION = _(
    "FIDE’s edition of 1998, which the Turkish federation translated: as the KNSB’s of 1996, but"
    " nobody who had points without playing gets the bye, and colours in round 1 go by pairing"
    " number."
)

PLACE = 6

FAILURES, PROBLEMS, GROUPS = both.FAILURES, both.PROBLEMS, both.GROUPS
