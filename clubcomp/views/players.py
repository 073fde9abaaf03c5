"""Who plays, and where do a player's points come from?"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from clubcomp.flow.standings import (
    StandingLine,
    drift_of,
    entries_by_key,
    progress_of,
    rounds_of,
    standings_of,
    statement_of,
)
from clubcomp.models import Competition, Entry
from clubcomp.names import search_key, sort_key
from clubcomp.views.access import Action, club_page
from clubcomp.views.live import not_modified_by_version
from clubcomp.views.scopes import scope_or_404, scopes_of
from clubcomp.views.seasons import (
    LISTED_LINES,
    colours_of,
    games_of,
    lines_of,
    meetings_of,
    performance_of,
    rank_chart,
    workings_of,
)
from clubcomp.views.visitor import visitor_of
from pairing.registry import get_system


@club_page(Action.SEE)
@not_modified_by_version
def everyone(request: HttpRequest) -> HttpResponse:
    """The players by surname, in the alphabet of the reader's language; `?search=` narrows."""
    scopes = scopes_of(request.competition)
    scope = scope_or_404(request.competition, scopes, "")
    visitor = visitor_of(request)
    asked = request.GET.get("search", "").strip()[:100]
    words = search_key(asked).split()
    lines = [
        line
        for line in standings_of(request.competition, scope.key)
        if all(word in line.entry.player.search_text for word in words)
    ]
    language = get_language() or ""
    lines.sort(key=lambda line: (sort_key(line.entry.player.parts, language), line.entry.pk))
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
def season(request: HttpRequest, *, player: str, scope: str = "") -> HttpResponse:
    """One player's season in a tempo or in all: points, places, colours, opponents, games."""
    competition = request.competition
    entries = entries_by_key(competition)
    if player not in entries:
        raise Http404
    entry = entries[player]
    scopes = scopes_of(competition)
    chosen = scope_or_404(competition, scopes, scope)
    rounds = rounds_of(competition, chosen.key)
    statement = statement_of(competition, entry, chosen.key)
    lines = lines_of(statement, entries, rounds)
    games = games_of(lines)
    line = _line_of(competition, chosen.key, entry)
    progress = progress_of(competition, entry, chosen.key)
    abilities = get_system(competition.system).abilities
    visitor = visitor_of(request)
    # FIDE's table is of ratings as chess and draughts have them, not of go's.
    has_table = competition.game != Competition.GameKind.GO
    context = {
        "section": "players",
        "entry": entry,
        "scopes": scopes,
        "scope": chosen,
        "last": rounds[-1] if rounds else None,
        "line": line,
        "workings": workings_of(line.row.workings, entries, rounds),
        "statement": statement,
        "lines": lines,
        "games": games_of(lines, LISTED_LINES)[::-1],
        "performance": performance_of(games) if has_table else None,
        "colours": colours_of(games),
        "meetings": meetings_of(games),
        "chart": rank_chart(progress, by_evening=abilities.uses_tempos),
        "drift": _drift(competition, entry, chosen.key, entries),
        "abilities": abilities,
        "tempo_names": {one.key: one.name for one in scopes},
        "is_me": visitor.entry == entry,
        "visitor": visitor,
    }
    return visitor.remember(request, render(request, "players/season.html", context))


def _line_of(competition: Competition, scope: str, entry: Entry) -> StandingLine:
    """The player's line in the standing."""
    return next(line for line in standings_of(competition, scope) if line.entry.pk == entry.pk)


def _drift(
    competition: Competition, entry: Entry, scope: str, entries: dict[str, Entry]
) -> dict[str, Any] | None:
    """What recalculation since the evening before did to older points, and whose value did
    most; None when it did nothing.
    """
    drift = drift_of(competition, entry, scope)
    if drift is None or not drift.points or not drift.lines:
        return None
    most = drift.lines[0]
    since = next(
        line
        for line in rounds_of(competition, scope)
        if (line.evening, line.number) == (drift.evening, drift.number)
    )
    return {
        "points": abs(drift.points),
        "is_more": drift.points > 0,
        "since": since,
        "most": most,
        "opponent": entries.get(most.opponent) if most.opponent else None,
    }
