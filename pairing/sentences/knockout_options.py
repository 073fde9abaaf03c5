"""The options of the cup as sentences."""

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from pairing.sentences.berger_options import AWAY
from pairing.sentences.option_words import Group, Option

DESCRIPTION = _(
    "For a cup of up to 512 players: who wins goes on, who loses is out, or has a second chance in "
    "the plate. The bracket is drawn by lot or follows the ratings; draws are played again, rapid, "
    "then blitz."
)

PLACE = 8

GROUPS = (
    Group(
        _("Numbers"),
        "1.1",
        {
            "numbers": Option(
                _("where the numbers come from"),
                _("The places in the bracket are given %(field)s"),
                words={
                    "lot": _("by lot"),
                    "rating": _("by rating, the highest first"),
                    "list": _("by the start list, as the leader has it"),
                },
            ),
            "seeds": Option(
                _("how many are seeded"),
                _("Of a draw by lot so many are seeded by rating, and meet late: %(field)s"),
            ),
        },
    ),
    Group(
        _("A tie"),
        "3.1",
        {
            "games": Option(
                _("games of a tie"),
                _("Two who meet play %(field)s"),
                words={1: _("one game"), 2: _("two games, one with each colour")},
            ),
            "replays": Option(
                _("games that are played again"),
                _("Level: so many more games as the first: %(field)s"),
            ),
            "rapid": Option(
                _("rapid games that decide"),
                _("Still level: so many rapid games: %(field)s"),
            ),
            "blitz": Option(
                _("blitz games that decide"),
                _("Still level: so many blitz games: %(field)s"),
            ),
            "still_level": Option(
                _("what decides at last"),
                _("And if that is level too, %(field)s"),
                words={
                    "black": _("who had Black in the last game goes on"),
                    "lot": _("lots are drawn at the board"),
                },
            ),
        },
    ),
    replace(AWAY, article="3.4"),
    Group(
        _("Beside the cup"),
        "4.1",
        {
            "third_place": Option(
                _("place three"),
                _("Who lost a semi-final %(field)s"),
                words={True: _("plays for place three"), False: _("is out")},
            ),
            "plate": Option(
                _("the second chance"),
                _("Who loses the first tie %(field)s"),
                words={True: _("goes on in the plate"), False: _("is out of the cup")},
            ),
        },
    ),
)
