"""What does the FIDE (Dutch) system call its articles and options, refuse and warn about?"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairing.sentences import knsb_rating
from pairing.sentences.option_words import Group, Option
from pairing.sentences.swiss import BYE, INITIAL_COLOUR, ROUNDS, TIE_BREAKS

NAME = _("FIDE (Dutch) system 2026")

ARTICLES = {
    "1.2": pgettext_lazy("title of an article", "the order"),
    "1.3": _("the group"),
    "1.4": _("floats"),
    "1.5": _("the bye"),
    "1.8": _("the last round"),
    "C1": _("never twice"),
    "C2": _("one bye at most"),
    "C3": _("absolute colour preferences"),
    "C4": _("the rest can be paired"),
    "C5": _("the bye to the lowest points"),
    "C6": _("the pairs, and who is left over"),
    "C7": _("the points of who is left over"),
    "C8": _("what the next group can do"),
    "C9": _("the games missed by who has the bye"),
    "C10": _("topscorers: one colour too often"),
    "C11": _("topscorers: one colour three times in a row"),
    "C12": _("the colour preferred"),
    "C13": _("strong colour preferences"),
    "C14": _("a downfloat as in the last round"),
    "C15": _("an upfloat as in the last round"),
    "C16": _("a downfloat as two rounds ago"),
    "C17": _("an upfloat as two rounds ago"),
    "C18": _("the difference after a downfloat in the last round"),
    "C19": _("the difference after an upfloat in the last round"),
    "C20": _("the difference after a downfloat two rounds ago"),
    "C21": _("the difference after an upfloat two rounds ago"),
    "3.2": _("the halves"),
    "3.3": _("first against first"),
    "3.8": _("the best candidate"),
    "4.2": _("transposition"),
    "4.3": _("exchange"),
    "4.4": _("who of those moved down"),
    "5.2": _("colours"),
    "5.2.1": _("both preferences"),
    "5.2.2": _("the stronger preference"),
    "5.2.3": _("the last time their colours differed"),
    "5.2.4": _("the higher ranked"),
    "5.2.5": _("the lot"),
    "G1": _("board order"),
    "G2": _("who is not there"),
    "G4": _("games that are not finished"),
    "G5": _("made by hand"),
    "G6": _("acceleration"),
    "G7": _("equal points"),
}

FAILURES, PROBLEMS = knsb_rating.FAILURES, knsb_rating.PROBLEMS


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
    Group(_("Equal points"), "", {"tie_breaks": TIE_BREAKS}),
)
