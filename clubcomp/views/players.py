"""Who plays, and where do a player's points come from?"""

from django.http import Http404, HttpResponse
from django.shortcuts import render

from clubcomp.pages.scopes import scope_or_404, scopes_of
from clubcomp.pages.seasons import season_of
from clubcomp.pages.standings import standings_by_name
from clubcomp.requests import CompetitionRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.live import not_modified_by_version
from clubcomp.views.visitor import visitor_of


@club_page(Action.SEE)
@not_modified_by_version
def everyone(request: CompetitionRequest) -> HttpResponse:
    """The players by surname, in the alphabet of the reader's language; `?search=` narrows."""
    scope = scope_or_404(request.competition, scopes_of(request.competition), "")
    visitor = visitor_of(request)
    asked = request.GET.get("search", "").strip()[:100]
    lines = standings_by_name(request.competition, scope.key, asked)
    context = {
        "section": "players",
        "scope": scope,
        "lines": lines,
        "asked": asked,
        "me": visitor.key,
    }
    return visitor.remember(request, render(request, "players/everyone.html", context))


@club_page(Action.SEE)
@not_modified_by_version
def season(request: CompetitionRequest, *, player: str, scope: str = "") -> HttpResponse:
    """One player's season in a tempo or in all: points, places, colours, opponents, games."""
    competition = request.competition
    entries = competition.entries.by_key()
    if player not in entries:
        raise Http404
    scopes = scopes_of(competition)
    chosen = scope_or_404(competition, scopes, scope)
    visitor = visitor_of(request)
    context = {
        "section": "players",
        "scopes": scopes,
        "scope": chosen,
        "tempo_names": {one.key: one.name for one in scopes},
        "is_me": visitor.key == player,
        "visitor": visitor,
        **season_of(competition, entries, entries[player], chosen.key),
    }
    return visitor.remember(request, render(request, "players/season.html", context))
