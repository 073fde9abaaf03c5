"""The evening as a whole: what now, opening and closing it, and the calendar."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow import attendance as attendance_flow
from clubcomp.flow import evenings as flow
from clubcomp.forms.evenings import ChangeForm, PlanForm, ReasonForm
from clubcomp.forms.notice import WithoutNoticeForm
from clubcomp.models import TrailEntry
from clubcomp.views.access import Action, club_page
from clubcomp.views.forecast import Forecast
from clubcomp.views.leading import address, go, lead_page, pressed_on, refused_to, see_other
from clubcomp.views.progress import CLOSE, Progress

LAST_ACTS = 5


@club_page(Action.LEAD)
def dashboard(request: HttpRequest) -> HttpResponse:
    """The evening that is being played, else the next one; else how to plan one."""
    evenings = request.competition.evenings
    request.evening = evenings.opened().first() or evenings.upcoming().first()
    if request.evening:
        return redirect(address(request, "lead"))
    last = evenings.last()
    return render(request, "evenings/none.html", {"section": "dashboard", "last": last})


@club_page(Action.LEAD_EVENING)
def lead(request: HttpRequest) -> HttpResponse:
    """What now? The state of the evening, the next step, who comes, the last acts."""
    progress = Progress.of(request.evening)
    forecast = forecast_of(request)
    context = {
        "section": "dashboard",
        "evening": request.evening,
        "progress": progress,
        "sheet": forecast.sheet,
        "forecast": forecast,
        "acts": TrailEntry.objects.filter(evening=request.evening)[:LAST_ACTS],
    }
    return render(request, "evenings/lead.html", context)


@club_page(Action.LEAD_EVENING)
@pressed_on("lead")
def open_evening(request: HttpRequest) -> HttpResponse:
    """Open the evening in one press, and on to who is there."""
    flow.open_evening(request.evening, by=request.user)
    messages.success(request, _("The evening is open."))
    return see_other(request, "attendance")


@club_page(Action.LEAD_EVENING)
def close(request: HttpRequest) -> HttpResponse:
    """What is still open, who never came, and then the last press of the evening."""
    refused_to(request, "close")
    if request.method == "POST":
        flow.close_evening(request.evening, by=request.user)
        messages.success(request, _("The evening is closed."))
        # A deputy's right has ended with it.
        return see_other(request, "evening" if request.deputy else "evening-standings")
    return close_page(request, forecast_of(request))


def forecast_of(request: HttpRequest) -> Forecast:
    """Who comes to this request's evening."""
    return Forecast(attendance_flow.sheet(request.evening))


def close_page(
    request: HttpRequest, forecast: Forecast, form: WithoutNoticeForm | None = None
) -> HttpResponse:
    """The page before the last press; `form` is about those who never came."""
    form = form or WithoutNoticeForm(awaited=forecast.awaited_entries)
    context = {"forecast": forecast, "form": form}
    return lead_page(request, "evenings/close.html", step=CLOSE, **context)


@club_page(Action.OWN)
def reopen(request: HttpRequest) -> HttpResponse:
    """Open a closed evening again, with a reason, to add or withdraw a round."""
    form = ReasonForm(request.POST or None)
    refused_to(request, "close")
    if request.method == "POST" and form.is_valid():
        flow.reopen_evening(request.evening, by=request.user, **form.cleaned_data)
        messages.success(request, _("The evening is open again."))
        return see_other(request, "lead")
    return lead_page(request, "evenings/reopen.html", step=CLOSE, form=form)


@club_page(Action.SEE)
def calendar(request: HttpRequest) -> HttpResponse:
    """All evenings of the competition, for everybody."""
    evenings = request.competition.evenings.select_related("tempo")
    context = {"section": "calendar", "evenings": evenings}
    return render(request, "evenings/calendar.html", context)


@club_page(Action.LEAD)
def plan(request: HttpRequest) -> HttpResponse:
    """One evening in the calendar, or the same evening of every week until a date."""
    form = PlanForm(request.POST or None, competition=request.competition)
    request.step_page = request.path
    if request.method == "POST" and form.is_valid():
        flow.plan_evenings(request.competition, form.dates, by=request.user, **form.planned)
        count = len(form.dates)
        said = ngettext("%(count)s evening planned.", "%(count)s evenings planned.", count)
        messages.success(request, said % {"count": count})
        return to_calendar(request)
    return render(request, "evenings/plan.html", {"section": "calendar", "form": form})


@club_page(Action.LEAD)
def change(request: HttpRequest) -> HttpResponse:
    """Another date, tempo, time or number of games."""
    form = ChangeForm(
        request.POST or None, competition=request.competition, evening=request.evening
    )
    request.step_page = request.path
    if request.method == "POST" and form.is_valid():
        flow.change_evening(request.evening, by=request.user, **form.cleaned_data)
        messages.success(request, _("The evening is changed."))
        return to_calendar(request)
    context = {"section": "calendar", "form": form, "evening": request.evening}
    return render(request, "evenings/change.html", context)


@club_page(Action.LEAD)
def remove(request: HttpRequest) -> HttpResponse:
    """Take an evening without rounds out of the calendar."""
    request.step_page = request.path
    if request.method == "POST":
        flow.remove_evening(request.evening, by=request.user)
        said = _("The evening of %(date)s is out of the calendar.")
        messages.success(request, said % {"date": flow.in_words(request.evening)})
        return to_calendar(request)
    context = {"section": "calendar", "evening": request.evening}
    return render(request, "evenings/remove.html", context)


def to_calendar(request: HttpRequest) -> HttpResponse:
    """On to the calendar."""
    return go(request, reverse("calendar", args=[request.club.slug, request.competition.slug]))
