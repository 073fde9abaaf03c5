"""The periods of a season: the standing of each, planning them, and beginning the next one."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubcomp.doors.requests import CompetitionRequest, SignedInCompetitionRequest
from clubcomp.flow.competitions import periods as flow
from clubcomp.flow.standings import decisive_scope
from clubcomp.forms.periods import PeriodsForm
from clubcomp.pages.periods import tables_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, show


@club_page(Action.SEE)
def periods(request: CompetitionRequest) -> HttpResponse:
    """Each period with its evenings and its standing."""
    competition = request.competition
    tables = tables_of(competition, decisive_scope(competition))
    return show(request, "periods/periods.html", "competition", tables=tables)


@club_page(Action.LEAD)
def plan(request: SignedInCompetitionRequest) -> HttpResponse:
    """The evenings with which periods begin; and the proposal for the next one, to be confirmed."""
    competition, act = request.competition, request.POST.get("act")
    border = flow.border_of(competition)
    back = (request, "plan-periods", competition.slug)
    if act == "begin":
        number = border.period.number if border else 0
        seen = request.POST.get("seen", "")
        flow.begin_period(competition, number, seen=seen, by=request.user)
        return done(back[0], _("Period %(number)s has begun.") % {"number": number}, *back[1:])
    if act == "back":
        flow.take_period_back(competition, by=request.user)
        return done(back[0], _("Taken back: the period has not begun."), *back[1:])
    planned = flow.periods_of(competition)
    form = PeriodsForm(request.POST or None, periods=planned)
    if carried_out(request, form, flow.plan_periods, competition) is not None:
        return done(back[0], _("The periods are planned."), *back[1:])
    begun = next((row for row in planned if row.number == competition.periods_begun), None)
    may_go_back = begun is not None and begun.number > 1 and not begun.rounds
    context = {"form": form, "border": border, "begun": begun, "may_go_back": may_go_back}
    return show(request, "periods/plan.html", "competition", **context)
