"""The sentences of the system on resistance points; codes and facts in its `reasons`."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pairing.sentences.swiss import (
    BY_HAND,
    colour,
    no_round_left,
    two,
    who_is_left,
    with_games,
)
from pairing.sentences.swiss import REASONS as SWISS
from pairing.sentences.too_hard import too_hard
from pairing.sentences.words import Facts, Table, Words

NAME = gettext_lazy("Swiss by resistance points (KNSB)")

ARTICLES = {
    "2.1": gettext_lazy("the order"),
    "3.1": gettext_lazy("never twice"),
    "3.2": gettext_lazy("one free point at most"),
    "3.3": gettext_lazy("the nearest in points"),
    "4": gettext_lazy("made by hand"),
    "4.1": gettext_lazy("from the top down"),
    "4.3": gettext_lazy("how many wait"),
    "4.4a": gettext_lazy("who has waited goes first"),
    "4.4b": gettext_lazy("nobody waits twice without need"),
    "4.4c": gettext_lazy("the most resistance points"),
    "4.4d": gettext_lazy("the highest Sonneborn-Berger"),
    "4.4e": gettext_lazy("the lowest lot number"),
    "4.5": gettext_lazy("the opponent"),
    "4.8": gettext_lazy("going back"),
    "5": gettext_lazy("the rounds"),
    "5.1": gettext_lazy("the first round"),
    "5.2": gettext_lazy("the first round"),
    "5.3": gettext_lazy("the first named has black"),
    "6.1a": gettext_lazy("the colour balance"),
    "6.1b": gettext_lazy("the last time their colours differed"),
    "6.1c": gettext_lazy("the balance of the higher ranked"),
    "6.1d": gettext_lazy("the higher ranked changes colour"),
    "7.1": gettext_lazy("the bye"),
}

TOPICS: Mapping[str, str] = {
    "fixed": "relaxed",
    "fewest": "relaxed",
    "went_back": "relaxed",
    "bye_lapsed": "relaxed",
    "floated": "now",
    "waited": "now",
    "both": "colour",
    "only_one": "colour",
    "alternate": "colour",
    "higher": "colour",
    "turned": "colour",
    "first_named": "colour",
    "board": "board",
}


def _places(f: Facts, w: Words) -> str:
    return _(
        "%(white)s is number %(white_place)d of the order (score %(white_score)s, resistance "
        "points %(white_wp)s), %(black)s number %(black_place)d (score %(black_score)s, resistance "
        "points %(black_wp)s)."
    ) % (
        two(f, w)
        | {f"{side}_place": f[f"{side}_place"] for side in ("white", "black")}
        | {
            f"{side}_{what}": w.points(f[f"{side}_{what}"])
            for side in ("white", "black")
            for what in ("score", "wp")
        }
    )


def _first_round(f: Facts, w: Words) -> str:
    return _("In the first round number %(number)d by lot meets number %(opponent_number)d.") % f


def _odd(f: Facts, w: Words) -> str:
    return (
        _("In the first round, with %(players)d players, number %(number)d by lot has the bye.") % f
    )


def _opponent(f: Facts, w: Words) -> str:
    sentences = {
        "a": _("Of those left %(opponent)s has the fewest resistance points (%(wp)s)."),
        "b": _(
            "Of those left with the fewest resistance points (%(wp)s), %(opponent)s has the lowest "
            "Sonneborn-Berger (%(sb)s)."
        ),
        "c": _(
            "Of those left who are equal in everything else, %(opponent)s has the highest lot "
            "number (%(lot)d)."
        ),
        "score": _("Of those left %(opponent)s is the only one as near to %(player)s in points."),
        "only": _("%(opponent)s is the only opponent left for %(player)s."),
    }
    return sentences[f["letter"]] % _values(f, w)


def _values(f: Facts, w: Words) -> dict[str, Any]:
    values: dict[str, Any] = {"lot": f["lot"], "wp": w.points(f["wp"]), "sb": w.points(f["sb"])}
    for name in ("player", "opponent"):
        if name in f:
            values[name] = w.name(f[name])
    if "score" in f:
        values["score"] = w.points(f["score"])
    return values


def _waited(f: Facts, w: Words) -> str:
    sentences = {
        "all": _("Nobody in the group with score %(score)s could be paired there; all waited."),
        "only": _(
            "%(player)s waited in the group with score %(score)s: without anybody else there the "
            "others could not be paired."
        ),
        "a": _(
            "%(player)s waited in the group with score %(score)s: anybody else had come from a "
            "higher group."
        ),
        "b": _(
            "%(player)s waited in the group with score %(score)s: anybody else would have to wait "
            "again in the next group."
        ),
        "c": _(
            "%(player)s waited in the group with score %(score)s: of those who could, the one with "
            "the most resistance points (%(wp)s)."
        ),
        "d": _(
            "%(player)s waited in the group with score %(score)s: of those who could and have the "
            "most resistance points, the one with the highest Sonneborn-Berger (%(sb)s)."
        ),
        "e": _(
            "%(player)s waited in the group with score %(score)s: of those who could and are equal "
            "in everything else, the one with the lowest lot number (%(lot)d)."
        ),
    }
    return sentences[f["letter"]] % _values(f, w)


def _stays_over(f: Facts, w: Words) -> str:
    sentences = {
        "all": _("%(player)s is the only one left, and nobody is left to meet."),
        "only": _("In the last group nobody but %(player)s can have the bye."),
        "a": _(
            "%(player)s has the bye: anybody else of the last group had come from a higher one."
        ),
        "c": _(
            "%(player)s has the bye: of those of the last group who can, the one with the most "
            "resistance points (%(wp)s)."
        ),
        "d": _(
            "%(player)s has the bye: of those of the last group who can and have the most "
            "resistance points, the one with the highest Sonneborn-Berger (%(sb)s)."
        ),
        "e": _(
            "%(player)s has the bye: of those of the last group who can and are equal in "
            "everything else, the one with the lowest lot number (%(lot)d)."
        ),
    }
    return sentences[f["letter"]] % _values(f, w)


def _fewest(f: Facts, w: Words) -> str:
    return ngettext(
        "%(room)d player of the group with score %(score)s waited: with fewer the others could not "
        "be paired.",
        "%(room)d players of the group with score %(score)s waited: with fewer the others could "
        "not be paired.",
        f["room"],
    ) % {"score": w.points(f["score"]), "room": f["room"]}


def _went_back(f: Facts, w: Words) -> str:
    return ngettext(
        "%(room)d player of the group with score %(score)s waited: with fewer the lower groups "
        "could not be paired.",
        "%(room)d players of the group with score %(score)s waited: with fewer the lower groups "
        "could not be paired.",
        f["room"],
    ) % {"score": w.points(f["score"]), "room": f["room"]}


def _both(f: Facts, w: Words) -> str:
    said = _("Both get the colour that mends their balance: %(white)s white, %(black)s black.")
    return with_games(said % two(f, w), f, w)


def _only_one(f: Facts, w: Words) -> str:
    side = "white" if f["white_balance"] else "black"
    said = _("Only %(player)s has had one colour more often, and gets the other.")
    return with_games(said % {"player": w.name(f[side])}, f, w)


def _alternate(f: Facts, w: Words) -> str:
    said = _(
        "Their balances ask for nothing different. In round %(round)d, the last in which their "
        "colours differed, %(white)s had %(white_then)s and %(black)s %(black_then)s; now it is "
        "the other way round."
    ) % (
        two(f, w)
        | {
            "round": f["round"],
            "white_then": colour(f["white_then"]),
            "black_then": colour(f["black_then"]),
        }
    )
    return with_games(said, f, w)


def _higher(f: Facts, w: Words) -> str:
    said = _(
        "Both have had the same colour more often and their colours never differed: %(player)s, "
        "the higher ranked, gets the other."
    )
    return with_games(said % {"player": w.name(f["player"])}, f, w)


def _turned(f: Facts, w: Words) -> str:
    said = _(
        "Neither balance asks for a colour and their colours never differed: %(player)s, the "
        "higher ranked, had %(then)s last and now gets the other."
    )
    return with_games(said % {"player": w.name(f["player"]), "then": colour(f["then"])}, f, w)


def _first_named(f: Facts, w: Words) -> str:
    if f["colour"] == "black":
        said = _("%(player)s, the higher ranked, has not played yet and has black.")
    else:
        said = _("%(player)s, the higher ranked, has not played yet and has white, by the lot.")
    return said % {"player": w.name(f["player"])}


REASONS: Table = {
    "places": _places,
    "fixed": SWISS["fixed"],
    "first_round": _first_round,
    "odd": _odd,
    "opponent": _opponent,
    "floated": lambda f, w: (
        _("%(down)s has score %(down_score)s and %(up)s %(up_score)s.")
        % {
            "down": w.name(f["down"]),
            "up": w.name(f["up"]),
            "down_score": w.points(f["down_score"]),
            "up_score": w.points(f["up_score"]),
        }
    ),
    "waited": _waited,
    "fewest": _fewest,
    "went_back": _went_back,
    "both": _both,
    "only_one": _only_one,
    "alternate": _alternate,
    "higher": _higher,
    "turned": _turned,
    "first_named": _first_named,
    "bye_lapsed": SWISS["bye_lapsed"],
    "board": lambda f, w: (
        _("Board %(board)d: the higher of the two is number %(place)d of the order.") % f
    ),
    "place": SWISS["place"],
    "named": SWISS["named"],
    "stays_over": _stays_over,
}


def _opponent_clause(f: Facts, w: Words) -> str:
    clauses = {
        "a": _("%(opponent)s has the fewest resistance points"),
        "b": _("%(opponent)s has the lowest Sonneborn-Berger"),
        "c": _("%(opponent)s has the highest lot number"),
        "score": _("%(opponent)s is the nearest in points"),
        "only": _("%(opponent)s is the only opponent left"),
    }
    return clauses[f["letter"]] % {"opponent": w.name(f["opponent"])}


def _stays_over_clause(f: Facts, w: Words) -> str:
    clauses = {
        "all": _("the only one left"),
        "only": _("nobody else can have the bye"),
        "a": _("anybody else comes from a higher group"),
        "c": _("the most resistance points"),
        "d": _("the highest Sonneborn-Berger"),
        "e": _("the lowest lot number"),
    }
    return clauses[f["letter"]]


CLAUSES: Table = {
    "places": lambda f, w: (
        _("Places %(one)d and %(other)d") % {"one": f["white_place"], "other": f["black_place"]}
    ),
    "fixed": lambda f, w: _("fixed: %(text)s") % f,
    "first_round": lambda f, w: _("numbers %(number)d and %(opponent_number)d by lot") % f,
    "opponent": _opponent_clause,
    "floated": lambda f, w: _("%(down)s comes from a higher group") % {"down": w.name(f["down"])},
    "place": lambda f, w: _("place %(place)d") % f,
    "named": lambda f, w: _("named by the competition leader"),
    "odd": lambda f, w: _("number %(number)d by lot") % f,
    "stays_over": _stays_over_clause,
}

CANDIDATES: Table = {
    "met": lambda f, w: _("met before"),
    "forbidden": lambda f, w: _("these two are never paired"),
    "rest": lambda f, w: _("the others could not all be paired then"),
    "below": lambda f, w: _("the lower groups could not be paired then"),
    "had_point": lambda f, w: _("has had a point without playing"),
    "from_above": lambda f, w: _("came from a higher group"),
    "again": lambda f, w: _("more would have to wait again in the next group"),
}


def _no_pairing(f: Facts, w: Words) -> str:
    said = _(
        "The %(count)d players who are left cannot all be paired without somebody meeting an "
        "earlier opponent or having a second free point."
    ) % {"count": len(f["players"])}
    return said + " " + who_is_left(f, w)


FAILURES: Table = {
    "no_round_left": no_round_left,
    "nobody_present": lambda f, w: _("Nobody is there. Tick who is, then pair."),
    "no_pairing": _no_pairing,
    "too_hard": too_hard,
}

PROBLEMS: Table = {
    "met_before": lambda f, w: _("%(white)s and %(black)s have met before.") % two(f, w),
    "second_bye": lambda f, w: (
        _("%(player)s has had points without playing before.") % {"player": w.name(f["player"])}
    ),
    "score_difference": BY_HAND["score_difference"],
}
