"""Why was it not otherwise? The refusals of the Swiss systems on rating.

Words. A *group* is a bracket after C1: its own players, who have its score, and who came down to
it. *The pairing made* is the one the rules gave it. A refusal of two who were in one group rests
on *the pairing with them*: the first that the same procedure gives the same group if these two
must be a pair. It has as many pairs as the pairing made and as many of those who came down are in
S1; all pairs keep B1 and B2, and whoever stays over in the last group may have the bye. What is
said of "somebody staying over" is the same with "X must stay over in place of Y".
An *opened* group was paired anew by C12-C14 for the sake of the group below.
"""

from dataclasses import dataclass
from typing import ClassVar

from pairing.core.reason import Points, Refusal, Several, Text, Who, gettext_noop
from pairing.core.types import Colour, PlayerId

# Why two are no pair: the absolute criteria --------------------------------------------------


@dataclass(frozen=True, slots=True)
class BothMust(Refusal):
    """Both have an absolute preference for `colour`, and neither is let off by being a top
    scorer: B2 leaves each of them that colour only."""

    colour: Colour

    text = gettext_noop("both must have %(colour)s")


@dataclass(frozen=True, slots=True)
class NoColours(Refusal):
    """However the two get their colours, one of them breaks B2 (older editions)."""

    text = gettext_noop("no colours are possible for these two")


# Why two are no pair: what would be worse -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class FewerPairs(Refusal):
    """There is no pairing with them. With the two as a pair the group cannot have `pairs` pairs,
    as it has now; `is_last`: the others of the last group cannot all be paired but for one who
    may have the bye."""

    pairs: int
    is_last: bool

    text = gettext_noop("then fewer pairs could be made")

    def text_for(self, reader: PlayerId) -> Text:
        """In the last group everybody must play."""
        return _NOT_ALL_PAIRED if self.is_last else self.text


_NOT_ALL_PAIRED = gettext_noop("then the others could not all be paired")


@dataclass(frozen=True, slots=True)
class NobodyToPlay(Refusal):
    """There is no pairing with them: each of `players` can meet nobody in the group but the two
    (or the one who would stay over), by B1 and B2, or a forbidden pair. So many cannot stay over;
    or one is named who may not have the bye of the last group, or in whose place another would
    stay over."""

    players: Several

    text = gettext_noop("then %(players)s would have nobody to play in the group")


@dataclass(frozen=True, slots=True)
class FewerCameDown(Refusal):
    """There is no pairing with them, though the group could have as many pairs: not with `number`
    of those who came down to it in S1, each against somebody of S2, as now."""

    number: int

    text = gettext_noop("then those who came down could not be paired first")


@dataclass(frozen=True, slots=True)
class BothWant(Refusal):
    """The two both prefer `colour` (`strength` 2: both strongly or absolutely; 3: absolutely).

    The pairing with them has `then` pairs of two who prefer one colour so strongly, the pairing
    made only `made`; in what goes before this criterion it is not better. Older editions: x (A8)
    would have to be raised more than it was; `strength` is 1 or 2.
    """

    colour: Colour
    strength: int
    made: int
    then: int

    text = gettext_noop("both want %(colour)s")

    def text_for(self, reader: PlayerId) -> Text:
        """By how strongly, and whether the pairing made has such pairs too."""
        return _BOTH_WANT[self.strength > 1, self.made > 0]


_BOTH_WANT: dict[tuple[bool, bool], Text] = {
    (False, False): BothWant.text,
    (True, False): gettext_noop("both strongly want %(colour)s"),
    (False, True): gettext_noop(
        "both want %(colour)s, and with them %(then)d pairs would want the same colour, not "
        "%(made)d"
    ),
    (True, True): gettext_noop(
        "both strongly want %(colour)s, and with them %(then)d pairs would strongly want the same "
        "colour, not %(made)d"
    ),
}


@dataclass(frozen=True, slots=True)
class OthersWant(Refusal):
    """The same of `one` and `other`, who are a pair in the pairing with them and not in the
    pairing made."""

    one: Who
    other: Who
    colour: Colour
    strength: int
    made: int
    then: int

    text = gettext_noop("then %(one)s and %(other)s would both want %(colour)s")

    def text_for(self, reader: PlayerId) -> Text:
        """By how strongly, and whether the pairing made has such pairs too."""
        return _OTHERS_WANT[self.strength > 1, self.made > 0]


