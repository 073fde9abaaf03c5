"""AttaCalc's sentences; the codes and their facts are listed in its `reasons`."""

from collections.abc import Mapping
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

TOPICS: Mapping[str, str] = {
    "fixed": "relaxed",
    "lowered": "relaxed",
    "lapsed": "relaxed",
    "from_below": "relaxed",
    "searched": "relaxed",
    "bye_lapsed": "relaxed",
    "never_met": "now",
    "met": "now",
    "window_limited": "now",
    "attempt": "now",
    "reversed": "colour",
    "tempo_share": "colour",
    "overall_share": "colour",
    "value_number": "colour",
    "board": "board",
    "not_nearer": "nearer",
}


def _two(f: Facts, w: Words) -> dict[str, Any]:
    return {"white": w.name(f["white"]), "black": w.name(f["black"])}


def _places(f: Facts, w: Words) -> str:
    return _(
        "%(white)s is number %(white_place)d and %(black)s number %(black_place)d of the order."
    ) % (_two(f, w) | {"white_place": f["white_place"], "black_place": f["black_place"]})


def _choice(f: Facts, w: Words) -> dict[str, Any]:
    return {
        "player": w.name(f["player"]),
        "opponent": w.name(f["opponent"]),
        "match": f["match"],
        "choices": f["choices"],
    }


def _chosen_first(f: Facts, w: Words) -> str:
    if f["direction"] == "bottom":
        return _(
            "Of those left %(player)s was the lowest, and %(opponent)s the lowest possible "
            "opponent."
        ) % _choice(f, w)
    return _(
        "Of those left %(player)s was the highest, and %(opponent)s the highest possible opponent."
    ) % _choice(f, w)


def _chosen_few(f: Facts, w: Words) -> str:
    return ngettext(
        "%(player)s had only one possible opponent left and went first: %(opponent)s.",
        "%(player)s had only %(choices)d possible opponents left and went first; "
        "%(opponent)s was the first of them.",
        f["choices"],
    ) % _choice(f, w)


def _chosen_search(f: Facts, w: Words) -> str:
    said = _(
        "%(player)s was the highest of those left, and %(opponent)s the highest with whom the "
        "others could still all be paired."
    ) % _choice(f, w)
    if not f.get("passed_over"):
        return said
    over = _("Passed over for that: %(names)s.") % {"names": w.names(f["passed_over"])}
    return f"{said} {over}"


def _never_met(f: Facts, w: Words) -> str:
    return _("They have not met before in this tempo (%(tempo)s).") % {"tempo": w.tempo(f["tempo"])}


def _met(f: Facts, w: Words) -> str:
    (one, ago_one), (other, ago_other) = f["games_ago"].items()
    facts = _two(f, w) | {
        "when": w.when(f),
        "one": w.name(one),
        "ago_one": ago_one,
        "other": w.name(other),
        "ago_other": ago_other,
        "n": f["n"],
    }
    return (
        _(
            "They last met on %(when)s: %(ago_one)d games ago for %(one)s and %(ago_other)d for "
            "%(other)s. They may meet again after %(n)d other games."
        )
        % facts
    )


def _attempt(f: Facts, w: Words) -> str:
    if f["number"] == 1:
        return _("The first attempt, from the top with the colour rule, gave a complete pairing.")
    return _("Attempt %(number)d was the first that gave a complete pairing.") % f


def _lowered(f: Facts, w: Words) -> str:
    said = (
        _(
            "No complete pairing exists in which nobody meets an opponent of their last %(from)d "
            "games again; so it became %(to)d."
        )
        % f
    )
    if not f.get("matters"):
        return said
    return said + " " + _("These two do meet again within that number.")


def _lapsed(f: Facts, w: Words) -> str:
    said = _("The colour rule stood in the way of a complete pairing and lapsed.")
    if not f.get("matters"):
        return said
    facts = _two(f, w) | {"one": w.share(f["white_share"]), "other": w.share(f["black_share"])}
    about = _("%(white)s had white in %(one)s of their games, %(black)s in %(other)s.") % facts
    return f"{said} {about}"


