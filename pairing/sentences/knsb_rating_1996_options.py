"""The options of the KNSB's Swiss system on rating of 1996 as sentences."""

from django.utils.translation import gettext_lazy as _

from pairing.sentences.swiss_options import CLASSIC_GROUPS

DESCRIPTION = _(
    "The KNSB’s edition of 1996, for who still plays by it: as the later edition, with older rules"
    " for colours, for floats and for who may have the bye."
)

PLACE = 5

GROUPS = CLASSIC_GROUPS
