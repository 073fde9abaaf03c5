"""How was a group of a Swiss system on rating paired, who left it, what was given up?

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
    ngettext_lazy,
)
from pairing.core.types import Colour, PlayerId

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
        "%(player)s is number %(number)d of the group of %(score)s and plays the best of the lower "
        "half still free: %(opponent)s."
    )
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop(
            "You are number %(number)d of the group of %(score)s and play the best of the lower "
            "half still free: %(opponent)s."
        ),
        "opponent": gettext_noop(
            "%(player)s is number %(number)d of the group of %(score)s and plays the best of the "
            "lower half still free: you."
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
    text = gettext_noop(
        "%(player)s came down to the group of %(score)s and plays the best still free there: "
        "%(opponent)s."
    )
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop(
            "You came down to the group of %(score)s and play the best still free there: "
            "%(opponent)s."
        ),
        "opponent": gettext_noop(
            "%(player)s came down to the group of %(score)s and plays the best still free there: "
            "you."
        ),
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

    text = gettext_noop("%(player)s stayed over in the group of %(score)s.")
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop("You stayed over in the group of %(score)s.")
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
        "%(player)s stayed over in the group of %(score)s, and not %(other)s: %(why)s."
    )
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop(
            "You stayed over in the group of %(score)s, and not %(other)s: %(why)s."
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
    """`player` stays over in the last group and has the bye; somebody else is last in A2 order."""

    player: Who

    topic = Topic.BYE
    text = gettext_noop("%(player)s stays over in the last group and has the bye.")
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop("You stay over in the last group and have the bye.")
    }


# How a group was paired ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TheHalves(Reason):
    """C4: who is in S1 and in S2 of a group, or of what is left of it behind those who came down,
    after an exchange if there was one; in A2 order."""

    upper: Several
    lower: Several

    text = gettext_noop("S1: %(upper)s. S2: %(lower)s.")


@dataclass(frozen=True, slots=True)
class Plays(Reason):
    """`player`, of S1, is paired with `opponent` in this group."""

    player: Who
    opponent: Who

    text = gettext_noop("%(player)s plays %(opponent)s.")


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
class FewerInS1(Reason):
    """C14b: `number` of the `came` who came down are in S1. No pairing of the group has more of
    them there and as many pairs (in the last group: pairs everybody)."""

    number: int
    came: int

    text = ngettext_lazy(
        "Of those who came down no more than %(number)d can be paired first; %(came)d did.",
        "Of those who came down no more than %(number)d can be paired first; %(came)d did.",
        "number",
    )


@dataclass(frozen=True, slots=True)
class NoMorePairs(Reason):
    """C14a: the group has `pairs` pairs. No pairing of it by B1 and B2, and forbidden pairs, has
    more (with as many of those who came down in S1)."""

    pairs: int

    text = ngettext_lazy(
        "No more than %(pairs)d pair is possible in this group.",
        "No more than %(pairs)d pairs are possible in this group.",
        "pairs",
    )


@dataclass(frozen=True, slots=True)
class FewerForLast(Reason):
    """C13: `could` pairs are possible in this group, but whichever they are (with as many of those
    who came down in S1), not everybody in the last group could then be paired but for one who may
    have the bye. So there are `pairs`."""

    pairs: int
    could: int

    text = ngettext_lazy(
        "%(could)d pair could be made here, but then not everybody in the last group could be "
        "paired; so there are %(pairs)d.",
        "%(could)d pairs could be made here, but then not everybody in the last group could be "
        "paired; so there are %(pairs)d.",
        "could",
    )


@dataclass(frozen=True, slots=True)
class Opened(Reason):
    """C12-C13: this group was paired anew for the group of `score`. Its first pairing with as many
    pairs leaves `then` over; then the group of `score` cannot be paired as it had to be (see
    `BelowUnpaired`). Now `now` stay over."""

    then: Several
    now: Several
    score: Points

    text = gettext_noop(
        "First %(then)s stayed over, but then the group of %(score)s could not be paired as fully; "
        "so it is %(now)s."
    )


@dataclass(frozen=True, slots=True)
class OpenedInVain(Reason):
    """C12-C13 (older editions): no other pairing of the group above, with as many pairs there,
    would let this group be paired fully."""

    text = gettext_noop(
        "The group above was gone through again, so that more could be paired here: in vain."
    )


@dataclass(frozen=True, slots=True)
class Merged(Reason):
    """C13-C14: not everybody in the last group could be paired, and no other pairing of the group
    of `score`, then the one above it, helped; so that was added to it."""

    score: Points

    text = gettext_noop(
        "Not everybody in the last group could be paired, so the group of %(score)s was added."
    )


@dataclass(frozen=True, slots=True)
class AsOneGroup(Reason):
    """Older editions: all groups were merged, and those above the lowest score could not all be
    paired first: all `size` players are paired as one group."""

    size: int

    text = gettext_noop("All %(size)d players are paired as one group.")


@dataclass(frozen=True, slots=True)
class Broken(Reason):
    """`number` pairs or players of this group go against `criterion`: "X" (two who prefer the same
    colour), "Z", "A7d" (strongly), "B2", "B5 down", "B6 down", "B5 up", "B6 up". Of all its
    pairings with as many pairs, in which as many of those who came down are in S1 (opened: and
    the group below is paired as it had to be), none has fewer."""

    criterion: str
    number: int

    text = gettext_noop("%(criterion)s: %(number)d, the least that is possible.")


@dataclass(frozen=True, slots=True)
class BrokenFor(Reason):
    """The same, but some such pairing has fewer. The best of those with the fewest goes more often
    against `heavier`, a criterion that goes before, and as often against those before that."""

    criterion: str
    number: int
    heavier: str

    text = gettext_noop(
        "%(criterion)s: %(number)d; fewer are possible, but %(heavier)s weighs more."
    )


@dataclass(frozen=True, slots=True)
class GoesAgainst(Reason):
    """Older editions: `number` pairs or players of this group go against `criterion`, as above."""

    criterion: str
    number: int

    text = gettext_noop("%(criterion)s: %(number)d.")


@dataclass(frozen=True, slots=True)
class MayReverse(Reason):
    """A8 of the KNSB's edition of 1996: more players of the group prefer `colour` than can have
    it, and `number` mild preferences of theirs may be reversed."""

    colour: Colour
    number: int

    text = ngettext_lazy(
        "%(number)d mild preference for %(colour)s may be reversed.",
        "%(number)d mild preferences for %(colour)s may be reversed.",
        "number",
    )
