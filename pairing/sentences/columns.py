"""Which numbers does a standing have, in which order, and what stands over them?"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairing.core.system import Abilities

#: Where a column can stand: on a page, on a page as a line of text, on paper, in a file for a
#: spreadsheet, in a terminal.
PAGE, LINE, PRINT, FILE, TERMINAL = MEDIA = ("page", "line", "print", "file", "terminal")


@dataclass(frozen=True)
class Column:
    """A column of the standing: everything that shows a standing reads it from here.

    `key` names it in files; `head` is its name, `short` what is seen instead over its numbers and
    `sign` what is over them in a terminal. `kind` says how its cells are drawn, `width` from which
    width of a screen ("wide", "widest") they are. `is_alone`: a page has no room for it beside
    tie-breaks. `needs`: whether a system with these abilities has it; None: every one has.
    """

    key: str
    head: Any
    value: Callable[[Any], Any]
    media: tuple[str, ...] = MEDIA
    short: Any = ""
    sign: Any = ""
    kind: str = "number"
    width: str = ""
    is_alone: bool = False
    needs: Callable[[Abilities], bool] | None = None


def _number(key: str, head: Any, *media: str, **rest: Any) -> Column:
    """A number that is a field of the row, with the same key."""
    return Column(key, head, attrgetter(key), media or MEDIA, **rest)


#: The numbers of a row; where it is read from left to right the points stand at its end.
NUMBERS = (
    _number("points", _("Points"), PAGE, PRINT, FILE, TERMINAL, sign=_("Points"), kind="points"),
    Column(
        "points_decimal",
        _("Points as a decimal number"),
        attrgetter("points"),
        (FILE,),
        kind="decimal",
    ),
    _number(
        "value_number",
        _("Value"),
        sign=_("Value number"),
        width="wide",
        needs=attrgetter("has_value_numbers"),
    ),
    _number("games", _("Games"), sign=_("Games"), width="wide", is_alone=True),
    *(
        # A page has the last results as marks instead.
        _number(key, head, LINE, PRINT, FILE, TERMINAL, short=short, sign=sign, is_alone=True)
        for key, head, short, sign in (
            ("wins", _("won"), pgettext_lazy("won", "W"), "+"),
            ("draws", _("drawn"), pgettext_lazy("drawn", "D"), "="),
            ("losses", _("lost"), pgettext_lazy("lost", "L"), "-"),
        )
    ),
    Column(
        "white_percent",
        pgettext_lazy("percentage of games", "White"),
        attrgetter("white_share"),
        (PAGE, LINE, FILE),
        kind="percent",
        width="widest",
        is_alone=True,
    ),
    _number("byes", pgettext_lazy("number of rounds", "Bye"), LINE, FILE),
    _number("external", _("Rounds elsewhere"), FILE),
    _number("missed", _("Games missed"), FILE),
    _number("credits_used", _("Credits used"), FILE),
    _number("credits_left", _("Credits left"), FILE),
)
