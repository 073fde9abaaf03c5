"""What does the cup call its articles, refuse and warn about?"""

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from pairing.sentences.berger import AWAY
from pairing.sentences.berger import PROBLEMS as BY_SCHEDULE
from pairing.sentences.option_words import Group, Option
from pairing.sentences.words import Facts, Table, Words, listed

NAME = _("Cup (knock-out)")


def _still_open(f: Facts, w: Words) -> str:
    ties = [f"{w.name(upper)} – {w.name(lower)}" for upper, lower in f["ties"]]
    words = _(
        "The next round depends on games that have no result yet: %(ties)s. Enter the results, "
        "also of what was postponed."
    )
    return str(words % {"ties": listed(ties)})


FAILURES: Table = {
    "too_many": _(
        "A cup has at most %(most)d players here, and these are %(players)d. Make two cups of "
        "them, or let some play along elsewhere."
    ),
    "no_cup": _("A cup takes two players at least. Add players under Players."),
    "still_open": _still_open,
    "no_round_left": lambda f, w: w.say(
        _(
            "The cup is over: nobody is left in it, and nobody has won it. Take back a withdrawal "
            "under Players if one was a mistake."
        )
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


# The options, as sentences ---------------------------------------------------------------------

DESCRIPTION = _(
    "For a cup of up to 512 players: who wins goes on, who loses is out, or has a second chance in "
    "the plate. The bracket is drawn by lot or follows the ratings; draws are played again, rapid, "
    "then blitz."
)

PLACE = 8

GROUPS = (
    Group(
        _("Numbers"),
        "1.1",
        {
            "numbers": Option(
                _("where the numbers come from"),
                _("The places in the bracket are given %(field)s"),
                words={
                    "lot": _("by lot"),
                    "rating": _("by rating, the highest first"),
                    "list": _("by the start list, as the leader has it"),
                },
            ),
            "seeds": Option(
                _("how many are seeded"),
                _("Of a draw by lot so many are seeded by rating, and meet late: %(field)s"),
            ),
        },
    ),
    Group(
        _("A tie"),
        "3.1",
        {
            "games": Option(
                _("games of a tie"),
                _("Two who meet play %(field)s"),
                words={1: _("one game"), 2: _("two games, one with each colour")},
            ),
            "replays": Option(
                _("games that are played again"),
                _("Level: so many more games as the first: %(field)s"),
            ),
            "rapid": Option(
                _("rapid games that decide"), _("Still level: so many rapid games: %(field)s")
            ),
            "blitz": Option(
                _("blitz games that decide"), _("Still level: so many blitz games: %(field)s")
            ),
            "still_level": Option(
                _("what decides at last"),
                _("And if that is level too, %(field)s"),
                words={
                    "black": _("who had Black in the last game goes on"),
                    "lot": _("lots are drawn at the board"),
                },
            ),
        },
    ),
    replace(AWAY, article="3.4"),
    Group(
        _("Beside the cup"),
        "4.1",
        {
            "third_place": Option(
                _("place three"),
                _("Who lost a semi-final %(field)s"),
                words={True: _("plays for place three"), False: _("is out")},
            ),
            "plate": Option(
                _("the second chance"),
                _("Who loses the first tie %(field)s"),
                words={True: _("goes on in the plate"), False: _("is out of the cup")},
            ),
        },
    ),
)
