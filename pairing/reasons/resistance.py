"""Which reasons has the Swiss system on resistance points?

Words that the claims use. Who is *to be paired*: takes part, is on no fixed board and was not named
for the bye. The *group* of a score: who is to be paired and has that score, with those who arrived:
were left over in the group above it. *Left over* is who is not paired in a group: they go to the
next one, and in the last one they have the bye. Groups above are taken as they were paired.

A *way* to pair a group says who is left over and who meets whom. Nobody meets whom they have met or
may not meet (3.1), and with those left over all lower groups can be paired as well, where nobody
has a second free point (3.2); in the last group at most one is left over. Ways come in the order of
4.3, 4.4 and 4.5. What was made is the first of all.

A refusal compares it with the *other way*, the first that has what is asked about: the two as a
pair of the last group that both of them are in; or somebody paired who is left over in a group; or
somebody else with the bye. `by` is what decided: "WP" (resistance points), "SB", or "lot".
"""

from pairing.core.reason import Amount, Points, Reason, Refusal, Who
from pairing.core.reason import gettext_noop as _
from pairing.reasons.every_system import HasTheBye

# Why these two ----------------------------------------------------------------------------


class MetByLot(Reason):
    """Round 1. Numbered by lot from 1 among those to be paired, these two are `number` and
    `opponent_number`; by the table of 5.1 or 5.2 these meet."""

    player: Who
    opponent: Who
    number: int
    opponent_number: int

    text = _(
        "Of those who play the first round, counted by lot, number %(number)d meets number "
        "%(opponent_number)d."
    )


class LastTwo(Reason):
    """These two are a pair of their group; all others of it are left over, or were paired before
    (pairs are made from the highest player down)."""

    one: Who
    other: Who

    text = _("[They|one,other:You] were the last two of the group.")


class FirstChoice(Reason):
    """It was the turn of `player`, the highest of the group who was not left over and had no
    opponent yet. *Possible* are the others like that whom `player` may meet so that the rest of
    them can be paired too; `opponent` is one, and there are more. Nobody possible has fewer WP.

    "WP": nobody else has as few. "SB": some have, but they have more SB. "lot": some have as much
    of both, and of these the lot prefers `opponent`: the highest number, by 5.2 the lowest.
    `value`: what `opponent` has of WP or SB, or their lot number.
    """

    player: Who
    opponent: Who
    by: str
    value: Amount

    cases = ("by",)
    text = {
        "WP": _(
            "Of the possible opponents [%(opponent)s has|you have] the fewest resistance points "
            "(%(value)s)."
        ),
        "SB": _(
            "Of the possible opponents with the fewest resistance points [%(opponent)s has|you "
            "have] the lowest Sonneborn-Berger (%(value)s)."
        ),
        "lot": _(
            "Of the possible opponents with the fewest resistance points and the lowest "
            "Sonneborn-Berger it is [%(opponent)s|you], by lot number (%(value)s)."
        ),
    }


class OnlyPossible(Reason):
    """As `FirstChoice`, but nobody else was possible, though more than one had no opponent yet."""

    player: Who
    opponent: Who

    text = _("For [%(player)s|you] nobody else in the group was possible.")


class Apart(Reason):
    """`player` has `score`, and `opponent` has `opponent_score`, which is less."""

    player: Who
    score: Points
    opponent: Who
    opponent_score: Points

    text = _("[%(player)s has|You have] %(score)s, [%(opponent)s|you have] %(opponent_score)s.")


class MetAllBetween(Apart):
    """There are others present who have at most `score` points and more than `opponent_score`, the
    points of `opponent`, and `player` has met all of them; also all others of the groups that
    `player` was left over in."""

    text = _(
        "[%(player)s has|You have] %(score)s, [%(opponent)s|you have] %(opponent_score)s, and "
        "[%(player)s has|you have] met everybody present in between."
    )


class MetEquals(MetAllBetween):
    """The same; none of them has fewer than `score` points."""

    text = _(
        "[%(player)s has|You have] met everybody else present with %(score)s; [%(opponent)s "
        "has|you have] %(opponent_score)s."
    )


# Who is left over, and who has the bye ----------------------------------------------------


class MustBeLeftOver(Reason):
    """In every way to pair the group of `score` `player` is left over: they have met, or may not
    meet, everybody else in it."""

    player: Who
    score: Points

    text = _("[%(player)s|You] could not be paired in the group of %(score)s.")


class LeftOver(Reason):
    """`player` is left over in the group of `score`, where there are others whom they may meet.
    There is no way in which they are not left over, or `why` is what is worse in the first."""

    player: Who
    score: Points
    why: Refusal

    text = _("[%(player)s|You] could play in the group of %(score)s, but %(why)s.")


class NoFewerLeftOver(Reason):
    """In the group of `score` `count` are left over, 2 or more, and in every way at least that."""

    score: Points
    count: int

    text = _("%(count)d are left over: with fewer the others left could not all be paired.")


class ByeByLot(HasTheBye):
    """Round 1 of an odd number of players to be paired: `player` has the bye and is `number` of
    them by lot, the first by 5.1 and the last by 5.2."""

    number: int

    text = _(
        "[%(player)s has|You have] the bye: of those who play the first round, counted by lot, "
        "that is for number %(number)d."
    )


class OnlyOneForBye(HasTheBye):
    """`player` has the bye, in every way to pair the last group; others are in it too."""

    text = _("[%(player)s has|You have] the bye: nobody else in the last group could have it.")


class ByeOf(HasTheBye):
    """`player` has the bye. There are ways to pair the last group in which somebody else has it;
    `why` is what is worse in the first of these."""

    why: Refusal

    text = _("[%(player)s has|You have] the bye; if not, %(why)s.")
