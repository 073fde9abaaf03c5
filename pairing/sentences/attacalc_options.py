"""AttaCalc's options as sentences, grouped as its regulation is."""

from django.utils.translation import gettext_lazy as _

from pairing.sentences.option_words import Group, Option

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
                _("After every result value numbers are made anew %(field)s"),
                words={
                    "stable": _("until the order stays"),
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
                _("A bye gives %(field)s of the own value number."),
            ),
            "external": Option(
                _("part for playing elsewhere for the club"),
                _("Playing elsewhere for the club gives %(field)s of the own value number."),
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
