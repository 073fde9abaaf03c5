"""The sentences about a bracket and what was relaxed in it: C2, D, A8, C10, C12-C14."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pairing.sentences.words import Facts, Table, Words

#: What each requirement of C3 asks, as the subject of a sentence.
REQUIREMENTS = {
    "B2": gettext_lazy("pairs of two players with the same absolute colour preference"),
    "A7d": gettext_lazy("pairs of two players with the same strong colour preference"),
    "X": gettext_lazy("pairs in which a colour preference is denied"),
    "Z": gettext_lazy("pairs in which a strong colour preference is denied"),
    "B5_down": gettext_lazy("players with the same downfloat as in the last round"),
    "B6_down": gettext_lazy("players with the same downfloat as two rounds ago"),
    "B5_up": gettext_lazy("players with the same upfloat as in the last round"),
    "B6_up": gettext_lazy("players with the same upfloat as two rounds ago"),
}


def in_halves(f: Facts, w: Words) -> str:
    """The clause of half a line: which group, and which places of its halves meet."""
    facts = {"score": w.points(f["score"]), "s1": f["s1"], "s2": f["s2"]}
    return _("group of %(score)s: S1 place %(s1)d, S2 place %(s2)d") % facts


def _bracket(f: Facts, w: Words) -> str:
    facts = {
        "score": w.points(f["score"]),
        "size": f["size"],
        "moved_down": f["moved_down"],
        "s1": f["s1"],
        "s2": f["s2"],
    }
    if f["kind"] == "moved_down":
        return (
            _(
                "In the bracket with score %(score)s (%(size)d players) those who moved down are "
                "paired first: number %(s1)d of these with number %(s2)d of the others."
            )
            % facts
        )
    if f["kind"] == "remainder":
        return (
            _(
                "In what remained of the bracket with score %(score)s: number %(s1)d of the upper "
                "half (S1) with number %(s2)d of the lower (S2)."
            )
            % facts
        )
    return (
        _(
            "In the bracket with score %(score)s (%(size)d players): number %(s1)d of the upper "
            "half (S1) with number %(s2)d of the lower (S2)."
        )
        % facts
    )


def _transposed(f: Facts, w: Words) -> str:
    facts = {
        "player": w.name(f["player"]),
        "opponent": w.name(f["opponent"]),
        "first": w.name(f["first"]),
    }
    sentences = {
        "met": _("%(first)s stood opposite %(player)s, but these two have met."),
        "forbidden": _("%(first)s stood opposite %(player)s, but these two are never paired."),
        "untold": _("%(first)s stood opposite %(player)s, but these two could not be paired."),
        "same_absolute": _(
            "%(first)s stood opposite %(player)s, but both must have the same colour."
        ),
        "colour_or_float": _(
            "%(first)s stood opposite %(player)s, but that would have denied a colour or repeated "
            "a float."
        ),
        "rest": _(
            "%(first)s stood opposite %(player)s, but then the others could not all be paired as "
            "well."
        ),
    }
    return sentences[f["why"]] % facts


def _not_nearer(f: Facts, w: Words) -> str:
    others = [candidate["player"] for candidate in f["candidates"]]
    return ngettext(
        "By the places in the halves %(names)s came into question for %(player)s too.",
        "By the places in the halves %(names)s came into question for %(player)s too.",
        len(others),
    ) % {"player": w.name(f["player"]), "names": w.names(others)}


def _exchanged(f: Facts, w: Words) -> str:
    return _(
        "No order of the lower half would do, so the halves exchanged players: %(down)s went "
        "down, %(up)s went up (difference %(difference)d, the least possible)."
    ) % {"down": w.names(f["down"]), "up": w.names(f["up"]), "difference": f["difference"]}


def _movers_chosen(f: Facts, w: Words) -> str:
    return _(
        "Of the %(count)d who moved down into this bracket not all can be paired at once; the "
        "first set that works is %(names)s."
    ) % {"count": f["moved_down"], "names": w.names(f["movers"])}


def _least_colours(f: Facts, w: Words) -> str:
    facts = {"least": f["least"]}
    if f.get("requirement") == "Z":
        said = ngettext(
            "The numbers alone make %(least)d pair with the same strong colour preference "
            "necessary in this bracket; this is it.",
            "The numbers alone make %(least)d pairs with the same strong colour preference "
            "necessary in this bracket; this is one of them.",
            f["least"],
        )
    else:
        said = ngettext(
            "The numbers alone make %(least)d pair with the same colour preference necessary in "
            "this bracket; this is it.",
            "The numbers alone make %(least)d pairs with the same colour preference necessary in "
            "this bracket; this is one of them.",
            f["least"],
        )
    return said % facts


def _lowered(f: Facts, w: Words) -> str:
    facts = {
        "from": f["from"],
        "to": f["to"],
        "pairs": f["pairs"],
        "what": str(REQUIREMENTS[f["requirement"]]),
    }
    if f["opened"]:
        said = ngettext(
            "Made into %(pairs)d pair that helps the next bracket, this one cannot keep the number "
            "of %(what)s at %(from)d; the least possible is %(to)d.",
            "Made into %(pairs)d pairs that help the next bracket, this one cannot keep the number "
            "of %(what)s at %(from)d; the least possible is %(to)d.",
            f["pairs"],
        )
    else:
        said = ngettext(
            "Made into %(pairs)d pair, this bracket cannot keep the number of %(what)s at "
            "%(from)d; the least possible is %(to)d.",
            "Made into %(pairs)d pairs, this bracket cannot keep the number of %(what)s at "
            "%(from)d; the least possible is %(to)d.",
            f["pairs"],
        )
    said %= facts
    if not f.get("matters"):
        return said
    return said + " " + _("This is one of them.")


def _fewer_movers(f: Facts, w: Words) -> str:
    facts = {"moved_down": f["moved_down"], "movers": f["movers"]}
    if f["moved_down"] == 1:
        return _("The one who moved down cannot be paired first.")
    if f["movers"] == 0:
        return _("None of the %(moved_down)d who moved down can be paired first.") % facts
    said = _("Of the %(moved_down)d who moved down no more than %(movers)d can be paired first.")
    return said % facts


def _fewer_pairs(f: Facts, w: Words) -> str:
    return ngettext(
        "No more than %(pairs)d pair is possible here instead of %(most)d.",
        "No more than %(pairs)d pairs are possible here instead of %(most)d.",
        f["pairs"],
    ) % {"pairs": f["pairs"], "most": f["most"]}


def _merged(f: Facts, w: Words) -> str:
    return ngettext(
        "The last bracket could not be paired; the one above it (%(players)d player) was added.",
        "The last bracket could not be paired; the one above it (%(players)d players) was added.",
        f["players"],
    ) % {"players": f["players"]}


BRACKET_REASONS: Table = {
    "bracket": _bracket,
    "transposed": _transposed,
    "not_nearer": _not_nearer,
    "exchanged": _exchanged,
    "movers_chosen": _movers_chosen,
    "least_colours": _least_colours,
    "lowered": _lowered,
    "fewer_movers": _fewer_movers,
    "fewer_pairs": _fewer_pairs,
    "merged": _merged,
    "opened": lambda f, w: _(
        "This bracket was paired in another way so that the next one can be paired."
    ),
    "helped": lambda f, w: _(
        "The bracket above was paired in another way so that this one can be paired."
    ),
}
