"""Why was it not otherwise? The refusals of the Swiss systems on rating.

Words. A *group* is a bracket after C1: its own players, who have its score, and who came down to
it. *The pairing made* is the one the rules gave it. A refusal of two who were in one group rests
on *the pairing with them*: the first that the same procedure gives the same group if these two
must be a pair. It has as many pairs as the pairing made and as many of those who came down are in
S1; all pairs keep B1 and B2, and anyone who stays over in the last group may have the bye. What is
said of "somebody staying over" is the same with "X must stay over in place of Y".
An *opened* group was paired anew by C12-C14 for the sake of the group below.
"""

from pairing.core.reason import Points, Refusal, Several, Who
from pairing.core.reason import gettext_noop as _
from pairing.core.types import Colour

# Why two are no pair: the absolute criteria --------------------------------------------------


class BothMust(Refusal):
    """Both have an absolute preference for `colour`, and neither is let off by being a top
    scorer: B2 leaves each of them that colour only."""

    colour: Colour

    text = _("both must have %(colour)s")


class NoColours(Refusal):
    """However the two get their colours, one of them breaks B2 (older editions)."""

    text = _("no colours are possible for these two")


# Why two are no pair: what would be worse -----------------------------------------------------


class FewerPairs(Refusal):
    """There is no pairing with them. With the two as a pair the group, which is not the last one,
    cannot have `pairs` pairs, as it has now."""

    pairs: int

    text = _("then fewer pairs could be made in the group")


class NobodyToPlay(Refusal):
    """There is no pairing with them: each of `players` can meet nobody in the group but the two
    (or the one who would stay over), by B1 and B2, or a forbidden pair. So many cannot stay over;
    or one is named who may not have the bye of the last group, or in whose place another would
    stay over."""

    players: Several

    text = _("then [%(players)s|you] would have nobody to play in the group")


class FewerCameDown(Refusal):
    """There is no pairing with them, though the group could have as many pairs: not with `number`
    of those who came down to it, `players`, in S1, each against somebody of S2, as now."""

    players: Several
    number: int

    text = _(
        "those who came down (%(players)s) are paired first: now %(number)d of them, then fewer"
    )


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

    def case(self) -> object:
        return (self.strength > 1, self.made > 0)

    text = {
        (False, False): _("both want %(colour)s"),
        (True, False): _("both strongly want %(colour)s"),
        (False, True): _(
            "both want %(colour)s: then %(then)d pairs would want the same colour, not %(made)d"
        ),
        (True, True): _(
            "both strongly want %(colour)s: then %(then)d pairs would strongly want the same "
            "colour, not %(made)d"
        ),
    }


class OthersWant(Refusal):
    """The same of `one` and `other`, who are a pair in the pairing with them and not in the
    pairing made: of these two `why` is so."""

    one: Who
    other: Who
    why: BothWant

    text = _("then [%(one)s|one,other:you] would play [%(other)s|%(one)s], and %(why)s")


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

    cases = ("how", "unplayed", "ago")
    text = {
        ("down", False, 1): _(
            "then [%(player)s|you] would be paired down again, as in the last round"
        ),
        ("down", False, 2): _(
            "then [%(player)s|you] would be paired down again, as two rounds ago"
        ),
        ("down", True, 1): _(
            "then [%(player)s|you] would be paired down, right after points without playing"
        ),
        ("down", True, 2): _(
            "then [%(player)s|you] would be paired down, two rounds after points without playing"
        ),
        ("bye", False, 1): _(
            "then [%(player)s|you] would have the bye, after being paired down in the last round"
        ),
        ("bye", False, 2): _(
            "then [%(player)s|you] would have the bye, after being paired down two rounds ago"
        ),
        ("bye", True, 1): _(
            "then [%(player)s|you] would have the bye, right after points without playing"
        ),
        ("bye", True, 2): _(
            "then [%(player)s|you] would have the bye, two rounds after points without playing"
        ),
        ("up", False, 1): _("then [%(player)s|you] would be paired up again, as in the last round"),
        ("up", False, 2): _("then [%(player)s|you] would be paired up again, as two rounds ago"),
    }


