"""The words of each page for the ways of being without a game (`Unplayed`).

All of them are here: a new way is a line in each of these. The order is that of the page.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from clubcomp.flow.absences.signing_off import own_kinds_of
from clubcomp.models.unplayed import OWN, key_of, name_of
from pairing.core.unplayed import LEFT, NOT_YET, Unplayed

Words = Mapping[str, Promise]

#: One more way: the player is out of a cup.
OUT = "out"

#: Words after a name on the attendance sheet.
SHORT: Words = {
    Unplayed.ABSENT: pgettext_lazy("attendance", "signed off"),
    Unplayed.EXTERNAL: pgettext_lazy("attendance", "external"),
    Unplayed.NO_NOTICE: _("absent without notice"),
    Unplayed.EXEMPT: pgettext_lazy("attendance", "not invited"),
    Unplayed.HALF_POINT_BYE: pgettext_lazy("attendance", "half-point bye"),
    Unplayed.FULL_POINT_BYE: pgettext_lazy("attendance", "full-point bye"),
}

#: The plan of one player for an evening, for the leader to choose.
PLANNED: Words = {
    Unplayed.ABSENT: _("signed off"),
    Unplayed.EXTERNAL: _("plays elsewhere for the club (external)"),
    Unplayed.NO_NOTICE: _("stays away without notice"),
    Unplayed.EXEMPT: _("not invited this time"),
    Unplayed.HALF_POINT_BYE: _("has asked for a half-point bye"),
    Unplayed.FULL_POINT_BYE: _("gets a full-point bye from the leader"),
}

#: Why several players do not come.
NOT_COMING: Words = {
    Unplayed.ABSENT: _("signed off"),
    Unplayed.EXTERNAL: _("plays elsewhere for the club (external)"),
    Unplayed.EXEMPT: _("not invited"),
    Unplayed.NO_NOTICE: _("stays away without notice"),
}

#: What a player did in a round, for a correction of the record to choose.
CORRECTED: Words = {
    Unplayed.ABSENT: _("away with notice"),
    Unplayed.NO_NOTICE: _("stayed away without notice"),
    Unplayed.EXTERNAL: _("played elsewhere for the club (external)"),
    Unplayed.EXEMPT: _("was not invited"),
    Unplayed.HALF_POINT_BYE: _("had a half-point bye"),
    Unplayed.FULL_POINT_BYE: _("had a full-point bye"),
    Unplayed.BYE: _("was there and had no opponent (the bye)"),
}


def named(competition: Any, kind: str, words: Words) -> str:
    """The competition's own name of a kind; else the kind in these words."""
    if name := competition.kind_names.get(kind):
        return str(name)
    if kind.startswith(OWN):  # a kind that the competition no longer has
        return key_of(kind).replace("_", " ")
    return str(words.get(kind) or kind)


def offered(competition: Any, words: Words) -> dict[str, str]:
    """The kinds of absence to choose from, the competition's own kinds after "signed off"."""
    offered: dict[str, str] = {}
    for kind in words:
        offered[str(kind)] = named(competition, kind, words)
        if kind == Unplayed.ABSENT:
            offered |= competition.own_kinds
    return offered


def kind_called(kind: str, competition: Any) -> str:
    """The name of a kind of absence, for readers who may read it."""
    is_known = kind in competition.kind_names or kind.startswith(OWN)
    return named(competition, kind, {}) if is_known else name_of(kind)


def how_away(away: Any) -> str:
    """How a player is away for longer, in the words of their competitions."""
    own = own_kinds_of([away.player]) if away.kind.startswith(OWN) else {}
    return own.get(away.kind) or name_of(away.kind)


def unplayed_words(kind: Unplayed) -> str:
    """What a player did in a round, after the name."""
    return str(CORRECTED[kind])


#: The result of a player's game elsewhere.
ELSEWHERE: Words = {"1": _("won"), "1/2": _("drawn"), "0": _("lost"), "": _("not known")}


def elsewhere_words(result: str) -> str:
    """The result of a player's game elsewhere, in words."""
    return str(ELSEWHERE.get(result, "–"))


#: What a player without a game did, in a table of games played before.
PAST: Mapping[str, Promise] = {
    **CORRECTED,
    LEFT: _("is no longer in it from this evening on"),
    NOT_YET: _("was not in it yet"),
}


def past_words(kind: str, competition: Any) -> str:
    """What a player without a game did, in a line of such a table."""
    return named(competition, kind, PAST)


#: Before the names of players who are not paired.
NOT_PAIRED: Words = {
    Unplayed.HALF_POINT_BYE: _("Half-point bye:"),
    Unplayed.FULL_POINT_BYE: _("Full-point bye:"),
    Unplayed.ABSENT: _("Signed off:"),
    Unplayed.EXTERNAL: _("Plays elsewhere for the club:"),
    Unplayed.EXEMPT: _("Not invited:"),
    Unplayed.NO_NOTICE: _("Absent without notice:"),
}

#: How many players do not come, as lines of a sum.
FORECAST: Words = {
    Unplayed.EXTERNAL: _("play elsewhere for the club"),
    Unplayed.ABSENT: _("signed off"),
    Unplayed.NO_NOTICE: _("absent without notice"),
    Unplayed.EXEMPT: _("not invited"),
    Unplayed.HALF_POINT_BYE: _("have a half-point bye"),
    Unplayed.FULL_POINT_BYE: _("have a full-point bye"),
}

#: What a player did in a round, as a sentence.
HAPPENED: Words = {
    Unplayed.BYE: _("Had the bye."),
    Unplayed.HALF_POINT_BYE: _("Had a bye of half a point."),
    Unplayed.FULL_POINT_BYE: _("Had a bye of a whole point."),
    Unplayed.EXTERNAL: _("Played elsewhere for the club."),
    # Everybody may read this, so it does not say why a player was away.
    Unplayed.NO_NOTICE: _("Was absent."),
    Unplayed.EXEMPT: _("Had nothing to play."),
    Unplayed.ABSENT: _("Was absent."),
}

#: Why a player has no board in a round, in a sentence to the player.
TO_PLAYER: Words = {
    Unplayed.HALF_POINT_BYE: _("You have a bye of half a point."),
    Unplayed.FULL_POINT_BYE: _("You have a bye of a whole point."),
    Unplayed.EXTERNAL: _("You play elsewhere for the club."),
    OUT: _("You are out of the cup."),
}

#: A number of rounds, as a line of a points statement.
COUNTED: Words = {
    Unplayed.BYE: ngettext_lazy("%(count)s bye", "%(count)s byes", "count"),
    Unplayed.HALF_POINT_BYE: ngettext_lazy(
        "%(count)s bye of half a point", "%(count)s byes of half a point", "count"
    ),
    Unplayed.FULL_POINT_BYE: ngettext_lazy(
        "%(count)s bye of a whole point", "%(count)s byes of a whole point", "count"
    ),
    Unplayed.EXTERNAL: ngettext_lazy(
        "%(count)s game elsewhere for the club", "%(count)s games elsewhere for the club", "count"
    ),
    Unplayed.ABSENT: ngettext_lazy("%(count)s game absent", "%(count)s games absent", "count"),
    Unplayed.NO_NOTICE: ngettext_lazy(
        "%(count)s game absent without notice", "%(count)s games absent without notice", "count"
    ),
}

#: The headings of names below the boards of a report.
REPORTED: Words = {
    Unplayed.BYE: _("Bye: %(names)s"),
    Unplayed.HALF_POINT_BYE: _("Bye of half a point: %(names)s"),
    Unplayed.FULL_POINT_BYE: _("Bye of a whole point: %(names)s"),
}
