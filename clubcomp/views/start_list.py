"""Who plays under which start number? For everybody; and the leader has them given anew."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubcomp.flow.competitions.numbers import (
    draw_lots,
    new_numbers,
    number_players,
    numbers_mark,
    stands_by_regulation,
)
from clubcomp.flow.competitions.start_order import has_begun
from clubcomp.requests import CompetitionRequest, SignedInCompetitionRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, show
from clubcomp.views.visitor import visitor_of


@club_page(Action.SEE)
def start_list(request: CompetitionRequest) -> HttpResponse:
    """Everybody by start number, with title and rating."""
    entries = request.competition.entries.select_related("player").order_by("start")
    abilities = request.competition.abilities
    context = {
        "entries": entries,
        "me": visitor_of(request).key,
        "has_titles": any(entry.player.title for entry in entries),
        "abilities": abilities,
    }
    if abilities.start_numbers == "order":
        context["is_otherwise"] = not stands_by_regulation(request.competition)
    return show(request, "competitions/start_list.html", "players", **context)


@club_page(Action.LEAD)
def start_numbers(request: SignedInCompetitionRequest) -> HttpResponse:
    """Who would get another number by the system's order; or the lots, drawn before round 1."""
    competition, act = request.competition, request.POST.get("act")
    request.refused_to = request.path
    if act == "number":
        seen = request.POST.get("seen", "")
        number_players(competition, seen=seen, by=request.user)
    elif act == "draw":
        draw_lots(competition, by=request.user)
    if act in ("number", "draw"):
        return done(request, _("The start numbers are given."), "start-list", competition.slug)
    is_by_lot = competition.abilities.start_numbers == "lot"
    changes = [] if is_by_lot else new_numbers(competition)
    context = {"changes": changes, "is_by_lot": is_by_lot, "seen": numbers_mark(changes)}
    context["has_begun"] = has_begun(competition)
    return show(request, "competitions/start_numbers.html", "competition", **context)
