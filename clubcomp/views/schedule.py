"""The schedule of a round robin, and the bracket of a cup."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from clubcomp.doors.requests import CompetitionRequest, is_embedded, minute_shown, polled
from clubcomp.flow.standings import cached_rows
from clubcomp.models import Evening
from clubcomp.pages.cup import cup_of
from clubcomp.pages.live import Live, digest
from clubcomp.pages.schedule import asks_draw_again, schedule_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import show
from clubcomp.views.visitor import visitor_of
from clubcomp.words.standings import PictureKind, first_picture


@club_page(Action.SEE)
def schedule(request: CompetitionRequest) -> HttpResponse:
    """All rounds with the results so far, `?player=` highlights a player; of a cup the bracket."""
    if first_picture(request.competition) is PictureKind.CUP:
        return redirect("standings", request.club.slug, request.competition.slug)
    visitor = visitor_of(request)
    context = _draw(request) | {
        "rounds": schedule_of(request.competition, visitor.entry),
        "is_fixed": request.competition.abilities.schedule_is_fixed,
        "visitor": visitor,
    }
    response = show(request, "rounds/schedule.html", "calendar", **context)
    return visitor.remember(request, response)


def bracket(request: CompetitionRequest) -> HttpResponse:
    """What a cup has instead of standings: the ties of each round, and how far everybody came."""
    visitor = visitor_of(request)
    cup = cup_of(request.competition)
    # The words of a tie have the names as this reader sees them.
    boxes = (box for part in cup["parts"] for column in part.rounds for box in column.boxes)
    shape = digest(visitor.key, *((box.tie.in_words, box.note) for box in boxes))
    is_on = Evening.Status.OPEN in cached_rows(request.competition).column(Evening, "status")
    live = Live(request.competition.version, polled(request), shape=shape, digests=(), is_on=is_on)
    context = _draw(request) | cup | {"visitor": visitor, "live": live}
    if is_embedded(request):
        context["now"] = minute_shown(request)
        return render(request, "rounds/embedded_bracket.html", context, status=live.status)
    if live.is_poll:
        return render(request, "rounds/_bracket_changes.html", context, status=live.status)
    response = show(request, "rounds/bracket.html", "standings", **context)
    return visitor.remember(request, response)


def _draw(request: CompetitionRequest) -> dict[str, Any]:
    """Whether lots were drawn, and for the leader whether they can be."""
    return {
        "is_by_lot": request.competition.rules.start_numbers == "lot",
        "awaits_draw": request.competition.awaits_draw(),
        "may_draw": request.may_lead and not request.competition.has_begun(),
        "asks_draw_again": request.may_lead and asks_draw_again(request.competition),
    }
