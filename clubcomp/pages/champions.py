"""Who won the competitions of before? For the club's front page."""

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

#: So many competitions are listed; so many winners of one are named.
MOST, NAMED = 5, 3


class Champion(NamedTuple):
    """A competition that is over, and who won it."""

    competition: Competition
    names: str


def are_before(competitions: Sequence[Competition]) -> list[Competition]:
    """Those of these competitions that are over, of seasons that are over too or put away."""
    today = timezone.localdate()
    return [
        one
        for one in competitions
        if not one.is_running and (one.is_archived or one.season.last < today)
    ]


def champions_of(competitions: Sequence[Competition]) -> list[Champion]:
    """Who won the last of these competitions, those of the last season first."""
    ordered = sorted(competitions, key=lambda one: (one.season.first, one.made_at), reverse=True)
    champions: list[Champion] = []
    for competition in ordered:
        if len(champions) < MOST and (names := _winners(competition)):
            champions.append(Champion(competition, names))
    return champions


def _winners(competition: Competition) -> str:
    """The names as this reader may know them, the group behind each; "" where nobody won."""
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
