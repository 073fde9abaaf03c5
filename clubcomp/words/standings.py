"""The words of a standing: its name, its first picture, credits, and changes of place.

They are the same wherever a competition is shown: on the front pages, the standings, the hall, the
preview of a link and paper.
"""

from enum import StrEnum
from functools import cache
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.standings import cached_rows
from clubcomp.models import Competition
from clubcomp.words.unplayed import HAPPENED, Words
from clubcomp.words.values import names

MOST_NAMES = 3
#: The last game of a player who changed places, with the value of the opponent.
WITH_VALUE: Words = {
    "won": _("Won against %(opponent)s (value %(value)s)."),
    "drawn": _("Drew with %(opponent)s (value %(value)s)."),
}
SENTENCES: Words = {
    "won": _("Won against %(opponent)s."),
    "drawn": _("Drew with %(opponent)s."),
    "lost": _("Lost to %(opponent)s."),
    "open": _("Is still playing against %(opponent)s."),
    "adjourned": _("The game against %(opponent)s is adjourned."),
    "postponed": _("The game against %(opponent)s is postponed."),
    **HAPPENED,
    "away": _("Was not in the competition that evening."),
}


class PictureKind(StrEnum):
    """The first picture of a competition."""

    #: The rounds of a cup, with their ties.
    CUP = "cup"
    #: A small table for each group, beside each other.
    GROUPS = "groups"
    #: All players against each other, as a table that fits a phone.
    CROSS = "cross"
    #: The places of the first players, evening by evening.
    RACE = "race"
    #: The players by number of points.
    SCORES = "scores"
    #: The first places.
    TOP = "top"


#: In a round robin of more players the cross table is too wide for a phone.
MOST_ACROSS = 12


def first_picture(competition: Competition) -> PictureKind:
    """The picture that a page shows first of a competition."""
    if competition.abilities.knocks_out:
        return PictureKind.CUP
    rows, abilities = cached_rows(competition), competition.abilities
    if rows.groups:
        return PictureKind.GROUPS
    if abilities.schedule_is_fixed:
        return PictureKind.CROSS if len(rows.entries) <= MOST_ACROSS else PictureKind.TOP
    return (
        PictureKind.RACE
        if abilities.has_value_numbers or abilities.has_own_kinds
        else PictureKind.SCORES
    )


def standings_word(competition: Competition) -> str:
    """The name of the page of the standings; in a cup that is the bracket."""
    # Not by `first_picture`: pages that need nothing else of the competition use this too.
    return gettext("Bracket") if competition.abilities.knocks_out else gettext("Standings")


def credited(credits_of: tuple[int, int] | None) -> str:
    """How many of the absence credits are used: "3 of 7"; "" for none."""
    if credits_of is None:
        return ""
    used, left = credits_of
    return gettext("%(used)s of %(limit)s") % {"used": used, "limit": used + left}


class ChangesInWords:
    """The sentences about many players who changed places; each sentence is translated once."""

    def __init__(self) -> None:
        self._sentence, self._passed = cache(_sentence), cache(_passed)

    def happened(self, change: Any) -> str:
        """The last game of a player."""
        opponent = str(change.opponent.player) if change.opponent else ""
        sentence = self._sentence(change.outcome, change.opponent_value is not None)
        return sentence % {"opponent": opponent, "value": change.opponent_value}

    def passing(self, change: Any) -> str:
        """The players whom a player passed, or who passed them; many are counted."""
        count = len(change.passed)
        is_many = count > MOST_NAMES
        facts = {"count": count} if is_many else {"names": names(change.passed)}
        return self._passed(change.change > 0, is_many) % facts


def _sentence(outcome: str, has_value: bool) -> str:
    return str(WITH_VALUE[outcome] if has_value and outcome in WITH_VALUE else SENTENCES[outcome])


def _passed(is_up: bool, is_many: bool) -> str:
    if is_many and is_up:
        return gettext("Passed %(count)s players.")
    if is_many:
        return gettext("Was passed by %(count)s players.")
    return gettext("Passed %(names)s.") if is_up else gettext("Was passed by %(names)s.")
