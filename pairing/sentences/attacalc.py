"""What does AttaCalc call its articles, refuse and warn about?"""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pairing.sentences.too_hard import too_hard
from pairing.sentences.words import Facts, Table, Words, listed

NAME = gettext_lazy("AttaCalc (Keizer)")

ARTICLES = {
    "indeling.1": gettext_lazy("the order"),
    "indeling.2": gettext_lazy("one player"),
    "indeling.3": gettext_lazy("who has the bye"),
    "indeling.4": gettext_lazy("how many games must lie between"),
    "indeling.n": gettext_lazy("not again too soon"),
    "indeling.kleur": gettext_lazy("too much of one colour"),
    "indeling.5": gettext_lazy("from the top down"),
    "indeling.5a": gettext_lazy("what the leader has fixed"),
    "indeling.6": gettext_lazy("colours per pair"),
    "indeling.7": gettext_lazy("board order"),
    "kleur.1": gettext_lazy("met before: reversed"),
    "kleur.2": gettext_lazy("white share in this tempo"),
    "kleur.3": gettext_lazy("white share overall"),
    "kleur.4": gettext_lazy("the lower value number"),
    "afwezigheid": gettext_lazy("absence"),
    "telling": gettext_lazy("points"),
}


def _two(f: Facts, w: Words) -> dict[str, Any]:
    return {"white": w.name(f["white"]), "black": w.name(f["black"])}


def _no_pairing(f: Facts, w: Words) -> str:
    said = _("There is no complete pairing of the %(count)d players who are left.") % {
        "count": len(f["players"])
    }
    if f.get("forbidden"):
        pairs = listed([f"{w.name(one)} - {w.name(other)}" for one, other in f["forbidden"]])
        said += " " + _("These may never be paired: %(pairs)s.") % {"pairs": pairs}
    if f.get("stuck"):
        said += " " + _("Nobody is left for %(names)s.") % {"names": w.names(f["stuck"])}
    return said + " " + _("Allow a forbidden pair, release a fixed board, or name a bye.")


FAILURES: Table = {
    "nobody_present": lambda f, w: _("Nobody is there yet. Tick who is, then pair."),
    "no_pairing": _no_pairing,
    "too_hard": too_hard,
    "value_negative": lambda f, w: (
        _(
            "With %(players)d players the last value number would become %(last_value)d. Set the "
            "first value to %(needed_first_value)d or more in the options."
        )
        % f
    ),
}


PROBLEMS: Table = {
    "met_within": lambda f, w: (
        _("%(white)s and %(black)s met on %(when)s, within the last %(n)d games.")
        % (_two(f, w) | {"when": w.when(f), "n": f["n"]})
    ),
    "colour_criterion": lambda f, w: (
        _(
            "%(white)s and %(black)s both had too much of the same colour: white in %(one)s and "
            "%(other)s of their games."
        )
        % (_two(f, w) | {"one": w.share(f["white_share"]), "other": w.share(f["black_share"])})
    ),
    "bye_not_fewest": lambda f, w: (
        ngettext(
            "%(player)s has had %(byes)d bye already; somebody present has had %(fewest)d.",
            "%(player)s has had %(byes)d byes already; somebody present has had %(fewest)d.",
            f["byes"],
        )
        % {"player": w.name(f["player"]), "byes": f["byes"], "fewest": f["fewest"]}
    ),
}
