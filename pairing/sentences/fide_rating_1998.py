"""The sentences that only FIDE's edition of 1998 has."""

from django.utils.translation import gettext_lazy as _

from pairing.sentences import knsb_rating_1996

NAME = _("Swiss by rating 1998 (FIDE)")

DESCRIPTION = _(
    "FIDE’s edition of 1998, which the Turkish federation translated: as the KNSB’s of 1996, but"
    " nobody who had points without playing gets the bye, and colours in round 1 go by pairing"
    " number."
)

PLACE = 6

FAILURES, PROBLEMS = knsb_rating_1996.FAILURES, knsb_rating_1996.PROBLEMS
GROUPS = knsb_rating_1996.GROUPS
