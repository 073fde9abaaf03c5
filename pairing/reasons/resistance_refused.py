"""What would be worse in the Swiss system on resistance points? Words as in `reasons.resistance`.

Each compares the way that was made with the *other way*, the first that has what is asked about.
"""

from dataclasses import dataclass
from typing import ClassVar

from pairing.core.reason import Amount, Points, Refusal, Text, Who, gettext_noop, ngettext_lazy
from pairing.core.types import PlayerId


@dataclass(frozen=True, slots=True)
class PlaysAbove(Refusal):
    """`player` is paired in the group of `score`, not left over. Asked is why they do not meet
    somebody to be paired who has fewer points than `score`; or why they have no bye, and there is a
    group below."""

    player: Who
    score: Points

    text = gettext_noop("%(player)s found an opponent in the group of %(score)s")
    texts_to: ClassVar[dict[str, Text]] = {
        "player": gettext_noop("you found an opponent in the group of %(score)s")
    }


@dataclass(frozen=True, slots=True)
class MoreLeftOver(Refusal):
    """In the other way `count` are left over, in the one made fewer: `least`."""

    count: int
    least: int

    text = ngettext_lazy(
        "then %(count)d player would be left over, instead of %(least)d",
        "then %(count)d players would be left over, instead of %(least)d",
        "count",
    )


@dataclass(frozen=True, slots=True)
class LeftOverAgain(Refusal):
    """In the other way as many are left over, but more of those who arrived, among them `player`,
    who is not left over in the one made."""

    player: Who

    text = gettext_noop("then %(player)s, left over before, would be left over again")


@dataclass(frozen=True, slots=True)
class MoreAgainInNext(Refusal):
    """In the other way as many are left over, and as many of those who arrived, but by 4.4b `count`
    of them would be left over in the next group too, and in the one made only `least`."""

    count: int
    least: int

    text = ngettext_lazy(
        "then somebody would be left over twice, here and in the next group",
        "then %(count)d players would be left over twice, here and in the next group, not "
        "%(least)d",
        "count",
    )


@dataclass(frozen=True, slots=True)
class InsteadOf(Refusal):
    """The other way and the one made are level by 4.3, 4.4a and 4.4b. Of those left over in only
    one of them, `player` comes first by 4.4c-e in the one made, and `instead` in the other. By that
    order `player` has more WP than `instead`; or as much, and more SB; or the lot prefers them.
    `worth` and `instead_worth` are their WP or SB, or the lot numbers.
    """

    player: Who
    instead: Who
    by: str
    worth: Amount
    instead_worth: Amount

    _texts: ClassVar[dict[str, str]] = {
        "WP": gettext_noop(
            "then %(instead)s would be left over instead, with fewer resistance points "
            "(%(instead_worth)s, not %(worth)s)"
        ),
        "SB": gettext_noop(
            "then %(instead)s would be left over instead, with a lower Sonneborn-Berger "
            "(%(instead_worth)s, not %(worth)s)"
        ),
        "lot": gettext_noop("then %(instead)s would be left over instead, who comes later by lot"),
    }

    def text_for(self, reader: PlayerId) -> Text:
        """By what decided."""
        return self._texts[self.by]


@dataclass(frozen=True, slots=True)
class CameFirst(Refusal):
    """In the other way, with the two as a pair, the same players are left over and the pairs are
    the same until the turn of `player`, one of the two. Made was a pair with `opponent`, who comes
    before the other of the two in the order of 4.5; both have equal points. `opponent` has fewer
    WP; or as many, and less SB; or the lot prefers them. `worth` is what `opponent` has of it,
    `other_worth` the other of the two."""

    player: Who
    opponent: Who
    by: str
    worth: Amount
    other_worth: Amount

    _texts: ClassVar[dict[str, str]] = {
        "WP": gettext_noop(
            "%(opponent)s came first for %(player)s, with fewer resistance points (%(worth)s, not "
            "%(other_worth)s)"
        ),
        "SB": gettext_noop(
            "%(opponent)s came first for %(player)s, with a lower Sonneborn-Berger (%(worth)s, not "
            "%(other_worth)s)"
        ),
        "lot": gettext_noop("%(opponent)s came first for %(player)s, by lot"),
    }

    def text_for(self, reader: PlayerId) -> Text:
        """By what decided."""
        return self._texts[self.by]


@dataclass(frozen=True, slots=True)
class WorseForHigher(Refusal):
    """In the other way, with the two as a pair, the same players are left over and the pairs are
    the same until the turn of `player`, none of the two. Made was a pair with `opponent`, none of
    the two either; in the other way it is `instead`, later in the order of 4.5."""

    player: Who
    opponent: Who
    instead: Who

    text = gettext_noop(
        "then %(player)s, who came first, would meet %(instead)s instead of %(opponent)s"
    )


@dataclass(frozen=True, slots=True)
class RestNotPaired(Refusal):
    """There is no other way: this group and the lower ones cannot all be paired so."""

    text = gettext_noop("then the others could not all be paired")


@dataclass(frozen=True, slots=True)
class MeetAgain(RestNotPaired):
    """The same. Of this group and the lower ones nobody is there but who are asked about and these
    two, who have met."""

    one: Who
    other: Who

    text = gettext_noop("then %(one)s and %(other)s would meet again")
    texts_to: ClassVar[dict[str, Text]] = {
        "one": gettext_noop("then you and %(other)s would meet again"),
        "other": gettext_noop("then you and %(one)s would meet again"),
    }


@dataclass(frozen=True, slots=True)
class NobodyLeftFor(RestNotPaired):
    """The same. Of this group and the lower ones there are others than who are asked about and
    `player`, and `player` has met all of these; nor may `player` be left over in the last group:
    there nobody is, or somebody else is, or it would be their second free point (3.2)."""

    player: Who

    text = gettext_noop("then %(player)s would have met everybody left")


@dataclass(frozen=True, slots=True)
class SecondFreePoint(RestNotPaired):
    """The same. Of this group and the lower ones nobody is there but who are asked about and
    `player`, who has had points without playing and may not have the bye."""

    player: Who

    text = gettext_noop("then %(player)s would be free, with points without playing before")
