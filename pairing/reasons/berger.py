"""What is said of a round by Berger tables? A *row* is a round of the table of one cycle."""

from dataclasses import dataclass

from pairing.core.reason import Cases, Reason, Refusal, Several, Who, gettext_noop
from pairing.core.types import Colour

# Why these two ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MeetByTable(Reason):
    """In row `row` of the table number `number`, who is `one`, plays number `against`, `other`."""

    one: Who
    number: int
    other: Who
    against: int
    row: int

    text = gettext_noop(
        "Round %(row)d of the table: number %(number)d, %(one)s, plays number %(against)d, "
        "%(other)s."
    )
    text_to_one = gettext_noop(
        "Round %(row)d of the table: your number %(number)d plays number %(against)d, %(other)s."
    )
    text_to_other = gettext_noop(
        "Round %(row)d of the table: your number %(against)d plays number %(number)d, %(one)s."
    )


@dataclass(frozen=True, slots=True)
class FreeByTable(Reason):
    """The number of players is odd; in row `row` number `number`, who is `player`, is opposite the
    number that nobody has."""

    player: Who
    number: int
    row: int

    text = gettext_noop(
        "The number of players is odd: in round %(row)d of the table number %(number)d, "
        "%(player)s, is free."
    )
    text_to_player = gettext_noop(
        "The number of players is odd: in round %(row)d of the table your number %(number)d is "
        "free."
    )


@dataclass(frozen=True, slots=True)
class LostByLeaving(Reason):
    """The `left` of the two have left the competition, and lose by forfeit."""

    left: Several

    text = gettext_noop("Left the competition, and so lost by forfeit: %(left)s.")


# Why these colours ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LastNumber(Reason):
    """`player` has the last number of the table (an even number), and `colour` in row `row`: black
    in odd rows, white in even ones."""

    player: Who
    colour: Colour
    row: int

    text = Cases(
        lambda it: it.colour,
        {
            Colour.WHITE: gettext_noop(
                "%(player)s has the last number, which has White in the even rounds of the table."
            ),
            Colour.BLACK: gettext_noop(
                "%(player)s has the last number, which has Black in the odd rounds of the table."
            ),
        },
    )
    text_to_player = Cases(
        lambda it: it.colour,
        {
            Colour.WHITE: gettext_noop(
                "You have the last number, which has White in the even rounds of the table."
            ),
            Colour.BLACK: gettext_noop(
                "You have the last number, which has Black in the odd rounds of the table."
            ),
        },
    )


@dataclass(frozen=True, slots=True)
class FirstInTable(Reason):
    """`player` stands before the opponent in the table, and neither has the last number."""

    player: Who

    text = gettext_noop("%(player)s stands first in the table, and so has White.")
    text_to_player = gettext_noop("You stand first in the table, and so have White.")


@dataclass(frozen=True, slots=True)
class TurnedRound(Reason):
    """The two met in round `round` (from 1, of all rounds) with the other colours: `white` had
    black there."""

    white: Who
    round: int

    text = gettext_noop(
        "%(white)s has White: the second time all colours are the other way round (round "
        "%(round)d was the first)."
    )
    text_to_white = gettext_noop(
        "You have White: the second time all colours are the other way round (round %(round)d "
        "was the first)."
    )


# Why not ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MeetInRound(Refusal):
    """By the table the two meet in round `round` (of all rounds): the next time, or else the
    last."""

    round: int

    text = gettext_noop("by the table they meet in round %(round)d")


@dataclass(frozen=True, slots=True)
class HasOpponent(Refusal):
    """`other` is not free: by the table they play `opponent` in this round."""

    other: Who
    opponent: Who

    text = gettext_noop("by the table %(other)s plays %(opponent)s")
    text_to_other = gettext_noop("by the table you play %(opponent)s")


@dataclass(frozen=True, slots=True)
class FreeAndAway(Refusal):
    """`other` is free by the table, and not there."""

    other: Who

    text = gettext_noop("%(other)s is free by the table, and is not there")


# The steps --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RowOfTable(Reason):
    """Round `round` of all is row `row` of the table for `size` players (an even number), the
    `cycle`th time."""

    round: int
    row: int
    size: int
    cycle: int

    text = Cases(
        lambda it: it.cycle,
        {
            1: gettext_noop("Round %(round)d is round %(row)d of the table for %(size)d players."),
            2: gettext_noop(
                "Round %(round)d is round %(row)d of the table for %(size)d players, for the "
                "second time."
            ),
        },
    )


@dataclass(frozen=True, slots=True)
class Pivot(Reason):
    """In this row number `pivot` is opposite the last number, `last`; the other boards are those as
    far from `pivot` in the circle on either side."""

    pivot: int
    last: int

    text = gettext_noop(
        "Number %(pivot)d is opposite the last number, %(last)d; then those meet who stand equally "
        "far from %(pivot)d in the circle."
    )
