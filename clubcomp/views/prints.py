"""Sheets to print, of a round and of a competition, shown as they will be printed.

Every sheet is a page of its own; what surrounds it on the screen is not printed.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubcomp.doors.names import sort_key
from clubcomp.doors.requests import CompetitionRequest, EveningRequest
from clubcomp.flow.standings import rounds_of, standings_of
from clubcomp.flow.tables.shadow_tables import shadow_of
from clubcomp.pages.boards import BoardAct
from clubcomp.pages.cup import cup_of
from clubcomp.pages.hall import HallSeat, seats_of
from clubcomp.pages.progress import RESULTS
from clubcomp.pages.rounds import RoundOnRecord, rounds_on_record
from clubcomp.pages.schedule import schedule_of
from clubcomp.pages.scopes import (
    Scope,
    after_or_404,
    beside_each_other,
    categories_for,
    category_or_404,
    round_at,
    scope_or_404,
    standings_scopes,
    table_query,
)
from clubcomp.pages.season_report import report_of
from clubcomp.pages.standings import struck_in, table_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import show
from clubcomp.views.leading import page_of_evening
from clubcomp.views.rounds import round_or_404
from clubcomp.views.standings import cross_table_of
from clubcomp.words.standings import PictureKind, first_picture
from pairing.core.types import Colour, Result
from pairing.sentences.columns import PRINT
from pairing.sentences.words import named_first, result_text

#: The sheets of a round and of a competition: the last word of their address, and their title.
OF_ROUND = {
    "boards": _("Pairings by board"),
    "names": _("Pairings by name"),
    "door": _("List for the door"),
    "slips": _("Result slips"),
    "cards": _("Place cards"),
    "score-sheets": _("Score sheets"),
}
OF_COMPETITION = {
    "standings": _("Standings"),
    "cross-table": _("Cross table"),
    "start-list": _("Start list"),
    "season-report": _("Season report"),
}
SLIPS_A_PAGE = 8
#: The moves of a score sheet, row by row: three columns of twenty.
MOVES = [(row, row + 20, row + 40) for row in range(1, 21)]
COLUMNS_ACROSS = 26
#: Rows of a standing on the first sheet and on each further one, and the fewest worth a last
#: sheet: with fewer, all go on the sheets before it, a twentieth smaller.
ROWS_FIRST, ROWS_AFTER, FEWEST = 32, 37, 8


@club_page(Action.SEE)
def of_round(request: EveningRequest, *, number: int, sheet: str) -> HttpResponse:
    """A sheet of a round: its boards, everybody's board by name, cards, or forms to fill in."""
    if sheet not in OF_ROUND:
        raise Http404
    on_record = rounds_on_record(request.competition, [round_or_404(request, number)])[0]
    # Slips and score sheets are filled in on the board, so they show no results.
    slips = [replace(board, game=None, act=BoardAct.NOTHING) for board in on_record.boards]
    return page_of_evening(
        request,
        f"prints/{sheet}.html",
        "calendar",
        step=RESULTS,
        sheet=sheet,
        sheets=OF_ROUND,
        title=OF_ROUND[sheet],
        shown=on_record,
        round_name=request.evening.round_name(number),
        seats=_by_name(on_record),
        pages=_pages(slips),
        boards=slips,
        cards=_pages([seat for seat in seats_of(on_record) if seat.board]),
        moves=MOVES,
        **_words_of(request.competition.game),
    )


@club_page(Action.SEE)
def of_competition(request: CompetitionRequest, *, sheet: str) -> HttpResponse:
    """A sheet of a competition, of a tempo (`?scope=`), after a round (`?after=`), or of a category
    (`?category=`).
    """
    competition, sheets = request.competition, dict(OF_COMPETITION)
    if competition.abilities.schedule_is_fixed:
        sheets["schedule"] = _("Schedule")
    if first_picture(competition) is PictureKind.CUP:
        sheets = {"schedule": _("Bracket")} | {
            word: name for word, name in OF_COMPETITION.items() if word != "standings"
        }
    if sheet not in sheets:
        raise Http404
    scope = scope_or_404(competition, standings_scopes(competition), request.GET.get("scope", ""))
    context: dict[str, Any] = {"scope": scope, "abilities": competition.abilities}
    if sheet == "standings":
        context |= _standings_sheet(request, scope)
    elif sheet == "cross-table":
        context |= cross_table_of(request, scope, across=COLUMNS_ACROSS)
    elif sheet == "schedule" and competition.abilities.knocks_out:
        context |= cup_of(competition)
    elif sheet == "schedule":
        context["rounds"] = schedule_of(competition)
    elif sheet == "season-report":
        context |= report_of(competition, categories_for(competition, request.reader))
    else:
        context["entries"] = competition.entries.select_related("player").order_by("start")
    context["moment"] = table_query(context.get("category"), context.get("last"))
    context = {"sheet": sheet, "sheets": sheets, "title": str(sheets[sheet])} | context
    return show(request, f"prints/{sheet.replace('-', '_')}.html", "standings", **context)


def _standings_sheet(request: CompetitionRequest, scope: Scope) -> dict[str, Any]:
    """The standing of a tempo or category, after the round that the address names."""
    competition, rounds = request.competition, rounds_of(request.competition, scope.key)
    after = after_or_404(rounds, request.GET.get("after"))
    categories = categories_for(competition, request.reader)
    category = category_or_404(categories, request.GET.get("category"))
    lines = standings_of(competition, scope.key, after)
    if category:
        lines = shadow_of(lines, competition, category)
    title, is_grouped = scope.standings_title, beside_each_other(competition, scope, category)
    is_shadow = category is not None
    return {
        "table": table_of(
            lines, competition, scope, PRINT, is_shadow=is_shadow, is_small=is_grouped
        ),
        "is_grouped": is_grouped,
        "is_tight": len(lines) > ROWS_FIRST and 0 < (len(lines) - ROWS_FIRST) % ROWS_AFTER < FEWEST,
        "category": category,
        "title": f"{title}: {category}" if category else title,
        "last": round_at(rounds, after),
        "struck": struck_in(competition, after),
    }


def _pages(slips: Sequence[Any]) -> list[Sequence[Any]]:
    """The slips to be cut out, sheet by sheet."""
    return [slips[at : at + SLIPS_A_PAGE] for at in range(0, len(slips), SLIPS_A_PAGE)]


def _words_of(game: str) -> dict[str, Any]:
    """Which colour the game names first, and the results on a slip, best for that colour first."""
    is_black_first = named_first(game) is Colour.BLACK
    endings = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
    ordered = endings[::-1] if is_black_first else endings
    return {
        "colours": ["black", "white"] if is_black_first else ["white", "black"],
        "endings": [result_text(ending, game) for ending in ordered],
    }


def _by_name(round_: RoundOnRecord) -> list[HallSeat]:
    """Who sits where, in the alphabetical order of the reader's language."""
    language = get_language() or ""
    return sorted(
        seats_of(round_),
        key=lambda seat: (sort_key(seat.entry.player.shown, language), seat.entry.pk),
    )
