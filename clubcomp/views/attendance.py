"""Step 1 of the evening: who is there?"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow import attendance as flow
from clubcomp.flow import guests
from clubcomp.flow.everybody import mark_everybody, marked_at_once, take_everybody_back
from clubcomp.flow.pairings import games_ahead
from clubcomp.forms.attendance import GuestForm, PlanForm
from clubcomp.models import Entry
from clubcomp.names import search_key
from clubcomp.templatetags.leading import plan_in_words
from clubcomp.views.access import Action, club_page
from clubcomp.views.explanations import Answer, Tellers, answer_of
from clubcomp.views.leading import address, lead_page, pressed_on, refused_to, say, see_other
from clubcomp.views.progress import ATTENDANCE, Progress, offered_board


@club_page(Action.LEAD_EVENING)
def sheet(request: HttpRequest) -> HttpResponse:
    """All players of the evening, one row each; `q` keeps those whose name has these words."""
    sheet = flow.sheet(request.evening)
    query = request.GET.get("q", "").strip()
    words = search_key(query).split()
    rows = [row for row in sheet.rows if has_words(row, words)]
    context = {"sheet": sheet, "rows": rows, "query": query, "why_free": why_free(request, sheet)}
    context |= {"groups": in_groups(rows), "marked_at_once": len(marked_at_once(request.evening))}
    return attendance_page(request, "attendance/sheet.html", context)


def in_groups(rows: list[flow.SheetRow]) -> dict[str, list[flow.SheetRow]]:
    """The rows as they are looked for: who is still expected first, now and then last."""
    groups: dict[str, list[flow.SheetRow]] = {}
    for name in ("expected", "here", "away", "occasional"):
        groups[name] = [row for row in rows if group_of(row) == name]
    return groups


def group_of(row: flow.SheetRow) -> str:
    """Where a row stands on the sheet."""
    if row.state in ("present", "later", "left"):
        return "here"
    return row.state if row.state in ("expected", "occasional") else "away"


@club_page(Action.LEAD_EVENING)
@pressed_on("attendance")
def everybody(request: HttpRequest) -> HttpResponse:
    """Everybody who is expected is here; with `act` "undo" it is taken back."""
    if request.POST.get("act") == "undo":
        take_everybody_back(request.evening, by=request.user)
        say(request, _("Taken back: nobody is marked by that press any more."))
    elif marked := mark_everybody(request.evening, by=request.user):
        words = ngettext("%(count)s player is here.", "%(count)s players are here.", len(marked))
        say(request, words % {"count": len(marked)})
    return see_other(request, "attendance")


def has_words(row: flow.SheetRow, words: list[str]) -> bool:
    """Whether every word occurs in the player's name."""
    return all(word in row.entry.player.search_text for word in words)


@club_page(Action.LEAD_EVENING)
@pressed_on("attendance")
def mark(request: HttpRequest, *, player: str) -> HttpResponse:
    """Present, or not after all; `present` is the state that is wanted."""
    entry = get_entry(request, player)
    is_present = request.POST.get("present") == "1"
    flow.mark_present(request.evening, entry, present=is_present, by=request.user)
    if not request.htmx:
        return see_other(request, "attendance", part=f"player-{entry.key}")
    sheet = flow.sheet(request.evening)
    row = next(row for row in sheet.rows if row.entry.pk == entry.pk)
    context = {"sheet": sheet, "row": row, "why_free": why_free(request, sheet)}
    return attendance_page(request, "attendance/_marked.html", context)


def attendance_page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """The sheet, or one row of it, with whom a board could be made of."""
    progress = Progress.of(request.evening)
    context["offered"] = offered_board(progress)
    context["ahead"] = games_ahead(request.evening)
    return lead_page(request, template, step=ATTENDANCE, progress=progress, **context)


def why_free(request: HttpRequest, sheet: flow.AttendanceSheet) -> Answer | None:
    """Why the player is free who would be if nobody else came; None when nobody is."""
    if not sheet.bye:
        return None
    return answer_of(Tellers(request.competition, to_leader=True).of(), sheet.bye_reasons)


@club_page(Action.LEAD_EVENING)
def plan(request: HttpRequest, *, player: str) -> HttpResponse:
    """Later, earlier away, external, not coming, a note: what one player does this evening."""
    entry = get_entry(request, player)
    plan = flow.plan_now(request.evening, entry)
    form = PlanForm(request.POST or None, evening=request.evening, plan=plan)
    refused_to(request, "plan-attendance", entry.key)
    if request.method == "POST" and form.is_valid():
        said = flow.plan_attendance(request.evening, entry, by=request.user, **form.cleaned_data)
        noted = {"player": entry, "plan": plan_in_words(said, request.evening)}
        say(request, _("Noted for %(player)s: %(plan)s.") % noted)
        return see_other(request, "attendance", part=f"player-{entry.key}")
    context = {"form": form, "entry": entry, "plan": plan, "was_guest": guests.was_guest(entry)}
    return lead_page(request, "attendance/plan.html", step=ATTENDANCE, **context)


@club_page(Action.LEAD_EVENING)
def guest(request: HttpRequest) -> HttpResponse:
    """Somebody from outside who plays along tonight."""
    earlier = guests.earlier_guests(request.evening)
    form = GuestForm(request.POST or None, evening=request.evening, earlier=earlier)
    refused_to(request, "add-guest")
    if request.method == "POST" and form.is_valid():
        entry = plays_along(request, **form.cleaned_data)
        say(request, _("%(guest)s plays along.") % {"guest": entry})
        return see_other(request, "attendance", part=f"player-{entry.key}")
    return lead_page(request, "attendance/guest.html", step=ATTENDANCE, form=form)


def plays_along(
    request: HttpRequest, *, again: Entry | None, name: str, rating: int | None, **games: Any
) -> Entry:
    """The guest of before, or a new one."""
    if again:
        return guests.guest_again(request.evening, again, by=request.user, **games)
    said = {"name": name, "rating": rating, "by": request.user}
    return guests.add_guest(request.evening, **said, **games)


@club_page(Action.LEAD)
@pressed_on("attendance")
def member(request: HttpRequest, *, player: str) -> HttpResponse:
    """A guest becomes a member with one press, and with `guest` in it a guest again."""
    entry = get_entry(request, player)
    refused_to(request, "plan-attendance", entry.key)
    if request.POST.get("act") == "guest":
        guests.make_guest(entry, by=request.user)
        say(request, _("%(player)s is a guest again.") % {"player": entry})
    else:
        guests.make_member(entry, by=request.user)
        undo = address(request, "plan-attendance", entry.key)
        said = _("%(player)s is a member now.") % {"player": entry}
        say(request, format_html('{} <a href="{}">{}</a>', said, undo, _("Undo")))
    return see_other(request, "plan-attendance", entry.key)


def get_entry(request: HttpRequest, key: str) -> Entry:
    """The player with this key in the competition of the address; 404 without one."""
    entries = Entry.objects.select_related("player")
    return get_object_or_404(entries, competition=request.competition, key=key)
