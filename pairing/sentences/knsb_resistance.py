"""What does the system on resistance points call its articles, refuse and warn about?"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.sentences.swiss import (
    BY_HAND,
    no_round_left,
    two,
    who_is_left,
)
from pairing.sentences.too_hard import too_hard
from pairing.sentences.words import Facts, Table, Words

NAME = gettext_lazy("Swiss by resistance points (KNSB)")

ARTICLES = {
    "2.1": gettext_lazy("the order"),
    "3.1": gettext_lazy("never twice"),
    "3.2": gettext_lazy("one free point at most"),
    "3.3": gettext_lazy("the nearest in points"),
    "4": gettext_lazy("made by hand"),
    "4.1": gettext_lazy("from the top down"),
    "4.3": gettext_lazy("how many are left over"),
    "4.4a": gettext_lazy("who was left over before goes first"),
    "4.4b": gettext_lazy("nobody is left over twice without need"),
    "4.4c": gettext_lazy("the most resistance points"),
    "4.4d": gettext_lazy("the highest Sonneborn-Berger"),
    "4.4e": gettext_lazy("the lowest lot number"),
    "4.5": gettext_lazy("the opponent"),
    "4.8": gettext_lazy("going back"),
    "5": gettext_lazy("the rounds"),
    "5.1": gettext_lazy("the first round"),
    "5.2": gettext_lazy("the first round"),
    "5.3": gettext_lazy("the first named has black"),
    "6.1a": gettext_lazy("the colour balance"),
    "6.1b": gettext_lazy("the last time their colours differed"),
    "6.1c": gettext_lazy("the balance of the higher ranked"),
    "6.1d": gettext_lazy("the higher ranked changes colour"),
    "7.1": gettext_lazy("the bye"),
}


def _no_pairing(f: Facts, w: Words) -> str:
    said = _(
        "The %(count)d players who are left cannot all be paired without somebody meeting an "
        "earlier opponent or having a second free point."
    ) % {"count": len(f["players"])}
    return said + " " + who_is_left(f, w)


FAILURES: Table = {
    "no_round_left": no_round_left,
    "nobody_present": lambda f, w: _("Nobody is there. Tick who is, then pair."),
    "no_pairing": _no_pairing,
    "too_hard": too_hard,
}

PROBLEMS: Table = {
    "met_before": lambda f, w: _("%(white)s and %(black)s have met before.") % two(f, w),
    "second_bye": lambda f, w: (
        _("%(player)s has had points without playing before.") % {"player": w.name(f["player"])}
    ),
    "score_difference": BY_HAND["score_difference"],
}
