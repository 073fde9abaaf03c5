"""The sentences that only the KNSB's edition of 1996 has."""

from django.utils.translation import gettext_lazy as _

from pairing.sentences import knsb_rating
from pairing.sentences.option_words import Group
from pairing.sentences.swiss import BYES_ON_REQUEST, INITIAL_COLOUR, ROUNDS, TIE_BREAKS
from pairing.sentences.words import Table

NAME = _("Swiss by rating 1996 (KNSB)")

DESCRIPTION = _(
    "The KNSB’s edition of 1996, for who still plays by it: as the later edition, with older rules"
    " for colours, for floats and for who may have the bye."
)

PLACE = 5

FAILURES = knsb_rating.FAILURES

PROBLEMS: Table = {
    **knsb_rating.PROBLEMS,
    "no_colours": _("No colours are possible for %(white)s and %(black)s together."),
}

GROUPS = (
    Group(_("Rounds"), "A7", {"rounds": ROUNDS}),
    Group(_("The lot"), "E", {"initial_colour": INITIAL_COLOUR}),
    Group(_("Byes on request"), "", BYES_ON_REQUEST),
    Group(_("Equal points"), "F10", {"tie_breaks": TIE_BREAKS}),
)
