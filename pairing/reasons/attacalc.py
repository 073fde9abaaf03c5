"""Why does AttaCalc pair two, give a colour, a bye? Refusals and steps are in `attacalc_*`.

*The order* is that of rules 2.4 (points in the tempo, overall points, start number), of those who
take part. *Left* are those without an opponent when a match is made, the bye and fixed boards out.
*May meet* is MAY of rules 2.4 with the n and the colour criterion of the attempt that succeeded.
A pair is made by one of the two, who chooses the other. Shares are exact, and of games in the
tempo to be paired: of white, 1/2 without games; of black, the rest.
"""

from fractions import Fraction

from pairing.core.reason import Reason, Several, Share, When, Who, ngettext_lazy
from pairing.core.reason import gettext_noop as _
from pairing.core.types import Colour
from pairing.reasons.every_system import HasTheBye

# Who chose whom ---------------------------------------------------------------------------


class HighestChose(Reason):
    """The pair was made from the top (or in a search): of those left `player` stood highest in the
    order, and `opponent` highest of those left whom they may meet. Others were left too."""

    player: Who
    opponent: Who

    text = _(
        "[%(player)s was|You were] the highest still unpaired; [%(opponent)s|you] the highest "
        "[they|player:you] may play."
    )


class LowestChose(HighestChose):
    """The pair was made from below: of those left `player` stood lowest in the order, and
    `opponent` lowest of those left whom they may meet. Others were left too."""

    text = _(
        "[%(player)s was|You were] the lowest still unpaired; [%(opponent)s|you] the lowest "
        "[they|player:you] may play."
    )


class HighestThatFits(HighestChose):
    """The pair was made in a search: of those left `player` stood highest in the order, and
    `opponent` was the highest of those left whom they may meet such that all others left can still
    be paired. Somebody left who stood higher, and whom they may meet, was not such a one."""

    text = _(
        "[%(player)s was|You were] the highest still unpaired; [%(opponent)s|you] the highest who "
        "[leaves|opponent:leave] everybody an opponent."
    )


class OnlyOneToPlay(HighestChose):
    """`opponent` was the only one left whom `player` may meet, and because of that they chose
    before somebody left whose turn would have come first by the order (the highest; from below
    the lowest)."""

    text = _("[%(player)s|You] could play only [%(opponent)s|you] and so went first.")


class OnlyTwoToPlay(HighestChose):
    """`opponent` and `other` were the only two left whom `player` may meet, and because of that
    they chose before somebody left whose turn would have come first by the order (the highest).
    `opponent` stands higher than `other`."""

    other: Who

    text = _(
        "[%(player)s|You] could play only [%(opponent)s|you] or %(other)s and so went first: "
        "[%(opponent)s stands|you stand] higher."
    )


class OnlyTwoFromBelow(OnlyTwoToPlay):
    """The same in a pairing from below: before the lowest, and `opponent` stands lower."""

    text = _(
        "[%(player)s|You] could play only [%(opponent)s|you] or %(other)s and so went first: "
        "[%(opponent)s stands|you stand] lower."
    )


class OnlyTwoLeft(HighestChose):
    """When this pair was made nobody else was left."""

    text = _(
        "[%(player)s|player,opponent:You] and [%(opponent)s|%(player)s] were the only two left."
    )


# What gave way ----------------------------------------------------------------------------


class MetSoon(Reason):
    """The two last met in this tempo `ago` of `player`'s own games there ago (1: their last); for
    `opponent` it is at least as many. That is within N0 (rules 2.4, 4), but there is no complete
    pairing of those to be paired in which no two met within the last `ago` games of either."""

    player: Who
    opponent: Who
    ago: int

    text = ngettext_lazy(
        "In this tempo [they|player,opponent:you] met in [%(player)s's|your] last game; otherwise "
        "somebody would be left over.",
        "In this tempo [they|player,opponent:you] met %(ago)d of [%(player)s's|your] games ago; "
        "otherwise somebody would be left over.",
        "ago",
    )


class FewPlayers(Reason):
    """The two last met in this tempo `ago` of `player`'s own games there ago; for `opponent` it is
    at least as many. That is within the tempo's N, but with `players` to be paired only the last
    `n` games count, one less, and `ago` is more."""

    player: Who
    opponent: Who
    ago: int
    players: int
    n: int

    text = _(
        "In this tempo [they|player,opponent:you] met %(ago)d of [%(player)s's|your] games ago; "
        "with %(players)d players that is long enough."
    )