_OTHERS_WANT: dict[tuple[bool, bool], Text] = {
    (False, False): OthersWant.text,
    (True, False): gettext_noop("then %(one)s and %(other)s would both strongly want %(colour)s"),
    (False, True): gettext_noop(
        "then %(one)s and %(other)s would both want %(colour)s, and %(then)d pairs the same "
        "colour, not %(made)d"
    ),
    (True, True): gettext_noop(
        "then %(one)s and %(other)s would both strongly want %(colour)s, and %(then)d pairs the "
        "same colour, not %(made)d"
    ),
}


@dataclass(frozen=True, slots=True)
class FloatsAgain(Refusal):
    """In the pairing with them `player` would get the same float as `ago` rounds ago (1: the last
    round, 2: the one before), and does not in the pairing made.

    `how`: "down", they stay over and go to a lower group, or (older editions) are paired with
    somebody with fewer points; "bye", they have the bye; "up", they are paired with somebody with
    more points. `unplayed`: the downfloat of then was for points without playing. It is the
    first criterion in which the pairing with them is worse; in what goes before it is not better.
    """

    player: Who
    how: str
    ago: int
    unplayed: bool

    text = gettext_noop("then %(player)s would be paired down again, as in the last round")

    def text_for(self, reader: PlayerId) -> Text:
        """By the float, what it was then, and when."""
        return _FLOATS_AGAIN[self.how, self.unplayed, self.ago]


_FLOATS_AGAIN: dict[tuple[str, bool, int], Text] = {
    ("down", False, 1): FloatsAgain.text,
    ("down", False, 2): gettext_noop(
        "then %(player)s would be paired down again, as two rounds ago"
    ),
    ("down", True, 1): gettext_noop(
        "then %(player)s would be paired down, right after points without playing"
    ),
    ("down", True, 2): gettext_noop(
        "then %(player)s would be paired down, two rounds after points without playing"
    ),
    ("bye", False, 1): gettext_noop(
        "then %(player)s would have the bye, after being paired down in the last round"
    ),
    ("bye", False, 2): gettext_noop(
        "then %(player)s would have the bye, after being paired down two rounds ago"
    ),
    ("bye", True, 1): gettext_noop(
        "then %(player)s would have the bye, right after points without playing"
    ),
    ("bye", True, 2): gettext_noop(
        "then %(player)s would have the bye, two rounds after points without playing"
    ),
    ("up", False, 1): gettext_noop(
        "then %(player)s would be paired up again, as in the last round"
    ),
    ("up", False, 2): gettext_noop("then %(player)s would be paired up again, as two rounds ago"),
}


@dataclass(frozen=True, slots=True)
class MoreWantTheSame(Refusal):
    """Older editions: in the pairing with them x (A8) would have to be raised more, though it has
    no more pairs of two who prefer the same colour, or of two who do so strongly."""

    text = gettext_noop("then more pairs than need be would want the same colour")


# Why two are no pair: it comes later in the order ---------------------------------------------
# The pairing with them is as good by all criteria; in the older editions it may be better in the
# floats of the remainder, which are looked at only after the pairs of those who came down.


@dataclass(frozen=True, slots=True)
class ComesAfter(Refusal):
    """One of the two is paired with `made`, who comes before `then`, the other one, in A2 order;
    whoever came before them in S1 has the same opponent in both pairings (D1)."""

    made: Who
    then: Who

    text = gettext_noop("%(made)s comes before %(then)s")
    texts_to: ClassVar[dict[str, Text]] = {"then": gettext_noop("%(made)s comes before you")}


@dataclass(frozen=True, slots=True)
class TurnOfAnother(Refusal):
    """`player`, of S1, is paired with `made`, and would be with `then`, who comes later in A2
    order; whoever came before `player` in S1 has the same opponent in both pairings (D1)."""

    player: Who
    made: Who
    then: Who

    text = gettext_noop("then %(player)s would meet %(then)s, who comes after %(made)s")


