"""What does the FIDE (Dutch) system call its articles and options, refuse and warn about?"""

from django.utils.translation import gettext_lazy as _

from pairing.sentences import knsb_rating
from pairing.sentences.option_words import Group, Option
from pairing.sentences.swiss import BYE, BYES_ON_REQUEST, INITIAL_COLOUR, ROUNDS, TIE_BREAKS
from pairing.sentences.words import Table

NAME = _("FIDE (Dutch) system 2026")

FAILURES = knsb_rating.FAILURES
PROBLEMS: Table = {
    **knsb_rating.PROBLEMS,
    "virtual_difference": _(
        "With virtual points %(down)s has %(down_score)s and %(up)s %(up_score)s: the difference "
        "should be as small as possible."
    ),
}


# The options, as sentences ---------------------------------------------------------------------

DESCRIPTION = _(
    "FIDE’s own Swiss system in force since February 2026: for opens and rated tournaments of a"
    " fixed number of rounds in which nobody meets twice. Players with as many points meet, the"
    " upper half of them against the lower half."
)

PLACE = 3

ACCELERATION = Option(
    _("acceleration"),
    _("In the first rounds the upper half of the start list has %(field)s"),
    words={
        "none": _("no extra points"),
        "baku": _("virtual points for the pairing (Baku acceleration)"),
    },
)

GROUPS = (
    Group(_("Rounds"), "1.8", {"rounds": ROUNDS}),
    Group(_("The bye"), "1.5", {"bye": BYE}),
    Group(_("The lot"), "5.2.5", {"initial_colour": INITIAL_COLOUR}),
    Group(_("Acceleration"), "G6", {"acceleration": ACCELERATION}),
    Group(_("Byes on request"), "", BYES_ON_REQUEST),
    Group(_("Equal points"), "", {"tie_breaks": TIE_BREAKS}),
)
