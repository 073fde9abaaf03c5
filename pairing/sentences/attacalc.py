"""What does AttaCalc call its articles, refuse and warn about?"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from pairing.sentences.too_hard import too_hard
from pairing.sentences.words import Facts, Table, Words

NAME = _("AttaCalc (Keizer)")

ARTICLES = {
    "indeling.1": _("the order"),
    "indeling.2": _("one player"),
    "indeling.3": _("who has the bye"),
    "indeling.4": _("how many games must lie between"),
    "indeling.n": _("not again too soon"),
    "indeling.kleur": _("too much of one colour"),
    "indeling.5": _("from the top down"),
    "indeling.5a": _("what the leader has fixed"),
    "indeling.6": _("colours per pair"),
    "indeling.7": _("board order"),
    "kleur.1": _("met before: reversed"),
    "kleur.2": _("white share in this tempo"),
    "kleur.3": _("white share overall"),
    "kleur.4": _("the lower value number"),
    "afwezigheid": _("absence"),
    "telling": _("points"),
}


def _no_pairing(f: Facts, w: Words) -> str:
    left = _("There is no complete pairing of the %(count)d players who are left.")
    said = [left % {"count": len(f["players"])}]
    if f.get("forbidden"):
        said.append(_("These may never be paired: %(pairs)s.") % {"pairs": w.pairs(f["forbidden"])})
    if f.get("stuck"):
        said.append(_("Nobody is left for %(names)s.") % {"names": w.names(f["stuck"])})
    ways_out = _("Allow a forbidden pair, release a fixed board, or name a bye.")
    return " ".join([*said, str(ways_out)])


FAILURES: Table = {
    "nobody_present": _("Nobody is there yet. Tick who is, then pair."),
    "no_pairing": _no_pairing,
    "too_hard": too_hard,
    "value_negative": _(
        "With %(players)d players the last value number would become %(last_value)d. Set the "
        "first value to %(needed_first_value)d or more in the options."
    ),
}


PROBLEMS: Table = {
    "met_within": lambda f, w: w.say(
        _("%(white)s and %(black)s met on %(when)s, within the last %(n)d games."),
        {**f, "when": w.when(f)},
    ),
    "colour_criterion": lambda f, w: w.say(
        _(
            "%(white)s and %(black)s both had too much of the same colour: white in %(one)s and "
            "%(other)s of their games."
        ),
        {**f, "one": w.share(f["white_share"]), "other": w.share(f["black_share"])},
    ),
    "bye_not_fewest": ngettext_lazy(
        "%(player)s has had %(byes)d bye already; somebody present has had %(fewest)d.",
        "%(player)s has had %(byes)d byes already; somebody present has had %(fewest)d.",
        "byes",
    ),
}
