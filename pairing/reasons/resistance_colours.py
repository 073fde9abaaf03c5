"""Who of a pair has white, and why? 6 of the Swiss system on resistance points.

Rounds and games are those played before: a game decided by forfeit has no colour.
"""

from pairing.core.reason import Reason, Who
from pairing.core.reason import gettext_noop as _
from pairing.reasons.every_system import GetsColour


class BothMend(Reason):
    """Of the games played before `white` has had black more often, `black` white."""

    white: Who
    black: Who

    text = _(
        "[Both|white,black:You both] get the colour [they|white,black:you] have had less often."
    )


class OneMends(GetsColour):
    """`player` has had `colour` less often than the other colour, and gets it; their opponent has
    had both equally often, or has not played."""

    text = _(
        "Only [%(player)s has|you have] had one colour less often, and [gets|player:get] it: "
        "%(colour)s."
    )


class ColoursTurned(Reason):
    """6.1a says nothing: both have had the same colour less often, or neither has one. `round` is
    the last in which both played with different colours: `white` had black there and `black`
    white."""

    white: Who
    black: Who
    round: int

    text = _(
        "In round %(round)d, when [their|white,black:your] colours last differed, "
        "[%(white)s|white,black:you] had [black and %(black)s white|white:black|white]."
    )


class HigherMends(GetsColour):
    """Both have had `colour` less often, and in no round both played with different colours.
    `player`, the higher of them by 2.1, gets it."""

    text = _(
        "Both have had %(colour)s less often; [%(player)s, who is higher, gets it|you are higher "
        "and get it]."
    )


class HigherTurns(GetsColour):
    """Both have had white and black equally often, and in no round both played with different
    colours. `player`, the higher of them by 2.1, played last in round `round`, and gets `colour`,
    the other one than there."""

    round: int

    text = _(
        "[%(player)s is|You are] the higher of the two, had the other colour last and "
        "[gets|player:get] %(colour)s."
    )


class FirstNamed(GetsColour):
    """Both have had white and black equally often or not at all, and `player`, the higher by 2.1,
    has not played. They get `colour`, which who is named first has in round 1 (5.3)."""

    text = _(
        "[%(player)s is|You are] the higher of the two and [starts|player:start] with %(colour)s."
    )
