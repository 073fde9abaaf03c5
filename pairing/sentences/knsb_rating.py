"""What does the KNSB's Swiss system on rating call its articles, refuse and warn about?"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from pairing.sentences.swiss import (
    BY_HAND,
    colour,
    no_round_left,
    two,
    who_is_left,
)
from pairing.sentences.too_hard import too_hard
from pairing.sentences.words import Facts, Table, Words

__all__ = ["ARTICLES", "FAILURES", "NAME", "PROBLEMS"]

NAME = gettext_lazy("Swiss by rating (KNSB)")

#: The articles that all editions number and name alike.
SHARED = {
    "A3": gettext_lazy("the group"),
    "A4": gettext_lazy("floats"),
    "A5": gettext_lazy("the bye"),
    "A8": gettext_lazy("the least number of colours denied"),
    "B1": gettext_lazy("never twice, one bye at most"),
    "B2": gettext_lazy("absolute colour preferences"),
    "B3": gettext_lazy("the difference in score"),
    "B4": gettext_lazy("the colour preferred"),
    "B5": gettext_lazy("a float as in the last round"),
    "B6": gettext_lazy("a float as two rounds ago"),
    "C1": gettext_lazy("who has no possible opponent"),
    "C4": gettext_lazy("the halves"),
    "C6": gettext_lazy("the pairs, and who is left over"),
    "D1": gettext_lazy("transposition"),
    "D2": gettext_lazy("exchange"),
    "E": gettext_lazy("colours"),
    "E1": gettext_lazy("both preferences"),
    "E2": gettext_lazy("the stronger preference"),
    "E3": gettext_lazy("the last time their colours differed"),
    "E4": gettext_lazy("the higher ranked"),
    "F1": gettext_lazy("board order"),
    "F4": gettext_lazy("the first round"),
    "F5": gettext_lazy("who is not there"),
    "F6": gettext_lazy("made by hand"),
}

ARTICLES = SHARED | {
    "A2": pgettext_lazy("title of an article", "the order"),
    "A7d": gettext_lazy("strong preferences in an odd round"),
    "A10": gettext_lazy("the last round"),
    "B1a": gettext_lazy("never twice"),
    "B1b": gettext_lazy("one bye at most"),
    "C10a": gettext_lazy("an upfloat as two rounds ago"),
    "C10b": gettext_lazy("an upfloat as in the last round"),
    "C10c": gettext_lazy("a downfloat as two rounds ago"),
    "C10d": gettext_lazy("a downfloat as in the last round"),
    "C10e": gettext_lazy("one more colour denied"),
    "C10f": gettext_lazy("strong preferences in an odd round"),
    "C10g": gettext_lazy("absolute preferences of topscorers"),
    "C12": gettext_lazy("opening the bracket above"),
    "C13": gettext_lazy("the last bracket"),
    "C14a": gettext_lazy("fewer pairs"),
    "C14b": gettext_lazy("fewer of those moved down"),
    "D3": gettext_lazy("who of those moved down"),
    "E5": gettext_lazy("the lot"),
    "F9": gettext_lazy("games that are not finished"),
}


def _no_pairing(f: Facts, w: Words) -> str:
    said = _(
        "The %(count)d players who are left cannot all be paired without somebody meeting an "
        "earlier opponent or getting one colour too often."
    ) % {"count": len(f["players"])}
    return said + " " + who_is_left(f, w)


FAILURES: Table = {
    "no_round_left": no_round_left,
    "too_few": lambda f, w: _("Fewer than two players are there. Tick who is, then pair."),
    "no_pairing": _no_pairing,
    "too_hard": too_hard,
}


PROBLEMS: Table = {
    "met_before": lambda f, w: _("%(white)s and %(black)s have met before.") % two(f, w),
    "same_absolute": lambda f, w: (
        _("%(white)s and %(black)s must both have %(colour)s.")
        % (two(f, w) | {"colour": colour(f["colour"])})
    ),
    "second_bye": lambda f, w: (
        _("%(player)s has had points without playing before.") % {"player": w.name(f["player"])}
    ),
    **BY_HAND,
}
