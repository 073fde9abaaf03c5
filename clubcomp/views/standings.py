"""The standings now and after every earlier game, the cross table, and the chart of places."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from clubcomp.doors.names import names_as_written
from clubcomp.doors.requests import (
    CompetitionRequest,
    SignedInEveningRequest,
    is_embedded,
    minute_shown,
    polled,
)
from clubcomp.flow.standings import (
    After,
    RoundLine,
    cached_rows,
    rounds_of,
    standings_of,
)
from clubcomp.flow.tables.place_changes import changes_of
from clubcomp.flow.tables.shadow_tables import shadow_of
from clubcomp.models import Category, Evening
from clubcomp.pages.cross_table import grid_of, heat_map, is_by_player, parts_of
from clubcomp.pages.cup import cup_of
from clubcomp.pages.live import Live, digest
from clubcomp.pages.members import named_like
from clubcomp.pages.pictures import FIRST, MOST, picture_of, places_chart
from clubcomp.pages.progress import STANDINGS
from clubcomp.pages.scopes import (
    Scope,
    after_or_404,
    beside_each_other,
    categories_for,
    category_or_404,
    last_round_key,
    moments_of,
    of_one_group,
    round_at,
    scope_or_404,
    standings_scopes,
    table_query,
)
from clubcomp.pages.sorting import sorted_rows, sorting_in
from clubcomp.pages.spreadsheets import KINDS, table_file
from clubcomp.pages.standings import (
    may_share_places,
    standings_table,
    struck_in,
    table_of,
)
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import show
from clubcomp.views.leading import lead_page
from clubcomp.views.schedule import bracket
from clubcomp.views.visitor import Visitor, visitor_of
from clubcomp.words.standings import PictureKind, first_picture
from pairing.sentences.columns import LINE

MOST_CHANGES = 3
#: What stays as it was chosen when a name is searched.
KEPT = ("after", "category", "sort")


@club_page(Action.SEE, framed=True)
def table(request: CompetitionRequest, *, scope: str = "") -> HttpResponse:
    """The standings of a tempo or overall, now or `?after=evening.game`; `?format=csv` or `xlsx`.

    `?category=` limits them to the players of a category, `?search=` to those of a name.
    """
    competition = request.competition
    scopes = standings_scopes(competition)
    chosen = scope_or_404(competition, scopes, scope)
    rounds = rounds_of(competition, chosen.key)
    after = after_or_404(rounds, request.GET.get("after"))
    categories = categories_for(competition, request.reader)
    category = category_or_404(categories, request.GET.get("category"))
    if (kind := request.GET.get("format")) in KINDS:
        with names_as_written():
            return table_file(standings_table(competition, chosen, after, category), kind)
    if first_picture(competition) is PictureKind.CUP:
        # A bracket has no earlier state: the ties of a round stay where they are.
        if "after" in request.GET:
            return redirect("standings", request.club.slug, competition.slug)
        return bracket(request)
    statuses = cached_rows(competition).column(Evening, "status")
    sorting = sorting_in(request.GET.get("sort", ""), "place")
    is_on = sorting.is_usual and not request.GET.get("after") and Evening.Status.OPEN in statuses
    visitor = visitor_of(request)
    context = _standing(request, chosen, rounds, after, visitor, is_on=is_on, category=category)
    name = "_changes" if context["live"].is_poll else "table"
    if is_embedded(request):
        name = "embedded"
    elif request.GET.get("columns") == "all":
        name = "everything"
        lines = [row.line for row in context["rows"]]
        is_shadow = category is not None
        context["table"] = table_of(lines, competition, chosen, LINE, is_shadow=is_shadow)
    context |= {"section": "standings", "scopes": scopes, "categories": categories}
    if name == "table" and not context["is_grouped"]:
        context |= {"sorting": sorting, "rows": sorted_rows(context["rows"], sorting)}
    response = render(request, f"standings/{name}.html", context, status=context["live"].status)
    return visitor.remember(request, response)


@club_page(Action.LEAD_EVENING)
def evening_standings(request: SignedInEveningRequest) -> HttpResponse:
    """Step 4 of the evening: the standings of its tempo, after its last game so far."""
    if first_picture(request.competition) is PictureKind.CUP:
        cup = cup_of(request.competition) | {"visitor": Visitor()}
        return lead_page(request, "standings/evening.html", step=STANDINGS, is_cup=True, **cup)
    scopes = standings_scopes(request.competition)
    chosen = scope_or_404(request.competition, scopes, request.evening.tempo.key)
    rounds = rounds_of(request.competition, chosen.key)
    played = [line for line in rounds if line.evening <= request.evening.number]
    context = _standing(request, chosen, rounds, last_round_key(played), Visitor(), is_on=False)
    return lead_page(request, "standings/evening.html", step=STANDINGS, **context)


def _standing(
    request: CompetitionRequest,
    scope: Scope,
    rounds: list[RoundLine],
    after: After | None,
    visitor: Visitor,
    *,
    is_on: bool,
    category: Category | None = None,
) -> dict[str, Any]:
    """What a page shows of the standings after a round; None: before the first."""
    competition = request.competition
    lines = standings_of(competition, scope.key, after)
    if category:
        lines = shadow_of(lines, competition, category)
    is_shadow, is_grouped = category is not None, beside_each_other(competition, scope, category)
    table = table_of(
        lines, competition, scope, after=after, is_shadow=is_shadow, is_small=is_grouped
    )
    changes = changes_of(competition, scope.key, after) if after else []
    rows, asked = table.rows, request.GET.get("search", "").strip()[:100]
    if asked:
        request.is_findable = is_on = False
        is_called_so = named_like(asked)
        rows = [row for row in rows if is_called_so(row.line.entry.player)]
    shape = digest(scope.key, after, len(table.rows), len(table.columns), visitor.key, category)
    live = Live(
        request.competition.version,
        polled(request),
        shape=shape,
        digests=(row.digest for row in table.rows),
        is_on=is_on,
    )
    return {
        "scope": scope,
        "category": category,
        "narrowed": table_query(category),
        "moment": table_query(category, round_at(rounds, after)),
        "live": live,
        "table": table,
        "asked": asked,
        "kept": [(key, request.GET[key]) for key in KEPT if key in request.GET],
        "rows": rows,
        "is_grouped": is_grouped,
        "mine": next((row for row in table.rows if row.line.entry.key == visitor.key), None),
        "changed": (row for row in table.rows if live.is_new(row.digest)),
        "struck": struck_in(competition, after),
        "may_share": request.may_lead and may_share_places(competition),
        "changes": changes[:MOST_CHANGES],
        "all_changes": changes,
        **moments_of(competition, rounds, after),
        **({} if category else picture_of(competition, scope.key, lines, after, visitor.address)),
        "visitor": visitor,
        "me": visitor.key,
        "now": minute_shown(request),
    }


@club_page(Action.SEE)
def cross_table(request: CompetitionRequest, *, scope: str = "") -> HttpResponse:
    """The cross table of a tempo or overall, now or `?after=evening.game`.

    In systems where most players never meet, it is a picture of who met whom, of twelve players
    from `?from=` on or of all (`?all=1`); `?columns=all` shows the table.
    """
    scopes = standings_scopes(request.competition)
    chosen = scope_or_404(request.competition, scopes, scope)
    visitor = visitor_of(request)
    table = cross_table_of(request, chosen)
    if request.competition.abilities.uses_tempos and request.GET.get("columns") != "all":
        rows = [row for row, _cells in table["parts"][0].rows] if table["parts"] else []
        if "all" in request.GET:
            table["map"] = heat_map(rows, visitor.key)
        else:
            first = request.GET.get("from", "")
            begin = int(first) if first.isdecimal() and len(first) < 5 else 1
            last = table["last"]
            table["then"] = f"&after={last.serial}.{last.number}" if last else ""
            table["grid"] = grid_of(rows, table["all_rounds"], begin, visitor.key)
    response = show(request, "standings/cross_table.html", "standings", scopes=scopes, **table)
    return visitor.remember(request, response)


def cross_table_of(request: CompetitionRequest, scope: Scope, *, across: int = 0) -> dict[str, Any]:
    """What a page with the cross table shows: the table, and after which round it is.

    With `across` it comes in parts of that many columns, for printing.
    """
    competition = request.competition
    rounds = rounds_of(competition, scope.key)
    after = after_or_404(rounds, request.GET.get("after"))
    until = [line for line in rounds if after and line.round_key <= after]
    return {
        "scope": scope,
        "all_rounds": rounds,
        "last": round_at(rounds, after),
        "abilities": competition.abilities,
        "is_by_player": is_by_player(competition),
        "struck": struck_in(competition, after),
        "parts": parts_of(competition, scope.key, after, until, across),
    }


@club_page(Action.SEE)
def places(request: CompetitionRequest, *, scope: str = "") -> HttpResponse:
    """Lines of places: around a player (`?show=`), of several, or of the first (`?show=`, empty).

    `?choose=1` asks for names. A known player sees those around them first. Places are those in a
    group, so groups have a page each.
    """
    competition = request.competition
    scopes = standings_scopes(competition)
    chosen = scope_or_404(competition, scopes, scope)
    visitor = visitor_of(request)
    scopes, chosen = of_one_group(scopes, chosen, visitor.entry)
    rounds = rounds_of(competition, chosen.key)
    asked = request.GET.getlist("show") if "show" in request.GET else [visitor.address]
    names = [address for address in asked if address]
    context = {
        "section": "standings",
        "scopes": scopes,
        "scope": chosen,
        "last": rounds[-1] if rounds else None,
        "abilities": competition.abilities,
        "chart": places_chart(competition, chosen.key, rounds, names, visitor.address),
        "first": FIRST,
        "most": MOST,
        "mine": visitor.address,
        "me": visitor.key,
        "names": names,
        "chooses": "choose" in request.GET,
    }
    return visitor.remember(request, render(request, "standings/places.html", context))
