"""The sentences of the KNSB's edition of 1996: what it has of its own."""

from django.utils.translation import gettext_lazy as _

from pairing.sentences import rating_swiss as both

NAME = _("Swiss by rating 1996 (KNSB)")

ARTICLES = both.ARTICLES | {
    "C9": _("a downfloat as two rounds ago"),
    "C10": _("a downfloat as in the last round"),
    "C11": _("repeated upfloats"),
    "C12": _("one more colour denied"),
    "C13": _("opening the bracket above"),
    "C14": _("the last bracket"),
    "C15": _("fewer pairs"),
}

DESCRIPTION = _(
    "The KNSB’s edition of 1996, for who still plays by it: as the later edition, with older rules"
    " for colours, for floats and for who may have the bye."
)

PLACE = 5

FAILURES, PROBLEMS, GROUPS = both.FAILURES, both.PROBLEMS, both.GROUPS
