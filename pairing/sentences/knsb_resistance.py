"""What does the system on resistance points call its articles, refuse and warn about?"""

from django.utils.translation import gettext_lazy as _

from pairing.sentences.option_words import Group, Option
from pairing.sentences.swiss import BY_HAND, NO_ROUND_LEFT, ROUNDS, TIE_BREAKS, no_pairing
from pairing.sentences.words import Table

NAME = _("Swiss by resistance points (KNSB)")

ARTICLES = {
    "2.1": _("the order"),
    "3.1": _("never twice"),
    "3.2": _("one free point at most"),
    "3.3": _("the nearest in points"),
    "4": _("made by hand"),
    "4.1": _("from the top down"),
    "4.3": _("how many are left over"),
    "4.4a": _("who was left over before goes first"),
    "4.4b": _("nobody is left over twice without need"),
    "4.4c": _("the most resistance points"),
    "4.4d": _("the highest Sonneborn-Berger"),
    "4.4e": _("the lowest lot number"),
    "4.5": _("the opponent"),
    "4.8": _("going back"),
    "5": _("the rounds"),
    "5.1": _("the first round"),
    "5.2": _("the first round"),
    "5.3": _("the first named has black"),
    "6.1a": _("the colour balance"),
    "6.1b": _("the last time their colours differed"),
    "6.1c": _("the balance of the higher ranked"),
    "6.1d": _("the higher ranked changes colour"),
    "7.1": _("the bye"),
}


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
