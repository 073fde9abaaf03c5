"""Step 1 of the evening: who is there?"""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow import attendance as flow
from clubcomp.flow import guests
from clubcomp.flow.everybody import mark_everybody, marked_at_once, take_everybody_back
from clubcomp.flow.pairings.ahead import games_ahead
from clubcomp.forms.attendance import GuestForm, PlanForm
from clubcomp.models import Entry
from clubcomp.pages.attendance import in_groups, why_that_one
from clubcomp.pages.members import named_like
from clubcomp.pages.progress import ATTENDANCE, Progress, offered_board
from clubcomp.requests import CompetitionRequest, EveningRequest, SignedInEveningRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.leading import address, lead_page, pressed_on, refused_to, say, see_other
from clubcomp.words.attendance import plan_in_words


@club_page(Action.LEAD_EVENING)
def sheet(request: SignedInEveningRequest) -> HttpResponse:
    """All players of the evening, one row each; `q` keeps those whose name has these words."""
    sheet = flow.sheet(request.evening)
    query = request.GET.get("q", "").strip()
    is_meant = named_like(query)
    rows = [row for row in sheet.rows if is_meant(row.entry.player)]
    context = {"sheet": sheet, "rows": rows, "query": query, "groups": in_groups(rows)}
    context["marked_at_once"] = len(marked_at_once(request.evening))
    return attendance_page(request, "attendance/sheet.html", context)


@club_page(Action.LEAD_EVENING)
@pressed_on("attendance")
def everybody(request: SignedInEveningRequest) -> HttpResponse:
    """Everybody who is expected is here; with `act` "undo" it is taken back."""
    if request.POST.get("act") == "undo":
        take_everybody_back(request.evening, by=request.user)
        say(request, _("Taken back: nobody is marked by that press any more."))
    elif marked := mark_everybody(request.evening, by=request.user):
        words = ngettext("%(count)s player is here.", "%(count)s players are here.", len(marked))
        say(request, words % {"count": len(marked)})
    return see_other(request, "attendance")


@club_page(Action.LEAD_EVENING)
@pressed_on("attendance")
def mark(request: SignedInEveningRequest, *, player: str) -> HttpResponse:
    """Present, or not after all; `present` is the state that is wanted."""
    entry = get_entry(request, player)
    is_present = request.POST.get("present") == "1"
    flow.mark_present(request.evening, entry, present=is_present, by=request.user)
    if not request.htmx:
        return see_other(request, "attendance", part=f"player-{entry.key}")
    sheet = flow.sheet(request.evening)
    row = next(row for row in sheet.rows if row.entry.pk == entry.pk)
    context = {"sheet": sheet, "row": row}
    return attendance_page(request, "attendance/_marked.html", context)


def attendance_page(
    request: EveningRequest, template: str, context: dict[str, Any]
) -> HttpResponse:
    """The sheet, or one row of it, with whom a board could be made of."""
    progress = Progress.of(request.evening)
    if "why" in request.GET:
        context["why_free"] = why_that_one(request.evening, context["sheet"])
    context["offered"] = offered_board(progress)
    context["ahead"] = games_ahead(request.evening)
    return lead_page(request, template, step=ATTENDANCE, progress=progress, **context)


@club_page(Action.LEAD_EVENING)
def plan(request: SignedInEveningRequest, *, player: str) -> HttpResponse:
    """Later, earlier away, external, not coming, a note: what one player does this evening."""
    entry = get_entry(request, player)
    plan = flow.plan_now(request.evening, entry)
    form = PlanForm(request.POST or None, evening=request.evening, plan=plan)
    refused_to(request, "plan-attendance", entry.key)
    if request.method == "POST" and form.is_valid():
        stored = flow.plan_attendance(request.evening, entry, by=request.user, **form.cleaned_data)
        noted = {"player": entry, "plan": plan_in_words(stored, request.evening)}
        say(request, _("Noted for %(player)s: %(plan)s.") % noted)
        return see_other(request, "attendance", part=f"player-{entry.key}")
    context: dict[str, Any] = {"form": form, "entry": entry, "plan": plan}
    context["was_guest"] = guests.was_guest(entry)
    return lead_page(request, "attendance/plan.html", step=ATTENDANCE, **context)


@club_page(Action.LEAD_EVENING)
def guest(request: SignedInEveningRequest) -> HttpResponse:
    """Somebody from outside who plays along tonight."""
    earlier = guests.earlier_guests(request.evening)
    form = GuestForm(request.POST or None, evening=request.evening, earlier=earlier)
    refused_to(request, "add-guest")
    if request.method == "POST" and form.is_valid():
        entry = guests.add_guest(request.evening, by=request.user, **form.cleaned_data)
        say(request, _("%(guest)s plays along.") % {"guest": entry})
        return see_other(request, "attendance", part=f"player-{entry.key}")
    return lead_page(request, "attendance/guest.html", step=ATTENDANCE, form=form)


@club_page(Action.LEAD)
@pressed_on("attendance")
def member(request: SignedInEveningRequest, *, player: str) -> HttpResponse:
    """A guest becomes a member with one press, and with `guest` in it a guest again."""
    entry = get_entry(request, player)
    refused_to(request, "plan-attendance", entry.key)
    if request.POST.get("act") == "guest":
        guests.make_guest(entry, by=request.user)
        say(request, _("%(player)s is a guest again.") % {"player": entry})
    else:
        guests.make_member(entry, by=request.user)
        undo = address(request, "plan-attendance", entry.key)
        words = _("%(player)s is a member now.") % {"player": entry}
        say(request, format_html('{} <a href="{}">{}</a>', words, undo, _("Undo")))
    return see_other(request, "plan-attendance", entry.key)


def get_entry(request: CompetitionRequest, key: str) -> Entry:
    """The player with this key in the competition of the address; 404 without one."""
    entries = Entry.objects.select_related("player")
    return get_object_or_404(entries, competition=request.competition, key=key)
