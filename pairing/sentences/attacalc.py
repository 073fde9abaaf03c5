"""What does AttaCalc call its articles, refuse and warn about?"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from pairing.core.reason import Day
from pairing.sentences.option_words import Group, Option
from pairing.sentences.swiss import no_pairing
from pairing.sentences.words import Facts, Table, Words

NAME = _("AttaCalc (Keizer)")


#: What can be done, by whether boards are fixed and whether somebody must have the bye.
_WAYS_OUT = {
    (True, True): _("Allow a forbidden pair, release a fixed board, or name a bye."),
    (True, False): _("Allow a forbidden pair, or release a fixed board."),
    (False, True): _("Allow a forbidden pair, or name a bye."),
    (False, False): _("Allow a forbidden pair."),
}

FAILURES: Table = {
    "nobody_present": _("Nobody is there yet. Tick who is, then pair."),
    "no_pairing": no_pairing(
        _("There is no complete pairing of the %(count)d players who are left."), _WAYS_OUT, "fixed"
    ),
    "value_negative": _(
        "With %(players)d players the last value number would become %(last_value)d. Set the "
        "first value to %(needed_first_value)d or more in the options."
    ),
}


def _same_colour(f: Facts, w: Words) -> str:
    """Percentages say little about players who had only one colour, least of all after one game."""
    only = {
        ("0", "0"): _("%(white)s and %(black)s both had only black so far in this tempo."),
        ("1", "1"): _("%(white)s and %(black)s both had only white so far in this tempo."),
    }
    mostly = _(
        "%(white)s and %(black)s both had too much of the same colour in this tempo: white in "
        "%(one)s and %(other)s of their games."
    )
    shares = f["white_share"], f["black_share"]
    white, black = map(w.share, shares)
    return w.say(only.get(shares, mostly), {**f, "one": white, "other": black})


PROBLEMS: Table = {
    "met_within": lambda f, w: w.say(
        ngettext_lazy(
            "%(white)s and %(black)s met on %(when)s, in this tempo at most %(n)d game ago.",
            "%(white)s and %(black)s met on %(when)s, in this tempo at most %(n)d games ago.",
            "n",
        ),
        {**f, "when": w.day(Day(f["evening"], 1, f["date"]))},
    ),
    "colour_criterion": _same_colour,
    "bye_not_fewest": ngettext_lazy(
        "%(player)s has had %(byes)d bye already in this tempo; somebody present has had "
        "%(fewest)d.",
        "%(player)s has had %(byes)d byes already in this tempo; somebody present has had "
        "%(fewest)d.",
        "byes",
    ),
}


# The options, as sentences ---------------------------------------------------------------------

DESCRIPTION = _(
    "For an internal competition in which not everybody comes every evening. Whoever beats a"
    " player high in the standings earns more; missed games still give something, up to a limit;"
    " several tempos each have standings of their own. Each game is paired by the standings"
    " of that moment."
)

PLACE = 1

GROUPS = (
    Group(
        _("Value numbers"),
        "telling",
        {
            "first_value": Option(
                _("first value number"),
                _("The first of the standings has the value number %(field)s"),
                empty=_("one and a half times the number of players"),
            ),
            "value_step": Option(
                _("step between value numbers"),
                _("Each next place has %(field)s less."),
            ),
            "own_value_counts": Option(
                _("own value number counts"),
                _("The own value number %(field)s in everybody’s points."),
                words={
                    True: _("counts once"),
                    False: _("does not count"),
                },
            ),
            "guests": Option(
                _("guests among the players"),
                _("For the highest value number guests count %(field)s"),
                words={
                    "there": _("on the evenings that they play"),
                    "always": _("always, also after their last evening"),
                },
            ),
            "revaluation": Option(
                _("how value numbers follow the results"),
                _("Recalculate value numbers after every result: %(field)s"),
                words={
                    "stable": _("until nothing moves"),
                    "chained": _("until it stays, round by round"),
                    "previous": _("once, from the list before"),
                },
            ),
        },
    ),
    Group(
        _("Games"),
        "telling",
        {
            "win": Option(
                _("part for a win"),
                _("A win gives %(field)s of the opponent’s value number."),
            ),
            "draw": Option(
                _("part for a draw"),
                _("A draw gives %(field)s of the opponent’s value number."),
            ),
            "loss": Option(
                _("part for a loss"),
                _("A loss gives %(field)s of the opponent’s value number."),
            ),
        },
    ),
    Group(
        _("Bye, elsewhere, absent"),
        "afwezigheid",
        {
            "bye": Option(
                _("part for a bye"),
                _("A bye counts for %(field)s of the own value number."),
            ),
            "external": Option(
                _("part for playing elsewhere for the club"),
                _("Playing elsewhere for the club counts for %(field)s of the own value number."),
            ),
            "absent": Option(
                _("part for a missed game"),
                _(
                    "The first missed games of the season, as many as the tempo says, give"
                    " %(field)s of the own value number each."
                ),
            ),
            "late_join": Option(
                _("games before a player’s first evening"),
                _("Games before a player’s first evening %(field)s"),
                words={
                    "absent": _("are missed with notice"),
                    "none": _("count for nothing"),
                },
            ),
        },
    ),
)
