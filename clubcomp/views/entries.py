"""Who is in a competition, from which evening to which, and who is never paired with whom?"""

from typing import TypeVar

from django.contrib import messages
from django.db.models import Model, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow.competitions.entries import (
    add_entries,
    allow_pair,
    change_entry,
    forbid_pair,
    remove_entry,
    tell_pair,
)
from clubcomp.forms.competitions import AddEntriesForm, EntryForm, ForbidForm
from clubcomp.requests import SignedInCompetitionRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.refused import refusals_in

Row = TypeVar("Row", bound=Model)


@club_page(Action.LEAD)
def entries(request: SignedInCompetitionRequest) -> HttpResponse:
    """Who is in it, in the start order; and who may still come in."""
    competition = request.competition
    form = AddEntriesForm(request.POST or None, competition=competition)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            players = form.cleaned_data["players"]
            add_entries(competition, players, by=request.user)
            count = len(players)
            said = ngettext("%(count)s player added.", "%(count)s players added.", count)
            messages.success(request, said % {"count": count})
            return redirect("entries", request.club.slug, competition.slug)
    context = {"section": "competition", "form": form}
    context["entries"] = competition.entries.select_related("player").order_by("start")
    context["abilities"] = competition.abilities
    context["has_others"] = form.others.exists()
    return render(request, "competitions/entries.html", context)


@club_page(Action.LEAD)
def entry(request: SignedInCompetitionRequest, *, player: str) -> HttpResponse:
    """One player's start place, rating, first and last evening; or out of it altogether."""
    entry = find_by_key(request.competition.entries.select_related("player"), player)
    entry.competition, act = request.competition, request.POST.get("act")
    back = redirect("entries", request.club.slug, request.competition.slug)
    if act == "remove":
        request.refused_to = request.path
        remove_entry(entry, by=request.user)
        messages.success(request, _("%(player)s is out of it.") % {"player": entry})
        return back
    form = EntryForm(request.POST if act else None, entry=entry)
    if act == "keep" and form.is_valid():
        with refusals_in(form):
            change_entry(entry, by=request.user, **form.cleaned_data)
            messages.success(request, _("%(player)s is changed.") % {"player": entry})
            return back
    page = "entry_remove" if "remove" in request.GET else "entry"
    context = {"section": "competition", "form": form, "entry": entry}
    return render(request, f"competitions/{page}.html", context)


@club_page(Action.LEAD)
def forbidden_pairs(request: SignedInCompetitionRequest) -> HttpResponse:
    """Who is never paired with whom, and why; one more, or one less."""
    competition = request.competition
    pairs = competition.forbidden_pairs.select_related("one__player", "other__player")
    act = next((act for act in ("allow", "tell", "hide") if act in request.POST), "")
    chosen = find_by_key(pairs, request.POST[act], "pk") if act else None
    posted = request.POST if request.method == "POST" and not chosen else None
    form = ForbidForm(posted, competition=competition)
    if chosen or form.is_valid():
        with refusals_in(form):
            if chosen and act == "allow":
                allow_pair(chosen, by=request.user)
            elif chosen:
                tell_pair(chosen, members_may_read=act == "tell", by=request.user)
            else:
                forbid_pair(competition, by=request.user, **form.cleaned_data)
            messages.success(request, _("The forbidden pairs are changed."))
            return redirect("forbidden-pairs", request.club.slug, competition.slug)
    context = {"section": "competition", "form": form, "pairs": pairs}
    return render(request, "competitions/forbidden_pairs.html", context)


def find_by_key(rows: QuerySet[Row], key: str, name: str = "key") -> Row:
    """The row of a small list with this key; not there is a 404, whatever the address holds."""
    for row in rows:
        if str(getattr(row, name)) == key:
            return row
    raise Http404
