"""Why this game, with these colours? Why is this player free? Why this whole round?"""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render

from clubcomp.pages.explanations import Tellers
from clubcomp.pages.progress import bye_row
from clubcomp.pages.why import why_bye, why_game, why_round
from clubcomp.requests import EveningRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.live import not_modified_by_version
from clubcomp.views.rounds import round_or_404
from clubcomp.views.visitor import visitor_of


@club_page(Action.SEE)
@not_modified_by_version
def this_pairing(request: EveningRequest, *, number: int, board: int) -> HttpResponse:
    """Why these two, why now, why these colours, and why nobody else."""
    round_ = round_or_404(request, number)
    games = round_.games.select_related("white__player", "black__player")
    game = get_object_or_404(games, board=board)
    tellers = Tellers(request.competition, to_leader=request.may_lead)
    visitor = visitor_of(request)
    context = {"visitor": visitor, **why_game(tellers, round_, game, visitor.entry)}
    return visitor.remember(request, render(request, "why/pairing.html", context))


@club_page(Action.SEE)
@not_modified_by_version
def this_bye(request: EveningRequest, *, number: int) -> HttpResponse:
    """Why this player has no opponent in a game."""
    round_ = round_or_404(request, number)
    row = bye_row(round_)
    if row is None:
        raise Http404
    tellers = Tellers(request.competition, to_leader=request.may_lead)
    return render(request, "why/bye.html", why_bye(tellers, round_, row))


@club_page(Action.SEE)
@not_modified_by_version
def this_round(request: EveningRequest, *, number: int) -> HttpResponse:
    """Every board of a round with its explanation, to show or to print."""
    round_ = round_or_404(request, number)
    tellers = Tellers(request.competition, to_leader=request.may_lead)
    return render(request, "why/round.html", why_round(tellers, round_))
