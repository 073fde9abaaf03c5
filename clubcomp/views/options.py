"""By which numbers is a competition played? The system's options and the tempos."""

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubcomp.flow import competitions as flow
from clubcomp.forms.competitions import TempoForm
from clubcomp.models import Round
from clubcomp.views.access import Action, club_page
from clubcomp.views.entries import find_by_key
from clubcomp.views.refused import refusals_in
from pairing.forms import OptionsForm
from pairing.registry import get_system


@club_page(Action.LEAD)
def options(request: HttpRequest) -> HttpResponse:
    """The system's options as sentences, looked at first in mid-season."""
    competition, system = request.competition, get_system(request.competition.system)
    act = request.POST.get("act")
    posted = request.POST if act in ("look", "keep", "change") else None
    form = OptionsForm(posted, system=system, written=competition.options)
    if act in ("look", "keep") and form.is_valid():
        with refusals_in(form):
            if act == "look":
                preview = flow.preview_options(competition, options=form.options)
                if preview.rounds:
                    context = {"form": form, "preview": preview, "section": "competition"}
                    return render(request, "competitions/options_check.html", context)
            flow.change_options(competition, options=form.options, by=request.user)
            messages.success(request, _("The options are kept."))
            return redirect("options", request.club.slug, competition.slug)
    context = {"section": "competition", "form": form, "system": system}
    context["advice"] = flow.advised_first_value(competition)
    rounds = Round.objects.on_record().filter(evening__competition=competition)
    context["is_running"] = rounds.exists()
    return render(request, "competitions/options.html", context)


@club_page(Action.LEAD)
def tempos(request: HttpRequest) -> HttpResponse:
    """The tempos with their numbers, and a form for one more."""
    competition, system = request.competition, get_system(request.competition.system)
    form = TempoForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            tempo = flow.add_tempo(competition, by=request.user, **form.cleaned_data)
            messages.success(request, _("The tempo %(tempo)s is added.") % {"tempo": tempo})
            return redirect("tempos", request.club.slug, competition.slug)
    context = {"section": "competition", "form": form, "system": system}
    context["tempos"] = competition.tempos.annotate(evening_count=Count("evenings"))
    return render(request, "competitions/tempos.html", context)


@club_page(Action.LEAD)
def tempo(request: HttpRequest, *, tempo: str) -> HttpResponse:
    """Other numbers of a tempo, first looked at in mid-season; or no such tempo any more."""
    tempo = find_by_key(request.competition.tempos.all(), tempo)
    tempo.competition, act = request.competition, request.POST.get("act")
    back = redirect("tempos", request.club.slug, request.competition.slug)
    if act == "remove":
        request.step_page = request.path
        flow.remove_tempo(tempo, by=request.user)
        messages.success(request, _("The tempo %(tempo)s is removed.") % {"tempo": tempo})
        return back
    form = TempoForm(request.POST if act else None, tempo=tempo)
    context = {"section": "competition", "form": form, "tempo": tempo}
    if act in ("look", "keep") and form.is_valid():
        with refusals_in(form):
            if act == "look":
                context["preview"] = flow.preview_tempo(tempo, **form.cleaned_data)
                if context["preview"].affected:
                    return render(request, "competitions/tempo_check.html", context)
            flow.change_tempo(tempo, by=request.user, **form.cleaned_data)
            messages.success(request, _("The tempo %(tempo)s is changed.") % {"tempo": tempo})
            return back
    page = "tempo_remove" if "remove" in request.GET else "tempo"
    return render(request, f"competitions/{page}.html", context)
