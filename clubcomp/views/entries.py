"""Who is in a competition, from which evening to which, and who is never paired with whom?"""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404, HttpResponse
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
from clubcomp.views.answers import carried_out, done, refusals_in, show

Row = TypeVar("Row", bound=Model)


@club_page(Action.LEAD)
def entries(request: SignedInCompetitionRequest) -> HttpResponse:
    """Who is in it, in the start order; and who may still come in."""
    competition = request.competition
    form = AddEntriesForm(request.POST or None, competition=competition)
    if added := carried_out(request, form, add_entries, competition):
        words = ngettext("%(count)s player added.", "%(count)s players added.", len(added))
        return done(request, words % {"count": len(added)}, "entries", competition.slug)
    return show(
        request,
        "competitions/entries.html",
        "competition",
        form=form,
        entries=competition.entries.select_related("player").order_by("start"),
        abilities=competition.abilities,
        has_others=form.others.exists(),
    )


@club_page(Action.LEAD)
def entry(request: SignedInCompetitionRequest, *, player: str) -> HttpResponse:
    """One player's start place, rating, first and last evening; or out of it altogether."""
    entry = find_by_key(request.competition.entries.select_related("player"), player)
    entry.competition, act = request.competition, request.POST.get("act")
    to_entries = ("entries", request.competition.slug)
    if act == "remove":
        request.refused_to = request.path
        remove_entry(entry, by=request.user)
        return done(request, _("%(player)s is out of it.") % {"player": entry}, *to_entries)
    form = EntryForm(request.POST if act == "keep" else None, entry=entry)
    if carried_out(request, form, change_entry, entry):
        return done(request, _("%(player)s is changed.") % {"player": entry}, *to_entries)
    page = "entry_remove" if "remove" in request.GET else "entry"
    return show(request, f"competitions/{page}.html", "competition", form=form, entry=entry)


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
            words = _("The forbidden pairs are changed.")
            return done(request, words, "forbidden-pairs", competition.slug)
    template = "competitions/forbidden_pairs.html"
    return show(request, template, "competition", form=form, pairs=pairs)


def find_by_key(rows: QuerySet[Row], key: str, name: str = "key") -> Row:
    """The row of a small list with this key; not there is a 404, whatever the address holds."""
    for row in rows:
        if str(getattr(row, name)) == key:
            return row
    raise Http404
