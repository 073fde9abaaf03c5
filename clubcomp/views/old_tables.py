"""The options of a club's own Keizer, found out from the table of its old program."""

import json
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInCompetitionRequest
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.old_tables import (
    RunningSearch,
    chosen_options,
    must_go_by_own_rules,
    preview_own_rules,
    search_of,
    search_options,
    take_over,
)
from clubcomp.flow.incoming.receipts import table_that_came
from clubcomp.forms.old_table import OldTableForm
from clubcomp.models import Competition
from clubcomp.pages.old_table import found_page
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import refusals_in, show

_PICK = "pick-"


@club_page(Action.LEAD)
def old_table(request: SignedInCompetitionRequest) -> HttpResponse:
    """Paste the table, see what was found; one press more takes the options over.

    `?search=` is a search under way: the page says how far it is, and reloads by itself.
    """
    competition = request.competition
    if request.POST.get("act") == "take":
        request.refused_to = request.path
        take_over(competition, options=_chosen(request), by=request.user)
        messages.success(request, _("The options that were found are kept."))
        key = request.POST.get("search", "")
        return redirect(f"{request.path}?search={key}" if key.isdecimal() else request.path)
    gone = {key: request.POST.get(f"name-{key}", key) for key in request.POST.getlist("gone")}
    table = "" if request.POST else table_that_came(competition)
    form = OldTableForm(request.POST or None, competition=competition, gone=gone, table=table)
    context: dict[str, Any] = {"form": form, "gone": gone}
    if form.is_valid():
        left_out = form.cleaned_data.get("left_out", [])
        with refusals_in(form):
            search = search_options(
                competition,
                form.cleaned_data["text"],
                left_out,
                evening=form.cleaned_data.get("evening") or 0,
            )
            if not search.is_over:
                return redirect(f"{request.path}?search={search.key}")
            context = _over(competition, search)
    elif asked := search_of(competition, request.GET.get("search", "")):
        context = _over(competition, asked) if asked.is_over else {"search": asked}
    elif "search" in request.GET:
        context["forgotten"] = True
    return show(request, "competitions/old_table.html", "competition", **context)


def _over(competition: Competition, search: RunningSearch) -> dict[str, Any]:
    """What a search has found, and the form to search once more."""
    data = {"text": search.text, "left_out": [*search.left_out], "evening": search.evening}
    form = OldTableForm(data, competition=competition, gone={}, table="")
    try:
        searched = search.answer()
    except StepError as refused:
        form.add_error(None, str(refused))
        return {"form": form, "gone": {}}
    named = (*searched.found.finding.gone, *search.left_out)
    gone = {key: searched.names[key] for key in named if key in searched.names}
    form = OldTableForm(data, competition=competition, gone=gone, table="")
    context: dict[str, Any] = {"form": form, "gone": gone, "key": search.key}
    context["without"] = [gone[key] for key in search.left_out if key in gone]
    try:
        must_go_by_own_rules(competition)
    except StepError as refused:
        return context | {"page": found_page(searched), "why_not": str(refused)}
    if options := searched.found.options:
        context["preview"] = preview_own_rules(competition, options)
        context["changes_system"] = not competition.pairing_system.presets
    return context | {"page": found_page(searched, may_take=True)}


def _chosen(request: SignedInCompetitionRequest) -> dict[str, object]:
    """The options as the page has sent them, with what was chosen where the table cannot tell."""
    try:
        options = json.loads(request.POST.get("options", ""))
        picked = {
            name.removeprefix(_PICK): json.loads(request.POST[name])
            for name in request.POST
            if name.startswith(_PICK)
        }
        if isinstance(options, dict):
            return chosen_options(options, picked)
    except (ValueError, RecursionError):
        pass
    raise StepError(_("These are no options. Search once more."))
