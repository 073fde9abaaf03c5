"""The schedule of a round robin, and the bracket of a cup."""

from django.http import HttpResponse

from clubcomp.doors.requests import CompetitionRequest
from clubcomp.flow.rounds import awaits_draw, has_begun
from clubcomp.pages.bracket import brackets_of
from clubcomp.pages.schedule import asks_draw_again, schedule_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import show
from clubcomp.views.visitor import visitor_of


@club_page(Action.SEE)
def schedule(request: CompetitionRequest) -> HttpResponse:
    """All rounds with the results so far, `?player=` highlights a player; of a cup the bracket."""
    visitor = visitor_of(request)
    context: dict[str, object] = {
        "is_by_lot": request.competition.rules.start_numbers == "lot",
        "awaits_draw": awaits_draw(request.competition),
        "may_draw": request.may_lead and not has_begun(request.competition),
        "asks_draw_again": request.may_lead and asks_draw_again(request.competition),
    }
    if request.competition.abilities.knocks_out:
        context["brackets"] = brackets_of(request.competition)
        return show(request, "rounds/bracket.html", "calendar", **context)
    context |= {
        "rounds": schedule_of(request.competition, visitor.entry),
        "is_fixed": request.competition.abilities.schedule_is_fixed,
        "visitor": visitor,
    }
    response = show(request, "rounds/schedule.html", "calendar", **context)
    return visitor.remember(request, response)
