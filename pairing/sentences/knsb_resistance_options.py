"""The options of the KNSB's Swiss system on resistance points as sentences."""

from django.utils.translation import gettext_lazy

from pairing.sentences.option_words import Group, Option
from pairing.sentences.swiss_options import ROUNDS, TIE_BREAKS

DESCRIPTION = gettext_lazy(
    "For a competition of a fixed number of rounds in which nobody meets twice and ratings do not "
    "count. Players with as many points meet, the one whose opponents scored most against the one "
    "whose opponents scored least. Go clubs use it."
)

PLACE = 3

GROUPS = (
    Group(gettext_lazy("Rounds"), "", {"rounds": ROUNDS}),
    Group(
        gettext_lazy("The first round"),
        "5",
        {
            "first_round": Option(
                gettext_lazy("the first round"),
                gettext_lazy("In the first round %(field)s"),
                words={
                    "5.1": gettext_lazy("the highest number plays the lowest, the others inwards"),
                    "5.2": gettext_lazy("numbers 1 and 2 play, 3 and 4, and so on"),
                },
            ),
            "initial_colour": Option(
                gettext_lazy("the colour of the first named"),
                gettext_lazy("The first named of each pair of the first round has %(field)s"),
                words={"black": gettext_lazy("Black"), "white": gettext_lazy("White")},
            ),
        },
    ),
    Group(gettext_lazy("Equal points"), "7.5", {"tie_breaks": TIE_BREAKS}),
)
