"""The options that the Swiss systems share, as sentences."""

from django.utils.translation import gettext_lazy as _

from pairing.sentences.option_words import Group, Option

ROUNDS = Option(
    _("number of rounds"),
    _("The competition has %(field)s rounds."),
)

BYE = Option(
    _("points for a bye"),
    _("Who is left without an opponent gets %(field)s"),
    words={
        1: _("a whole point"),
        "1/2": _("half a point"),
        0: _("no point"),
    },
)

INITIAL_COLOUR = Option(
    _("the lot for the colours"),
    _("In the first round the first of the start list has %(field)s"),
    words={"white": _("White"), "black": _("Black")},
)

TIE_BREAKS = Option(
    _("tie-breaks"),
    _("Who have equal points are ordered by, first to last: %(field)s"),
    words={
        "resistance_points": _("resistance points (Buchholz)"),
        "resistance_points_cut_1": _("resistance points without the lowest"),
        "resistance_points_median": _("resistance points without highest and lowest"),
        "sonneborn_berger": _("Sonneborn-Berger"),
        "direct_encounter": _("the result between them"),
        "first_place_encounter": _("for the first place the result between them"),
        "wins": _("games won"),
        "black_games": _("games with Black"),
        "average_rating": _("average rating of the opponents"),
        "performance": _("performance rating"),
        "progressive": _("progressive score"),
        "lot": _("the lot: the lower start number"),
        "koya": _("points against who has half or more (Koya)"),
    },
    empty=_("nothing: the lower start number stands first"),
)

#: The chapters of both classic editions on rating.
CLASSIC_GROUPS = (
    Group(_("Rounds"), "A7", {"rounds": ROUNDS}),
    Group(_("The lot"), "E", {"initial_colour": INITIAL_COLOUR}),
    Group(_("Equal points"), "F10", {"tie_breaks": TIE_BREAKS}),
)
