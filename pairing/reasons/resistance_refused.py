"""What would be worse in the Swiss system on resistance points? Words as in `reasons.resistance`.

Each compares the way that was made with the *other way*, the first that has what is asked about.
"""

from pairing.core.reason import Amount, Refusal, Who, ngettext_lazy
from pairing.core.reason import gettext_noop as _


class MoreLeftOver(Refusal):
    """In the other way `count` are left over, in the one made fewer: `least`."""

    count: int
    least: int

    text = ngettext_lazy(
        "then %(count)d player would be left over, instead of %(least)d",
        "then %(count)d players would be left over, instead of %(least)d",
        "count",
    )


class LeftOverAgain(Refusal):
    """In the other way as many are left over, but more of those who arrived, among them `player`,
    who is not left over in the one made."""

    player: Who

    text = _("then %(player)s, left over before, would be left over again")


class MoreAgainInNext(Refusal):
    """In the other way as many are left over, and as many of those who arrived, but by 4.4b, which
    looks at the next group and not at those below it, `count` of them would be left over there too,
    and in the one made only `least`."""

    count: int
    least: int

    text = ngettext_lazy(
        "then, looking at the next group alone, somebody would be left over twice",
        "then, looking at the next group alone, %(count)d players would be left over twice, not "
        "%(least)d",
        "count",
    )


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

    cases = ("by",)
    text = {
        "WP": _(
            "then %(instead)s would be left over, with fewer resistance points "
            "(%(instead_worth)s, not %(worth)s)"
        ),
        "SB": _(
            "then %(instead)s would be left over, with a lower Sonneborn-Berger "
            "(%(instead_worth)s, not %(worth)s)"
        ),
        "lot": _("then %(instead)s would be left over, who comes later by lot"),
    }


class ByeInsteadOf(InsteadOf):
    """The same of the last group: `instead` would have the bye."""

    text = {
        "WP": _(
            "then %(instead)s would have the bye, with fewer resistance points "
            "(%(instead_worth)s, not %(worth)s)"
        ),
        "SB": _(
            "then %(instead)s would have the bye, with a lower Sonneborn-Berger "
            "(%(instead_worth)s, not %(worth)s)"
        ),
        "lot": _("then %(instead)s would have the bye, who comes later by lot"),
    }


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

    cases = ("by",)
    text = {
        "WP": _(
            "%(opponent)s came first for %(player)s, with fewer resistance points (%(worth)s, "
            "not %(other_worth)s)"
        ),
        "SB": _(
            "%(opponent)s came first for %(player)s, with a lower Sonneborn-Berger "
            "(%(worth)s, not %(other_worth)s)"
        ),
        "lot": _("%(opponent)s came first for %(player)s, by lot"),
    }


class MeetAgain(Refusal):
    """There is no other way. Of this group and the lower ones nobody is there but who are
    asked about and these two, who have met."""

    one: Who
    other: Who

    text = _("then [%(one)s|one,other:you] and [%(other)s|%(one)s] would meet again")


class NobodyLeftFor(Refusal):
    """There is no other way. Of this group and the lower ones there are others than who are asked
    about and `player`, and `player` has met all of these; nor may `player` be left over in the last
    group: there nobody is, or somebody else is, or it would be their second free point (3.2)."""

    player: Who

    text = _("then %(player)s would have only earlier opponents left")


class SecondFreePoint(Refusal):
    """There is no other way. Of this group and the lower ones nobody is there but who are
    asked about and `player`, who has had points without playing and may not have the bye."""

    player: Who

    text = _("then %(player)s, who already had points without playing, would have the bye")
