"""What does the cup call its articles, refuse and warn about?"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.sentences.berger import PROBLEMS as BY_SCHEDULE
from pairing.sentences.swiss import two
from pairing.sentences.words import Facts, Table, Words, listed

NAME = gettext_lazy("Cup (knock-out)")

ARTICLES = {
    "1.1": gettext_lazy("the numbers"),
    "1.2": gettext_lazy("the bracket"),
    "1.3": gettext_lazy("on without a game in round 1"),
    "1.4": gettext_lazy("who wins goes on"),
    "1.5": gettext_lazy("what is played in a round"),
    "1.6": gettext_lazy("nobody enters later"),
    "2.1": gettext_lazy("who had White less"),
    "2.2": gettext_lazy("equally often White"),
    "2.3": gettext_lazy("the colours change"),
    "3.1": gettext_lazy("the games of a tie"),
    "3.2": gettext_lazy("playing again"),
    "3.3": gettext_lazy("still level"),
    "3.4": gettext_lazy("whoever is away"),
    "3.5": gettext_lazy("leaving the cup"),
    "3.6": gettext_lazy("made by hand"),
    "4.1": gettext_lazy("place three"),
    "4.2": gettext_lazy("the second chance"),
    "5.1": gettext_lazy("the places"),
}


def _still_open(f: Facts, w: Words) -> str:
    ties = [f"{w.name(one)} – {w.name(other)}" for one, other in f["ties"]]
    return _(
        "The next round depends on games that have no result yet: %(ties)s. Enter the results, "
        "also of what was postponed."
    ) % {"ties": listed(ties)}


def _over(f: Facts, w: Words) -> str:
    if f["winner"] is None:
        return _("The cup is over: nobody is left in it, and nobody has won it.")
    return _("The cup is over: %(winner)s has won it.") % {"winner": w.name(f["winner"])}


FAILURES: Table = {
    "too_many": lambda f, w: (
        _("A cup has at most %(most)d players here, and these are %(players)d.") % f
    ),
    "no_cup": lambda f, w: _("A cup takes two players at least. Add players under Players."),
    "still_open": _still_open,
    "no_round_left": _over,
    "too_few": lambda f, w: _(
        "Fewer than two players are there, so no tie can be played. Tick who is there; for a win "
        "by forfeit tick both, and enter it as the result."
    ),
    "no_bye_named": lambda f, w: _(
        "In a cup nobody is given a bye: who has no opponent in round 1 goes on by the bracket."
    ),
    "not_due": lambda f, w: (
        _(
            "By the bracket %(white)s and %(black)s have no game in this round. Leave the boards "
            "as they are; results decide who meets next."
        )
        % two(f, w)
    ),
}

PROBLEMS: Table = {
    "postponed": BY_SCHEDULE["postponed"],
    "forfeited": BY_SCHEDULE["forfeited"],
    "not_due": FAILURES["not_due"],
}
