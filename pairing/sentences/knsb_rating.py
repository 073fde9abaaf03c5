"""What does the KNSB's Swiss system on rating call its articles, refuse and warn about?"""

from django.utils.translation import gettext_lazy as _

from pairing.sentences.option_words import Group
from pairing.sentences.swiss import (
    BY_HAND,
    BYE,
    BYES_ON_REQUEST,
    INITIAL_COLOUR,
    NO_ROUND_LEFT,
    ROUNDS,
    TIE_BREAKS,
    no_pairing,
)
from pairing.sentences.words import Table

NAME = _("Swiss by rating (KNSB)")


FAILURES: Table = {
    "no_round_left": NO_ROUND_LEFT,
    "too_few": _("Fewer than two players are there. Tick who is, then pair."),
    "no_pairing": no_pairing(
        _(
            "The %(count)d players who are left cannot all be paired without somebody meeting an "
            "earlier opponent or getting one colour too often."
        )
    ),
}


PROBLEMS: Table = {
    "same_absolute": _("%(white)s and %(black)s must both have %(colour)s."),
    **BY_HAND,
}


# The options, as sentences ---------------------------------------------------------------------

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
    Group(_("Byes on request"), "", BYES_ON_REQUEST),
    Group(_("Equal points"), "", {"tie_breaks": TIE_BREAKS}),
)
