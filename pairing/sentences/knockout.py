"""What does the cup call its articles, refuse and warn about?"""

from django.utils.translation import gettext_lazy as _

from pairing.sentences.berger import PROBLEMS as BY_SCHEDULE
from pairing.sentences.words import Facts, Table, Words, listed

NAME = _("Cup (knock-out)")

ARTICLES = {
    "1.1": _("the numbers"),
    "1.2": _("the bracket"),
    "1.3": _("on without a game in round 1"),
    "1.4": _("who wins goes on"),
    "1.5": _("what is played in a round"),
    "1.6": _("nobody enters later"),
    "2.1": _("who had White less"),
    "2.2": _("equally often White"),
    "2.3": _("the colours change"),
    "3.1": _("the games of a tie"),
    "3.2": _("playing again"),
    "3.3": _("still level"),
    "3.4": _("whoever is away"),
    "3.5": _("leaving the cup"),
    "3.6": _("made by hand"),
    "4.1": _("place three"),
    "4.2": _("the second chance"),
    "5.1": _("the places"),
}


def _still_open(f: Facts, w: Words) -> str:
    ties = [f"{w.name(one)} – {w.name(other)}" for one, other in f["ties"]]
    words = _(
        "The next round depends on games that have no result yet: %(ties)s. Enter the results, "
        "also of what was postponed."
    )
    return str(words % {"ties": listed(ties)})


FAILURES: Table = {
    "too_many": _("A cup has at most %(most)d players here, and these are %(players)d."),
    "no_cup": _("A cup takes two players at least. Add players under Players."),
    "still_open": _still_open,
    "no_round_left": lambda f, w: w.say(
        _("The cup is over: nobody is left in it, and nobody has won it.")
        if f["winner"] is None
        else _("The cup is over: %(winner)s has won it."),
        f,
    ),
    "too_few": _(
        "Fewer than two players are there, so no tie can be played. Tick who is there; for a win "
        "by forfeit tick both, and enter it as the result."
    ),
    "no_bye_named": _(
        "In a cup nobody is given a bye: who has no opponent in round 1 goes on by the bracket."
    ),
    "not_due": _(
        "By the bracket %(white)s and %(black)s have no game in this round. Leave the boards "
        "as they are; results decide who meets next."
    ),
}

PROBLEMS: Table = {
    "postponed": BY_SCHEDULE["postponed"],
    "forfeited": BY_SCHEDULE["forfeited"],
    "not_due": FAILURES["not_due"],
}
