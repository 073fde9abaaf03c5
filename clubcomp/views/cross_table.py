"""Who played whom, with which colour and result? The cross table, now and after any round."""

from typing import Any

from django.core.cache import cache
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from clubcomp.flow.standings import After, RoundLine, rounds_of
from clubcomp.pages.cross_table import parts_of
from clubcomp.pages.scopes import Scope, after_or_404, round_at, scope_or_404, scopes_of
from clubcomp.requests import CompetitionRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import show
from clubcomp.views.live import not_modified_by_version


@club_page(Action.SEE)
@not_modified_by_version
def cross_table(request: CompetitionRequest, *, scope: str = "") -> HttpResponse:
    """The cross table of a tempo or of all, now or `?after=evening.game`."""
    scopes = scopes_of(request.competition)
    chosen = scope_or_404(request.competition, scopes, scope)
    table = cross_table_of(request, chosen)
    return show(request, "standings/cross_table.html", "standings", scopes=scopes, **table)


def cross_table_of(request: CompetitionRequest, scope: Scope, *, across: int = 0) -> dict[str, Any]:
    """What a page with the cross table shows: the drawn table, and after which round it is.

    With `across` it comes in parts of so many columns, for paper.
    """
    competition = request.competition
    rounds = rounds_of(competition, scope.key)
    after = after_or_404(request, rounds)
    until = [line for line in rounds if after and line.round_key <= after]
    return {
        "scope": scope,
        "all_rounds": rounds,
        "last": round_at(rounds, after),
        "abilities": competition.abilities,
        "table": _drawn(request, scope, after, until, across),
    }


def _drawn(
    request: CompetitionRequest,
    scope: Scope,
    after: After | None,
    rounds: list[RoundLine],
    across: int,
) -> SafeString:
    """The table, kept by the competition's version and the language."""
    competition = request.competition
    what = f"{competition.pk}:{competition.version}:{scope.key}:{after}:{across}:{get_language()}"
    key = f"cross-table:{what}".replace(" ", "")
    kept: SafeString | None = cache.get(key)
    if kept is None:
        name = "players" if competition.abilities.uses_tempos else "rounds"
        parts = parts_of(competition, scope.key, after, rounds, across)
        context = {"request": request, "scope": scope, "parts": parts}
        kept = render_to_string(f"standings/_cross_{name}.html", context)
        cache.set(key, kept)
    return kept
