"""Which picture of a competition comes first, and what is the page called that has it?

One answer for every place that shows it: the front pages, the standings, the hall, the preview of a
link and paper.
"""

from enum import StrEnum

from django.utils.translation import gettext as _

from clubcomp.flow.standings import cached_rows
from clubcomp.flow.tables.promotion import groups_in
from clubcomp.models import Competition


class Kind(StrEnum):
    """What is drawn first."""

    #: The rounds of a cup, with who meets whom.
    CUP = "cup"
    #: A small table for each group, beside each other.
    GROUPS = "groups"
    #: The first places.
    TOP = "top"


def first_picture(competition: Competition) -> Kind:
    """What is drawn first of a competition."""
    if competition.abilities.knocks_out:
        return Kind.CUP
    return Kind.GROUPS if groups_in(cached_rows(competition).entries.values()) else Kind.TOP


def standings_word(competition: Competition) -> str:
    """What the page is called that says who stands where: of a cup that is its bracket."""
    # Also on pages that read nothing else of the competition.
    return _("Bracket") if competition.abilities.knocks_out else _("Standings")
