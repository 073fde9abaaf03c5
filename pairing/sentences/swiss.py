"""The sentences of the reasons of the Swiss systems; codes and facts in their `reasons`."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from pairing.sentences.swiss_brackets import BRACKET_REASONS
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


def colour_words(written: str) -> str:
    """A player's games, "wwb-", as words: "white, white, black, –"."""
    words = {"w": pgettext("colour", "white"), "b": pgettext("colour", "black"), "-": "–"}
    return ", ".join(words.get(one, one) for one in written)


def two(f: Facts, w: Words) -> dict[str, Any]:
    return {"white": w.name(f["white"]), "black": w.name(f["black"])}


def with_games(said: str, f: Facts, w: Words) -> str:
    """A sentence, and after it the colours both had so far; a dash for nothing played."""
    parts = [
        _("%(player)s had %(colours)s") % {"player": w.name(f[side]), "colours": colour_words(had)}
        for side in ("white", "black")
        if (had := f[f"{side}_colours"].strip("-"))
    ]
    if not parts:
        return said
    return said + " " + _("So far %(games)s.") % {"games": listed(parts)}


def _places(f: Facts, w: Words) -> str:
    return _(
        "%(white)s is number %(white_place)d of the order (score %(white_score)s), "
        "%(black)s number %(black_place)d (score %(black_score)s)."
    ) % (
        two(f, w)
        | {
            "white_place": f["white_place"],
            "black_place": f["black_place"],
            "white_score": w.points(f["white_score"]),
            "black_score": w.points(f["black_score"]),
        }
    )


def _floated(f: Facts, w: Words) -> str:
    return _(
        "%(down)s has score %(down_score)s and %(up)s %(up_score)s: a downfloat and an upfloat."
    ) % {
        "down": w.name(f["down"]),
        "up": w.name(f["up"]),
        "down_score": w.points(f["down_score"]),
        "up_score": w.points(f["up_score"]),
    }


def _moved_down(f: Facts, w: Words) -> str:
    sentences = {
        "no_opponent": _("%(player)s had no possible opponent among those with score %(score)s."),
        "left_over": _("%(player)s was left over among those with score %(score)s."),
        "whole_bracket": _("Nobody with score %(score)s could be paired there, so all moved down."),
    }
    return " ".join(
        sentences[step["why"]] % {"player": w.name(f["player"]), "score": w.points(step["score"])}
        for step in f["path"]
    )


def _both(f: Facts, w: Words) -> str:
    said = _("Both get the colour they prefer: %(white)s white, %(black)s black.")
    return with_games(said % two(f, w), f, w)


def _only_one(f: Facts, w: Words) -> str:
    side = "white" if f["white_wish"] else "black"
    said = _("Only %(player)s prefers a colour and gets it.") % {
        "player": w.name(f[side]),
    }
    return with_games(said, f, w)


def _stronger(f: Facts, w: Words) -> str:
    white_first = f["white_strength"] > f["black_strength"]
    first, second = ("white", "black") if white_first else ("black", "white")
    said = _(
        "Both prefer %(colour)s; the preference of %(first)s is %(strong)s, that of %(second)s "
        "%(weak)s, and the stronger one counts."
    ) % {
        "colour": colour(f["white_wish"]),
        "first": w.name(f[first]),
        "second": w.name(f[second]),
        "strong": _strength(f[f"{first}_strength"]),
        "weak": _strength(f[f"{second}_strength"]),
    }
    return with_games(said, f, w)


def _alternate(f: Facts, w: Words) -> str:
    said = _(
        "Both prefer %(colour)s equally. The last time their colours differed %(white)s had "
        "%(white_then)s and %(black)s %(black_then)s; now it is the other way round."
    ) % (
        two(f, w)
        | {
            "colour": colour(f["white_wish"]),
            "white_then": colour(f["white_then"]),
            "black_then": colour(f["black_then"]),
        }
    )
    return with_games(said, f, w)


def _higher(f: Facts, w: Words) -> str:
    said = _(
        "Both prefer %(colour)s equally and their colours never differed: %(player)s, the higher "
        "ranked, gets it."
    ) % {
        "colour": colour(f["white_wish"]),
        "player": w.name(f["player"]),
    }
    return with_games(said, f, w)


def _lot(f: Facts, w: Words) -> str:
    facts = {"player": w.name(f["player"]), "number": f["number"], "lot": colour(f["lot"])}
    if f["by"] == "place":
        return (
            _(
                "Nobody has played yet. %(player)s is number %(number)d of the upper half; the odd "
                "ones get the colour of the lot, %(lot)s, the even ones the other."
            )
            % facts
        )
    return (
        _(
            "Neither has played yet. %(player)s, the higher ranked, has number %(number)d; the odd "
            "ones get the colour of the lot, %(lot)s, the even ones the other."
        )
        % facts
    )


def _denied(f: Facts, w: Words) -> str:
    return _("%(player)s preferred %(wanted)s (%(strength)s) and does not get it.") % {
        "player": w.name(f["player"]),
        "wanted": colour(f["wanted"]),
        "strength": _strength(f["strength"]),
    }


def _stays_over(f: Facts, w: Words) -> str:
    said = _("The number is odd, and one player of the last bracket stays over.")
    had = [one["player"] for one in f["passed_over"] if one["why"] == "had_points"]
    rest = [one["player"] for one in f["passed_over"] if one["why"] == "rest"]
    if had:
        said += " " + _(
            "Lower in the order, but they have had points without playing: %(names)s."
        ) % {"names": w.names(had)}
    if rest:
        said += " " + _(
            "Lower in the order, but without them the others cannot be paired as well: %(names)s."
        ) % {"names": w.names(rest)}
    return said


REASONS: Table = {
    **BRACKET_REASONS,
    "places": _places,
    "fixed": lambda f, w: _("Fixed by the competition leader: %(text)s") % f,
    "floated": _floated,
    "moved_down": _moved_down,
    "both": _both,
    "only_one": _only_one,
    "stronger": _stronger,
    "alternate": _alternate,
    "higher": _higher,
    "lot": _lot,
    "denied": _denied,
    "bye_lapsed": lambda f, w: (
        _("%(player)s was named for the bye, but the number is even: everybody plays.")
        % {"player": w.name(f["player"])}
    ),
    "board": lambda f, w: (
        _("Board %(board)d: the higher of the two has score %(score)s, both together %(sum)s.")
        % {"board": f["board"], "score": w.points(f["score"]), "sum": w.points(f["sum"])}
    ),
    "place": lambda f, w: (
        _("%(player)s is number %(place)d of %(players)d in the order, with score %(score)s.")
        % {
            "player": w.name(f["player"]),
            "place": f["place"],
            "players": f["players"],
            "score": w.points(f["score"]),
        }
    ),
    "named": lambda f, w: _("Named by the competition leader."),
    "lowest": lambda f, w: _("In the first round the lowest in the order has the bye."),
    "stays_over": _stays_over,
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
