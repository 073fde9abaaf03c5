"""The sentences of both older editions of "on rating"; codes and facts in their `reasons`."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pairing.sentences import knsb_rating, swiss
from pairing.sentences.swiss import colour, two
from pairing.sentences.words import Facts, Table, Words

#: What each criterion for floats asks, as the subject of a sentence.
_CRITERIA = {
    "B6_down": gettext_lazy("a downfloat as two rounds ago"),
    "B5_down": gettext_lazy("a downfloat as in the last round"),
    "B6_up": gettext_lazy("an upfloat as two rounds ago"),
    "B5_up": gettext_lazy("an upfloat as in the last round"),
}


def _reversed(f: Facts, w: Words) -> str:
    return _(
        "%(player)s prefers %(colour)s only mildly; in this bracket more players prefer one colour "
        "than can have it, and such a preference may then be reversed."
    ) % {"player": w.name(f["player"]), "colour": colour(f["colour"])}


def _raised(f: Facts, w: Words) -> str:
    said = ngettext(
        "With no more than %(from)d pair of two players with the same colour preference there is "
        "no such pairing of this bracket; up to %(to)d were allowed.",
        "With no more than %(from)d pairs of two players with the same colour preference there is "
        "no such pairing of this bracket; up to %(to)d were allowed.",
        f["from"],
    ) % {"from": f["from"], "to": f["to"]}
    if not f.get("matters"):
        return said
    return said + " " + _("This is one of them.")


def _dropped(f: Facts, w: Words) -> str:
    said = _(
        "Nobody should get %(what)s, but then this bracket cannot be paired; that was dropped."
    ) % {"what": str(_CRITERIA[f["criterion"]])}
    if not f.get("matters"):
        return said
    return said + " " + _("Here it happens.")


def _one_group(f: Facts, w: Words) -> str:
    return ngettext(
        "Those who moved down could not be paired first: all %(players)d player of the last "
        "bracket is paired as one group.",
        "Those who moved down could not be paired first: all %(players)d players of the last "
        "bracket are paired as one group.",
        f["players"],
    ) % {"players": f["players"]}


REASONS: Table = {
    **swiss.REASONS,
    "reversed": _reversed,
    "least_clashes": swiss.REASONS["least_colours"],
    "raised": _raised,
    "dropped": _dropped,
    "in_vain": lambda f, w: _(
        "Another pairing of the bracket above was sought, so that more can be paired here; there "
        "is none."
    ),
    "one_group": _one_group,
}

TOPICS: Mapping[str, str] = {
    **knsb_rating.TOPICS,
    "reversed": "colour",
    "least_clashes": "colour",
    "raised": "relaxed",
    "dropped": "relaxed",
    "in_vain": "relaxed",
    "one_group": "relaxed",
}

CLAUSES: Table = {
    **knsb_rating.CLAUSES,
    "reversed": lambda f, w: (
        _("the mild preference of %(player)s is reversed") % {"player": w.name(f["player"])}
    ),
    "dropped": lambda f, w: str(_CRITERIA[f["criterion"]]) if f.get("matters") else "",
}

CANDIDATES: Table = knsb_rating.CANDIDATES

FAILURES: Table = knsb_rating.FAILURES

PROBLEMS: Table = {
    **knsb_rating.PROBLEMS,
    "no_colours": lambda f, w: (
        _("No colours are possible for %(white)s and %(black)s together.") % two(f, w)
    ),
}

#: The articles that both editions number alike.
ARTICLES = knsb_rating.SHARED | {
    "A2": gettext_lazy("the order"),
    "A7": gettext_lazy("the last round"),
    "B1": gettext_lazy("never twice, one bye at most"),
    "C6": gettext_lazy("the bracket"),
}