def _reversed(f: Facts, w: Words) -> str:
    return _(
        "On %(when)s %(black)s had white and %(white)s black; when two meet again the colours "
        "are reversed, whatever the percentages."
    ) % (_two(f, w) | {"when": w.when(f)})


def _shares(f: Facts, w: Words) -> str:
    """What share of white each of the two had, as two sentences."""
    return " ".join(_share_of(f, w, colour) for colour in ("white", "black"))


def _share_of(f: Facts, w: Words, colour: str) -> str:
    games = f[f"{colour}_games"]
    facts = {
        "player": w.name(f[colour]),
        "share": w.share(f[f"{colour}_share"]),
        "whites": f[f"{colour}_whites"],
        "games": games,
    }
    if not games:
        return _("%(player)s has no games yet, which counts as %(share)s.") % facts
    return (
        ngettext(
            "%(player)s had white in %(whites)d of %(games)d game (%(share)s).",
            "%(player)s had white in %(whites)d of %(games)d games (%(share)s).",
            games,
        )
        % facts
    )


def _tempo_share(f: Facts, w: Words) -> str:
    return _("The lower share of white in this tempo gets white. %(shares)s") % {
        "shares": _shares(f, w)
    }


def _overall_share(f: Facts, w: Words) -> str:
    return _(
        "Their shares of white in this tempo are equal, so the lower share over all tempos gets "
        "white. %(shares)s"
    ) % {"shares": _shares(f, w)}


def _value_number(f: Facts, w: Words) -> str:
    return _(
        "Their shares of white are equal, also over all tempos. The lower value number has white: "
        "%(white)s %(white_value)s, %(black)s %(black_value)s."
    ) % (_two(f, w) | {"white_value": f["white_value"], "black_value": f["black_value"]})


def _window_limited(f: Facts, w: Words) -> str:
    return _(
        "With %(players)d players to be paired the number of games that must lie between is "
        "%(n0)d instead of %(last_n)d."
    ) % {"players": f["players"], "n0": f["n0"], "last_n": f["last_n"]}


def _fewest_byes(f: Facts, w: Words) -> str:
    if f["byes"] == 0:
        said = _("No bye yet in this tempo (%(tempo)s): whoever had the fewest byes gets it.")
    else:
        said = ngettext(
            "%(byes)d bye so far in this tempo (%(tempo)s), and nobody there had fewer.",
            "%(byes)d byes so far in this tempo (%(tempo)s), and nobody there had fewer.",
            f["byes"],
        )
    said %= {"byes": f["byes"], "tempo": w.tempo(f["tempo"])}
    if not f.get("passed_over"):
        return said
    names = w.names([one["player"] for one in f["passed_over"]])
    over = _("Lower in the order, but with more byes: %(names)s.") % {"names": names}
    return f"{said} {over}"


def _last_in_order(f: Facts, w: Words) -> str:
    if f.get("equal", 1) == 1:
        return _("Nobody else had as few; place %(place)d of the order.") % f
    return _("Of the %(equal)d with as few the last of the order: place %(place)d.") % f


def _not_nearer(f: Facts, w: Words) -> str:
    if not f["candidates"]:
        return _("Nobody was closer to %(player)s.") % {"player": w.name(f["player"])}
    names = w.names([candidate["player"] for candidate in f["candidates"]])
    return _("Closer to %(player)s: %(names)s.") % {
        "player": w.name(f["player"]),
        "names": names,
    }


