"""What does a club's own Keizer regulation call its options, refuse and warn about?"""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from pairing.sentences.option_words import Chapter, Group, Option
from pairing.sentences.swiss import no_pairing
from pairing.sentences.words import Table

NAME = _("Keizer by your own rules")

FAILURES: Table = {
    "nobody_present": _("Nobody is there yet. Tick who is, then pair."),
    "not_drawn": lambda f, w: (
        str(_("Not in the order that was drawn: %(names)s. Draw again."))
        % {"names": w.names(f["players"])}
    ),
    "no_pairing": no_pairing(
        _("There is no complete pairing of the %(count)d players who are left.")
    ),
}

PROBLEMS: Table = {
    "limit": _("%(white)s – %(black)s: %(why)s."),
    "bye_not_first": _("By the rules %(free)s would have the bye, not %(player)s."),
}


# The options, as sentences ---------------------------------------------------------------------

DESCRIPTION = _(
    "For an internal competition by a Keizer regulation of the club’s own: what games, byes and"
    " each kind of absence earn, periods, when two may meet again, colours and ties are all up to"
    " the club. Without any change it is the usual Dutch regulation."
)

PLACE = 2

_LIMITS = {
    "times": _("times in the season"),
    "times_in_period": _("times in a period"),
    "not_in_first": _("not in the first rounds"),
    "gap": _("rounds in between"),
    "colours": _("limits of colours"),
}
_TIES = {
    "games": _("more games played"),
    "evenings": _("more evenings there"),
    "wins": _("more games won"),
    "blacks": _("more games with black"),
    "rating": _("the higher rating"),
    "rating_low": _("the lower rating"),
    "mutual": _("the games against each other"),
}
_RULES = {
    "met": _("met before: reversed"),
    "balance": _("white games less black games"),
    "whites": _("fewer games with white"),
    "alternate": _("the last game in which colours differed"),
    "higher": _("the higher in the order has white"),
    "lower": _("the lower in the order has white"),
}
_SEASON_OR_PERIOD = {"season": _("the season"), "period": _("the period")}
_NO_LIMIT = _("no limit")

