"""When does the club play? The calendar of a competition."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from clubcomp.flow import evenings as flow
from clubcomp.flow.errors import PlayedAlready
from clubcomp.forms.evenings import ChangeForm, EveningForm, PlanForm
from clubcomp.models import Evening
from clubcomp.requests import CompetitionRequest, SignedInCompetitionRequest, SignedInEveningRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import refusals_in, show
from clubcomp.views.leading import go, say
from clubcomp.words.evenings import evening_name, programme


@club_page(Action.SEE)
def calendar(request: CompetitionRequest) -> HttpResponse:
    """All evenings of the competition, for everybody."""
    evenings = request.competition.evenings.select_related("tempo")
    return show(request, "evenings/calendar.html", "calendar", evenings=evenings)


@club_page(Action.LEAD)
def plan(request: SignedInCompetitionRequest) -> HttpResponse:
    """One evening in the calendar, or one every week until a date."""
    form = PlanForm(request.POST or None, competition=request.competition)
    if form.is_valid():
        with placed_by(form):
            evenings = flow.plan_evenings(request.competition, form.planned, by=request.user)
            messages.success(request, planned_words(evenings))
            return to_calendar(request)
    return show(request, "evenings/plan.html", "calendar", form=form)


@contextmanager
def placed_by(form: EveningForm) -> Iterator[None]:
    """A date that is refused is said in the form, with what was typed; an early one is asked."""
    with refusals_in(form):
        try:
            yield
        except PlayedAlready as error:
            form.ask_late(str(error))


def planned_words(evenings: list[Evening]) -> str:
    """Which evenings were planned: the only one, or how many from when until when."""
    if len(evenings) == 1:
        return _("Planned: %(evening)s.") % {"evening": evening_name(evenings[0])}
    words = _("%(count)s evenings planned, from %(first)s until %(last)s.")
    first, last = (evening_name(evenings[at]) for at in (0, -1))
    return words % {"count": len(evenings), "first": first, "last": last}


@club_page(Action.LEAD)
def change(request: SignedInEveningRequest) -> HttpResponse:
    """Another date, tempo, time or number of games."""
    form = ChangeForm(request.POST or None, evening=request.evening)
    if form.is_valid():
        with placed_by(form):
            changed = flow.change_evening(request.evening, by=request.user, **form.cleaned_data)
            request.evening = changed
            words = _("The evening is changed: %(programme)s.")
            say(request, words % {"programme": programme(changed)})
            return to_calendar(request)
    return show(request, "evenings/change.html", "calendar", form=form, evening=request.evening)


@club_page(Action.LEAD)
def remove(request: SignedInEveningRequest) -> HttpResponse:
    """Take an evening without rounds out of the calendar."""
    request.refused_to = request.path
    if request.method == "POST":
        flow.remove_evening(request.evening, by=request.user)
        say(request, _("The evening is out of the calendar."))
        return to_calendar(request)
    return show(request, "evenings/remove.html", "calendar", evening=request.evening)


def to_calendar(request: CompetitionRequest) -> HttpResponse:
    """On to the calendar."""
    return go(request, reverse("calendar", args=[request.club.slug, request.competition.slug]))
