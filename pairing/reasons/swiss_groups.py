"""Why are two a pair, who left a group, who has the bye? Of the Swiss systems on rating.

Words as in `pairing.reasons.swiss`.
"""

from pairing.core.reason import Points, Reason, Refusal, Several, Who, ngettext_lazy
from pairing.core.reason import gettext_noop as _
from pairing.reasons.every_system import HasTheBye

# Why two are a pair -------------------------------------------------------------------------------


class PlaysBest(Reason):
    """`player` is of S1 in the group of `score`. Of S2, after an exchange if there was one,
    `opponent` is the first by A2 who is not paired with somebody who comes before `player` in S1.
    Of a group that others came down to, both are of what is left behind these. `is_above`: the
    opponent came down too, or with a group that was added, and has more points than `score`."""

    player: Who
    score: Points
    opponent: Who
    is_above: bool

    cases = ("is_above",)
    text = {
        False: _(
            "[%(player)s plays|You play] the best left in the lower half of the group of "
            "%(score)s: [%(opponent)s|you]."
        ),
        True: _(
            "[%(player)s plays|You play] the best left in the lower half of [their|player:your] "
            "group: [%(opponent)s|you]."
        ),
    }


class ComesToPlayBest(PlaysBest):
    """`player` came down to the group of `score`, and is in S1 of the pairs of those who came
    down. Of the others there `opponent` is the first by A2 who is not paired with somebody who
    comes before `player` in S1."""

    text = {
        False: _(
            "[%(player)s plays|You play] the best left in the group of %(score)s: "
            "[%(opponent)s|you]."
        ),
        True: _(
            "[%(player)s plays|You play] the best left in [their|player:your] group: "
            "[%(opponent)s|you]."
        ),
    }


class CameFirst(Reason):
    """`player`, of S1, is one of the pair. `other` stands by A2 before the one who was chosen, and
    was not paired with somebody who comes before in S1. `why` is the one reason that there is for
    `player` and `other`."""

    player: Who
    other: Who
    why: Refusal

    text = _("%(other)s came first for [%(player)s|you], but %(why)s.")


class CameBefore(Reason):
    """Behind `CameFirst`: of the players of S2 who are not paired with somebody who comes before
    in S1, `number` stand before `opponent` by A2."""

    opponent: Who
    number: int

    goes_on = True

    text = ngettext_lazy(
        "[%(opponent)s was|You were] next.",
        "In all %(number)d came before [%(opponent)s|you].",
        "number",
    )


# Who left a group ---------------------------------------------------------------------------------


class NoOpponentThere(Reason):
    """C1: when the group of `score` was to be paired, `player` could meet none of the others in
    it, by B1 and B2, or a forbidden pair; so they move on to the next group."""

    player: Who
    score: Points

    text = _("[%(player)s|You] had no possible opponent in the group of %(score)s.")


class StayedOver(Reason):
    """`player` was in the group of `score`, stayed unpaired there and moved on to the next one."""

    player: Who
    score: Points

    text = _("[%(player)s was|You were] left over in the group of %(score)s.")


class LowestStayedOver(StayedOver):
    """The same, and `player` is the last by A2 in that group."""

    text = _("[%(player)s|You], the lowest in the group of %(score)s, [was|player:were] left over.")


class StayedOverNot(StayedOver):
    """The same. `other`, who was paired there, is the lowest by A2 of those paired who stand lower;
    `why` is the one reason why it was not them."""

    other: Who
    why: Refusal

    text = _(
        "[%(player)s was|You were] left over in the group of %(score)s, and not %(other)s: %(why)s."
    )


# The bye ------------------------------------------------------------------------------------------


class LowestFirstRound(HasTheBye):
    """F4: in round 1 `player`, the last in A2 order of those to be paired, has the bye."""

    text = _(
        "[%(player)s has|You have] the bye: in the first round it goes to the lowest of those to "
        "be paired."
    )


class LowestStaysOver(HasTheBye):
    """`player` stays over in the last group and has the bye; of those to be paired they are the
    last in A2 order."""

    text = _("[%(player)s has|You have] the bye: the lowest of those to be paired.")


class StaysOverLast(HasTheBye):
    """`player` stays over in the last group and has the bye."""

    text = _("[%(player)s is|You are] left over in the last group and [has|player:have] the bye.")


class StandsLower(Reason):
    """Behind `StaysOverLast`: `other` stands lower by A2, and is paired. `why` is the one reason
    why they do not have the bye."""

    other: Who
    why: Refusal

    text = _("%(other)s stands lower, but %(why)s.")


# Exchanged, merged -------------------------------------------------------------------------------


class ChangedHalves(Reason):
    """D2: `down` went from S1 to S2 and `up` from S2 to S1. `why`: what the first pairing of the
    group without an exchange is worse in, with the same pairs of those who came down in S1;
    `NotAcross`, `FewerPairs`: there is none."""

    down: Several
    up: Several
    why: Refusal

    text = _("[%(up)s|You] changed halves with [%(down)s|you]; if not, %(why)s.")


class NotAcross(Refusal):
    """There is no pairing without an exchange (D2), by B1 and B2, or a forbidden pair: some of S1,
    `upper`, could meet fewer players of S2 than they are (`upper` is the smallest such set)."""

    upper: Several

    text = ngettext_lazy(
        "%(upper)s would have no opponent in the lower half",
        "%(upper)s would not all have an opponent in the lower half",
        "upper",
    )


class Merged(Reason):
    """C13-C14: not everybody in the last group could be paired, and no other pairing of the group
    of `score`, then the one above it, helped; so that was added to it."""

    score: Points

    text = _(
        "Not everybody in the last group could be paired, so the group of %(score)s was added."
    )