class ColourRuleLapsed(Reason):
    """Both had `colour` in at least two thirds of their games in this tempo, one of them in more:
    `share` is `player`'s. The colour criterion would have kept them apart; the runs from the top
    and from below that keep to it, with the n of this pairing, fail."""

    colour: Colour
    player: Who
    share: Share
    other: Who
    other_share: Share

    text = _(
        "In this tempo both mostly had %(colour)s (%(share)s and %(other_share)s); from either end "
        "the rule against that left somebody over."
    )


class FromBelow(Reason):
    """The pairing was made from below. The run from the top with the same n and the same colour
    criterion, on or off, fails: somebody is left without an opponent."""

    text = _("Pairing from the top left somebody over, so it was done from below.")


# The bye ----------------------------------------------------------------------------------


class LastInOrder(HasTheBye):
    """`player` has the bye. Of those who are on no fixed board they stand last in the order, and
    none of these has had fewer byes in this tempo."""

    text = _(
        "[%(player)s has|You have] the bye: the last of those to be paired, and none of them had "
        "fewer byes in this tempo."
    )


class FewestByes(HasTheBye):
    """`player` has the bye. Of those who are on no fixed board `number` stand lower in the order
    (one or more; `lower`, if they are few), and all of these had more byes in this tempo;
    nobody had fewer than `player`."""

    lower: Several
    number: int

    def case(self) -> object:
        return bool(self.lower)

    text = {
        True: ngettext_lazy(
            "[%(player)s has|You have] the bye: %(lower)s stands lower, but had more byes in this "
            "tempo.",
            "[%(player)s has|You have] the bye: %(lower)s stand lower, but had more byes in this "
            "tempo.",
            "number",
        ),
        False: _(
            "[%(player)s has|You have] the bye: %(number)d players stand lower, but had more byes "
            "in this tempo."
        ),
    }


# Colours ----------------------------------------------------------------------------------


class Reversed(Reason):
    """The two last met in this tempo on `when`, and `black` had white then."""

    white: Who
    black: Who
    when: When

    text = _(
        "In this tempo [they|white,black:you] last met on [%(when)s|white:%(when)s and had "
        "black|black:%(when)s and had white]; now [the colours are reversed|white:you have "
        "white|black:you have black]."
    )


class Compared(Reason):
    """Where shares of white are compared: in this tempo, or `overall`, as they are equal there. The
    beginning of a sentence."""

    overall: bool

    cases = ("overall",)
    text = {False: _("In this tempo"), True: _("Equal in this tempo; overall")}


class LessWhite(Reason):
    """The two have not met in this tempo, and `white` had white in a smaller share of their games
    than `black`: `share`, `whites` of `games`; `other_share` is `black`'s. `where`: in this tempo,
    or in all tempos together, and the shares in this tempo are equal."""

    where: Compared
    white: Who
    share: Share
    whites: int
    games: int
    black: Who
    other_share: Share
    other_whites: int
    other_games: int

    def case(self) -> object:
        """Percentages would not do where somebody has no games or they look alike."""
        if not self.games or not self.other_games:
            return "new"
        return "close" if self.other_share - self.share < Fraction(1, 100) else "apart"

    text = {
        "new": _(
            "%(where)s [%(white)s|you] had relatively less white: %(share)s, [%(black)s|you] "
            "%(other_share)s; no games yet counts as half."
        ),
        "close": _(
            "%(where)s [%(white)s|you] had relatively less white: %(whites)d of %(games)d "
            "games, [%(black)s|you] %(other_whites)d of %(other_games)d."
        ),
        "apart": _(
            "%(where)s [%(white)s|you] had relatively less white: %(share)s, [%(black)s|you] "
            "%(other_share)s."
        ),
    }


class LowerValue(Reason):
    """The two have not met in this tempo, and their shares of white are equal, there and in all
    tempos together. `white` has the lower value number in this tempo: `value`."""

    white: Who
    value: int
    black: Who
    other_value: int

    text = _(
        "Equal shares of white; the lower value number gets it: [%(white)s|you] %(value)d, "
        "[%(black)s|you] %(other_value)d."
    )
