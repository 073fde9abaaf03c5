"""Which steps does AttaCalc's pairing take? For the arbiter; the terms are those of `attacalc`."""

from pairing.core.reason import Reason, Several, Who, ngettext_lazy
from pairing.core.reason import gettext_noop as _


class Window(Reason):
    """`players` are to be paired and the tempo's N is `last_n`; `n`, N0, is the smaller of N and
    one less than the players."""

    players: int
    last_n: int
    n: int

    text = _("%(players)d players to be paired, N = %(last_n)d: begin with n = %(n)d.")


class Attempt(Reason):
    """What an attempt keeps to: `direction` "top", "bottom" or "search", the colour criterion on
    (`colour`) or off, and n. A clause."""

    direction: str
    colour: bool
    n: int

    cases = ("direction", "colour")
    text = {
        ("top", True): _("from the top, colour rule on, n = %(n)d"),
        ("bottom", True): _("from below, colour rule on, n = %(n)d"),
        ("search", True): _("search, colour rule on, n = %(n)d"),
        ("top", False): _("from the top, colour rule off, n = %(n)d"),
        ("bottom", False): _("from below, colour rule off, n = %(n)d"),
        ("search", False): _("search, colour rule off, n = %(n)d"),
    }


class AttemptFailed(Reason):
    """Attempt `number` (from 1, over all n), a run, fails: when it has made `matches` matches,
    `stuck` (one or more) are all those left who may meet nobody left, with its n and colours."""

    number: int
    attempt: Attempt
    matches: int
    stuck: Several

    text = ngettext_lazy(
        "Attempt %(number)d (%(attempt)s) fails: after %(matches)d match nobody is left "
        "for %(stuck)s.",
        "Attempt %(number)d (%(attempt)s) fails: after %(matches)d matches nobody is "
        "left for %(stuck)s.",
        "matches",
    )


class AttemptHopeless(Reason):
    """Attempt `number` (from 1, over all n) fails: no complete pairing exists with its n and
    colours."""

    number: int
    attempt: Attempt

    text = _("Attempt %(number)d (%(attempt)s) fails: no complete pairing exists.")


class AttemptsHopeless(Reason):
    """The attempts from `first` to `last` (from 1, over all n), which are all six of each n from
    `most` down to `least`, fail: no complete pairing exists with such an n."""

    first: int
    last: int
    most: int
    least: int

    def case(self) -> object:
        return self.most == self.least

    text = {
        True: _("Attempts %(first)d to %(last)d (n = %(most)d) fail: no complete pairing exists."),
        False: _(
            "Attempts %(first)d to %(last)d (n from %(most)d to %(least)d) fail: no complete "
            "pairing exists."
        ),
    }


class AttemptMade(Reason):
    """Attempt `number` (from 1, over all n) is the first to succeed."""

    number: int
    attempt: Attempt

    text = _("Attempt %(number)d (%(attempt)s) pairs everybody:")


class MatchMade(Reason):
    """Match `number` of that attempt: `player` chose `opponent`, first in the attempt's order of
    the `size` left whom they may meet; in a search, first of those with whom the rest can be
    paired. `choices` are these in that order, the first six."""

    number: int
    player: Who
    opponent: Who
    choices: Several
    size: int

    def case(self) -> object:
        return self.size == len(self.choices)

    text = {
        True: _("%(player)s may meet %(choices)s, and plays %(opponent)s."),
        False: _(
            "%(player)s may meet %(size)d players, first %(choices)s, and plays %(opponent)s."
        ),
    }
