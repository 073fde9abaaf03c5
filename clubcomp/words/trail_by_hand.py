"""The lines of the log about ties and points by hand, in words."""

from django.utils.translation import gettext_lazy as _

from clubcomp.words.trail_words import Facts, Wording


def _players(facts: Facts) -> str:
    return ", ".join(facts.get("players") or ())


def _tied(facts: Facts, before: Facts, after: Facts) -> str:
    words = _("A tie of %(points)s points was decided by hand: %(players)s.")
    return words % Facts(facts, players=_players(facts))


def _untied(facts: Facts, before: Facts, after: Facts) -> str:
    words = _("A tie is no longer decided by hand: %(players)s.")
    return words % Facts(facts, players=_players(facts))


SENTENCES: dict[str, Wording] = {
    "decide_tie": _tied,
    "undo_tie": _untied,
    "give_points": _(
        "%(player)s was given points by hand, as if earned on evening %(evening)s: %(points)s."
    ),
    "take_points_back": _(
        "Points given to %(player)s by hand on evening %(evening)s were taken back: %(points)s."
    ),
    "set_start_points": _("%(player)s is paired with other start points (%(changes)s)."),
}
