"""Which reasons do all systems have?"""

from pairing.core.reason import OTHERWISE, Points, Reason, Refusal, Several, Who, ngettext_lazy
from pairing.core.reason import gettext_noop as _
from pairing.core.types import Colour
from pairing.core.unplayed import Unplayed

# Why two are no pair ----------------------------------------------------------------------


class Met(Refusal):
    """The two played each other in round `round` (from 1, of all rounds), the last time."""

    round: int

    text = _("they met in round %(round)d")


class Forbidden(Refusal):
    """These two are a forbidden pair. `pairing.sentences` hides it from who may not know."""

    one: Who
    other: Who

    text = _("these two are never paired")


class AlreadyPaired(Refusal):
    """`other` was paired with `opponent` before it was the turn of the one who is asked about,
    and the rules go on from there: another pairing comes later in their order."""

    other: Who
    opponent: Who

    text = _("[%(other)s was|you were] already paired, with %(opponent)s")


class HasBye(Refusal):
    """`other` has the bye of the round, and that was settled before anybody was paired."""

    other: Who

    text = _("[%(other)s has|you have] the bye")


class OnFixedBoard(Refusal):
    """The leader had fixed a board for `other`, against `opponent`."""

    other: Who
    opponent: Who

    text = _("the leader fixed the board of %(other)s and %(opponent)s")


class NotThere(Refusal):
    """`other` does not take part in the round; `how`: the kind of `Unplayed`, "not_joined" or
    "left"."""

    other: Who
    how: str

    cases = ("how",)
    text = {
        str(Unplayed.EXTERNAL): _("%(other)s plays elsewhere for the club"),
        "not_joined": _("%(other)s is not in the competition yet"),
        "left": _("%(other)s has left the competition"),
        OTHERWISE: _("%(other)s is not there"),
    }


class RestNotPaired(Refusal):
    """There is no pairing with these two as a pair, or with this one in the place of the other, who
    then plays (in score groups: in this one): those left to be paired (in score groups: of this
    group and the lower ones) cannot all be. All of them could but those in `left`."""

    left: Several = ()

    def case(self) -> object:
        return bool(self.left)

    text = {
        False: _("then not everybody left could be paired"),
        True: _("then not everybody left could be paired: [%(left)s|you] would stay over"),
    }


class TurnOfAnother(Refusal):
    """The best pairing with what is asked about is the one made, up to the turn of `player`, who is
    paired with `opponent`; there it is `instead`, who comes later in the order of the rules."""

    player: Who
    opponent: Who
    instead: Who

    text = _("then %(player)s would play %(instead)s instead of %(opponent)s, who comes first")


class NotWorkedOut(Refusal):
    """The question was too hard to answer within its budget."""

    text = _("not worked out")


NOT_WORKED_OUT = NotWorkedOut("")


# Why somebody has no bye -------------------------------------------------------------------


class NobodyHasBye(Refusal):
    """The number of players to be paired is even: nobody has the bye."""

    text = _("the number is even, everybody plays")


class AnotherNamed(Refusal):
    """The leader named `named` for the bye."""

    named: Who

    text = _("the competition leader named [%(named)s|you]")


class HadPointsUnplayed(Refusal):
    """`player` may not have the bye: they had one before, or other points without playing that
    count as one by this article."""

    player: Who

    text = _("already had the bye, or points that count as one")


class PlaysAbove(Refusal):
    """`player` is paired in the group of `score`. Asked is why they do not meet somebody to be
    paired who has fewer points than `score`; or why they have no bye, and a group follows."""

    player: Who
    score: Points

    text = _("[%(player)s|you] found an opponent in the group of %(score)s")


# Of a pair --------------------------------------------------------------------------------


class GetsColour(Reason):
    """`player`, one of the two, gets `colour`; each class says why."""

    player: Who
    colour: Colour


# The leader's hand ------------------------------------------------------------------------


class FixedByLeader(Reason):
    """The leader made this pair; `words` are theirs."""

    words: str

    text = _("Fixed by the competition leader: %(words)s")


class HasTheBye(Reason):
    """`player` has the bye; each class says why."""

    player: Who


class NamedBye(HasTheBye):
    """The leader named `player` for the bye."""

    text = _("[%(player)s has|You have] the bye: the competition leader named [them|player:you].")


class NobodyElse(HasTheBye):
    """`player` has the bye: when it came up all others who take part were paired, or on a board
    that the leader fixed."""

    text = _("[%(player)s has|You have] the bye: nobody else is left to play.")


class ByeLapsed(Reason):
    """`player` was named for the bye, but the number of players is even."""

    player: Who

    text = _("%(player)s was named for the bye, but the number is even: everybody plays.")


class Plays(Reason):
    """These two are a pair."""

    player: Who
    opponent: Who

    text = _("%(player)s plays %(opponent)s.")


# Who is away ------------------------------------------------------------------------------


class Postponed(Reason):
    """The `away` of the two do not take part, and their game is postponed."""

    away: Several

    text = _("The game is postponed: %(away)s cannot be there.")


class LostByForfeit(Reason):
    """The `away` of the two do not take part, and lose by forfeit."""

    away: Several

    text = _("Not there, and so lost by forfeit: %(away)s.")


# Groups of equal points -------------------------------------------------------------------


class SamePoints(Reason):
    """Both players have `score` points."""

    one: Who
    other: Who
    score: Points

    text = _("[Both|one,other:You both] have %(score)s.")


class OnlyOneWith(Reason):
    """`player` is the only one taking part who has `score` points."""

    player: Who
    score: Points

    text = _("[%(player)s is|You are] the only one present with %(score)s.")


class OnlyTwoWith(Reason):
    """These two are the only ones taking part who have `score` points."""

    one: Who
    other: Who
    score: Points

    text = _(
        "[%(one)s|one,other:You] and [%(other)s|%(one)s] are the only two present with %(score)s."
    )


class GroupOf(Reason):
    """Who a group consists of: `own` have `score` points, `arrived` came from above."""

    score: Points
    own: Several
    arrived: Several
    size: int

    def case(self) -> object:
        return bool(self.arrived)

    text = {
        False: ngettext_lazy(
            "Group of %(score)s, %(size)d player.",
            "Group of %(score)s, %(size)d players.",
            "size",
        ),
        True: _("Group of %(score)s, with %(arrived)s from above: %(size)d players."),
    }
