"""Why does a club's own Keizer regulation pair two, give a colour, a bye? Steps are here too.

*The order* is ORDER of article 6.1, of those who take part. *Left* are those without an opponent
when a match is made, the bye and fixed boards out. *May meet* is MAY of article 6.5 with the
degrees at which the limits of the round give way. Every pair is made from the top: who is highest
chooses. Whatever is counted is of the tempo to be paired. The reasons of who chose whom are those
of `attacalc`, whose search is the same.
"""

from pairing.core.reason import Reason, Refusal, Several, Who, ngettext_lazy
from pairing.core.reason import gettext_noop as _
from pairing.reasons.every_system import HasTheBye

# What gave way for a pair -----------------------------------------------------------------


class GaveWay(Reason):
    """`player` and `opponent` are a pair and are kept apart by a limit; each class says which. With
    the limits that are more precious as they are in this round, and without those that are less,
    there is no complete pairing that keeps everybody apart whom the limit keeps apart as strictly
    as these two."""

    player: Who
    opponent: Who


class MetSoon(GaveWay):
    """The two last met with `between` rounds of the tempo in between, fewer than `gap`."""

    between: int
    gap: int

    text = _(
        "[They|player,opponent:You] met with %(between)d rounds in between instead of %(gap)d; "
        "otherwise somebody would be left over."
    )


class MetAgo(GaveWay):
    """The two last met `ago` of `player`'s own games ago (1: the last one); for `opponent` it is at
    least as many. `gap` is at least that."""

    ago: int
    gap: int

    text = _(
        "Among the last %(gap)d games of [%(player)s|player:yours] there is one of these two; "
        "otherwise somebody would be left over."
    )


class MetTimes(GaveWay):
    """The two met `times` times this season, and `most` is not more."""

    times: int
    most: int

    text = _(
        "[They|player,opponent:You] met %(times)d times this season, with %(most)d as the limit; "
        "otherwise somebody would be left over."
    )


class MetTimesInPeriod(GaveWay):
    """The two met `times` times in this period, and `most` is not more."""

    times: int
    most: int

    text = _(
        "[They|player,opponent:You] met %(times)d times in this period, with %(most)d as the "
        "limit; otherwise somebody would be left over."
    )


class MetEarly(GaveWay):
    """The two met before, and this is round `number`, one of the first `first`, in which nobody
    should meet again."""

    number: int
    first: int

    text = _(
        "In the first %(first)d rounds nobody should meet again, and this is round %(number)d; "
        "otherwise somebody would be left over."
    )


class ColoursGaveWay(GaveWay):
    """With neither of the two with white do both keep the limits of colours (article 7.2)."""

    text = _(
        "Neither way of giving the colours keeps the limits for both; otherwise somebody would be "
        "left over."
    )


# Why two are no pair ----------------------------------------------------------------------


class TooSoon(Refusal):
    """`one` and `other` last met with `between` rounds of the tempo in between; in this round it
    must be at least `least`, which is more."""

    one: Who
    other: Who
    between: int
    least: int

    text = ngettext_lazy(
        "[they|one,other:you] met with %(between)d round in between; it must be %(least)d",
        "[they|one,other:you] met with %(between)d rounds in between; it must be %(least)d",
        "between",
    )


class MetOften(Refusal):
    """`one` and `other` met `times` times this season, and may in this round meet only after fewer
    than `most`, which is not more."""

    one: Who
    other: Who
    times: int
    most: int

    text = ngettext_lazy(
        "[they|one,other:you] met %(times)d time this season; the limit is %(most)d",
        "[they|one,other:you] met %(times)d times this season; the limit is %(most)d",
        "times",
    )


class MetOftenInPeriod(MetOften):
    """The same of this period."""

    text = ngettext_lazy(
        "[they|one,other:you] met %(times)d time in this period; the limit is %(most)d",
        "[they|one,other:you] met %(times)d times in this period; the limit is %(most)d",
        "times",
    )


class MetBefore(Refusal):
    """`one` and `other` met before, and this is one of the first `first` rounds, in which nobody
    meets again."""

    one: Who
    other: Who
    first: int

    text = _("[they|one,other:you] met before; in the first %(first)d rounds nobody meets again")


class NoColours(Refusal):
    """With neither of the two with white do both keep the limits of colours (article 7.2)."""

    one: Who
    other: Who

    text = _("neither way of giving the colours keeps the limits for both")


# The bye ----------------------------------------------------------------------------------


class OwesBye(HasTheBye):
    """`player` has the bye and owes one (article 6.4); of those who do and without whom the others
    can be paired they come first in the order of article 6.3."""

    text = _(
        "[%(player)s has|You have] the bye: [they owe|player:you owe] one, for a round missed or "
        "forfeited."
    )


