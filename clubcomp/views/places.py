"""How did everybody's place change, from round to round?"""

from django.http import HttpResponse
from django.shortcuts import render

from clubcomp.flow.standings import rounds_of
from clubcomp.pages.places import places_chart
from clubcomp.pages.scopes import scope_or_404, scopes_of
from clubcomp.requests import CompetitionRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.live import not_modified_by_version
from clubcomp.views.visitor import visitor_of


@club_page(Action.SEE)
@not_modified_by_version
def places(request: CompetitionRequest, *, scope: str = "") -> HttpResponse:
    """Everybody's place after each round or evening; `?show=` makes one player stand out."""
    competition = request.competition
    scopes = scopes_of(competition)
    chosen = scope_or_404(competition, scopes, scope)
    rounds = rounds_of(competition, chosen.key)
    visitor = visitor_of(request)
    show = request.GET.get("show") or visitor.key
    context = {
        "section": "standings",
        "scopes": scopes,
        "scope": chosen,
        "last": rounds[-1] if rounds else None,
        "abilities": competition.abilities,
        "chart": places_chart(competition, chosen.key, rounds, show),
    }
    return visitor.remember(request, render(request, "standings/places.html", context))
