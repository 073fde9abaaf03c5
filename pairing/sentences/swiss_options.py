"""The options that the Swiss systems share, as sentences."""

from django.utils.translation import gettext_lazy

from pairing.sentences.option_words import Group, Option

ROUNDS = Option(
    gettext_lazy("number of rounds"),
    gettext_lazy("The competition has %(field)s rounds."),
)

BYE = Option(
    gettext_lazy("points for a bye"),
    gettext_lazy("Who is left without an opponent gets %(field)s"),
    words={
        1: gettext_lazy("a whole point"),
        "1/2": gettext_lazy("half a point"),
        0: gettext_lazy("no point"),
    },
)

INITIAL_COLOUR = Option(
    gettext_lazy("the lot for the colours"),
    gettext_lazy("In the first round the first of the start list has %(field)s"),
    words={"white": gettext_lazy("White"), "black": gettext_lazy("Black")},
)

TIE_BREAKS = Option(
    gettext_lazy("tie-breaks"),
    gettext_lazy("Who have equal points are ordered by, first to last: %(field)s"),
    words={
        "resistance_points": gettext_lazy("resistance points (Buchholz)"),
        "resistance_points_cut_1": gettext_lazy("resistance points without the lowest"),
        "resistance_points_median": gettext_lazy("resistance points without highest and lowest"),
        "sonneborn_berger": gettext_lazy("Sonneborn-Berger"),
        "direct_encounter": gettext_lazy("the result between them"),
        "first_place_encounter": gettext_lazy("for the first place the result between them"),
        "wins": gettext_lazy("games won"),
        "black_games": gettext_lazy("games with Black"),
        "average_rating": gettext_lazy("average rating of the opponents"),
        "performance": gettext_lazy("performance rating"),
        "progressive": gettext_lazy("progressive score"),
        "lot": gettext_lazy("the lot: the lower start number"),
    },
    empty=gettext_lazy("nothing: the lower start number stands first"),
)

#: The chapters of both classic editions on rating.
CLASSIC_GROUPS = (
    Group(gettext_lazy("Rounds"), "A7", {"rounds": ROUNDS}),
    Group(gettext_lazy("The lot"), "E", {"initial_colour": INITIAL_COLOUR}),
    Group(gettext_lazy("Equal points"), "F10", {"tie_breaks": TIE_BREAKS}),
)
