"""Who plays under which start number? For everybody; and the leader has them given anew."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubcomp.flow import competitions as flow
from clubcomp.views.access import Action, club_page
from clubcomp.views.visitor import visitor_of
from pairing.registry import get_system


@club_page(Action.SEE)
def start_list(request: HttpRequest) -> HttpResponse:
    """Everybody by start number, with title and rating."""
    entries = request.competition.entries.select_related("player").order_by("start")
    visitor = visitor_of(request)
    context = {"section": "players", "entries": entries, "me": visitor.key}
    context["has_titles"] = any(entry.player.title for entry in entries)
    context["abilities"] = get_system(request.competition.system).abilities
    if context["abilities"].start_numbers == "order":
        context["is_otherwise"] = not flow.stands_by_regulation(request.competition)
    return render(request, "competitions/start_list.html", context)


@club_page(Action.LEAD)
def start_numbers(request: HttpRequest) -> HttpResponse:
    """Who would get another number by the system's order; or the lots, drawn before round 1."""
    competition, act = request.competition, request.POST.get("act")
    request.step_page = request.path
    if act == "number":
        seen = request.POST.get("seen", "")
        flow.number_players(competition, seen=seen, by=request.user)
    elif act == "draw":
        flow.draw_lots(competition, by=request.user)
    if act in ("number", "draw"):
        messages.success(request, _("The start numbers are given."))
        return redirect("start-list", request.club.slug, competition.slug)
    abilities = get_system(competition.system).abilities
    is_by_lot = abilities.start_numbers == "lot"
    changes = [] if is_by_lot else flow.new_numbers(competition)
    context = {"section": "competition", "changes": changes, "is_by_lot": is_by_lot}
    context |= {"seen": flow.numbers_mark(changes), "has_begun": flow.has_begun(competition)}
    return render(request, "competitions/start_numbers.html", context)
