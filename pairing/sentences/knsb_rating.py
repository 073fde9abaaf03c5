"""What does the KNSB's Swiss system on rating call its articles, refuse and warn about?"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairing.sentences.option_words import Group
from pairing.sentences.swiss import (
    BY_HAND,
    BYE,
    INITIAL_COLOUR,
    NO_ROUND_LEFT,
    ROUNDS,
    TIE_BREAKS,
    no_pairing,
)
from pairing.sentences.words import Table

NAME = _("Swiss by rating (KNSB)")

#: The articles that all editions number and name alike.
SHARED = {
    "A3": _("the group"),
    "A4": _("floats"),
    "A5": _("the bye"),
    "A8": _("the least number of colours denied"),
    "B1": _("never twice, one bye at most"),
    "B2": _("absolute colour preferences"),
    "B3": _("the difference in score"),
    "B4": _("the colour preferred"),
    "B5": _("a float as in the last round"),
    "B6": _("a float as two rounds ago"),
    "C1": _("who has no possible opponent"),
    "C4": _("the halves"),
    "C6": _("the pairs, and who is left over"),
    "D1": _("transposition"),
    "D2": _("exchange"),
    "E": _("colours"),
    "E1": _("both preferences"),
    "E2": _("the stronger preference"),
    "E3": _("the last time their colours differed"),
    "E4": _("the higher ranked"),
    "F1": _("board order"),
    "F4": _("the first round"),
    "F5": _("who is not there"),
    "F6": _("made by hand"),
}

ARTICLES = SHARED | {
    "A2": pgettext_lazy("title of an article", "the order"),
    "A7d": _("strong preferences in an odd round"),
    "A10": _("the last round"),
    "B1a": _("never twice"),
    "B1b": _("one bye at most"),
    "C10a": _("an upfloat as two rounds ago"),
    "C10b": _("an upfloat as in the last round"),
    "C10c": _("a downfloat as two rounds ago"),
    "C10d": _("a downfloat as in the last round"),
    "C10e": _("one more colour denied"),
    "C10f": _("strong preferences in an odd round"),
    "C10g": _("absolute preferences of topscorers"),
    "C12": _("opening the bracket above"),
    "C13": _("the last bracket"),
    "C14a": _("fewer pairs"),
    "C14b": _("fewer of those moved down"),
    "D3": _("who of those moved down"),
    "E5": _("the lot"),
    "F9": _("games that are not finished"),
}


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
    Group(_("Equal points"), "", {"tie_breaks": TIE_BREAKS}),
)
