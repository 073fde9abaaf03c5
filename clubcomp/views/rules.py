"""What does the regulation say? Our own rendering, with an anchor for each article."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubcomp.views.access import Action, club_page
from pairing.registry import get_system


@club_page(Action.SEE)
def regulation(request: HttpRequest) -> HttpResponse:
    """The rules of the competition's system, with this competition's numbers."""
    system = get_system(request.competition.system)
    return render(
        request,
        f"rules/{system.key}.html",
        {"system": system, "tempos": request.competition.tempos.all(), "section": "rules"},
    )