class MoreWantTheSame(Refusal):
    """Older editions: in the pairing with them x (A8) would have to be raised more, though it has
    no more pairs of two who prefer the same colour, or of two who do so strongly. `part`: for
    which pairs, "first" those of who came down, "rest" those left behind these (their x is counted
    anew), "group" where there is one part only."""

    part: str

    cases = ("part",)
    text = {
        "first": _(
            "then, of those who came down, more pairs than need be would want the same colour"
        ),
        "rest": _(
            "then, behind those who came down, more pairs than need be would want the same colour"
        ),
        "group": _("then more pairs than need be would want the same colour"),
    }


# Why two are no pair: it comes later in the order ---------------------------------------------
# The pairing with them is as good by all criteria; in the older editions it may be better in the
# floats of the remainder, which are looked at only after the pairs of those who came down.


class ComesAfter(Refusal):
    """One of the two is paired with `made`, who comes before `then`, the other one, in A2 order;
    anyone who came before them in S1 has the same opponent in both pairings (D1)."""

    made: Who
    then: Who

    text = _("%(made)s comes before [%(then)s|you]")


class NeedsExchange(Refusal):
    """`down` of the upper half and `up` of the lower half would change halves (D2). In the pairing
    made nobody does, or an exchange comes first that is smaller or earlier in the order of D2
    (`is_made`)."""

    down: Several
    up: Several
    is_made: bool

    cases = ("is_made",)
    text = {
        False: _("then [%(up)s|you] would have to change halves with [%(down)s|you]"),
        True: _(
            "then [%(up)s|you] would change halves with [%(down)s|you], which comes later in the "
            "order"
        ),
    }


class OthersFirst(Refusal):
    """Of those who came down `then` would be in S1, in the pairing made it is `made`: their set
    comes earlier in the order of D3."""

    made: Several
    then: Several

    text = _("then %(then)s would be paired first, not %(made)s")


# Why two are no pair: other groups --------------------------------------------------------------


class BelowUnpaired(Refusal):
    """The group of the two is opened. The pairing with them comes before the pairing made, or is
    as good; but no pairing with them, however bad, leaves such players over that the group of
    `score` can be paired as it had to be. By C12, also for the last group: with as many pairs, and
    as many of those who come down in S1. Older editions, C12 or C13: with as many pairs as numbers
    allow, all who come down among them. `is_last`, C13 or C14 for the last group: completely, with
    the bye for who may have it."""

    score: Points
    is_last: bool

    cases = ("is_last",)
    text = {
        False: _("then the group of %(score)s could not be paired as fully"),
        True: _("then not everybody in the last group could be paired"),
    }


class NobodyBelow(Refusal):
    """The same, and in the pairing with them `player` stays over, who can meet none of those who
    would then be in the group of `score`."""

    player: Who
    score: Points

    text = _(
        "then [%(player)s|you] would be left over, with nobody to play in the group of %(score)s"
    )


class ForBelow(Refusal):
    """The group of the two is opened. The first pairing with them that leaves such players over
    that the group of `score` can be paired as it had to be (see `BelowUnpaired`) is worse than the
    pairing made, or comes later: `why` says how, of that pairing."""

    score: Points
    why: Refusal

    text = _("where the group of %(score)s can still be paired too: %(why)s")


class OtherGroups(Refusal):
    """The two were never in one group: `upper` was paired (or stayed over) in the group of
    `upper_score`, `lower` in that of `lower_score`, which came later."""

    upper: Who
    lower: Who
    upper_score: Points
    lower_score: Points

    text = _(
        "[%(upper)s was|you were] in the group of %(upper_score)s, [%(lower)s|you] in that of "
        "%(lower_score)s"
    )


# Why somebody has no bye --------------------------------------------------------------------------


class FirstRoundLowest(Refusal):
    """It is round 1, and `lowest`, the last in A2 order of those to be paired, has the bye (F4)."""

    lowest: Who

    text = _(
        "in the first round [%(lowest)s|you], the lowest of those to be paired, [has|lowest:have] "
        "the bye"
    )
