"""Do I come? Players say it for an evening, for some days, or for a tempo."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone

from clubcomp.doors.requests import OwnClubRequest, OwnEveningRequest
from clubcomp.flow.absences import taking_part as flow
from clubcomp.flow.absences.signing_off import own_kinds_of, prospects_of
from clubcomp.flow.absences.taking_part import Status
from clubcomp.flow.attendance.marks import plan_now
from clubcomp.flow.errors import StepError
from clubcomp.forms.taking_part import HabitsForm, OwnAwayForm, OwnPlanForm
from clubcomp.models import Entry
from clubcomp.pages.me import away_chips, my_evening, own_words
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import number_in, page_asked, show
from pairing.core.unplayed import Unplayed

#: The status that one press announces.
AT_ONCE = {"comes": Status.EXPECTED, "absent": Unplayed.ABSENT}
#: The steps of the page on longer absences.
SAID_AWAY = ("set_away", "end_away", "set_habits")


@club_page(Action.TAKE_PART)
def evening(request: OwnEveningRequest) -> HttpResponse:
    """What I do on one evening: in one press, or in full with games and reason."""
    entry = request.me.entries.filter(competition=request.competition).first()
    if entry is None:
        raise Http404
    entry.competition = request.competition
    answer = request.POST.get("say")
    posted = request.POST if request.method == "POST" and answer is None else None
    plan = plan_now(request.evening, entry)
    earns = prospects_of(request.evening, entry)
    form = OwnPlanForm(posted, evening=request.evening, plan=plan, prospects=earns)
    refused = ""
    try:
        if answer is not None:
            say(request, entry, answer)
            return redirect(way_back(request))
        if form.is_valid():
            flow.say_for_oneself(entry, request.evening, by=request.me, **form.cleaned_data)
            return redirect(way_back(request))
    except StepError as error:
        refused = str(error)
    mine = my_evening(request.evening, entry)
    return show(request, "me/evening.html", "me", mine=mine, form=form, refused=refused)


def say(request: OwnEveningRequest, entry: Entry, answer: str) -> None:
    """Carry out one press: I come, I do not come, I help out, or I take back what I said."""
    if answer == "help":
        flow.help_out(entry, request.evening, by=request.me)
    elif answer == "back":
        flow.take_own_word_back(entry, request.evening, by=request.me)
    else:
        status = AT_ONCE.get(answer, "")
        flow.say_for_oneself(entry, request.evening, status=status, by=request.me)


def way_back(request: OwnEveningRequest) -> str:
    """The page of the club that the form stood on, or else my own page."""
    page = page_asked(request, request.POST.get("next", ""))
    if page.startswith(reverse("club", args=[request.club.slug])):
        return page
    return reverse("me", args=[request.club.slug]) + f"#evening-{request.evening.pk}"


@club_page(Action.TAKE_PART)
def away(request: OwnClubRequest) -> HttpResponse:
    """My holidays, and the tempos whose evenings I skip."""
    act = request.POST.get("act", "")
    holidays = request.me.away.filter(last__gte=timezone.localdate())
    kinds = own_kinds_of([request.me])
    form = OwnAwayForm(
        request.POST if act == "away" else None,
        own_kinds=kinds,
        initial={"first": timezone.localdate()},
    )
    entries = request.me.entries.select_related("competition__club")
    habits = [habits_form(request, entry, act) for entry in entries if knows_tempos(entry)]
    here, refused = redirect(reverse("my-away", args=[request.club.slug]) + "?said"), ""
    try:
        if act == "end":
            ended = get_object_or_404(request.me.away, pk=number_in(request.POST.get("away", "")))
            flow.end_own_away(ended, by=request.me)
            return here
        if form.is_valid():
            flow.say_away(request.me, by=request.me, **form.cleaned_data)
            return here
        for entry, habit in habits:
            if habit.is_valid():
                flow.set_habits(entry, by=request.me, **habit.cleaned_data)
                return here
    except StepError as error:
        refused = str(error)
    context = {
        "form": form,
        "chips": away_chips(request.me),
        "habits": habits,
        "holidays": holidays,
        "refused": refused,
    }
    if "said" in request.GET and request.method == "GET":
        context["said"] = next(iter(own_words(request.club, request.me, SAID_AWAY)), None)
    return show(request, "me/away.html", "me", **context)


def knows_tempos(entry: Entry) -> bool:
    """Whether the competition has evenings of several tempos, and the player still plays in it."""
    competition = entry.competition
    may_differ = competition.abilities.uses_tempos and not entry.left
    return bool(may_differ) and competition.tempos.count() > 1


def habits_form(request: OwnClubRequest, entry: Entry, act: str) -> tuple[Entry, HabitsForm]:
    """A player's entry in a competition, with the form for the tempos that they skip there."""
    is_meant = act == f"habits-{entry.competition.slug}"
    habits = entry.habits.all()
    initial = {
        "stays_away": [habit.tempo_id for habit in habits],
        "kind": next((habit.kind for habit in habits), Unplayed.ABSENT.value),
        "is_reserve": any(habit.is_reserve for habit in habits),
    }
    posted = request.POST if is_meant else None
    return entry, HabitsForm(posted, initial=initial, competition=entry.competition)
