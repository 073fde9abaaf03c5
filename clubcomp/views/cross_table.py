"""Who played whom, with which colour and result? The cross table, now and after any round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from clubcomp.flow.cross_table import player_by_player, round_by_round
from clubcomp.flow.standings import After, RoundLine, rounds_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.live import not_modified_by_version
from clubcomp.views.scopes import Scope, after_or_404, scope_or_404, scopes_of
from pairing.registry import get_system


@club_page(Action.SEE)
@not_modified_by_version
def cross_table(request: HttpRequest, *, scope: str = "") -> HttpResponse:
    """The cross table of a tempo or of all, now or `?after=evening.game`."""
    scopes = scopes_of(request.competition)
    chosen = scope_or_404(request.competition, scopes, scope)
    context = {"section": "standings", "scopes": scopes, **cross_table_of(request, chosen)}
    return render(request, "standings/cross_table.html", context)


def cross_table_of(request: HttpRequest, scope: Scope, *, across: int = 0) -> dict[str, Any]:
    """What a page with the cross table shows: the drawn table, and after which round it is.

    Where pairing runs per tempo people meet more than once: then it is player by player. With
    `across` it comes in parts of so many columns, for paper.
    """
    competition = request.competition
    rounds = rounds_of(competition, scope.key)
    after = after_or_404(request, rounds)
    place = next((place for place, line in enumerate(rounds) if _is(line, after)), -1)
    return {
        "scope": scope,
        "all_rounds": rounds,
        "last": rounds[place] if rounds else None,
        "abilities": get_system(competition.system).abilities,
        "table": _drawn(request, scope, after, rounds[: place + 1], across),
    }


def _is(line: Any, after: After | None) -> bool:
    return (line.evening, line.number) == after


@dataclass(frozen=True)
class Part:
    """Some columns of the table: their heads (rounds or rows), and each row with its cells."""

    heads: Sequence[Any]
    rows: list[tuple[Any, Sequence[Any]]]


def _parts(heads: Sequence[Any], rows: Sequence[Any], across: int) -> list[Part]:
    """The table in parts of `across` columns; 0 is all in one."""
    across = across or max(1, len(heads))
    return [
        Part(heads[at : at + across], [(row, row.cells[at : at + across]) for row in rows])
        for at in range(0, len(heads), across)
    ]


def _drawn(
    request: HttpRequest, scope: Scope, after: After | None, rounds: list[RoundLine], across: int
) -> SafeString:
    """The table, kept by the competition's version and the language."""
    competition = request.competition
    what = f"{competition.pk}:{competition.version}:{scope.key}:{after}:{across}:{get_language()}"
    key = f"cross-table:{what}".replace(" ", "")
    kept: SafeString | None = cache.get(key)
    if kept is None:
        is_by_player = get_system(competition.system).abilities.uses_tempos
        name, read = ("players", player_by_player) if is_by_player else ("rounds", round_by_round)
        rows = read(competition, scope.key, after) if after else []
        parts = _parts(rows if is_by_player else rounds, rows, across)
        context = {"request": request, "scope": scope, "parts": parts}
        kept = render_to_string(f"standings/_cross_{name}.html", context)
        cache.set(key, kept)
    return kept
