"""The options of the KNSB's Swiss system on rating as sentences."""

from django.utils.translation import gettext_lazy as _

from pairing.sentences.option_words import Group
from pairing.sentences.swiss_options import BYE, INITIAL_COLOUR, ROUNDS, TIE_BREAKS

DESCRIPTION = _(
    "For a competition of a fixed number of rounds in which nobody meets twice. Players with as"
    " many points meet, the upper half of them by rating against the lower half. The later edition"
    " of the regulation, equal to FIDE’s Dutch System of 2012."
)

PLACE = 2

GROUPS = (
    Group(_("Rounds"), "A10", {"rounds": ROUNDS}),
    Group(_("The bye"), "A5", {"bye": BYE}),
    Group(_("The lot"), "A7", {"initial_colour": INITIAL_COLOUR}),
    Group(_("Equal points"), "", {"tie_breaks": TIE_BREAKS}),
)
