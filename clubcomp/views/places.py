"""How did everybody's place change, from round to round?"""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubcomp.flow.standings import RoundLine, StandingLine, places_after, rounds_of, standings_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.live import not_modified_by_version
from clubcomp.views.scopes import scope_or_404, scopes_of
from clubcomp.views.visitor import visitor_of
from pairing.core.standing import RanksAfter
from pairing.registry import get_system

STEP, ROW, TOP, LETTER = 44, 26, 34, 11


@dataclass(frozen=True)
class Way:
    """A player's places, by column; None where he was not in it. `points` is his line.

    `x` and `y` are its end, and `is_chosen` whether it is the one that stands out.
    """

    line: StandingLine
    places: list[int | None]
    points: str
    x: int
    y: int
    is_chosen: bool


@dataclass(frozen=True)
class PlacesChart:
    """The lines of all; 1 is up. `columns` are (x, round); sizes in units of the drawing."""

    columns: list[tuple[int, RoundLine]]
    ways: list[Way]
    width: int
    height: int


@club_page(Action.SEE)
@not_modified_by_version
def places(request: HttpRequest, *, scope: str = "") -> HttpResponse:
    """Everybody's place after each round or evening; `?show=` makes one player stand out."""
    competition = request.competition
    scopes = scopes_of(competition)
    chosen = scope_or_404(competition, scopes, scope)
    rounds = rounds_of(competition, chosen.key)
    abilities = get_system(competition.system).abilities
    after = places_after(competition, chosen.key)
    if abilities.uses_tempos:
        after = list({one.evening: one for one in after}.values())
    visitor = visitor_of(request)
    lines = [line for line in standings_of(competition, chosen.key) if line.place]
    shown = request.GET.get("show") or visitor.key
    context = {
        "section": "standings",
        "scopes": scopes,
        "scope": chosen,
        "last": rounds[-1] if rounds else None,
        "abilities": abilities,
        "chart": _chart(lines, after, rounds, shown) if after else None,
        "shown": shown,
    }
    return visitor.remember(request, render(request, "standings/places.html", context))


def _chart(
    lines: list[StandingLine], after: list[RanksAfter], rounds: list[RoundLine], shown: str
) -> PlacesChart:
    by_place = {(one.evening, one.number): one for one in rounds}
    xs = [STEP // 2 + STEP * at for at in range(len(after))]
    ways = []
    for line in lines:
        key = line.entry.key
        found = [one.ranks.get(key) for one in after]
        ends = [(x, TOP + ROW * place) for x, place in zip(xs, found, strict=True) if place]
        x, y = ends[-1] if ends else (xs[-1], TOP + ROW * (line.place or 0))
        points = " ".join(f"{one},{other}" for one, other in ends)
        ways.append(Way(line, found, points, x, y, key == shown))
    return PlacesChart(
        columns=[(x, by_place[one.evening, one.number]) for x, one in zip(xs, after, strict=True)],
        ways=ways,
        width=xs[-1] + LETTER * (6 + max(len(str(line.entry)) for line in lines)),
        height=TOP + ROW * (len(lines) + 1),
    )
