"""The options of FIDE's Swiss system based on rating of 1998 as sentences."""

from django.utils.translation import gettext_lazy as _

from pairing.sentences.swiss_options import CLASSIC_GROUPS

DESCRIPTION = _(
    "FIDE’s edition of 1998, which the Turkish federation translated: as the KNSB’s of 1996, but"
    " nobody who had points without playing gets the bye, and colours in round 1 go by pairing"
    " number."
)

PLACE = 6

GROUPS = CLASSIC_GROUPS
