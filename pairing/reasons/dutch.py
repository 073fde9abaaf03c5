"""What only the FIDE (Dutch) System can say. Words as in `pairing.reasons.swiss`.

*The pairing with them* is here the best candidate of the group (3.8) of those in which the two are
a pair, or one stays over and another does not; it obeys C1 to C5, and the rest can be paired
without two who stay over meeting each other. "Worse" and "as good" are by C6 to C21 in their order.
"""

from pairing.core.reason import Points, Reason, Refusal, Who, ngettext_lazy
from pairing.core.reason import gettext_noop as _
from pairing.core.types import Colour


class WithVirtualPoints(Reason):
    """An acceleration (G6) gives somebody virtual points for this round. All scores told of it are
    with these."""

    text = _("In this round all points are told with the virtual ones of the acceleration.")


class ByeHigher(Refusal):
    """There is no pairing with them: only if somebody with `score` points, or more, had the bye,
    could everybody be paired by C1 to C3. `score` is more than who has the bye has (C5)."""

    score: Points

    text = _("then, of those left, somebody with %(score)s would have the bye")


class FewestPoints(Refusal):
    """C5: the bye can go to somebody with `score` points, and to nobody with fewer. Asked is
    about one with more."""

    score: Points

    text = _("the bye goes to the fewest points, %(score)s")


class MorePointsOver(Refusal):
    """C7: in the pairing with them as many stay over. Of their scores, written from high to low,
    the first that is different is `then`; in the pairing made it is `made`, which is less."""

    made: Points
    then: Points

    text = _("then somebody with %(then)s would be left over, not with %(made)s")


class NextGroupWorse(Refusal):
    """C8: with those whom the pairing with them leaves over, as many and of the same scores as in
    the pairing made, the next group, of `score`, can have fewer pairs (`is_fewer`), or as many,
    and those whom it leaves over have higher scores."""

    score: Points
    is_fewer: bool

    cases = ("is_fewer",)
    text = {
        True: _("then the group of %(score)s could not be paired as fully"),
        False: _("then players with more points would be left over in the group of %(score)s"),
    }


class MissedMore(Refusal):
    """C9: in the pairing with them `player` has the bye, who was `then` rounds without a game; who
    has it in the pairing made was so in `made` rounds."""

    player: Who
    made: int
    then: int

    text = ngettext_lazy(
        "then %(player)s would have the bye, after %(then)d round without a game, not %(made)d",
        "then %(player)s would have the bye, after %(then)d rounds without a game, not %(made)d",
        "then",
    )


class ColourTooOften(Refusal):
    """In the pairing with them `player`, a topscorer or against one, gets `colour`, by which it is
    three games more than the other colour (`how` "difference", C10), or the third game in a row
    ("row", C11). More such players are in it than in the pairing made."""

    player: Who
    colour: Colour
    how: str

    cases = ("how",)
    text = {
        "difference": _(
            "then %(player)s would have had %(colour)s in three games more than the other colour"
        ),
        "row": _("then %(player)s would have %(colour)s three times in a row"),
    }


class GoesFurtherDown(Refusal):
    """C18, C20: `player` came down to this group and had a downfloat `ago` rounds ago. In the
    pairing with them they stay over, in the pairing made they do not, and so more of their score
    who had one do."""

    player: Who
    ago: int

    cases = ("ago",)
    text = {
        1: _("then %(player)s, paired down in the last round, would go further down"),
        2: _("then %(player)s, paired down two rounds ago, would go further down"),
    }


class LargerDifference(Refusal):
    """C19, C21: of those who would be paired with somebody who came down, and had an upfloat `ago`
    rounds ago, the differences of points are written from high to low. The first that is
    different is `then` in the pairing with them, and `made`, which is less, in the pairing made."""

    ago: int
    made: Points
    then: Points

    text = _(
        "then somebody paired up before would meet an opponent with %(then)s more, not %(made)s"
    )


class FewerForRest(Reason):
    """C4, C5: `could` pairs are possible in this group by C1 and C3; but with more than `pairs`
    not everybody left could be paired, with a bye for so few points."""

    pairs: int
    could: int

    text = ngettext_lazy(
        "This group could have %(could)d pair, but then the rest could not be paired as it must; "
        "it has %(pairs)d.",
        "This group could have %(could)d pairs, but then the rest could not be paired as it must; "
        "it has %(pairs)d.",
        "could",
    )
