"""Who won earlier competitions? For the club's front page."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.standings import rounds_of, standings_of
from clubcomp.models import Competition, Entry
from clubcomp.pages.bracket import winner_of
from clubcomp.pages.scopes import scopes_of
from clubcomp.words.standings import PictureKind, first_picture
from clubcomp.words.values import few
from pairing.sentences.words import listed

#: The most competitions that are listed, and the most winners that are named of each.
MOST, NAMED = 5, 3


class Champion(NamedTuple):
    """A competition that is over, and the names of its winners."""

    competition: Competition
    names: str


def past_competitions(competitions: Sequence[Competition]) -> list[Competition]:
    """Those of these competitions that are over, and archived or of a season that is over too."""
    today = timezone.localdate()
    return [
        competition
        for competition in competitions
        if not competition.is_running
        and (competition.is_archived or competition.season.last < today)
    ]


def champions_of(competitions: Sequence[Competition]) -> list[Champion]:
    """The winners of the latest of these competitions, the last season first."""
    ordered = sorted(competitions, key=lambda row: (row.season.first, row.made_at), reverse=True)
    champions: list[Champion] = []
    for competition in ordered:
        if len(champions) < MOST and (names := _winners(competition)):
            champions.append(Champion(competition, names))
    return champions


def _winners(competition: Competition) -> str:
    """The names as this reader may know them, each with its group; "" if nobody won."""
    if first_picture(competition) is PictureKind.CUP:
        return str(winner_of(competition) or "")
    scope = scopes_of(competition)[-1].key
    if not rounds_of(competition, scope):
        return ""
    firsts = [line for line in standings_of(competition, scope) if line.place == 1]
    named = few([_named(line.entry, line.row.group) for line in firsts], NAMED)
    if named.more:
        more = _("and %(count)s more") % {"count": named.more}
        return f"{', '.join(named)} {more}"
    return listed(named)


def _named(entry: Entry, group: str) -> str:
    return f"{entry} ({group})" if group else str(entry)
