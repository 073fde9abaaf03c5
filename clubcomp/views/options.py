"""By which numbers is a competition played? The system's options and the tempos."""

from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubcomp.flow.competitions.competition import advised_first_value, change_options
from clubcomp.flow.competitions.preview import preview_options, preview_tempo
from clubcomp.flow.competitions.tempos import add_tempo, change_tempo, remove_tempo
from clubcomp.forms.competitions import TempoForm
from clubcomp.models import Round
from clubcomp.requests import SignedInCompetitionRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.entries import find_by_key
from clubcomp.views.refused import refusals_in
from pairing.forms import OptionsForm


@club_page(Action.LEAD)
def options(request: SignedInCompetitionRequest) -> HttpResponse:
    """The system's options as sentences, looked at first in mid-season."""
    competition, system = request.competition, request.competition.pairing_system
    act = request.POST.get("act")
    posted = request.POST if act in ("look", "keep", "change") else None
    form = OptionsForm(posted, system=system, written=competition.options)
    if act in ("look", "keep") and form.is_valid():
        with refusals_in(form):
            if act == "look":
                preview = preview_options(competition, options=form.options)
                if preview.rounds:
                    context = {"form": form, "preview": preview, "section": "competition"}
                    return render(request, "competitions/options_check.html", context)
            change_options(competition, options=form.options, by=request.user)
            messages.success(request, _("The options are kept."))
            return redirect("options", request.club.slug, competition.slug)
    context = {"section": "competition", "form": form, "system": system}
    context["advice"] = advised_first_value(competition)
    rounds = Round.objects.on_record().filter(evening__competition=competition)
    context["is_running"] = rounds.exists()
    return render(request, "competitions/options.html", context)


@club_page(Action.LEAD)
def tempos(request: SignedInCompetitionRequest) -> HttpResponse:
    """The tempos with their numbers, and a form for one more."""
    competition, system = request.competition, request.competition.pairing_system
    form = TempoForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            tempo = add_tempo(competition, by=request.user, **form.cleaned_data)
            messages.success(request, _("The tempo %(tempo)s is added.") % {"tempo": tempo})
            return redirect("tempos", request.club.slug, competition.slug)
    context = {"section": "competition", "form": form, "system": system}
    context["tempos"] = competition.tempos.annotate(evening_count=Count("evenings"))
    return render(request, "competitions/tempos.html", context)


@club_page(Action.LEAD)
def tempo(request: SignedInCompetitionRequest, *, tempo: str) -> HttpResponse:
    """Other numbers of a tempo, first looked at in mid-season; or no such tempo any more."""
    changed = find_by_key(request.competition.tempos.all(), tempo)
    changed.competition, act = request.competition, request.POST.get("act")
    back = redirect("tempos", request.club.slug, request.competition.slug)
    if act == "remove":
        request.refused_to = request.path
        remove_tempo(changed, by=request.user)
        messages.success(request, _("The tempo %(tempo)s is removed.") % {"tempo": changed})
        return back
    form = TempoForm(request.POST if act else None, tempo=changed)
    context = {"section": "competition", "form": form, "tempo": changed}
    if act in ("look", "keep") and form.is_valid():
        with refusals_in(form):
            if act == "look":
                preview = preview_tempo(changed, **form.cleaned_data)
                if preview.affected:
                    context["preview"] = preview
                    return render(request, "competitions/tempo_check.html", context)
            change_tempo(changed, by=request.user, **form.cleaned_data)
            messages.success(request, _("The tempo %(tempo)s is changed.") % {"tempo": changed})
            return back
    page = "tempo_remove" if "remove" in request.GET else "tempo"
    return render(request, f"competitions/{page}.html", context)
