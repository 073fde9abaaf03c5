"""What is said of a round of the cup? A *tie* is two who meet until one of them goes on."""

from pairing.core.reason import OTHERWISE, Reason, Refusal, Who
from pairing.core.reason import gettext_noop as _
from pairing.core.tie import Part


class Stage(Refusal):
    """A round of a `part` of the cup: number `round` of it, `to_final` rounds before its last."""

    part: Part
    round: int
    to_final: int

    def case(self) -> object:
        return (self.part, self.to_final if self.part is Part.PLATE else min(self.to_final, 3))

    text = {
        (Part.CUP, 0): _("the final"),
        (Part.CUP, 1): _("the semi-final"),
        (Part.CUP, 2): _("the quarter-final"),
        (Part.THIRD, 0): _("the game for place three"),
        (Part.PLATE, 0): _("the final of the plate"),
        (Part.CUP, 3): _("round %(round)d"),
        OTHERWISE: _("round %(round)d of the plate"),
    }


# Why these two ----------------------------------------------------------------------------


class MeetByNumber(Reason):
    """In round 1 of the bracket number `number`, who is `one`, stands beside number `against`,
    `other`."""

    one: Who
    number: int
    other: Who
    against: int

    text = _(
        "In round [1 number %(number)d, %(one)s, plays number %(against)d, %(other)s|one:1 your "
        "number %(number)d plays number %(against)d, %(other)s|other:1 your number %(against)d "
        "plays number %(number)d, %(one)s]."
    )


class CameThrough(Reason):
    """`one` and `other` are those who came to this stage of the cup or the plate from the two ties
    before it, the upper one first."""

    one: Who
    other: Who
    stage: Stage

    text = _("[%(one)s and %(other)s|one,other:You] have both come through to %(stage)s.")


class BothLostSemiFinal(Reason):
    """Both lost a semi-final."""

    one: Who
    other: Who

    text = _(
        "[%(one)s and %(other)s|one,other:You] both lost a semi-final: [they|one,other:you] play "
        "for place three."
    )


class BothLostFirst(Reason):
    """Both lost their first tie of the cup, and stand beside each other in round 1 of the plate."""

    one: Who
    other: Who

    text = _(
        "[%(one)s and %(other)s|one,other:You] both lost [their|one,other:your] first tie and meet "
        "in the plate, the second chance."
    )


class FurtherGame(Reason):
    """The tie was not decided by its `played` games on record; what comes is a game of this `kind`:
    "second" of two, "replay", "rapid", "blitz" or "lot"."""

    kind: str
    played: int

    cases = ("kind",)
    text = {
        "second": _("It is the second game of the tie."),
        "replay": _("The tie is level, so they play again."),
        "rapid": _("The tie is level, so they play a rapid game."),
        "blitz": _("The tie is level, so they play a blitz game."),
        "lot": _(
            "The tie is still level, so lots are drawn at the board: who wins the lot is "
            "entered as a win by forfeit."
        ),
    }


class Through(Reason):
    """`player` has nobody beside them in round 1, and goes on without a game."""

    player: Who
    number: int

    text = _(
        "Number %(number)d, %(player)s, has no opponent in round 1 and goes on without a game."
    )


# Why these colours ------------------------------------------------------------------------


class HadWhiteLess(Reason):
    """`player` has White. Of the games played so far `balance` is the number with White minus that
    with Black, `other_balance`, which is more, the same of `other`."""

    player: Who
    balance: int
    other: Who
    other_balance: int

    text = _(
        "White minus Black so far: [%(player)s|you] %(balance)d, [%(other)s|you] "
        "%(other_balance)d; the lower one has White."
    )


class ByPlace(Reason):
    """Of the games played so far White minus Black is equal for both. `player` is the upper one of
    the two in the bracket and the `tie` of the round, from the top, is odd; or the lower one, and
    it is even."""

    player: Who
    tie: int

    def case(self) -> object:
        return self.tie % 2

    text = {
        1: _(
            "White minus Black is equal; in tie %(tie)d the upper one has White: [%(player)s|you]."
        ),
        0: _(
            "White minus Black is equal; in tie %(tie)d the lower one has White: [%(player)s|you]."
        ),
    }


class OtherColours(Reason):
    """`player` had Black in the game of the tie before this one."""

    player: Who

    text = _("[%(player)s has|You have] White: the colours change from game to game.")


# Why not ----------------------------------------------------------------------------------


class IsOut(Refusal):
    """`other` has nothing to play in the cup any more."""

    other: Who

    text = _("[%(other)s is|you are] out of the cup")


class PlaysInBracket(Refusal):
    """In this round `other` plays `opponent` by the bracket."""

    other: Who
    opponent: Who

    text = _("by the bracket [%(other)s plays|you play] %(opponent)s")


class Waits(Refusal):
    """`other` is still in, and has no game in this round: the next tie is not to be played yet."""

    other: Who

    text = _("[%(other)s is|you are] still in, and [waits|other:wait] for the next tie")


# Where everybody stands -------------------------------------------------------------------


class StillIn(Reason):
    """The next tie of the player is of this stage."""

    stage: Stage

    text = _("still in: %(stage)s")


class OutIn(Reason):
    """The player went out at this stage."""

    stage: Stage

    text = _("out in %(stage)s")


class LeftCup(Reason):
    """The player left the competition while they were still in."""

    text = _("has left the competition")


class Place(Reason):
    """The player won the cup (`place` 1), lost the final (2), won the game for place three or lost
    it (4)."""

    place: int

    cases = ("place",)
    text = {1: _("won the cup"), 2: _("lost the final"), 3: _("third place"), 4: _("fourth place")}


class WonPlate(Reason):
    """The player won the plate."""

    text = _("won the plate")
