"""What is said of a round by Berger tables? A *row* is a round of the table of one cycle."""

from pairing.core.reason import Reason, Refusal, Several, Who
from pairing.core.reason import gettext_noop as _
from pairing.core.types import Colour
from pairing.reasons.every_system import GetsColour

# Why these two ----------------------------------------------------------------------------


class MeetByTable(Reason):
    """In row `row` of the table number `number`, who is `one`, plays number `against`, `other`."""

    one: Who
    number: int
    other: Who
    against: int
    row: int

    text = _(
        "Round %(row)d of the table: [number %(number)d, %(one)s, plays number %(against)d, "
        "%(other)s|one:your number %(number)d plays number %(against)d, %(other)s|other:your "
        "number %(against)d plays number %(number)d, %(one)s]."
    )


class FreeByTable(Reason):
    """The number of players is odd; in row `row` number `number`, who is `player`, is opposite the
    number that nobody has."""

    player: Who
    number: int
    row: int

    text = _(
        "The number of players is odd: in round %(row)d of the table [number %(number)d, "
        "%(player)s, is free|player:your number %(number)d is free]."
    )


class LostByLeaving(Reason):
    """The `left` of the two have left the competition, and lose by forfeit."""

    left: Several

    text = _("Left the competition, and so lost by forfeit: %(left)s.")


# Why these colours ------------------------------------------------------------------------


class LastNumber(GetsColour):
    """`player` has the last number of the table (an even number), and `colour` in row `row`: black
    in odd rows, white in even ones."""

    row: int

    cases = ("colour",)
    text = {
        Colour.WHITE: _(
            "[%(player)s has|You have] the last number, which has White in the even rounds of the "
            "table."
        ),
        Colour.BLACK: _(
            "[%(player)s has|You have] the last number, which has Black in the odd rounds of the "
            "table."
        ),
    }


class FirstInTable(Reason):
    """`player` stands before the opponent in the table, and neither has the last number."""

    player: Who

    text = _(
        "In the table [%(player)s stands|you stand] in front of the opponent, and so "
        "[has|player:have] White."
    )


class TurnedRound(Reason):
    """By the table the two met in round `round` (from 1, of all rounds) with the other colours:
    `white` had black there, unless the leader turned that board."""

    white: Who
    round: int

    text = _(
        "[%(white)s has|You have] White: the second time the table has all colours the other way "
        "round (round %(round)d was the first)."
    )


# Why not ----------------------------------------------------------------------------------


class MeetInRound(Refusal):
    """By the table the two meet in round `round` (of all rounds): the next time, or else the
    last."""

    round: int

    text = _("by the table they meet in round %(round)d")


class HasOpponent(Refusal):
    """`other` is not free: by the table they play `opponent` in this round."""

    other: Who
    opponent: Who

    text = _("by the table [%(other)s plays|you play] %(opponent)s")


class FreeAndAway(Refusal):
    """`other` is free by the table, and not there."""

    other: Who

    text = _("%(other)s is free by the table, and is not there")


# The steps --------------------------------------------------------------------------------


class RowOfTable(Reason):
    """Round `round` of all is row `row` of the table for `size` players (an even number), the
    `cycle`th time."""

    round: int
    row: int
    size: int
    cycle: int

    cases = ("cycle",)
    text = {
        1: _("Round %(round)d is round %(row)d of the table for %(size)d players."),
        2: _(
            "Round %(round)d is round %(row)d of the table for %(size)d players, for the "
            "second time."
        ),
    }


class Pivot(Reason):
    """In this row number `pivot` is opposite the last number, `last`; the other boards are those as
    far from `pivot` in the circle on either side."""

    pivot: int
    last: int

    text = _(
        "Number %(pivot)d is opposite the last number, %(last)d; then those meet who stand equally "
        "far from %(pivot)d in the circle."
    )
