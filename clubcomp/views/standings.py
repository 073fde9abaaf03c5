"""Who stands where, now and after every earlier game?"""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from clubcomp.flow.standings import (
    After,
    RoundLine,
    StandingLine,
    changes_of,
    rounds_of,
    standings_of,
)
from clubcomp.views.access import Action, club_page
from clubcomp.views.leading import lead_page
from clubcomp.views.live import Live, followed, mark, not_modified_by_version
from clubcomp.views.progress import STANDINGS
from clubcomp.views.scopes import Scope, after_or_404, last_place, scope_or_404, scopes_of
from clubcomp.views.spreadsheets import KINDS, table_file
from clubcomp.views.standings_file import standings_table
from clubcomp.views.visitor import Visitor, visitor_of
from pairing.registry import get_system

MOST_CHANGES = 3


@followed
@club_page(Action.SEE)
@not_modified_by_version
def table(request: HttpRequest, *, scope: str = "") -> HttpResponse:
    """The standing of a tempo or of all, now or `?after=evening.game`; `?format=csv` or `xlsx`."""
    competition = request.competition
    scopes = scopes_of(competition)
    chosen = scope_or_404(competition, scopes, scope)
    rounds = rounds_of(competition, chosen.key)
    after = after_or_404(request, rounds)
    if (kind := request.GET.get("format")) in KINDS:
        return table_file(standings_table(competition, chosen, after), kind)
    is_on = not request.GET.get("after") and competition.evenings.opened().exists()
    visitor = visitor_of(request)
    context = _standing(request, chosen, rounds, after, visitor, is_on=is_on)
    name = "_changes" if context["live"].is_poll else "table"
    if request.GET.get("columns") == "all":
        name = "everything"
        context["lines"] = standings_of(competition, chosen.key, after)
    context |= {"section": "standings", "scopes": scopes}
    response = render(request, f"standings/{name}.html", context, status=context["live"].status)
    return visitor.remember(request, response)


@club_page(Action.LEAD_EVENING)
def evening_standings(request: HttpRequest) -> HttpResponse:
    """Step 4 of the evening: the standing of its tempo, after its last game so far."""
    scopes = scopes_of(request.competition)
    chosen = scope_or_404(request.competition, scopes, request.evening.tempo.key)
    rounds = rounds_of(request.competition, chosen.key)
    played = [line for line in rounds if line.evening <= request.evening.number]
    context = _standing(request, chosen, rounds, last_place(played), Visitor(), is_on=False)
    return lead_page(request, "standings/evening.html", step=STANDINGS, **context)


def _standing(
    request: HttpRequest,
    scope: Scope,
    rounds: list[RoundLine],
    after: After | None,
    visitor: Visitor,
    *,
    is_on: bool,
) -> dict[str, Any]:
    """What a page shows of the standing after a round; None: before the first."""
    competition = request.competition
    last = next((line for line in rounds if (line.evening, line.number) == after), None)
    kept = _kept(request, scope, after)
    shape = mark(scope.key, after, len(kept["marks"]), visitor.key)
    live = Live(request, shape=shape, marks=kept["marks"], is_on=is_on)
    rows = list(kept["rows"])
    changed = []
    if visitor.key in kept["keys"] or (live.is_poll and not live.is_whole):
        for position, line in enumerate(standings_of(competition, scope.key, after), start=1):
            if line.entry.key == visitor.key:
                rows[position - 1] = _row(request, scope, position, line, me=visitor.key)
            if live.is_new(_mark(position, line)):
                changed.append({"position": position, "line": line})
    return {
        "scope": scope,
        "live": live,
        "rows": mark_safe("".join(rows)),  # noqa: S308 - drawn by a template
        "changes": kept["changes"],
        "tie_breaks": kept["tie_breaks"],
        "changed": changed,
        "last": last,
        "played_on": last and competition.evenings.filter(number=last.evening).first(),
        "games_then": [line for line in rounds if last and line.evening == last.evening],
        "last_games": list({line.evening: line for line in rounds}.values()),
        "all_rounds": rounds,
        "abilities": get_system(competition.system).abilities,
        "visitor": visitor,
        "me": visitor.key,
        "now": timezone.now(),
    }


def _kept(request: HttpRequest, scope: Scope, after: After | None) -> dict[str, Any]:
    """The drawn rows and changes, kept by the competition's version and the language.

    They are the same for every reader; his own row is drawn anew.
    """
    competition = request.competition
    moment = "{}.{}".format(*after or (0, 0))
    what = f"{competition.version}:{scope.key}:{moment}:{get_language()}"
    key = f"standings-page:{competition.pk}:{what}"
    kept = cache.get(key)
    if kept is None:
        lines = standings_of(competition, scope.key, after)
        changes = changes_of(competition, scope.key, after) if after else []
        told = {"changes": changes[:MOST_CHANGES], "more_changes": changes[MOST_CHANGES:]}
        numbered = list(enumerate(lines, start=1))
        kept = {
            "keys": frozenset(line.entry.key for line in lines),
            "tie_breaks": list(lines[0].row.workings) if lines else [],
            "rows": [_row(request, scope, position, line) for position, line in numbered],
            "marks": [_mark(position, line) for position, line in numbered],
            "changes": render_to_string("standings/_changed_places.html", told),
        }
        cache.set(key, kept)
    return kept


def _row(
    request: HttpRequest, scope: Scope, position: int, line: StandingLine, me: str = ""
) -> str:
    """A row as it is drawn; for the reader `me` it is his own."""
    context = {
        "request": request,
        "scope": scope,
        "position": position,
        "line": line,
        "me": me,
        "tie_breaks": list(line.row.workings),
        "abilities": get_system(request.competition.system).abilities,
    }
    return render_to_string("standings/_row.html", context)


def _mark(position: int, line: StandingLine) -> str:
    """What a row shows, as a digest."""
    row = line.row
    numbers = (row.points, row.value_number, row.games, row.wins, row.draws, row.credits_used)
    shown = (*map(str, numbers), repr(row.workings))
    return mark(position, line.entry.pk, line.place, line.change, *shown)
