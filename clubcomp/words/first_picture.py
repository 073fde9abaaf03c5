"""Which picture of a competition comes first, and what is the page called that has it?

One answer for every place that shows it: the front pages, the standings, the hall, the preview of a
link and paper.
"""

from enum import StrEnum

from django.utils.translation import gettext as _

from clubcomp.flow.standings import cached_rows
from clubcomp.flow.tables.promotion import groups_in
from clubcomp.models import Competition


class PictureKind(StrEnum):
    """What is drawn first."""

    #: The rounds of a cup, with who meets whom.
    CUP = "cup"
    #: A small table for each group, beside each other.
    GROUPS = "groups"
    #: Everybody against everybody, as a table that fits a phone.
    CROSS = "cross"
    #: The places of the first ones, evening by evening.
    RACE = "race"
    #: Who stands on which number of points.
    SCORES = "scores"
    #: The first places.
    TOP = "top"


#: In a round robin of more players the cross table is too wide for a phone.
MOST_ACROSS = 12


def first_picture(competition: Competition) -> PictureKind:
    """What is drawn first of a competition."""
    if competition.abilities.knocks_out:
        return PictureKind.CUP
    entries, abilities = cached_rows(competition).entries.values(), competition.abilities
    if groups_in(entries):
        return PictureKind.GROUPS
    if abilities.schedule_is_fixed:
        return PictureKind.CROSS if len(entries) <= MOST_ACROSS else PictureKind.TOP
    return (
        PictureKind.RACE
        if abilities.has_value_numbers or abilities.has_own_kinds
        else PictureKind.SCORES
    )


def standings_word(competition: Competition) -> str:
    """What the page is called that says who stands where: of a cup that is its bracket."""
    # Also on pages that read nothing else of the competition.
    return _("Bracket") if competition.abilities.knocks_out else _("Standings")
