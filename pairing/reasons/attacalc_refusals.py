"""Why are two no pair of AttaCalc's, or has somebody else no bye? Terms are those of `attacalc`.

Where a docstring does not say otherwise the two may meet.
"""

from pairing.core.reason import Refusal, Share, Who, ngettext_lazy
from pairing.core.reason import gettext_noop as _
from pairing.core.types import Colour

# They are no pair -------------------------------------------------------------------------


class MetWithin(Refusal):
    """The two last met in this tempo `ago` of `player`'s own games there ago (1: their last); for
    `other` it is at least as many. `ago` is at most `n`, and within `n` games of either they do not
    meet again."""

    player: Who
    ago: int
    other: Who
    n: int

    text = ngettext_lazy(
        "[they|player,other:you] met in [%(player)s's|your] last game in this tempo; at least "
        "%(n)d must lie between",
        "[they|player,other:you] met only %(ago)d of [%(player)s's|your] games ago in this tempo; "
        "more than %(n)d are needed",
        "ago",
    )


class SameColour(Refusal):
    """Both had `colour` in at least two thirds of their games in this tempo, one of them in more:
    `share` is `player`'s. The colour criterion was on, so they may not meet."""

    colour: Colour
    player: Who
    share: Share
    other: Who
    other_share: Share

    text = _(
        "[both|player,other:you both] mostly had %(colour)s in this tempo: [%(player)s|you] "
        "%(share)s, [%(other)s|you] %(other_share)s"
    )


class ChoseOther(Refusal):
    """`player` is one of the two, and chose `opponent`, who stands higher in the order than the
    other one. Of the two `player` was the first to be paired. In a search: the first complete
    pairing with the two as a pair is the same as the one that was made up to this choice."""

    player: Who
    opponent: Who

    text = _("[%(player)s|you] chose [%(opponent)s|you], who [stands|opponent:stand] higher")


class ChoseLower(ChoseOther):
    """The same in a pairing from below: `opponent` stands lower than the other one."""

    text = _("[%(player)s|you] chose [%(opponent)s|you], who [stands|opponent:stand] lower")


class WasChosen(Refusal):
    """`player` is one of the two, and was chosen by `by` when neither of the two was paired yet:
    by somebody left who had only one or two to choose from and so went first, or who is the
    lowest in a pairing from below."""

    player: Who
    by: Who

    text = _("[%(by)s|you] chose first, and chose [%(player)s|you]")


class WasChosenFromAbove(WasChosen):
    """`player` is one of the two, and was chosen by `by`, who stands higher in the order than
    both, when neither of the two was paired yet. In a search: the first complete pairing with the
    two as a pair is the same as the one that was made up to this choice."""

    text = _("[%(by)s|you] stood higher, chose first and chose [%(player)s|you]")


# No bye -----------------------------------------------------------------------------------


class HadMoreByes(Refusal):
    """Who is asked about has had `byes` byes in this tempo; `bye`, who has this one, had `fewest`,
    which is less."""

    byes: int
    bye: Who
    fewest: int

    text = ngettext_lazy(
        "had %(byes)d bye in this tempo, %(bye)s %(fewest)d",
        "had %(byes)d byes in this tempo, %(bye)s %(fewest)d",
        "byes",
    )


class StandsHigher(Refusal):
    """Who is asked about has had as many byes in this tempo as `bye`, who has this one, and stands
    higher in the order."""

    bye: Who

    text = _("stands higher than [%(bye)s|you]")
