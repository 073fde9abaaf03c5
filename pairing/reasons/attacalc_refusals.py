"""Why are two no pair of AttaCalc's, or has somebody else no bye? Terms are those of `attacalc`.

Where a docstring does not say otherwise the two may meet.
"""

from dataclasses import dataclass

from pairing.core.reason import Refusal, Share, Text, Who, gettext_noop, ngettext_lazy
from pairing.core.types import Colour, PlayerId

# They are no pair -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MetWithin(Refusal):
    """The two last met in this tempo `ago` of `player`'s own games there ago (1: their last), and
    `other_ago` of `other`'s, which is at least as many. `ago` is at most `n`, and within `n` games
    of either they do not meet again."""

    player: Who
    ago: int
    other: Who
    other_ago: int
    n: int

    text = ngettext_lazy(
        "they met in %(player)s's last game in this tempo; at least %(n)d must lie between",
        "they met %(ago)d of %(player)s's games ago in this tempo; it must be more than %(n)d",
        "ago",
    )
    text_to_player = ngettext_lazy(
        "you met in your last game in this tempo; at least %(n)d must lie between",
        "you met %(ago)d of your games ago in this tempo; it must be more than %(n)d",
        "ago",
    )
    # A translation is found by its singular: not the same one as above.
    text_to_other = ngettext_lazy(
        "you met in your own last game in this tempo; at least %(n)d must lie between",
        "you met %(other_ago)d of your games ago in this tempo; it must be more than %(n)d",
        "other_ago",
    )

    def text_for(self, reader: PlayerId) -> Text:
        """Only a count within n makes it true."""
        return Refusal.text_for(
            self, "" if reader == self.other and self.other_ago > self.n else reader
        )


@dataclass(frozen=True, slots=True)
class SameColour(Refusal):
    """Both had `colour` in at least two thirds of their games in this tempo, one of them in more:
    `share` is `player`'s. The colour criterion was on, so they may not meet."""

    colour: Colour
    player: Who
    share: Share
    other: Who
    other_share: Share

    text = gettext_noop(
        "both mostly had %(colour)s: %(player)s %(share)s, %(other)s %(other_share)s"
    )


@dataclass(frozen=True, slots=True)
class ChoseOther(Refusal):
    """`player` is one of the two, and chose `opponent`, who stands higher in the order than the
    other one. Of the two `player` was the first to be paired. In a search: the first complete
    pairing with the two as a pair is the same as the one that was made up to this choice."""

    player: Who
    opponent: Who

    text = gettext_noop("%(player)s chose %(opponent)s, who stands higher")
    text_to_player = gettext_noop("you chose %(opponent)s, who stands higher")
    text_to_opponent = gettext_noop("%(player)s chose you, who stand higher")


@dataclass(frozen=True, slots=True)
class ChoseLower(ChoseOther):
    """The same in a pairing from below: `opponent` stands lower than the other one."""

    text = gettext_noop("%(player)s chose %(opponent)s, who stands lower")
    text_to_player = gettext_noop("you chose %(opponent)s, who stands lower")
    text_to_opponent = gettext_noop("%(player)s chose you, who stand lower")


@dataclass(frozen=True, slots=True)
class WasChosen(Refusal):
    """`player` is one of the two, and was chosen by `by` when neither of the two was paired yet:
    by somebody left who had only one or two to choose from and so went first, or who is the
    lowest in a pairing from below."""

    player: Who
    by: Who

    text = gettext_noop("%(by)s chose first, and chose %(player)s")
    text_to_player = gettext_noop("%(by)s chose first, and chose you")
    text_to_by = gettext_noop("you chose first, and chose %(player)s")


@dataclass(frozen=True, slots=True)
class WasChosenFromAbove(WasChosen):
    """`player` is one of the two, and was chosen by `by`, who stands higher in the order than
    both, when neither of the two was paired yet. In a search: the first complete pairing with the
    two as a pair is the same as the one that was made up to this choice."""

    text = gettext_noop("%(by)s stood higher, chose first and chose %(player)s")
    text_to_player = gettext_noop("%(by)s stood higher, chose first and chose you")
    text_to_by = gettext_noop("you stood higher, chose first and chose %(player)s")


# No bye -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class StandsHigher(Refusal):
    """Who is asked about has had as many byes in this tempo as `bye`, who has this one, and stands
    higher in the order."""

    bye: Who

    text = gettext_noop("stands higher than %(bye)s")
    text_to_bye = gettext_noop("stands higher than you")
