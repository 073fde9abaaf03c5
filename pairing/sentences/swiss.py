"""What do the Swiss systems say alike, of a pair made by hand and where no pairing is possible?"""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from pairing.sentences.words import Facts, Table, Words, listed


def colour(written: Any) -> str:
    return _("white") if written == "white" else _("black")


def _strength(number: Any) -> str:
    """How strong a preference is, as an adjective."""
    return (
        pgettext("colour preference", "no"),
        pgettext("colour preference", "mild"),
        pgettext("colour preference", "strong"),
        pgettext("colour preference", "absolute"),
    )[int(number)]


def two(f: Facts, w: Words) -> dict[str, Any]:
    return {"white": w.name(f["white"]), "black": w.name(f["black"])}


def _denied(f: Facts, w: Words) -> str:
    return _("%(player)s preferred %(wanted)s (%(strength)s) and does not get it.") % {
        "player": w.name(f["player"]),
        "wanted": colour(f["wanted"]),
        "strength": _strength(f["strength"]),
    }


def _score_difference(f: Facts, w: Words) -> str:
    return _(
        "%(down)s has %(down_score)s and %(up)s %(up_score)s: the difference should be as small as "
        "possible."
    ) % {
        "down": w.name(f["down"]),
        "up": w.name(f["up"]),
        "down_score": w.points(f["down_score"]),
        "up_score": w.points(f["up_score"]),
    }


def _same_float(f: Facts, w: Words) -> str:
    sentences = {
        ("down", 1): _("%(player)s had a downfloat in the last round as well."),
        ("down", 2): _("%(player)s had a downfloat two rounds ago as well."),
        ("up", 1): _("%(player)s had an upfloat in the last round as well."),
        ("up", 2): _("%(player)s had an upfloat two rounds ago as well."),
    }
    return sentences[f["float"], f["ago"]] % {"player": w.name(f["player"])}


def _absolute_denied(f: Facts, w: Words) -> str:
    return _("%(player)s must have %(wanted)s: the other colour would be once too often.") % {
        "player": w.name(f["player"]),
        "wanted": colour(f["wanted"]),
    }


#: What is said against pairs that the leader made (`pairing.swiss.legality`).
BY_HAND: Table = {
    "absolute_denied": _absolute_denied,
    "score_difference": _score_difference,
    "colour_denied": _denied,
    "same_float": _same_float,
}


def who_is_left(f: Facts, w: Words) -> str:
    """Behind "these cannot all be paired": whom nobody is left for, and the ways out."""
    said = []
    if f.get("stuck"):
        said.append(_("Nobody is left for %(names)s.") % {"names": w.names(f["stuck"])})
    if f.get("forbidden"):
        pairs = listed([f"{w.name(one)} - {w.name(other)}" for one, other in f["forbidden"]])
        said.append(_("These may never be paired: %(pairs)s.") % {"pairs": pairs})
    if f.get("may_have_bye") == []:
        said.append(_("Nobody may have the bye any more."))
    said.append(_("Allow a forbidden pair, fix a board by hand, or name a bye."))
    return " ".join(said)


def no_round_left(f: Facts, w: Words) -> str:
    """Why no further round is paired."""
    return (
        ngettext(
            "The competition has %(rounds)d round and it has been played. Set more in the options.",
            "The competition has %(rounds)d rounds and all have been played. Set more in the "
            "options.",
            f["rounds"],
        )
        % f
    )
