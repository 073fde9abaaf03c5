"""What does a federation get of a competition, and what does the report still lack?"""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubcomp.flow import federations as flow
from clubcomp.flow.downloads import export_trf
from clubcomp.flow.standings import rounds_of
from clubcomp.forms.federations import EventForm
from clubcomp.snapshots import event_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.refused import refusals_in
from clubcomp.views.spreadsheets import attachment
from pairing.core.types import OVERALL
from pairing.formats.trf_text import decoded

EDITIONS = ("16", "26")
PURPOSES = ("pairing", "rating")


@club_page(Action.LEAD)
def federations(request: HttpRequest) -> HttpResponse:
    """The files for federations and other programs, and the form of their head."""
    competition = request.competition
    why_not = flow.why_no_report(competition)
    form = EventForm(request.POST or None, event=event_of(competition))
    if request.method == "POST" and not why_not and form.is_valid():
        with refusals_in(form):
            flow.change_event(competition, form.event, by=request.user)
            messages.success(request, _("The report is changed."))
            return redirect("federations", request.club.slug, competition.slug)
    context = {
        "section": "competition",
        "why_not": why_not,
        "form": form,
        "is_rated": flow.is_rated(competition),
        "lacking": flow.lacking(competition),
        "is_latin_1": flow.fits_latin_1(competition),
        "original": "" if why_not else flow.edition_of_original(competition),
    }
    return render(request, "downloads/federations.html", context)


@club_page(Action.LEAD)
def trf(request: HttpRequest) -> HttpResponse:
    """The competition as a TRF file, `?edition=16` or `26`, `?for=pairing` or `rating`."""
    competition = request.competition
    edition = request.GET.get("edition", EDITIONS[0])
    purpose = request.GET.get("for", PURPOSES[0])
    if edition not in EDITIONS or purpose not in PURPOSES:
        raise Http404
    request.step_page = reverse("federations", args=[request.club.slug, competition.slug])
    data = export_trf(competition, edition, purpose)
    rounds = len(rounds_of(competition, OVERALL))
    name = f"{competition.slug}-{rounds}-{purpose}-trf{edition}.trf"
    charset = decoded(data)[1].removesuffix("-sig")
    return attachment(data, name, f"text/plain; charset={charset}")
