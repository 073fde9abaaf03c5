"""What does an arbiter go through in a group of a Swiss system on rating?

Words as in `pairing.reasons.swiss`.
"""

from pairing.core.reason import Points, Reason, Several, ngettext_lazy
from pairing.core.reason import gettext_noop as _
from pairing.core.types import Colour


class TheHalves(Reason):
    """C4: who is in S1 and in S2 of a group, or of what is left of it behind those who came down,
    after an exchange if there was one; in A2 order."""

    upper: Several
    lower: Several

    text = _("S1: %(upper)s. S2: %(lower)s.")


class FewerInS1(Reason):
    """C14b: `number` of the `came` who came down are in S1. No pairing of the group has more of
    them there and as many pairs (in the last group: pairs everybody)."""

    number: int
    came: int

    text = ngettext_lazy(
        "With so many pairs the one who came down cannot be paired first.",
        "With so many pairs no more than %(number)d of the %(came)d who came down can be paired "
        "first.",
        "came",
    )


class NoMorePairs(Reason):
    """C14a: the group has `pairs` pairs. No pairing of it by B1 and B2, and forbidden pairs, has
    more (with as many of those who came down in S1)."""

    pairs: int

    def case(self) -> object:
        return self.pairs > 0

    text = {
        True: ngettext_lazy(
            "No more than %(pairs)d pair is possible in this group.",
            "No more than %(pairs)d pairs are possible in this group.",
            "pairs",
        ),
        False: _("No pair is possible in this group."),
    }


class FewerForLast(Reason):
    """C13: `could` pairs are possible in this group, but whichever they are (`first` of those who
    came down in S1; of fewer pairs that are more than `pairs`, as many of them as can be), not
    everybody in the last group could then be paired except one who may have the bye. So there are
    `pairs`."""

    pairs: int
    could: int
    first: int

    def case(self) -> object:
        return self.first > 0

    text = {
        False: ngettext_lazy(
            "%(could)d pair could be made here, but then not everybody in the last group could "
            "be paired; this one makes do with %(pairs)d.",
            "%(could)d pairs could be made here, but then not everybody in the last group "
            "could be paired; this one makes do with %(pairs)d.",
            "could",
        ),
        True: ngettext_lazy(
            "%(could)d pair could be made here, with %(first)d of those who came down paired "
            "first, but then not everybody in the last group could be paired; this one makes "
            "do with %(pairs)d.",
            "%(could)d pairs could be made here, with %(first)d of those who came down paired "
            "first, but then not everybody in the last group could be paired; this one makes "
            "do with %(pairs)d.",
            "could",
        ),
    }


class Opened(Reason):
    """C12-C13: this group was paired anew for the group of `score`. Its first pairing with as many
    pairs leaves `then` over; then the group of `score` cannot be paired as it had to be (see
    `BelowUnpaired`). Now `now` stay over."""

    then: Several
    now: Several
    score: Points

    text = _(
        "At first %(then)s would be left over, but then the group of %(score)s could not be paired "
        "as fully; now it is %(now)s."
    )


class BeforeOpened(Reason):
    """C12-C14: nobody was paired in this group, and what is told of it was so before the group of
    `score` above it was paired anew; who is left over there since went past this group."""

    score: Points

    text = _(
        "This was so before the group of %(score)s was paired anew; who is left over there now "
        "goes straight to a lower group."
    )


class OpenedInVain(Reason):
    """C12-C13 (older editions): no other pairing of the group above, with as many pairs there,
    would let this group be paired fully."""

    text = _("The group above was gone through again, so that more could be paired here: in vain.")


class AsOneGroup(Reason):
    """Older editions: all groups were merged, and those above the lowest score could not all be
    paired first: all `size` players are paired as one group."""

    size: int

    text = _("All %(size)d players are paired as one group.")


class Criterion(Reason):
    """What a pair or a player can go against: "X" (two who prefer the same colour), "Z", "A7d"
    (strongly), "B2" (absolutely), "B5 down", "B6 down", "B5 up", "B6 up" (the float of the last
    round, or of two rounds ago, again). It claims nothing."""

    name: str

    cases = ("name",)
    text = {
        "X": _("two who want the same colour"),
        "Z": _("two who strongly want the same colour"),
        "A7d": _("two who strongly want the same colour"),
        "B2": _("two who must have the same colour"),
        "B5 down": _("a downfloat as in the last round"),
        "B6 down": _("a downfloat as two rounds ago"),
        "B5 up": _("an upfloat as in the last round"),
        "B6 up": _("an upfloat as two rounds ago"),
    }


class GoesAgainst(Reason):
    """`number` pairs or players of this group go against `criterion`."""

    criterion: Criterion
    number: int

    text = _("%(number)d × %(criterion)s.")


class Broken(GoesAgainst):
    """The same. Of all pairings of the group with as many pairs, in which as many of those who came
    down are in S1 (opened: and the group below is paired as it had to be), none has fewer."""

    text = _("%(number)d × %(criterion)s: the least possible, given all that goes before.")


class BrokenFor(GoesAgainst):
    """The same, but some such pairing has fewer. The best of those with the fewest goes more often
    against `heavier`, a criterion that goes before, and as often against those before that."""

    heavier: Criterion

    text = _("%(number)d × %(criterion)s; with fewer there would at best be more of: %(heavier)s.")


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
