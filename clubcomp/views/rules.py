"""What does the regulation say? Our own rendering, with an anchor for each article."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubcomp.views.access import Action, club_page
from pairing.forms import chosen_otherwise
from pairing.registry import get_system


@club_page(Action.SEE)
def regulation(request: HttpRequest) -> HttpResponse:
    """The rules of the competition's system, with this competition's numbers."""
    competition, system = request.competition, get_system(request.competition.system)
    context = {"system": system, "tempos": competition.tempos.all(), "section": "rules"}
    context["chosen"] = chosen_otherwise(system, competition.options)
    return render(request, f"rules/{system.key}.html", context)
