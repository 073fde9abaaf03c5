"""What does the system on resistance points call its articles, refuse and warn about?"""

from django.utils.translation import gettext_lazy as _

from pairing.sentences.swiss import BY_HAND, NO_ROUND_LEFT, no_pairing
from pairing.sentences.too_hard import too_hard
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
    "too_hard": too_hard,
}

PROBLEMS: Table = BY_HAND