REASONS: Table = {
    "places": _places,
    "fixed": lambda f, w: _("Fixed by the competition leader: %(text)s") % f,
    "chosen_first": _chosen_first,
    "chosen_few": _chosen_few,
    "chosen_search": _chosen_search,
    "never_met": _never_met,
    "met": _met,
    "attempt": _attempt,
    "window_limited": _window_limited,
    "lowered": _lowered,
    "from_below": lambda f, w: _(
        "From the top no complete pairing came out, so it was made from below: the lowest first."
    ),
    "searched": lambda f, w: _(
        "Neither from the top nor from below came a complete pairing, so the first complete one "
        "in the order was searched."
    ),
    "lapsed": _lapsed,
    "bye_lapsed": lambda f, w: (
        _("%(player)s was named for the bye, but the number is even: everybody plays.")
        % {"player": w.name(f["player"])}
    ),
    "reversed": _reversed,
    "tempo_share": _tempo_share,
    "overall_share": _overall_share,
    "value_number": _value_number,
    "not_nearer": _not_nearer,
    "board": lambda f, w: _("Board %(board)d: the higher of the two is number %(place)d.") % f,
    "place": lambda f, w: (
        _("%(player)s is number %(place)d of %(players)d in the order.")
        % {"player": w.name(f["player"]), "place": f["place"], "players": f["players"]}
    ),
    "alone": lambda f, w: _("Nobody else is there."),
    "named": lambda f, w: _("Named by the competition leader."),
    "fewest_byes": _fewest_byes,
    "last_in_order": _last_in_order,
}


def _met_clause(f: Facts, w: Words) -> str:
    ago = min(f["games_ago"].values())
    return ngettext("met %(ago)d game ago", "met %(ago)d games ago", ago) % {"ago": ago}


CLAUSES: Table = {
    "places": lambda f, w: (
        _("Places %(one)d and %(other)d") % {"one": f["white_place"], "other": f["black_place"]}
    ),
    "fixed": lambda f, w: _("fixed: %(text)s") % f,
    "met": _met_clause,
    "never_met": lambda f, w: _("not met before"),
    "lowered": lambda f, w: (
        _("again within %(from)d games: no other complete pairing") % f if f.get("matters") else ""
    ),
    "lapsed": lambda f, w: _("colour rule lapsed") if f.get("matters") else "",
    "reversed": lambda f, w: _("colours reversed since %(when)s") % {"when": w.when(f)},
    "place": lambda f, w: _("place %(place)d") % f,
    "named": lambda f, w: _("named by the competition leader"),
    "fewest_byes": lambda f, w: _("no bye yet") if f["byes"] == 0 else _("fewest byes"),
    "alone": lambda f, w: _("nobody else is there"),
}


def _candidate_met(f: Facts, w: Words) -> str:
    ago = min(f["games_ago"].values())
    return ngettext(
        "met %(ago)d game ago; not again within %(n)d games",
        "met %(ago)d games ago; not again within %(n)d games",
        ago,
    ) % {"ago": ago, "n": f["n"]}


CANDIDATES: Table = {
    "absent": lambda f, w: _("not there"),
    "external": lambda f, w: _("plays elsewhere for the club"),
    "no_notice": lambda f, w: _("did not turn up"),
    "exempt": lambda f, w: _("not invited"),
    "not_joined": lambda f, w: _("not in the competition yet"),
    "left": lambda f, w: _("has left the competition"),
    "has_bye": lambda f, w: _("has the bye this game"),
    "on_fixed_board": lambda f, w: (
        _("on a fixed board against %(opponent)s") % {"opponent": w.name(f["opponent"])}
    ),
    "forbidden": lambda f, w: _("these two are never paired"),
    "met": _candidate_met,
    "colour": lambda f, w: (
        _("too much of the same colour: %(one)s and %(other)s white")
        % {"one": w.share(f["player_share"]), "other": w.share(f["share"])}
    ),
    "paired_before": lambda f, w: (
        _("already paired, against %(opponent)s") % {"opponent": w.name(f["opponent"])}
    ),
    "taken": lambda f, w: (
        _("was not chosen from: %(by)s came first and took the place") % {"by": w.name(f["by"])}
    ),
    "rest_impossible": lambda f, w: _("the others could then not all be paired"),
    "later_in_list": lambda f, w: _("came later in the list"),
}


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
