"""What does the round robin call its articles, refuse and warn about?"""

from django.utils.translation import gettext_lazy as _

from pairing.sentences.option_words import Group, Option
from pairing.sentences.swiss import TIE_BREAKS
from pairing.sentences.words import Table

NAME = _("Round robin (Berger tables)")


FAILURES: Table = {
    "too_many": _(
        "A table has at most %(most)d players, and these are %(players)d. Make groups: each has a "
        "table of its own. Start with %(most)d; the others enter once there are groups."
    ),
    "no_round_left": _(
        "The table has %(rounds)d rounds and all have been paired. What was postponed can "
        "still be played."
    ),
    "too_few": _(
        "Fewer than two players are there, so no game of this round can be played. Tick who is "
        "there, or leave the round for another evening."
    ),
    "not_this_round": _(
        "By the table %(white)s and %(black)s meet in round %(round)d, not in this one. Leave the "
        "table as it is; two who want to play earlier play their game ahead."
    ),
    "not_free": lambda f, w: w.say(
        _("By the table everybody has an opponent: nobody can be given a bye.")
        if f["free"] is None
        else _("By the table %(free)s is free in this round, so nobody else can be."),
        f,
    ),
}

PROBLEMS: Table = {
    "postponed": _("Postponed: %(away)s cannot be there."),
    "forfeited": _("Not there, and so lost by forfeit: %(away)s."),
    "other_round": _("By the table %(white)s and %(black)s meet in round %(round)d."),
}


# The options, as sentences ---------------------------------------------------------------------

DESCRIPTION = _(
    "For a group of up to 40 in which everybody plays everybody, once or twice. Who meets whom in "
    "every round is known before the first one, from FIDE’s tables; a game of somebody who is away "
    "is postponed or forfeited."
)

PLACE = 7

#: For every system in which absent players still have a board.
AWAY = Group(
    _("Away"),
    "3.1",
    {
        "away": Option(
            _("who is away"),
            _("The game of somebody who is away is %(field)s"),
            words={
                "notice": _("postponed, or forfeited without notice"),
                "postponed": _("postponed"),
                "forfeited": _("forfeited"),
            },
        )
    },
)

GROUPS = (
    Group(
        _("Rounds"),
        "1.5",
        {
            "cycles": Option(
                _("how often everybody meets"),
                _("Everybody plays everybody %(field)s"),
                words={1: _("once"), 2: _("twice, the second time with the other colours")},
            ),
            "swap_last_two": Option(
                _("the last two rounds of the first half"),
                _("Of twice: the last two rounds of the first half %(field)s"),
                words={
                    True: _("change places, so that nobody has a colour three times in a row"),
                    False: _("stay as in the table"),
                },
            ),
        },
    ),
    Group(
        _("Numbers"),
        "1.1",
        {
            "numbers": Option(
                _("where the numbers come from"),
                _("The numbers in the table are given %(field)s"),
                words={"lot": _("by lot"), "rating": _("by rating, the highest first")},
            )
        },
    ),
    AWAY,
    Group(
        _("Equal points"),
        "4.2",
        {
            "tie_breaks": TIE_BREAKS,
            "koya_limit": Option(
                _("the limit of Koya"),
                _(
                    "For Koya the limit is half of the points, moved up by %(field)s half points "
                    "(below zero: down)."
                ),
            ),
        },
    ),
)
