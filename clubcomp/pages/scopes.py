"""Which standing does an address mean: of which scope, after which round, of which category?

The scopes that have standings are each tempo, all tempos together, and groups.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from clubcomp.doors.readers import Reader
from clubcomp.flow.standings import After, RoundLine, cached_rows, cached_snapshot, record_of
from clubcomp.models import Category, Competition, Entry, Evening
from clubcomp.words.standings import PictureKind, first_picture
from pairing.core.groups import divided, scope_in
from pairing.core.types import OVERALL


@dataclass(frozen=True)
class Scope:
    """A tempo, by its key, or `OVERALL`; in a competition in groups, of all groups or of one group.

    `games` is the number of games per evening (0: it differs). In systems without tempos the name
    is "". `title` is the title of the standings, unless it is made from the name.
    """

    key: str
    name: str
    games: int = 0
    title: str = ""

    @property
    def is_overall(self) -> bool:
        return self.played == OVERALL

    @property
    def played(self) -> str:
        """The key without the group."""
        return divided(self.key)[0]

    @property
    def group(self) -> str:
        """The group; "" for all groups together."""
        return divided(self.key)[1]

    @property
    def standings_title(self) -> str:
        """The title of its standings."""
        named = _("Standings %(tempo)s") if self.name else _("Standings")
        return self.title or named % {"tempo": self.name}


def scopes_of(competition: Competition) -> list[Scope]:
    """The scopes, overall last; a competition with one tempo has only that scope."""
    uses_tempos = competition.abilities.uses_tempos
    tempos = [
        Scope(tempo.key, str(tempo) if uses_tempos else "", tempo.games_per_evening)
        for tempo in cached_rows(competition).tempos.values()
    ]
    several = uses_tempos and len(tempos) > 1
    scopes = [*tempos, Scope(OVERALL, _("Overall"))] if several or not tempos else tempos
    if first_picture(competition) is PictureKind.CUP:
        return [replace(scope, title=_("Bracket")) for scope in scopes]
    return scopes


def standings_scopes(competition: Competition) -> list[Scope]:
    """The scopes, each for all groups together and then group by group."""
    groups = cached_rows(competition).groups
    if not groups:
        return scopes_of(competition)
    scopes = []
    for scope in scopes_of(competition):
        name, title = scope.name, ""
        if not name:
            name, title = _("All groups"), _("Standings of all groups")
        scopes.append(replace(scope, name=name, title=title))
        for group in groups:
            facts = {"tempo": scope.name, "group": group}
            title = _("Standings %(tempo)s, group %(group)s")
            title = title if scope.name else _("Standings of group %(group)s")
            name = _("Group %(group)s") % facts
            scopes.append(
                replace(
                    scope,
                    key=scope_in(scope.key, group),
                    name=f"{scope.name} {name}".strip(),
                    title=title % facts,
                )
            )
    return scopes


def of_one_group(
    scopes: list[Scope], chosen: Scope, entry: Entry | None
) -> tuple[list[Scope], Scope]:
    """The scopes of single groups, and one of them: the chosen one, the player's, or the first.

    All scopes and the chosen one if there are no groups.
    """
    single = [scope for scope in scopes if scope.group]
    if chosen.group or not single:
        return single or scopes, chosen
    own = [scope for scope in single if scope.played == chosen.played]
    return single, next((scope for scope in own if entry and scope.group == entry.group), own[0])


def scope_or_404(competition: Competition, scopes: list[Scope], key: str) -> Scope:
    """The scope in an address, or else the tempo that was played last."""
    if not key:
        played = record_of(cached_snapshot(competition), OVERALL)
        key = played[-1].tempo if played else scopes[0].key
    for scope in scopes:
        if scope.key == key:
            return scope
    raise Http404


def last_round_key(rounds: list[RoundLine]) -> After | None:
    """The key of the last round; None before the first."""
    return rounds[-1].round_key if rounds else None


def round_at(rounds: list[RoundLine], after: After | None) -> RoundLine | None:
    """The round with this key; None before the first."""
    return next((line for line in rounds if line.round_key == after), None)


def played_on(competition: Competition, line: RoundLine) -> Evening:
    """The evening of a round."""
    return cached_rows(competition).evening(competition, line.evening)


def after_or_404(rounds: list[RoundLine], written: str | None) -> After | None:
    """The key of the round in `?after=`, or else of the last round."""
    if not written:
        return last_round_key(rounds)
    for line in rounds:
        if f"{line.serial}.{line.number}" == written:
            return line.round_key
    raise Http404


def moments_of(
    competition: Competition, rounds: list[RoundLine], after: After | None
) -> dict[str, Any]:
    """Template context: the round that a standing is after, and the rounds to choose from."""
    last = round_at(rounds, after)
    return {
        "last": last,
        "played_on": last and played_on(competition, last),
        "games_then": [line for line in rounds if last and line.evening == last.evening],
        "last_games": list({line.evening: line for line in rounds}.values()),
        "all_rounds": rounds,
        "abilities": competition.abilities,
    }


def categories_for(competition: Competition, reader: Reader) -> list[Category]:
    """The categories with a table that the reader may see."""
    categories = cached_rows(competition).categories.values()
    return [category for category in categories if reader.may_see(category, competition.club)]


def category_or_404(categories: list[Category], written: str | None) -> Category | None:
    """The one of these categories that `?category=` limits a table to."""
    if not written:
        return None
    for category in categories:
        if str(category.pk) == written:
            return category
    raise Http404


def table_query(category: Category | None, last: RoundLine | None = None) -> str:
    """The rest of a query string: for a table as it was after a round, of one category."""
    after = f"&after={last.serial}.{last.number}" if last else ""
    return f"{after}&category={category.pk}" if category else after


def beside_each_other(competition: Competition, scope: Scope, category: Category | None) -> bool:
    """Whether a standing has a table for each group, beside each other."""
    is_of_all = not scope.group and category is None
    return is_of_all and first_picture(competition) is PictureKind.GROUPS
