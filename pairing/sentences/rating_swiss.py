"""What do both older editions of "on rating" call their articles and chapters, and warn about?"""

from django.utils.translation import gettext_lazy as _

from pairing.sentences import knsb_rating
from pairing.sentences.option_words import Group
from pairing.sentences.swiss import INITIAL_COLOUR, ROUNDS, TIE_BREAKS
from pairing.sentences.words import Table

#: The articles that both editions number alike.
ARTICLES = knsb_rating.SHARED | {"A2": _("the order"), "A7": _("the last round")}

FAILURES = knsb_rating.FAILURES

PROBLEMS: Table = {
    **knsb_rating.PROBLEMS,
    "no_colours": _("No colours are possible for %(white)s and %(black)s together."),
}

GROUPS = (
    Group(_("Rounds"), "A7", {"rounds": ROUNDS}),
    Group(_("The lot"), "E", {"initial_colour": INITIAL_COLOUR}),
    Group(_("Equal points"), "F10", {"tie_breaks": TIE_BREAKS}),
)