GROUPS = (
    Group(
        _("Values"),
        "2.3",
        {
            "values.by": Option(
                _("values by"),
                _("What an opponent is worth goes by %(field)s"),
                words={"rank": _("the ranking"), "rating": _("rating")},
            ),
            "values.first": Option(
                _("first value"),
                _("The first of the ranking is worth %(field)s"),
                empty=_("one and a half times the number of players"),
            ),
            "values.ratio": Option(
                _("first value as a multiple of the last"),
                _("or so many times the last: %(field)s"),
                empty=_("not so"),
            ),
            "values.step": Option(_("step"), _("Each next place is worth %(field)s less.")),
            "values.last": Option(_("least value"), _("Nobody is worth less than %(field)s")),
            "values.own": Option(
                _("own value"), _("Everybody begins with this part of the own value: %(field)s")
            ),
            "values.revaluation": Option(
                _("how values follow the results"),
                _("Recalculate values after every result: %(field)s"),
                words={
                    "stable": _("until nothing moves"),
                    "chained": _("until it stays, round by round"),
                    "previous": _("once, from the list before"),
                    "fixed": _("never: they stay those of the start order"),
                },
            ),
            "values.divisor": Option(
                _("rating divided by"), _("By rating: the rating divided by %(field)s")
            ),
            "values.lowest": Option(_("lowest by rating"), _("By rating, not under %(field)s")),
            "values.highest": Option(_("highest by rating"), _("By rating, not over %(field)s")),
        },
    ),
    Group(
        _("Games"),
        "2.2",
        {
            "results.win": Option(_("a win"), _("A win earns %(field)s of the opponent’s value.")),
            "results.draw": Option(
                _("a draw"), _("A draw earns %(field)s of the opponent’s value.")
            ),
            "results.loss": Option(
                _("a loss"), _("A loss earns %(field)s of the opponent’s value.")
            ),
            "results.forfeit_win": Option(
                _("a win by forfeit"),
                _("A win by forfeit earns %(field)s"),
                empty=_("as much as a win"),
            ),
            "results.forfeit_loss": Option(
                _("a loss by forfeit"),
                _("A loss by forfeit earns %(field)s"),
                empty=_("as much as a loss"),
            ),
        },
    ),
    Group(
        _("Absences"),
        "3.1",
        {
            "absences.kinds": Option(
                _("kinds of absence"),
                _("What an absence earns, by the reason: %(field)s"),
                empty=_("the usual three"),
            ),
            "absences.late_join": Option(
                _("rounds before joining"),
                _("Rounds before a player joins count as the kind %(field)s"),
                empty=_("nothing"),
            ),
            "absences.after_leaving": Option(
                _("rounds after leaving"),
                _("Rounds after a player has left count as the kind %(field)s"),
                empty=_("nothing"),
            ),
        },
    ),
    Group(
        _("Bye"),
        "6.3",
        {
            "bye.amount": Option(_("a bye"), _("A bye earns %(field)s of the own value.")),
            "bye.who": Option(
                _("who has the bye"),
                _("Among equals the bye goes to %(field)s"),
                words={"lowest": _("the lowest"), "highest": _("the highest")},
            ),
            "bye.fewest": Option(
                _("fewest"),
                _("First comes who had the fewest %(field)s"),
                words={
                    "byes": _("byes"),
                    "unplayed": _("byes and absences"),
                    "none": _("(nothing is counted)"),
                },
            ),
            "bye.per": Option(
                _("counted in"), _("That is counted in %(field)s"), words=_SEASON_OR_PERIOD
            ),
            "bye.owed": Option(
                _("kinds that cost a bye"),
                _("Whoever is away for one of these owes a bye, which earns nothing: %(field)s"),
                words={"forfeit_loss": _("a loss by forfeit")},
                empty=_("none"),
            ),
        },
    ),
    Group(
        _("Periods"),
        "5.1",
        {
            "periods.starts": Option(
                _("first evenings of the periods"),
                _("Periods begin with the evenings %(field)s"),
            ),
            "periods.points": Option(
                _("points in a new period"),
                _("In a new period points %(field)s"),
                words={"on": _("go on"), "anew": _("begin anew")},
            ),
            "periods.order": Option(
                _("start order of a new period"),
                _("If they begin anew the start order is %(field)s"),
                words={"table": _("the table of the period before"), "start": _("as at first")},
            ),
            "periods.total": Option(
                _("the standing shows"),
                _("and the standing shows %(field)s"),
                words={"sum": _("the sum of the periods"), "last": _("the last period")},
            ),
        },
    ),
    Group(
        _("Meeting again"),
        "6.5",
        {
            "meeting.order": Option(
                _("paired by"),
                _("Each round is paired by %(field)s"),
                words={"points": _("points"), "lot": _("an order that is drawn")},
            ),
            "meeting.gap": Option(
                _("rounds in between"),
                _("Between two games of the same players there are at least %(field)s"),
            ),
            "meeting.gap_counts": Option(
                _("counted as"),
                _("counted as %(field)s"),
                words={"rounds": _("rounds"), "own": _("their own games")},
            ),
            "meeting.times": Option(
                _("times in the season"),
                _("In a season two meet at most %(field)s"),
                empty=_NO_LIMIT,
            ),
            "meeting.times_in_period": Option(
                _("times in a period"),
                _("In a period two meet at most %(field)s"),
                empty=_NO_LIMIT,
            ),
            "meeting.not_in_first": Option(
                _("nobody again in the first rounds"),
                _("In the first rounds nobody meets again, so many: %(field)s"),
            ),
            "meeting.importance": Option(
                _("the most precious limit first"),
                _("If not all can be kept, the last of these gives way first: %(field)s"),
                words=_LIMITS,
                empty=_("none"),
            ),
        },
    ),
    Group(
        _("Colours"),
        "7.1",
        {
            "colours.rules": Option(
                _("rules of colours"),
                _("White goes by the first of these that decides: %(field)s"),
                words=_RULES,
                empty=_("none: the lower has white"),
            ),
            "colours.in_a_row": Option(
                _("same colour running"),
                _("The same colour at most so many times running: %(field)s"),
                empty=_NO_LIMIT,
            ),
            "colours.balance": Option(
                _("greatest difference of colours"),
                _("White and black games differ at most by %(field)s"),
                empty=_NO_LIMIT,
            ),
        },
    ),
    Group(
        _("Standing"),
        "4.3",
        {
            "standing.ties": Option(
                _("at equal points"),
                _("At equal points decides in turn: %(field)s"),
                words=_TIES,
                empty=_("the start order"),
            ),
            "standing.min_games": Option(
                _("games for a place"), _("For a place somebody needs games and byes: %(field)s")
            ),
            "standing.min_games_from": Option(
                _("from evening"), _("which is asked from evening %(field)s")
            ),
        },
    ),
)

#: What a club can start from, by the key of the engine's preset.
PRESETS = {
    "systeem-keizer": _("the usual Dutch regulation"),
    "sevilla": _("as clubs with Sevilla have it"),
    "keizerforclubs": _("as KeizerForClubs has it"),
    "german": _("the usual German regulation"),
    "draughts": _("a draughts club"),
}


def remarks_on(options: Any, evenings: int) -> list[str]:
    """What looks like a mistake in these options, though nothing of it is refused."""
    from pairing.sentences.own_remarks import remarks_on

    return remarks_on(options, evenings)


def chapters_of(options: Any) -> Sequence[Chapter]:
    """The regulation of a club that has these options."""
    from pairing.sentences.own_regulation import chapters_of  # which needs the words above

    return chapters_of(options)
