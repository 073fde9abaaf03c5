"""What does the system on resistance points call its articles, refuse and warn about?"""

from django.utils.translation import gettext_lazy as _

from pairing.sentences.option_words import Group, Option
from pairing.sentences.swiss import BY_HAND, NO_ROUND_LEFT, ROUNDS, TIE_BREAKS, no_pairing
from pairing.sentences.words import Table

NAME = _("Swiss by resistance points (KNSB)")


FAILURES: Table = {
    "no_round_left": NO_ROUND_LEFT,
    "nobody_present": _("Nobody is there. Tick who is, then pair."),
    "no_pairing": no_pairing(
        _(
            "The %(count)d players who are left cannot all be paired without somebody meeting an "
            "earlier opponent or having a second free point."
        )
    ),
}

PROBLEMS: Table = BY_HAND


# The options, as sentences ---------------------------------------------------------------------

DESCRIPTION = _(
    "For a competition of a fixed number of rounds in which nobody meets twice and ratings do not "
    "count. Players with as many points meet, the one whose opponents scored most against the one "
    "whose opponents scored least. Go clubs use it."
)

PLACE = 4

GROUPS = (
    Group(_("Rounds"), "", {"rounds": ROUNDS}),
    Group(
        _("The first round"),
        "5",
        {
            "first_round": Option(
                _("the first round"),
                _("In the first round %(field)s"),
                words={
                    "5.1": _("the highest number plays the lowest, the others inwards"),
                    "5.2": _("numbers 1 and 2 play, 3 and 4, and so on"),
                },
            ),
            "initial_colour": Option(
                _("the colour of the first named"),
                _("The first named of each pair of the first round has %(field)s"),
                words={"black": _("Black"), "white": _("White")},
            ),
        },
    ),
    Group(_("Equal points"), "7.5", {"tie_breaks": TIE_BREAKS}),
)
