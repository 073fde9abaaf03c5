"""Points that the leader gives by hand, and points that a player has for the pairing alone."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInCompetitionRequest
from clubcomp.flow.competitions import points_by_hand as flow
from clubcomp.forms.points_by_hand import GivePointsForm, StartPointsForm
from clubcomp.models import GivenPoints
from clubcomp.pages.points_by_hand import given_in, start_points_in
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, show
from clubcomp.views.competitions import find_by_key


@club_page(Action.LEAD)
def points_by_hand(request: SignedInCompetitionRequest) -> HttpResponse:
    """What was given, to take it back; and two forms to give more."""
    competition, act = request.competition, request.POST.get("act")
    back = ("points-by-hand", competition.slug)
    if act == "undo":
        request.refused_to = request.path
        rows = GivenPoints.objects.filter(evening__competition=competition)
        rows = rows.select_related("evening__competition")
        given = find_by_key(rows, request.POST.get("given", ""), "pk")
        flow.take_points_back(given, by=request.user)
        return done(request, _("Taken back: these points count no more."), *back)
    give = GivePointsForm(request.POST if act == "give" else None, competition=competition)
    start = StartPointsForm(
        request.POST if act == "start" else None, competition=competition, prefix="start"
    )
    if carried_out(request, give, flow.give_points, competition):
        return done(request, _("The points are given."), *back)
    if carried_out(request, start, flow.set_start_points, competition):
        return done(request, _("The points for the pairing are set."), *back)
    return show(
        request,
        "standings/points_by_hand.html",
        "competition",
        give=give,
        start=start,
        given=given_in(competition),
        started=start_points_in(competition),
    )