class FirstForBye(HasTheBye):
    """`player` has the bye. Of those on no fixed board, and without whom the others can be paired,
    nobody owes one; they have had the fewest byes, or byes and absences, as `fewest` says: `count`.
    Among those with as many they are the last in the order, or the first, as `who` says."""

    fewest: str
    who: str
    count: int

    cases = ("fewest", "who")
    text = {
        ("byes", "lowest"): _(
            "[%(player)s has|You have] the bye: the last of those with the fewest byes so far "
            "(%(count)d)."
        ),
        ("byes", "highest"): _(
            "[%(player)s has|You have] the bye: the first of those with the fewest byes so far "
            "(%(count)d)."
        ),
        ("unplayed", "lowest"): _(
            "[%(player)s has|You have] the bye: the last of those with the fewest byes and "
            "absences so far (%(count)d)."
        ),
        ("unplayed", "highest"): _(
            "[%(player)s has|You have] the bye: the first of those with the fewest byes and "
            "absences so far (%(count)d)."
        ),
        ("none", "lowest"): _("[%(player)s has|You have] the bye: the last of those there."),
        ("none", "highest"): _("[%(player)s has|You have] the bye: the first of those there."),
    }


class PassedForBye(Reason):
    """`passed` came first for the bye, but without any one of them the others cannot be paired, by
    the forbidden pairs."""

    goes_on = True
    passed: Several

    text = _("Before that came %(passed)s, but then somebody else would be left over.")


class OwesNone(Refusal):
    """Who is asked about owes no bye, and `bye`, who has it, owes one."""

    bye: Who

    text = _("owes no bye, [%(bye)s does|you do]")


class HadMore(Refusal):
    """Who is asked about has had `count` byes and absences, and `bye`, who has the bye, `fewest`,
    which is less. Neither owes one."""

    count: int
    bye: Who
    fewest: int

    text = _("had %(count)d byes and absences, %(bye)s %(fewest)d")


class ComesLater(Refusal):
    """Who is asked about has as good a claim to the bye as `bye`, who has it, but stands higher in
    the order, or lower where the highest has it first (`who`)."""

    bye: Who
    who: str

    cases = ("who",)
    text = {
        "lowest": _("stands higher than [%(bye)s|you]"),
        "highest": _("stands lower than [%(bye)s|you]"),
    }


# Colours ----------------------------------------------------------------------------------


class OnlyWay(Reason):
    """With `white` as White both keep the limits of colours (article 7.2), the other way round not
    both."""

    white: Who
    black: Who

    text = _("Only with [%(white)s|you] as White do both keep the limits of colours.")


class LessWhite(Reason):
    """`white` has had `balance` more games with white than with black, `black` `other_balance`,
    which is more. No rule before this one decides."""

    white: Who
    balance: int
    black: Who
    other_balance: int

    text = _(
        "White games less black games: [%(white)s|you] %(balance)d, [%(black)s|you] "
        "%(other_balance)d; the lower number gets white."
    )


class FewerWhites(Reason):
    """`white` has had white `whites` times, `black` `other_whites` times, which is more. No rule
    before this one decides."""

    white: Who
    whites: int
    black: Who
    other_whites: int

    text = _(
        "[%(white)s|You] had white %(whites)d times, [%(black)s|you] %(other_whites)d times; the "
        "fewer gets it."
    )


class Alternates(Reason):
    """Going back game by game from their last, colours were the same until `back` games ago, when
    `white` had black and `black` white. No rule before this one decides."""

    white: Who
    black: Who
    back: int

    text = ngettext_lazy(
        "In their last game [%(white)s|you] had black and [%(black)s|you] white; now it is the "
        "other way round.",
        "%(back)d games ago [%(white)s|you] had black and [%(black)s|you] white, since then both "
        "the same; now it is the other way round.",
        "back",
    )


class ByPlace(Reason):
    """`white` stands higher in the order than `black`, or lower, as `who` says, and by the last
    rule, which decides when no other does, that one has white."""

    white: Who
    black: Who
    who: str

    cases = ("who",)
    text = {
        "higher": _(
            "No other rule decides; [%(white)s|you], who [stands|white:stand] higher, gets white."
        ),
        "lower": _(
            "No other rule decides; [%(white)s|you], who [stands|white:stand] lower, gets white."
        ),
    }


# Steps ------------------------------------------------------------------------------------


class LimitsKept(Reason):
    """There is a complete pairing of the `players` to be paired that keeps every limit."""

    players: int

    text = _("%(players)d players to be paired; all limits of meetings and colours can be kept.")


class LimitGivesWay(Reason):
    """`limit` gives way by `degree`, one or more: with the limits that are more precious as they
    are in this round, and without those that are less, there is no complete pairing with less."""

    limit: str
    degree: int

    cases = ("limit",)
    text = {
        "times": ngettext_lazy(
            "Two may meet %(degree)d time more this season than the limit.",
            "Two may meet %(degree)d times more this season than the limit.",
            "degree",
        ),
        "times_in_period": ngettext_lazy(
            "Two may meet %(degree)d time more in this period than the limit.",
            "Two may meet %(degree)d times more in this period than the limit.",
            "degree",
        ),
        "not_in_first": _("Already in these first rounds two may meet again."),
        "gap": ngettext_lazy(
            "Between two games of the same players there may be %(degree)d less than the limit.",
            "Between two games of the same players there may be %(degree)d less than the limit.",
            "degree",
        ),
        "colours": _("The limits of colours keep nobody apart."),
    }
