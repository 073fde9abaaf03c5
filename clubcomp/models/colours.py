"""Twelve colours that a club can have, each a pair: on paper, and in the dark.

Every one has a contrast of 4.5 to 1 on the ground on which it is used (tests/flow/test_nameplate.py
works it out); static/css/clubcomp.css has the same pairs.
"""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: The grounds, as static/css/clubcomp.css has them.
PAPER, DARK = "#ffffff", "#14161a"


class Colour(NamedTuple):
    """What it is called, and what it is on either ground."""

    label: Promise | str
    light: str
    dark: str


COLOURS: dict[str, Colour] = {
    "red": Colour(_("red"), "#b3261e", "#ff8a80"),
    "orange": Colour(_("orange"), "#a84300", "#ffab70"),
    "ochre": Colour(_("ochre"), "#856404", "#e6c35c"),
    "olive": Colour(_("olive"), "#5b6b00", "#c0d060"),
    "green": Colour(_("green"), "#1d6f33", "#7fd494"),
    "teal": Colour(_("teal"), "#006d6f", "#63d2d4"),
    "sky": Colour(_("sky blue"), "#00658a", "#7bcdf2"),
    "blue": Colour(_("blue"), "#1d4ed8", "#93b4ff"),
    "indigo": Colour(_("indigo"), "#4338ca", "#b3adff"),
    "purple": Colour(_("purple"), "#7c2d9c", "#dca6f2"),
    "rose": Colour(_("rose"), "#b0205f", "#ff9dc4"),
    "brown": Colour(_("brown"), "#7a4a2b", "#d9ab8b"),
}