@dataclass(frozen=True, slots=True)
class NeedsExchange(Refusal):
    """`down` of the upper half and `up` of the lower half would change halves (D2). In the pairing
    made nobody does, or an exchange comes first that is smaller or earlier in the order of D2
    (`is_made`)."""

    down: Several
    up: Several
    is_made: bool

    text = gettext_noop("then %(up)s would change halves with %(down)s")

    def text_for(self, reader: PlayerId) -> Text:
        """Whether another exchange was made."""
        return _LATER_EXCHANGE if self.is_made else self.text


_LATER_EXCHANGE = gettext_noop(
    "then %(up)s would change halves with %(down)s, which comes later in the order"
)


@dataclass(frozen=True, slots=True)
class OthersFirst(Refusal):
    """Of those who came down `then` would be in S1, in the pairing made it is `made`: their set
    comes earlier in the order of D3."""

    made: Several
    then: Several

    text = gettext_noop("then %(then)s would be paired first, not %(made)s")


# Why two are no pair: other groups --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BelowUnpaired(Refusal):
    """The group of the two is opened. The pairing with them comes before the pairing made, or is
    as good; but no pairing with them, however bad, leaves such players over that the group of
    `score` can be paired as it had to be. By C12, also for the last group: with as many pairs, and
    as many of those who come down in S1. Older editions, C12 or C13: with as many pairs as numbers
    allow, all who come down among them. `is_last`, C13 or C14 for the last group: completely, with
    the bye for who may have it."""

    score: Points
    is_last: bool

    text = gettext_noop("then the group of %(score)s could not be paired as fully")

    def text_for(self, reader: PlayerId) -> Text:
        """In the last group everybody must play."""
        return _LAST_UNPAIRED if self.is_last else self.text


_LAST_UNPAIRED = gettext_noop("then not everybody in the last group could be paired")


@dataclass(frozen=True, slots=True)
class NobodyBelow(Refusal):
    """The same, and in the pairing with them `player` stays over, who can meet none of those who
    would then be in the group of `score`."""

    player: Who
    score: Points

    text = gettext_noop(
        "then %(player)s would move on, with nobody to play in the group of %(score)s"
    )
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop(
            "then you would move on, with nobody to play in the group of %(score)s"
        )
    }


@dataclass(frozen=True, slots=True)
class ForBelow(Refusal):
    """The group of the two is opened. The first pairing with them that leaves such players over
    that the group of `score` can be paired as it had to be (see `BelowUnpaired`) is worse than the
    pairing made, or comes later: `why` says how, of that pairing."""

    score: Points
    why: Refusal

    text = gettext_noop("for the sake of the group of %(score)s: %(why)s")


@dataclass(frozen=True, slots=True)
class OtherGroups(Refusal):
    """The two were never in one group: `upper` was paired (or stayed over) in the group of
    `upper_score`, `lower` in that of `lower_score`, which came later."""

    upper: Who
    lower: Who
    upper_score: Points
    lower_score: Points

    text = gettext_noop(
        "%(upper)s was in the group of %(upper_score)s, %(lower)s in that of %(lower_score)s"
    )
    texts_to: ClassVar[dict[str, Text]] = {
        "upper": gettext_noop(
            "you were in the group of %(upper_score)s, %(lower)s in that of %(lower_score)s"
        ),
        "lower": gettext_noop(
            "%(upper)s was in the group of %(upper_score)s, you in that of %(lower_score)s"
        ),
    }


# Why somebody has no bye --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FirstRoundLowest(Refusal):
    """It is round 1, and `lowest`, the last in A2 order of those to be paired, has the bye (F4)."""

    lowest: Who

    text = gettext_noop("in the first round %(lowest)s, the lowest in the order, has the bye")


@dataclass(frozen=True, slots=True)
class NotInLastGroup(Refusal):
    """The bye falls in the last group; `player` was paired in that of `score`, above it."""

    player: Who
    score: Points

    text = gettext_noop("%(player)s was paired in the group of %(score)s, above the last one")
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop("you were paired in the group of %(score)s, above the last one")
    }
