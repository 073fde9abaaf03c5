"""Why this game with these colours? Why does this player get the bye? Why this whole round?"""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from clubcomp.doors.requests import EveningRequest
from clubcomp.models import Round, entry_at
from clubcomp.pages.explanations import SentencesOf
from clubcomp.pages.progress import PAIRING
from clubcomp.pages.why import Asking, board_in, byes_in, why_board, why_bye, why_round
from clubcomp.views.access import Action, club_page
from clubcomp.views.leading import lead_page, may_lead_it
from clubcomp.views.rounds import round_or_404
from clubcomp.views.visitor import Visitor, visitor_of


@club_page(Action.SEE)
def this_pairing(request: EveningRequest, *, number: int, board: int) -> HttpResponse:
    """Why these two players, why these colours, and why no other opponent."""
    round_ = _round_or_404(request, number)
    on_board = board_in(round_, board)
    if on_board is None:
        raise Http404
    visitor, game = visitor_of(request), on_board.game
    context = {"visitor": visitor, **why_board(_asking(request, visitor), round_, on_board)}
    if context["unknown"] == "of_cup" and game and (of_cup := game.counted_from):
        may_read = request.reader.may_read(of_cup.round.evening.competition)
        context["of_cup"] = of_cup if may_read else None
    return visitor.remember(request, _shown(request, "pairing", context))


@club_page(Action.SEE)
def this_bye(request: EveningRequest, *, number: int) -> HttpResponse:
    """Why this player gets the bye (`?show=`, else the first)."""
    round_ = _round_or_404(request, number)
    address, byes = request.GET.get("show"), byes_in(round_)
    bye = next((entry for entry in byes if not address or entry.is_at(address)), None)
    if bye is None:
        raise Http404
    visitor = visitor_of(request)
    context = {"visitor": visitor, **why_bye(_asking(request, visitor), round_, bye)}
    return visitor.remember(request, _shown(request, "pairing", context))


@club_page(Action.SEE)
def this_round(request: EveningRequest, *, number: int) -> HttpResponse:
    """A round explained: its drawings, boards and steps, to show or to print."""
    round_ = round_or_404(request, number)
    context = why_round(_asking(request, Visitor()), round_)
    return _shown(request, "round", context | {"all_steps": "steps" in request.GET})


def _shown(request: EveningRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    template = f"why/{name}.html"
    if context["round"].is_proposed:
        response = lead_page(request, template, step=PAIRING, **context)
    else:
        response = render(request, template, context)
    if context.get("unknown") == "busy":
        patch_cache_control(response, no_store=True)
    return response


def _asking(request: EveningRequest, visitor: Visitor) -> Asking:
    say_of = SentencesOf(request.competition, to_leader=request.may_lead)
    instead = entry_at(say_of.entries.values(), request.GET.get("instead", ""))
    return Asking(say_of, visitor.entry, instead.key if instead else "")


def _round_or_404(request: EveningRequest, number: int) -> Round:
    """A round on record, or for leaders of the evening also the one that is proposed."""
    proposed = Round.objects.proposed().filter(evening=request.evening, number=number).first()
    if proposed and may_lead_it(request):
        proposed.evening = request.evening
        return proposed
    return round_or_404(request, number)
