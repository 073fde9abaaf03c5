"""Why are two a pair, who left a group, who has the bye? Of the Swiss systems on rating.

Words as in `pairing.reasons.swiss`.
"""

from dataclasses import dataclass
from typing import ClassVar

from pairing.core.reason import (
    Points,
    Reason,
    Refusal,
    Several,
    Text,
    Topic,
    Who,
    gettext_noop,
)
from pairing.core.types import PlayerId

# Why two are a pair -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlaysBest(Reason):
    """`player`, of S1, has place `number` (from 1) by A2 in the group of `score`. Of S2, after an
    exchange if there was one, `opponent` is the first by A2 who is not paired with somebody who
    comes before `player` in S1."""

    player: Who
    number: int
    score: Points
    opponent: Who

    topic = Topic.OPPONENT
    text = gettext_noop(
        "%(player)s, number %(number)d of the group of %(score)s, plays the best left in the lower "
        "half: %(opponent)s."
    )
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop(
            "You, number %(number)d of the group of %(score)s, play the best left in the lower "
            "half: %(opponent)s."
        ),
        "opponent": gettext_noop(
            "%(player)s, number %(number)d of the group of %(score)s, plays the best left in the "
            "lower half: you."
        ),
    }


@dataclass(frozen=True, slots=True)
class ComesToPlayBest(Reason):
    """`player` came down to the group of `score`, and is in S1 of the pairs of those who came
    down. Of the others there `opponent` is the first by A2 who is not paired with somebody who
    comes before `player` in S1."""

    player: Who
    score: Points
    opponent: Who

    topic = Topic.OPPONENT
    text = gettext_noop("%(player)s plays the best left in the group of %(score)s: %(opponent)s.")
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop("You play the best left in the group of %(score)s: %(opponent)s."),
        "opponent": gettext_noop("%(player)s plays the best left in the group of %(score)s: you."),
    }


@dataclass(frozen=True, slots=True)
class CameFirst(Reason):
    """`other` stands by A2 before the one who was chosen, and was not paired with somebody who
    comes before in S1; or, of somebody who stays over: stands lower, and is paired. `why` is the
    one reason that there is for these two."""

    other: Who
    why: Refusal

    topic = Topic.OPPONENT
    text = gettext_noop("%(other)s came first, but %(why)s.")
    texts_to: ClassVar[dict[str, Text]] = {"other": gettext_noop("You came first, but %(why)s.")}


@dataclass(frozen=True, slots=True)
class WasNext(Reason):
    """Behind `CameFirst`: of the players of S2 who are not paired with somebody who comes before
    in S1, exactly one stands before `opponent` by A2."""

    opponent: Who

    topic = Topic.OPPONENT
    text = gettext_noop("%(opponent)s was next.")
    texts_to: ClassVar[dict[str, Text]] = {"opponent": gettext_noop("You were next.")}


@dataclass(frozen=True, slots=True)
class CameBefore(Reason):
    """The same, and `number` (at least 2) of them stand before `opponent` by A2."""

    opponent: Who
    number: int

    topic = Topic.OPPONENT
    text = gettext_noop("In all %(number)d came before %(opponent)s.")
    texts_to: ClassVar[dict[str, Text]] = {
        "opponent": gettext_noop("In all %(number)d came before you.")
    }


# Who left a group ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NoOpponentThere(Reason):
    """C1: when the group of `score` was to be paired, `player` could meet none of the others in
    it, by B1 and B2, or a forbidden pair; so they move on to the next group."""

    player: Who
    score: Points

    text = gettext_noop("%(player)s had no possible opponent in the group of %(score)s.")
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop("You had no possible opponent in the group of %(score)s.")
    }


@dataclass(frozen=True, slots=True)
class StayedOver(Reason):
    """`player` was in the group of `score`, stayed unpaired there and moved on to the next one."""

    player: Who
    score: Points

    text = gettext_noop("%(player)s was left over in the group of %(score)s.")
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop("You were left over in the group of %(score)s.")
    }


@dataclass(frozen=True, slots=True)
class LowestStayedOver(Reason):
    """The same, and `player` is the last by A2 in that group."""

    player: Who
    score: Points

    text = gettext_noop("%(player)s, the lowest in the group of %(score)s, was left over.")
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop("You, the lowest in the group of %(score)s, were left over.")
    }


@dataclass(frozen=True, slots=True)
class StayedOverNot(Reason):
    """`player` stayed over in the group of `score`. `other`, who was paired there, is the lowest
    by A2 of those paired who stand lower; `why` is the one reason why it was not them."""

    player: Who
    score: Points
    other: Who
    why: Refusal

    text = gettext_noop(
        "%(player)s was left over in the group of %(score)s, and not %(other)s: %(why)s."
    )
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop(
            "You were left over in the group of %(score)s, and not %(other)s: %(why)s."
        )
    }


# The bye ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LowestFirstRound(Reason):
    """F4: in round 1 `player`, the last in A2 order of those to be paired, has the bye."""

    player: Who

    topic = Topic.BYE
    text = gettext_noop(
        "%(player)s has the bye: in the first round it goes to the lowest in the order."
    )
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop(
            "You have the bye: in the first round it goes to the lowest in the order."
        )
    }


@dataclass(frozen=True, slots=True)
class LowestStaysOver(Reason):
    """`player` stays over in the last group and has the bye; of those to be paired they are the
    last in A2 order."""

    player: Who

    topic = Topic.BYE
    text = gettext_noop("%(player)s is the lowest in the order and has the bye.")
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop("You are the lowest in the order and have the bye.")
    }


@dataclass(frozen=True, slots=True)
class StaysOverLast(Reason):
    """`player` stays over in the last group and has the bye."""

    player: Who

    topic = Topic.BYE
    text = gettext_noop("%(player)s is left over in the last group and has the bye.")
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop("You are left over in the last group and have the bye.")
    }


# Exchanged, merged -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChangedHalves(Reason):
    """D2: `down` went from S1 to S2 and `up` from S2 to S1. `why`: what the first pairing of the
    group without an exchange is worse in, with the same pairs of those who came down in S1;
    `NotAcross`, `FewerPairs`: there is none."""

    down: Several
    up: Several
    why: Refusal

    topic = Topic.OPPONENT
    text = gettext_noop("%(up)s changed halves with %(down)s; if not, %(why)s.")


@dataclass(frozen=True, slots=True)
class NotAcross(Refusal):
    """There is no pairing without an exchange (D2), by B1 and B2, or a forbidden pair: some of S1,
    `upper`, could meet fewer players of S2 than they are (`upper` is the smallest such set)."""

    upper: Several

    text = gettext_noop("%(upper)s would not all have an opponent in the lower half")

    def text_for(self, reader: PlayerId) -> Text:
        """One player is said otherwise."""
        return _NOBODY_ACROSS if len(self.upper) == 1 else self.text


_NOBODY_ACROSS = gettext_noop("%(upper)s would have no opponent in the lower half")


@dataclass(frozen=True, slots=True)
class Merged(Reason):
    """C13-C14: not everybody in the last group could be paired, and no other pairing of the group
    of `score`, then the one above it, helped; so that was added to it."""

    score: Points

    text = gettext_noop(
        "Not everybody in the last group could be paired, so the group of %(score)s was added."
    )
