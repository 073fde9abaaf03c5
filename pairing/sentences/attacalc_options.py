"""AttaCalc's options as sentences, grouped as its regulation is."""

from django.utils.translation import gettext_lazy

from pairing.sentences.option_words import Group, Option

DESCRIPTION = gettext_lazy(
    "For an internal competition in which not everybody comes every evening. Whoever beats a"
    " player high in the standings earns more; missed games still give something, up to a limit;"
    " several tempos each have standings of their own. Each game is paired by the standings"
    " of that moment."
)

PLACE = 1

GROUPS = (
    Group(
        gettext_lazy("Value numbers"),
        "telling",
        {
            "first_value": Option(
                gettext_lazy("first value number"),
                gettext_lazy("The first of the standings has the value number %(field)s"),
                empty=gettext_lazy("one and a half times the number of players"),
            ),
            "value_step": Option(
                gettext_lazy("step between value numbers"),
                gettext_lazy("Each next place has %(field)s less."),
            ),
            "own_value_counts": Option(
                gettext_lazy("own value number counts"),
                gettext_lazy("The own value number %(field)s in everybody’s points."),
                words={
                    True: gettext_lazy("counts once"),
                    False: gettext_lazy("does not count"),
                },
            ),
            "guests": Option(
                gettext_lazy("guests among the players"),
                gettext_lazy("For the highest value number guests count %(field)s"),
                words={
                    "there": gettext_lazy("on the evenings that they play"),
                    "always": gettext_lazy("always, also after their last evening"),
                },
            ),
            "revaluation": Option(
                gettext_lazy("how value numbers follow the results"),
                gettext_lazy("After every result value numbers are made anew %(field)s"),
                words={
                    "stable": gettext_lazy("until the order stays"),
                    "chained": gettext_lazy("until it stays, round by round"),
                    "previous": gettext_lazy("once, from the list before"),
                },
            ),
        },
    ),
    Group(
        gettext_lazy("Games"),
        "telling",
        {
            "win": Option(
                gettext_lazy("part for a win"),
                gettext_lazy("A win gives %(field)s of the opponent’s value number."),
            ),
            "draw": Option(
                gettext_lazy("part for a draw"),
                gettext_lazy("A draw gives %(field)s of the opponent’s value number."),
            ),
            "loss": Option(
                gettext_lazy("part for a loss"),
                gettext_lazy("A loss gives %(field)s of the opponent’s value number."),
            ),
        },
    ),
    Group(
        gettext_lazy("Bye, elsewhere, absent"),
        "afwezigheid",
        {
            "bye": Option(
                gettext_lazy("part for a bye"),
                gettext_lazy("A bye gives %(field)s of the own value number."),
            ),
            "external": Option(
                gettext_lazy("part for playing elsewhere for the club"),
                gettext_lazy(
                    "Playing elsewhere for the club gives %(field)s of the own value number."
                ),
            ),
            "absent": Option(
                gettext_lazy("part for a missed game"),
                gettext_lazy(
                    "The first missed games of the season, as many as the tempo says, give"
                    " %(field)s of the own value number each."
                ),
            ),
            "late_join": Option(
                gettext_lazy("games before a player’s first evening"),
                gettext_lazy("Games before a player’s first evening %(field)s"),
                words={
                    "absent": gettext_lazy("are missed with notice"),
                    "none": gettext_lazy("count for nothing"),
                },
            ),
        },
    ),
)
