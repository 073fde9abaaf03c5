"""Of what is there a standing? Of each tempo and of all together, now and after each round."""

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from clubcomp.flow.promotion import groups_in
from clubcomp.flow.standings import After, RoundLine, cached_rows, cached_snapshot, record_of
from clubcomp.models import Competition, Evening
from pairing.core.groups import divided, scope_in
from pairing.core.types import OVERALL


@dataclass(frozen=True)
class Scope:
    """A tempo by its key, or `OVERALL`, of all groups or of one; its name, and its games an
    evening (0: it differs). Where a system knows no tempos the only one has no name. `title` is
    what its standing is called, if not by the name.
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
        """The group; "" for all together."""
        return divided(self.key)[1]

    @property
    def standings_title(self) -> str:
        """What its standing is called."""
        named = _("Standings %(tempo)s") if self.name else _("Standings")
        return self.title or named % {"tempo": self.name}


def scopes_of(competition: Competition) -> list[Scope]:
    """The scopes, overall last; a competition of one tempo has that one only."""
    uses_tempos = competition.abilities.uses_tempos
    tempos = [
        Scope(tempo.key, str(tempo) if uses_tempos else "", tempo.games_per_evening)
        for tempo in cached_rows(competition).tempos.values()
    ]
    several = uses_tempos and len(tempos) > 1
    return [*tempos, Scope(OVERALL, _("Overall"))] if several or not tempos else tempos


def standings_scopes(competition: Competition) -> list[Scope]:
    """The scopes, each of all groups together and then group by group."""
    groups = groups_in(cached_rows(competition).entries.values())
    if not groups:
        return scopes_of(competition)
    found = []
    for scope in scopes_of(competition):
        name, title = scope.name, ""
        if not name:
            name, title = _("All groups"), _("Standings of all groups")
        found.append(replace(scope, name=name, title=title))
        for group in groups:
            facts = {"tempo": scope.name, "group": group}
            title = _("Standings %(tempo)s, group %(group)s")
            title = title if scope.name else _("Standings of group %(group)s")
            name = _("Group %(group)s") % facts
            found.append(
                replace(
                    scope,
                    key=scope_in(scope.key, group),
                    name=f"{scope.name} {name}".strip(),
                    title=title % facts,
                )
            )
    return found


def scope_or_404(competition: Competition, scopes: list[Scope], key: str) -> Scope:
    """The scope of an address; without one the tempo that was played last."""
    if not key:
        played = record_of(cached_snapshot(competition), OVERALL)
        key = played[-1].tempo if played else scopes[0].key
    for scope in scopes:
        if scope.key == key:
            return scope
    raise Http404


def last_place(rounds: list[RoundLine]) -> After | None:
    """The place of the last round; None before the first."""
    return rounds[-1].round_key if rounds else None


def round_at(rounds: list[RoundLine], after: After | None) -> RoundLine | None:
    """The round that a page is after; None before the first."""
    return next((line for line in rounds if line.round_key == after), None)


def played_on(competition: Competition, line: RoundLine) -> Evening:
    """The evening of a round."""
    return cached_rows(competition).evening(competition, line.evening)


def after_or_404(request: HttpRequest, rounds: list[RoundLine]) -> After | None:
    """The round that a page is asked after: the last one, unless `?after=` names one."""
    written = request.GET.get("after")
    if not written:
        return last_place(rounds)
    for line in rounds:
        if f"{line.serial}.{line.number}" == written:
            return line.round_key
    raise Http404
