"""Why does AttaCalc pair two, give a colour, a bye? Refusals and steps are in `attacalc_*`.

*The order* is that of rules 2.4 (points in the tempo, overall points, start number), of those who
take part. *Left* are those without an opponent when a match is made, the bye and fixed boards out.
*May meet* is MAY of rules 2.4 with the n and the colour criterion of the attempt that succeeded.
A pair is made by one of the two, who chooses the other. Shares are exact, and of games in the
tempo to be paired: of white, 1/2 without games; of black, the rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pairing.core.reason import (
    Reason,
    Several,
    Share,
    Text,
    Topic,
    When,
    Who,
    gettext_noop,
    ngettext_lazy,
)
from pairing.core.types import Colour, PlayerId

# Who chose whom ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HighestChose(Reason):
    """The pair was made from the top (or in a search): of those left `player` stood highest in the
    order, and `opponent` highest of those left whom they may meet. Others were left too."""

    player: Who
    opponent: Who

    topic = Topic.OPPONENT
    text = gettext_noop(
        "%(player)s was the highest of those left; %(opponent)s was the highest they may meet."
    )
    texts_to: ClassVar[Mapping[str, Text]] = {
        "player": gettext_noop(
            "You were the highest of those left; %(opponent)s was the highest you may meet."
        ),
        "opponent": gettext_noop(
            "%(player)s was the highest of those left; you were the highest they may meet."
        ),
    }


@dataclass(frozen=True, slots=True)
class LowestChose(HighestChose):
    """The pair was made from below: of those left `player` stood lowest in the order, and
    `opponent` lowest of those left whom they may meet. Others were left too."""

    text = gettext_noop(
        "%(player)s was the lowest of those left; %(opponent)s was the lowest they may meet."
    )
    texts_to: ClassVar[Mapping[str, Text]] = {
        "player": gettext_noop(
            "You were the lowest of those left; %(opponent)s was the lowest you may meet."
        ),
        "opponent": gettext_noop(
            "%(player)s was the lowest of those left; you were the lowest they may meet."
        ),
    }


@dataclass(frozen=True, slots=True)
class HighestThatFits(HighestChose):
    """The pair was made in a search: of those left `player` stood highest in the order, and
    `opponent` was the highest of those left whom they may meet such that all others left can still
    be paired. Somebody left who stood higher, and whom they may meet, was not such a one."""

    text = gettext_noop(
        "%(player)s was the highest of those left; %(opponent)s was the highest they may meet "
        "with whom the others can all be paired too."
    )
    texts_to: ClassVar[Mapping[str, Text]] = {
        "player": gettext_noop(
            "You were the highest of those left; %(opponent)s was the highest you may meet "
            "with whom the others can all be paired too."
        ),
        "opponent": gettext_noop(
            "%(player)s was the highest of those left; you were the highest they may meet "
            "with whom the others can all be paired too."
        ),
    }


@dataclass(frozen=True, slots=True)
class OnlyOneToPlay(HighestChose):
    """`opponent` was the only one left whom `player` may meet, and because of that they chose
    before somebody left whose turn would have come first by the order (the highest; from below
    the lowest)."""

    text = gettext_noop("%(player)s could play only %(opponent)s, so they went first.")
    texts_to: ClassVar[Mapping[str, Text]] = {
        "player": gettext_noop("You could play only %(opponent)s, so you went first."),
        "opponent": gettext_noop("%(player)s could play only you, so they went first."),
    }


@dataclass(frozen=True, slots=True)
class OnlyTwoToPlay(HighestChose):
    """`opponent` and `other` were the only two left whom `player` may meet, and because of that
    they chose before somebody left whose turn would have come first by the order (the highest).
    `opponent` stands higher than `other`."""

    other: Who

    text = gettext_noop(
        "%(player)s could play only %(opponent)s or %(other)s, so they went first: "
        "%(opponent)s stands higher."
    )
    texts_to: ClassVar[Mapping[str, Text]] = {
        "player": gettext_noop(
            "You could play only %(opponent)s or %(other)s, so you went first: "
            "%(opponent)s stands higher."
        ),
        "opponent": gettext_noop(
            "%(player)s could play only you or %(other)s, so they went first: you stand higher."
        ),
    }


@dataclass(frozen=True, slots=True)
class OnlyTwoFromBelow(OnlyTwoToPlay):
    """The same in a pairing from below: before the lowest, and `opponent` stands lower."""

    text = gettext_noop(
        "%(player)s could play only %(opponent)s or %(other)s, so they went first: "
        "%(opponent)s stands lower."
    )
    texts_to: ClassVar[Mapping[str, Text]] = {
        "player": gettext_noop(
            "You could play only %(opponent)s or %(other)s, so you went first: "
            "%(opponent)s stands lower."
        ),
        "opponent": gettext_noop(
            "%(player)s could play only you or %(other)s, so they went first: you stand lower."
        ),
    }


@dataclass(frozen=True, slots=True)
class OnlyTwoLeft(HighestChose):
    """When this pair was made nobody else was left."""

    text = gettext_noop("%(player)s and %(opponent)s were the only two left.")
    texts_to: ClassVar[Mapping[str, Text]] = {
        "player": gettext_noop("You and %(opponent)s were the only two left."),
        "opponent": gettext_noop("You and %(player)s were the only two left."),
    }


# What gave way ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MetSoon(Reason):
    """The two last met in this tempo `ago` of `player`'s own games there ago (1: their last); for
    `opponent` it is at least as many. That is within N0 (rules 2.4, 4), but there is no complete
    pairing of those to be paired in which no two met within the last `ago` games of either."""

    player: Who
    opponent: Who
    ago: int

    topic = Topic.OPPONENT
    text = ngettext_lazy(
        "They met in %(player)s's last game, but otherwise not everybody could be paired.",
        "They met %(ago)d of %(player)s's games ago, but otherwise not everybody could be paired.",
        "ago",
    )
    texts_to: ClassVar[Mapping[str, Text]] = {
        "player": ngettext_lazy(
            "You met in your last game, but otherwise not everybody could be paired.",
            "You met %(ago)d of your games ago, but otherwise not everybody could be paired.",
            "ago",
        ),
        "opponent": ngettext_lazy(
            "You met in %(player)s's last game, but otherwise not everybody could be paired.",
            "You met %(ago)d of %(player)s's games ago, but otherwise not everybody could be "
            "paired.",
            "ago",
        ),
    }


@dataclass(frozen=True, slots=True)
class FewPlayers(Reason):
    """The two last met in this tempo `ago` of `player`'s own games there ago; for `opponent` it is
    at least as many. That is within the tempo's N, but with `players` to be paired only the last
    `n` games count, one less, and `ago` is more."""

    player: Who
    ago: int
    players: int
    n: int

    topic = Topic.OPPONENT
    text = ngettext_lazy(
        "They met %(ago)d of %(player)s's games ago; with %(players)d players only the last "
        "counts.",
        "They met %(ago)d of %(player)s's games ago; with %(players)d players only the last "
        "%(n)d count.",
        "n",
    )


@dataclass(frozen=True, slots=True)
class ColourRuleLapsed(Reason):
    """Both had `colour` in at least two thirds of their games in this tempo, one of them in more:
    `share` is `player`'s. The colour criterion would have kept them apart; the runs from the top
    and from below that keep to it, with the n of this pairing, fail."""

    colour: Colour
    player: Who
    share: Share
    other: Who
    other_share: Share

    topic = Topic.OPPONENT
    text = gettext_noop(
        "Both mostly had %(colour)s (%(share)s and %(other_share)s); minding that left somebody "
        "without an opponent."
    )


@dataclass(frozen=True, slots=True)
class FromBelow(Reason):
    """The pairing was made from below. The run from the top with the same n and the same colour
    criterion, on or off, fails: somebody is left without an opponent."""

    topic = Topic.OPPONENT
    text = gettext_noop("From the top somebody was left over, so the lowest went first.")


# The bye ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LastInOrder(Reason):
    """`player` has the bye. Of those who are on no fixed board they stand last in the order, and
    none of these has had fewer byes in this tempo."""

    player: Who

    topic = Topic.BYE
    text = gettext_noop("%(player)s has the bye: they stand last, and nobody has had fewer byes.")
    texts_to: ClassVar[Mapping[str, Text]] = {
        "player": gettext_noop("You have the bye: you stand last, and nobody has had fewer byes.")
    }


@dataclass(frozen=True, slots=True)
class FewestByes(Reason):
    """`player` has the bye. Of those who are on no fixed board `number` stand lower in the order
    (one or more; `lower`, if they are four at most), and all of these had more byes in this tempo;
    nobody had fewer than `player`."""

    player: Who
    lower: Several
    number: int

    topic = Topic.BYE
    text = ngettext_lazy(
        "%(player)s has the bye: %(lower)s stands lower, but had more byes.",
        "%(player)s has the bye: %(lower)s stand lower, but had more byes.",
        "number",
    )
    texts_to: ClassVar[Mapping[str, Text]] = {
        "player": ngettext_lazy(
            "You have the bye: %(lower)s stands lower, but had more byes.",
            "You have the bye: %(lower)s stand lower, but had more byes.",
            "number",
        )
    }
    _many: ClassVar[str] = gettext_noop(
        "%(player)s has the bye: the %(number)d who stand lower had more byes."
    )
    _many_to: ClassVar[str] = gettext_noop(
        "You have the bye: the %(number)d who stand lower had more byes."
    )

    def text_for(self, reader: PlayerId) -> Text:
        """A handful has names."""
        if self.lower:
            return Reason.text_for(self, reader)
        return self._many_to if reader == self.player else self._many


# Colours ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reversed(Reason):
    """The two last met in this tempo on `when`, and `black` had white then."""

    white: Who
    black: Who
    when: When

    topic = Topic.COLOUR
    text = gettext_noop("On %(when)s %(black)s had white; now it is the other way round.")
    texts_to: ClassVar[Mapping[str, Text]] = {
        "white": gettext_noop("On %(when)s %(black)s had white; now it is your turn."),
        "black": gettext_noop("On %(when)s you had white; now it is %(white)s's turn."),
    }


@dataclass(frozen=True, slots=True)
class LessWhite(Reason):
    """The two have not met in this tempo, and `white` had white in a smaller share of their games
    than `black`: `share` and `other_share`. In this tempo; with `overall` of all tempos together,
    and the shares in this tempo are equal. `newcomer`: one of them has no such games."""

    white: Who
    share: Share
    black: Who
    other_share: Share
    overall: bool
    newcomer: bool

    topic = Topic.COLOUR
    text = gettext_noop(
        "White goes to the smaller share of white: %(white)s %(share)s, %(black)s %(other_share)s."
    )
    _texts: ClassVar[Mapping[tuple[bool, bool], str]] = {
        (False, False): text,
        (False, True): gettext_noop(
            "White goes to the smaller share of white: %(white)s %(share)s, %(black)s "
            "%(other_share)s. No games yet counts as half."
        ),
        (True, False): gettext_noop(
            "Equal in this tempo; in all tempos together the smaller share of white: %(white)s "
            "%(share)s, %(black)s %(other_share)s."
        ),
        (True, True): gettext_noop(
            "Equal in this tempo; in all tempos together the smaller share of white: %(white)s "
            "%(share)s, %(black)s %(other_share)s. No games yet counts as half."
        ),
    }

    def text_for(self, reader: PlayerId) -> Text:
        """Of which games, and whether somebody has none."""
        return self._texts[self.overall, self.newcomer]


@dataclass(frozen=True, slots=True)
class LowerValue(Reason):
    """The two have not met in this tempo, and their shares of white are equal, there and in all
    tempos together. `white` has the lower value number in this tempo: `value`."""

    white: Who
    value: int
    black: Who
    other_value: int

    topic = Topic.COLOUR
    text = gettext_noop(
        "Equal shares of white; the lower value number gets white: %(white)s %(value)d, "
        "%(black)s %(other_value)d."
    )
