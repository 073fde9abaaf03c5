"""By which numbers is a competition played? The system's options and the tempos."""

from typing import Any

from django.db.models import Count
from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubcomp.flow.competitions.competition import advised_first_value, change_options
from clubcomp.flow.competitions.preview import preview_options, preview_tempo
from clubcomp.flow.competitions.start_order import has_begun
from clubcomp.flow.competitions.tempos import add_tempo, change_tempo, remove_tempo
from clubcomp.forms.competitions import TempoForm
from clubcomp.requests import SignedInCompetitionRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, refusals_in, show
from clubcomp.views.entries import find_by_key
from pairing.forms import OptionsForm

#: The chip of the navigation that is on.
SECTION = "competition"


@club_page(Action.LEAD)
def options(request: SignedInCompetitionRequest) -> HttpResponse:
    """The system's options as sentences, looked at first in mid-season."""
    competition, system = request.competition, request.competition.pairing_system
    act = request.POST.get("act")
    posted = request.POST if act in ("look", "keep", "change") else None
    form = OptionsForm(posted, system=system, written=competition.options)
    context: dict[str, Any] = {"form": form, "system": system}
    if act in ("look", "keep") and form.is_valid():
        with refusals_in(form):
            preview = act == "look" and preview_options(competition, options=form.options)
            if preview and preview.rounds:
                return show(
                    request, "competitions/options_check.html", SECTION, preview=preview, **context
                )
            change_options(competition, options=form.options, by=request.user)
            return done(request, _("The options are kept."), "options", competition.slug)
    context["advice"] = advised_first_value(competition)
    context["is_running"] = has_begun(competition)
    return show(request, "competitions/options.html", SECTION, **context)


@club_page(Action.LEAD)
def tempos(request: SignedInCompetitionRequest) -> HttpResponse:
    """The tempos with their numbers, and a form for one more."""
    competition, system = request.competition, request.competition.pairing_system
    form = TempoForm(request.POST or None)
    if tempo := carried_out(request, form, add_tempo, competition):
        words = _("The tempo %(tempo)s is added.") % {"tempo": tempo}
        return done(request, words, "tempos", competition.slug)
    tempos = competition.tempos.annotate(evening_count=Count("evenings"))
    template = "competitions/tempos.html"
    return show(request, template, SECTION, form=form, system=system, tempos=tempos)


@club_page(Action.LEAD)
def tempo(request: SignedInCompetitionRequest, *, tempo: str) -> HttpResponse:
    """Other numbers of a tempo, first looked at in mid-season; or no such tempo any more."""
    changed = find_by_key(request.competition.tempos.all(), tempo)
    changed.competition, act = request.competition, request.POST.get("act")
    to_tempos = ("tempos", request.competition.slug)
    if act == "remove":
        request.refused_to = request.path
        remove_tempo(changed, by=request.user)
        return done(request, _("The tempo %(tempo)s is removed.") % {"tempo": changed}, *to_tempos)
    form = TempoForm(request.POST if act else None, tempo=changed)
    context: dict[str, Any] = {"form": form, "tempo": changed}
    if act == "look" and form.is_valid():
        with refusals_in(form):
            context["preview"] = preview_tempo(changed, **form.cleaned_data)
            if context["preview"].affected:
                return show(request, "competitions/tempo_check.html", SECTION, **context)
    kept = carried_out(request, form, change_tempo, changed) if act in ("look", "keep") else None
    if kept:
        return done(request, _("The tempo %(tempo)s is changed.") % {"tempo": changed}, *to_tempos)
    page = "tempo_remove" if "remove" in request.GET else "tempo"
    return show(request, f"competitions/{page}.html", SECTION, **context)
