"""What does the round robin call its articles, refuse and warn about?"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.sentences.swiss import two
from pairing.sentences.words import Facts, Table, Words

NAME = gettext_lazy("Round robin (Berger tables)")

ARTICLES = {
    "1.1": gettext_lazy("the numbers"),
    "1.2": gettext_lazy("team-mates apart in the last three rounds"),
    "1.3": gettext_lazy("the table"),
    "1.4": gettext_lazy("an odd number of players"),
    "1.5": gettext_lazy("twice against everybody"),
    "2.1": gettext_lazy("the last number changes colours"),
    "2.2": gettext_lazy("who stands first has White"),
    "2.3": gettext_lazy("the second time the other colours"),
    "3.1": gettext_lazy("whoever is away"),
    "3.2": gettext_lazy("leaving before half of the games"),
    "3.3": gettext_lazy("leaving later"),
    "3.4": gettext_lazy("nobody enters later"),
    "3.5": gettext_lazy("made by hand"),
    "4.1": gettext_lazy("points"),
    "4.2": gettext_lazy("equal points"),
}


def _not_this_round(f: Facts, w: Words) -> str:
    return _(
        "By the table %(white)s and %(black)s meet in round %(round)d, not in this one. Leave the "
        "table as it is; two who want to play earlier play their game ahead."
    ) % (two(f, w) | {"round": f["round"]})


def _not_free(f: Facts, w: Words) -> str:
    if f["free"] is None:
        return _("By the table everybody has an opponent: nobody can be given a bye.")
    return _("By the table %(free)s is free in this round, so nobody else can be.") % {
        "free": w.name(f["free"])
    }


FAILURES: Table = {
    "too_many": lambda f, w: (
        _(
            "A table has at most %(most)d players, and these are %(players)d. Make groups of them, "
            "a competition each."
        )
        % f
    ),
    "no_round_left": lambda f, w: (
        _(
            "The table has %(rounds)d rounds and all have been paired. What was postponed can "
            "still be played."
        )
        % f
    ),
    "all_gone": lambda f, w: _(
        "Fewer than two players are still in the competition, so there is nothing left to play. "
        "Take back a withdrawal under Players if one was a mistake."
    ),
    "too_few": lambda f, w: _(
        "Fewer than two players are there, so no game of this round can be played. Tick who is "
        "there, or leave the round for another evening."
    ),
    "not_this_round": _not_this_round,
    "not_free": _not_free,
}

PROBLEMS: Table = {
    "postponed": lambda f, w: (
        _("Postponed: %(away)s cannot be there.") % {"away": w.names(f["away"])}
    ),
    "forfeited": lambda f, w: (
        _("Forfeited, not played: %(away)s is not there.") % {"away": w.names(f["away"])}
    ),
    "other_round": lambda f, w: (
        _("By the table %(white)s and %(black)s meet in round %(round)d.")
        % (two(f, w) | {"round": f["round"]})
    ),
}
